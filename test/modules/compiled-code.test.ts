import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiledCodeFolder } from '../../src/modules/compiled-code.ts';
import { makeHome } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';

const folderIn = (home: string, version: string): string | undefined =>
  compiledCodeFolder(version, {
    env: { CFI_HOME: home },
    platform: 'linux',
    cwd: () => '/',
    getuid: () => statSync(home).uid,
  });

describe('the folder of compiled code', () => {
  it('is in the folder named by NODE_COMPILE_CACHE', () => {
    const [home, named] = [makeHome(), makeHome()];
    const env = { CFI_HOME: home, NODE_COMPILE_CACHE: named };
    const world = { env, platform: 'linux' as const, cwd: () => '/', getuid: () => statSync(home).uid };
    expect(compiledCodeFolder('1.0.0', world)).toBe(join(named, 'cfi', 'compiled-1.0.0'));
  });

  it('is private to its owner, and replaces only those of other versions', () => {
    const home = join(makeHome(), 'new');
    mkdirSync(home);
    expect(folderIn(home, '1.0.0')).toBe(join(home, 'cache', 'compiled-1.0.0'));
    mkdirSync(join(home, 'cache', 'else'));
    const folder = folderIn(home, '1.1.0') ?? '';
    expect(readdirSync(join(home, 'cache'))).toEqual(['compiled-1.1.0', 'else']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(folderIn(home, '1.1.0')).toBe(folder);
  });

  it.each([0o777, 0o770, 0o702])('is not used with mode %o, which lets others write code', (mode) => {
    const home = makeHome();
    chmodSync(folderIn(home, '1.0.0') ?? '', mode);
    expect(folderIn(home, '1.0.0')).toBeUndefined();
  });

  it.each([0o777, 0o770, 0o702])(
    'is not used in a folder of mode %o, where others can replace it',
    (mode) => {
      const home = makeHome();
      folderIn(home, '1.0.0');
      chmodSync(join(home, 'cache'), mode);
      expect(folderIn(home, '1.0.0')).toBeUndefined();
    },
  );

  it('is not created in a folder of another user', () => {
    const home = makeHome();
    mkdirSync(join(home, 'cache'));
    const world = { platform: 'linux' as const, cwd: () => '/', getuid: () => statSync(home).uid + 1 };
    expect(compiledCodeFolder('1.0.0', { env: { CFI_HOME: home }, ...world })).toBeUndefined();
    expect(readdirSync(join(home, 'cache'))).toEqual([]);
  });

  it('is not used if it is a link', () => {
    const [home, other] = [makeHome(), makeHome()];
    mkdirSync(join(home, 'cache'));
    symlinkSync(other, join(home, 'cache', 'compiled-1.0.0'));
    expect(folderIn(home, '1.0.0')).toBeUndefined();
  });
});

/** The files saved in a home, by name: each with its size and a sign of whether it was rewritten. */
function kept(home: string): Map<string, { size: number; ino: number }> {
  const cache = join(home, 'cache');
  if (!existsSync(cache)) return new Map();
  const [folder = ''] = readdirSync(cache).filter((name) => name.startsWith('compiled-'));
  const names = readdirSync(join(cache, folder));
  return new Map(
    names.map((name) => {
      const { size, ino } = statSync(join(cache, folder, name));
      return [join(cache, folder, name), { size, ino }];
    }),
  );
}

describe('compiled code', () => {
  const args = ['completion', 'bash'];
  const keeping = { NODE_COMPILE_CACHE: '' };

  it('is private to its owner, and the next run uses it unchanged', async () => {
    const home = makeHome();
    const first = await spawnCli(args, { home, env: keeping }).done;
    const files = kept(home);
    expect(files.size).toBeGreaterThan(2);
    for (const file of files.keys()) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await spawnCli(args, { home, env: keeping }).done).toEqual(first);
    expect(kept(home)).toEqual(files);
  });

  it('is also saved for code that runs while V8 flags are changed', async () => {
    const service = await startOrderService();
    const home = makeHome();
    const env = { ...keeping, ...service.env };
    const line = ['order', 'create', resolve('fixtures/csv/orders.csv')];
    expect(await spawnCli(line, { home, env }).done).toMatchObject({ code: 0 });
    const files = kept(home);
    const undici = [...files.keys()].find((file) => file.includes('undici-')) ?? '';
    // A text of the function that writes a request, which V8 compiles when it is called.
    expect(readFileSync(undici, 'latin1')).toContain(' HTTP/1.1\r\n');
    await spawnCli(line, { home, env }).done;
    expect(kept(home)).toEqual(files);
  });

  it.each([
    ['cut off', (file: string) => truncateSync(file, statSync(file).size - 100)],
    ['empty', (file: string) => truncateSync(file, 0)],
    [
      'changed in the middle',
      (file: string) => {
        const bytes = readFileSync(file);
        for (let at = 100; at < bytes.length / 2; at += 50) bytes[at] = 0xff;
        writeFileSync(file, bytes);
      },
    ],
    ['something else', (file: string) => writeFileSync(file, 'x'.repeat(1000))],
  ])('that is %s causes no harm, and is replaced', async (_, damage) => {
    const home = makeHome();
    const first = await spawnCli(args, { home, env: keeping }).done;
    const files = kept(home);
    for (const file of files.keys()) damage(file);
    expect(await spawnCli(args, { home, env: keeping }).done).toEqual(first);
    const replaced = kept(home);
    for (const [file, { ino }] of replaced) expect(ino).not.toBe(files.get(file)?.ino);
    await spawnCli(args, { home, env: keeping }).done;
    expect(kept(home)).toEqual(replaced);
  });

  it('is not saved with NODE_DISABLE_COMPILE_CACHE', async () => {
    const home = makeHome();
    await spawnCli(args, { home, env: { NODE_DISABLE_COMPILE_CACHE: '1' } }).done;
    expect(existsSync(join(home, 'cache'))).toBe(false);
  });

  it('that cannot be saved stops nobody from working', async () => {
    const home = makeHome();
    chmodSync(home, 0o555);
    expect(await spawnCli(args, { home, env: keeping, unprivileged: true }).done).toMatchObject({
      code: 0,
      stderr: '',
    });
    chmodSync(home, 0o755);
  });
});
