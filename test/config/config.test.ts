import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configKey, configKeys, savedSettings } from '../../src/config/keys.ts';
import { homePaths } from '../../src/config/paths.ts';
import { readConfig, updateConfig } from '../../src/config/settings-file.ts';
import { makeHome } from '../support/cli.ts';
import { testNow } from '../support/time.ts';

const warnings: string[] = [];
const reading = { warn: (line: string) => void warnings.push(line), now: () => testNow };
const newFile = (): string => join(makeHome(), 'config.json');

describe('the folders', () => {
  const home = '/home/u';
  it.each([
    [
      'linux',
      { HOME: home },
      '/home/u/.config/cfi/config.json | /home/u/.local/share/cfi | /home/u/.cache/cfi',
    ],
    [
      'linux',
      { HOME: home, XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_CACHE_HOME: '/e' },
      '/c/cfi/config.json | /d/cfi | /e/cfi',
    ],
    [
      'linux',
      { HOME: home, XDG_CONFIG_HOME: '', CFI_HOME: '' },
      '/home/u/.config/cfi/config.json | /home/u/.local/share/cfi | /home/u/.cache/cfi',
    ],
    ['linux', { HOME: home, CFI_HOME: '/own' }, '/own/config.json | /own | /own/cache'],
    ['linux', { HOME: home, CFI_HOME: 'own' }, '/srv/own/config.json | /srv/own | /srv/own/cache'],
    [
      'darwin',
      { HOME: home },
      '/home/u/Library/Preferences/cfi/config.json | /home/u/Library/Application Support/cfi | /home/u/Library/Caches/cfi',
    ],
    [
      'win32',
      { APPDATA: '/roam', LOCALAPPDATA: '/local' },
      '/roam/cfi/config.json | /local/cfi | /local/cfi/cache',
    ],
  ])('on %s with %j are %s', (platform, env, places) => {
    const { configFile, data, cache, emulatorState } = homePaths(env, platform, '/srv');
    expect([configFile, data, cache].join(' | ')).toBe(places);
    expect(emulatorState).toBe(join(data, 'emulator'));
  });
});

describe('the config file', () => {
  it('is written atomically, for its owner alone, and creates missing folders', async () => {
    const file = join(makeHome(), 'a', 'b', 'config.json');
    await updateConfig(file, reading, (config) => {
      config.profiles.default = { base_url: 'https://h.example/v1' };
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      profiles: { default: { base_url: 'https://h.example/v1' } },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const folder of [dirname(file), dirname(dirname(file))])
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(file)).sort()).toEqual(['config.json', 'locks']);
  });

  it.each([0o644, 0o666, 0o640])('is made private if its mode is %o', (mode) => {
    const file = newFile();
    writeFileSync(file, '{}');
    chmodSync(file, mode);
    readConfig(file, reading);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['{"profiles":', '', 'null', '[]', '"text"', '\u0000\u0000\u0000'])(
    'that is damaged (%j) is renamed and reported',
    (content) => {
      const file = newFile();
      writeFileSync(file, content);
      warnings.length = 0;
      expect(readConfig(file, reading)).toMatchObject({ profiles: {}, tokens: {} });
      const kept = `${file}.damaged-2026-09-01T08-00-00-000Z`;
      expect(readFileSync(kept, 'utf8')).toBe(content);
      expect(existsSync(file)).toBe(false);
      expect(warnings).toEqual([expect.stringContaining(kept)]);
    },
  );

  it('counts as damaged if it is nested more deeply than what writes it can follow', async () => {
    const file = newFile();
    writeFileSync(file, `{"profiles":{"a":{"b":${'['.repeat(5000)}${']'.repeat(5000)}}}}`);
    warnings.length = 0;
    await updateConfig(file, reading, () => {});
    expect(warnings).toEqual([expect.stringContaining('is damaged')]);
    expect(readConfig(file, reading).profiles).toEqual({});
  });

  it('keeps unknown members, and ignores those with the wrong shape', async () => {
    const file = newFile();
    const token = { access_token: 'x', expires_at: 1, skew: 2 };
    const profiles = { default: { later: true }, broken: 7 };
    writeFileSync(
      file,
      JSON.stringify({ later: [1], current_profile: 3, profiles, tokens: { a: token, b: {}, c: 'x' } }),
    );
    await updateConfig(file, reading, () => {});
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      later: [1],
      profiles: { default: { later: true } },
      tokens: { a: token },
    });
  });

  it('accepts any name for a profile', async () => {
    const file = newFile();
    const odd = '__proto__';
    await updateConfig(file, reading, (config) => {
      config.profiles[odd] = { client_id: 'a' };
    });
    const { profiles } = readConfig(file, reading);
    expect(profiles[odd]).toEqual({ client_id: 'a' });
    expect(profiles.constructor).toBeUndefined();
  });

  it('loses no change when many are made at once', async () => {
    const file = newFile();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await Promise.all(
      names.map((name) =>
        updateConfig(file, reading, (config) => {
          config.profiles[name] = {};
        }),
      ),
    );
    expect(Object.keys(readConfig(file, reading).profiles).sort()).toEqual(names.sort());
  });

  it('stays a link if it is one', async () => {
    const file = newFile();
    const real = join(makeHome(), 'elsewhere.json');
    writeFileSync(real, '{}', { mode: 0o600 });
    symlinkSync(real, file);
    await updateConfig(file, reading, (config) => {
      config.current_profile = 'x';
    });
    expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ current_profile: 'x' });
  });

  describe('and the copies that killed processes left', () => {
    const copy = '{"tokens":{"a":{"access_token":"secret"}}}';
    const uuid = '0b9d3f0e-3c53-4d52-9d0a-5f1e9f0c7a11';

    it('removes them at the next change, also beside a file that a link leads to', async () => {
      const file = newFile();
      const elsewhere = makeHome();
      writeFileSync(join(elsewhere, 'own.json'), '{}');
      symlinkSync(join(elsewhere, 'own.json'), file);
      writeFileSync(join(elsewhere, 'own.json.tmp-1761000000a1b2c3'), copy);
      mkdirSync(join(elsewhere, `.config-${uuid}`));
      writeFileSync(join(elsewhere, `.config-${uuid}`, 'config.json'), copy);
      await updateConfig(file, reading, () => {});
      expect(readdirSync(elsewhere)).toEqual(['own.json']);
    });

    it.each([
      '.config-backup',
      'config.json.tmp-old',
      'other.json.tmp-1761000000a1b2c3',
      'config.json.damaged-2026',
    ])('leaves %s alone', async (name) => {
      const file = newFile();
      writeFileSync(join(dirname(file), name), copy);
      await updateConfig(file, reading, () => {});
      expect(readFileSync(join(dirname(file), name), 'utf8')).toBe(copy);
    });
  });

  it('in a place that is not a folder causes an error that names it', async () => {
    const blocked = newFile();
    writeFileSync(blocked, 'not a folder');
    const file = join(blocked, 'config.json');
    expect(() => readConfig(file, reading)).toThrow(expect.objectContaining({ code: 'usage', exitCode: 2 }));
    await expect(updateConfig(file, reading, () => {})).rejects.toMatchObject({
      message: expect.stringContaining(blocked),
    });
  });
});

describe('the settings', () => {
  it.each([
    ['base_url', 'https://h.example/v1', 'nonsense'],
    ['output', 'ndjson', 'xml'],
    ['timeout', '90s', '0s'],
    ['timeout', 'PT15M', 'soon'],
    ['timeout', '24d', '25d'],
    ['max_retries', '0', '-1'],
    ['max_retries', '1000', '1001'],
    ['warehouse', 'Northgate FC', ' '],
    ['timezone', 'Europe/London', 'Mars/Olympus'],
    ['decimal', 'comma', ','],
    ['dispatch_within', '36h', '36'],
  ])('%s accepts %s and not %s', (name, right, wrong) => {
    expect(configKey(name).accepts(right)).toBe(true);
    expect(configKey(name).accepts(wrong)).toBe(false);
  });

  it('suggest the nearest name for an unknown one', () => {
    expect(() => configKey('timout')).toThrow(
      expect.objectContaining({ details: { hint: 'did you mean timeout?' } }),
    );
    expect(configKey('max-retries').name).toBe('max_retries');
  });

  it('ignore an invalid value in the file', () => {
    expect(savedSettings({ output: 'xml', timeout: 5, decimal: 'comma', secret: 'x' })).toEqual({
      decimal: 'comma',
    });
    expect(configKeys.map(({ name }) => name)).not.toContain('client_secret');
  });
});
