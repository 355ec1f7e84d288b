import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiledCodeFolder } from '../../src/config/compiled-code.ts';
import { makeHome } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';

const folderIn = (home: string, version: string): string | undefined =>
  compiledCodeFolder(version, {
    env: { CFI_HOME: home },
    platform: 'linux',
    cwd: () => '/',
    getuid: () => statSync(home).uid,
  });

describe('the folder of compiled code', () => {
  it('is made for its owner alone, and replaces those of other versions only', () => {
    const home = join(makeHome(), 'new');
    mkdirSync(home);
    expect(folderIn(home, '1.0.0')).toBe(join(home, 'cache', 'compiled-1.0.0'));
    mkdirSync(join(home, 'cache', 'else'));
    const folder = folderIn(home, '1.1.0') ?? '';
    expect(readdirSync(join(home, 'cache'))).toEqual(['compiled-1.1.0', 'else']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(folderIn(home, '1.1.0')).toBe(folder);
  });

  it.each([0o777, 0o770, 0o702])('is not used with mode %o, where others could leave code', (mode) => {
    const home = makeHome();
    chmodSync(folderIn(home, '1.0.0') ?? '', mode);
    expect(folderIn(home, '1.0.0')).toBeUndefined();
  });

  it('is not used when it is a link', () => {
    const [home, other] = [makeHome(), makeHome()];
    mkdirSync(join(home, 'cache'));
    symlinkSync(other, join(home, 'cache', 'compiled-1.0.0'));
    expect(folderIn(home, '1.0.0')).toBeUndefined();
  });
});

describe('compiled code', () => {
  const args = ['completion', 'bash'];

  it('is kept by every Node that can, and changes nothing in the next run', async () => {
    const home = makeHome();
    const env = { NODE_DISABLE_COMPILE_CACHE: '' };
    const first = await spawnCli(args, { home, env }).done;
    expect(existsSync(join(home, 'cache'))).toBe('enableCompileCache' in module);
    expect(await spawnCli(args, { home, env }).done).toEqual(first);
  });

  it('is not kept with NODE_DISABLE_COMPILE_CACHE', async () => {
    const home = makeHome();
    await spawnCli(args, { home, env: { NODE_DISABLE_COMPILE_CACHE: '1' } }).done;
    expect(existsSync(join(home, 'cache'))).toBe(false);
  });

  it('that cannot be kept keeps nobody from working', async () => {
    const home = makeHome();
    chmodSync(home, 0o555);
    const env = { NODE_DISABLE_COMPILE_CACHE: '' };
    expect(await spawnCli(args, { home, env, unprivileged: true }).done).toMatchObject({
      code: 0,
      stderr: '',
    });
    chmodSync(home, 0o755);
  });
});
