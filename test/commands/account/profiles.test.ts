import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';

const data = async (home: string, args: readonly string[]): Promise<unknown> =>
  JSON.parse((await runCli([...args, '--json'], { home })).stdout).data;

describe('config', () => {
  it('sets, gets, lists and unsets a setting of the profile', async () => {
    const home = makeHome();
    expect(await runCli(['config', 'set', 'timeout', '45s'], { home })).toMatchObject({ code: 0 });
    expect(await data(home, ['config', 'get', 'timeout'])).toBe('45s');
    expect((await runCli(['config', 'get', 'timeout'], { home })).stdout).toBe('45s\n');
    const asCsv = await runCli(['config', 'get', 'timeout', '-o', 'csv'], { home });
    expect(asCsv.stdout.split(/\r?\n/)).toEqual(['key,value', 'timeout,45s', '']);
    const path = await runCli(['config', 'path', '-o', 'csv'], { home });
    expect(path.stdout.split(/\r?\n/)).toEqual(['path', join(home, 'config.json'), '']);
    expect(await data(home, ['config', 'list'])).toEqual({ timeout: '45s' });
    expect(await data(home, ['config', 'list', '--profile', 'other'])).toEqual({});
    expect(await runCli(['config', 'unset', 'timeout'], { home })).toMatchObject({ code: 0 });
    expect(await runCli(['config', 'get', 'timeout'], { home })).toMatchObject({ code: 5 });
  });

  it('lets people choose the setting', async () => {
    const answers = ['timeout', '45s'];
    expect(await runCli(['config', 'set'], { tty: true, answers })).toMatchObject({ code: 0 });
    expect((await runCli(['config', 'set'], { tty: true, answers: ['time'] })).stderr).toContain(
      'is none of',
    );
  });

  it('shows every key in the list for people', async () => {
    const { stdout } = await runCli(['config', 'list']);
    for (const key of ['base_url', 'output', 'timeout', 'max_retries', 'warehouse', 'timezone', 'decimal'])
      expect(stdout).toContain(key);
  });

  it.each([
    [['set', 'outptu', 'json'], 'did you mean output?'],
    [['set', 'output', 'xml'], 'one of table, json, ndjson, csv'],
    [['set', 'decimal', 'coma'], 'decimal must be one of point, comma; found "coma"'],
    [['set', 'warehouse', ''], 'error: warehouse must be a warehouse name; found ""'],
    [['set', 'warehouse'], 'missing VALUE'],
    [['set', 'base_url', 'http://192.0.2.1/v1'], 'plain http'],
    [['set', 'base_url', 'h.example/v1'], '"h.example/v1" is not a web address'],
    [['set', 'client_secret', 'x'], 'no setting'],
    [['get', 'token'], 'no setting'],
  ])('%j is exit 2 and says why', async (args, said) => {
    const { code, stderr } = await runCli(['config', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it.each([
    ['warehouse', 'Northgat FC', 'this account has no warehouse "Northgat FC"; did you mean Northgate FC?'],
    ['warehouse', 'Northgate FC', undefined],
    ['monday_warehouses', 'Northgate FC, Midland FC', 'no warehouse "Midland FC"; did you mean Midlands FC?'],
  ])('warns of %s %s if the warehouses are known: %s', async (key, value, warning) => {
    const home = makeHome();
    const set = () => runCli(['config', 'set', key, value, '--emulator'], { home });
    expect(await set()).toMatchObject({ code: 0, stderr: '' });
    await runCli(['inventory', '--emulator'], { home });
    expect(await set()).toMatchObject({
      code: 0,
      stderr: warning === undefined ? '' : expect.stringContaining(warning),
    });
  });

  it('asks on a terminal which warehouse is meant by a name that is none', async () => {
    const home = makeHome();
    await runCli(['inventory', '--emulator'], { home });
    const set = (answer: string) =>
      runCli(['config', 'set', 'warehouse', 'Northgat FC', '--emulator'], {
        home,
        tty: true,
        answers: [answer],
      });
    expect(await set('Northgate FC')).toMatchObject({
      code: 0,
      stdout: 'warehouse is Northgate FC in profile emulator\n',
      askedFor: ['Northgat FC is not one of your warehouses. Which one do you mean?'],
    });
    expect(await set('Northgat FC')).toMatchObject({
      code: 0,
      stdout: 'warehouse is Northgat FC in profile emulator\n',
    });
  });

  it.each(['map', 'sku_map'])('warns of a file for %s that is not there', async (key) => {
    const home = makeHome();
    writeFileSync(join(home, 'shop.json'), '{}');
    const set = async (name: string) => (await runCli(['config', 'set', key, name], { home })).stderr;
    expect(await set('shop.json')).toBe('');
    expect(await set('shpo.json')).toBe(`warning: there is no file ${join(home, 'shpo.json')}\n`);
    symlinkSync('nowhere', join(home, 'link.json'));
    expect(await set('link.json')).toBe(`warning: there is no file ${join(home, 'link.json')}\n`);
  });

  it('gives way to environment and flag', async () => {
    const home = makeHome();
    await runCli(['config', 'set', 'output', 'json'], { home });
    const shown = async (args: readonly string[], env = {}) =>
      (await runCli(['config', 'get', 'output', ...args], { home, env })).stdout;
    expect(JSON.parse(await shown([]))).toEqual({ data: 'json' });
    expect(await shown([], { CFI_OUTPUT: 'table' })).toBe('json\n');
    expect(await shown(['-o', 'table'])).toBe('json\n');
  });

  it('path names the file in CFI_HOME', async () => {
    const { stdout, home } = await runCli(['config', 'path']);
    expect(stdout).toBe(`${home}/config.json\n`);
  });
});

describe('profile', () => {
  const twoProfiles = async (): Promise<string> => {
    const home = makeHome();
    for (const name of ['shop', 'depot'])
      await runCli(['config', 'set', 'base_url', `https://${name}.example/v1`, '--profile', name], { home });
    return home;
  };

  it('list shows all, and use selects the active one', async () => {
    const home = await twoProfiles();
    expect(await runCli(['profile', 'use', 'shop'], { home })).toMatchObject({ code: 0 });
    expect(await data(home, ['profile', 'list'])).toMatchObject([
      { name: 'depot', current: false, base_url: 'https://depot.example/v1' },
      { name: 'shop', current: true, secret_saved: false },
    ]);
    expect(await data(home, ['config', 'get', 'base_url'])).toBe('https://shop.example/v1');
    const env = { CFI_PROFILE: 'depot' };
    expect((await runCli(['config', 'get', 'base_url'], { home, env })).stdout).toBe(
      'https://depot.example/v1\n',
    );
  });

  it('that is not named is chosen on a terminal', async () => {
    const home = await twoProfiles();
    const asked = await runCli(['profile', 'use'], { home, tty: true, answers: ['shop'] });
    expect(asked).toMatchObject({ code: 0, askedFor: ['Which profile?'] });
    expect((await runCli(['profile', 'use'], { home })).stderr).toContain('cfi profile list lists them');
    const none = await runCli(['profile', 'remove'], { tty: true, answers: ['shop'] });
    expect([none.code, none.askedFor]).toEqual([5, ['Which profile?']]);
  });

  it('remove asks first, and deletes it with its settings', async () => {
    const home = await twoProfiles();
    expect(await runCli(['profile', 'remove', 'shop'], { home })).toMatchObject({ code: 3 });
    expect(await runCli(['profile', 'remove', 'shop'], { home, tty: true, answers: [false] })).toMatchObject({
      code: 3,
    });
    expect(await data(home, ['profile', 'list'])).toHaveLength(2);
    expect(await runCli(['profile', 'remove', 'shop'], { home, tty: true, answers: [true] })).toMatchObject({
      code: 0,
    });
    expect(await runCli(['profile', 'remove', 'depot', '--yes'], { home })).toMatchObject({ code: 0 });
    expect(await data(home, ['profile', 'list'])).toEqual([]);
  });

  it.each(['use', 'remove'])('%s of an unknown profile is exit 5 with the nearest name', async (verb) => {
    const { code, stderr } = await runCli(['profile', verb, 'shpo'], { home: await twoProfiles() });
    expect(code).toBe(5);
    expect(stderr).toContain('did you mean shop?');
  });
});

describe('a command that a hint suggests', () => {
  const account = "--profile 'b b' --emulator";

  it.each([
    [
      ['order', 'get', 'NONE'],
      '/none',
      `cfi whoami ${account}; marketplace orders are listed only by cfi order list --ship-from MSF ${account}`,
    ],
    [['api', 'GET', '/nothing'], '/none', `: cfi doctor ${account}`],
    [['config', 'get', 'timeout'], '/none', "set it: cfi config set timeout VALUE --profile 'b b'"],
    [['slot', 'cancel', 'SLOT-9', '--yes'], '/inbound-slot/*', `check it: cfi slot get SLOT-9 ${account}`],
    [['order', 'cancel', 'R-1001', '--yes'], '/order/*', `check it: cfi order get R-1001 ${account}`],
    [
      ['order', 'cancel', '--yes', '--', '-C 2'],
      '/order/*',
      `check it: cfi order get ${account} -- '-C 2'\n`,
    ],
  ])('%j names the account, with %s failing', async (words, path, hint) => {
    const home = makeHome();
    const emulator = ['--emulator', '--profile', 'b b'];
    const fault = JSON.stringify({ match: { path }, do: { status: 500 } });
    await runCli(['emulator', 'fault', 'add', fault, ...emulator], { home });
    expect((await runCli([...emulator, ...words], { home })).stderr).toContain(hint);
  });
});
