import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome } from './support/cli.ts';
import { spawnCli } from './support/processes/process.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `compiled-${version}`;

/** Runs a short command in a home, where only `env` says whether Node keeps what it compiles. */
async function run(home: string, env: Readonly<Record<string, string>> = {}, unprivileged = false) {
  const args = ['completion', 'bash'];
  const { code, stderr, stdout } = await spawnCli(args, {
    home,
    cwd: '/',
    env: { NODE_COMPILE_CACHE: '', ...env },
    unprivileged,
  }).done;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** The files of compiled code in a folder of caches, with a sign of whether each was rewritten. */
function keptIn(folder: string): Map<string, number> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  return new Map(files.filter((file) => statSync(file).isFile()).map((file) => [file, statSync(file).ino]));
}

/** A home whose cache has a folder above it that the test may change. */
function homeIn(): { readonly above: string; readonly home: string; readonly cache: string } {
  const above = join(makeHome(), 'above');
  const home = join(above, 'home');
  mkdirSync(home, { recursive: true });
  return { above, home, cache: join(home, 'cache') };
}

it('what other versions kept is removed, and nothing else', async () => {
  const { home, cache } = homeIn();
  for (const folder of ['compiled-0.1.0-1f', 'other']) mkdirSync(join(cache, folder), { recursive: true });
  writeFileSync(join(cache, 'compiled-0.1.0-1f', 'start'), '');
  await run(home);
  expect(readdirSync(cache).filter((each) => each !== name)).toEqual(['other']);
});

describe.skipIf(!('enableCompileCache' in module))('compiled code', () => {
  it('is kept for its owner only, and the next run uses it unchanged', async () => {
    const { home, cache } = homeIn();
    const first = await run(home);
    const kept = keptIn(cache);
    expect(kept.size).toBeGreaterThan(2);
    expect(statSync(join(cache, name)).mode & 0o777).toBe(0o700);
    expect(await run(home)).toBe(first);
    expect(keptIn(cache)).toEqual(kept);
  });

  it('is kept in the folder that NODE_COMPILE_CACHE names, as by Node itself', async () => {
    const [{ home, cache }, named] = [homeIn(), makeHome()];
    await run(home, { NODE_COMPILE_CACHE: named });
    expect([keptIn(named).size > 2, existsSync(cache)]).toEqual([true, false]);
  });

  it('is not kept with NODE_DISABLE_COMPILE_CACHE', async () => {
    const { home, cache } = homeIn();
    await run(home, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(existsSync(cache)).toBe(false);
  });

  it.each([
    ['0755', 0o755, true],
    ['1777, where nobody removes what is ours', 0o1777, true],
    ['0777', 0o777, false],
    ['0770', 0o770, false],
    ['0702', 0o702, false],
  ])('below a folder of mode %s is kept: %s', async (_, mode, isKept) => {
    const { above, home, cache } = homeIn();
    chmodSync(above, mode);
    await run(home);
    expect(keptIn(cache).size > 0).toBe(isKept);
  });

  it.each([0o777, 0o770, 0o1777])('is not kept in a cache of mode %o', async (mode) => {
    const { home, cache } = homeIn();
    mkdirSync(cache);
    chmodSync(cache, mode);
    await run(home);
    expect(readdirSync(cache)).toEqual([]);
  });

  it.each([0o777, 0o750, 0o701])('is not kept in a folder of mode %o', async (mode) => {
    const { home, cache } = homeIn();
    mkdirSync(join(cache, name), { recursive: true });
    chmodSync(join(cache, name), mode);
    await run(home);
    expect(keptIn(cache).size).toBe(0);
  });

  it('that another user put below an open folder is not executed', async () => {
    const { above, home, cache } = homeIn();
    await run(home);
    // Code that looks like ours, but not to Node.
    for (const file of keptIn(cache).keys()) writeFileSync(file, 'x');
    const planted = keptIn(cache);
    chmodSync(above, 0o777);
    await run(home);
    expect(keptIn(cache)).toEqual(planted);
  });

  it.skipIf(process.getuid?.() !== 0)('is not kept below a folder of another user', async () => {
    const { above, home, cache } = homeIn();
    chownSync(above, 65534, 65534);
    await run(home);
    expect(keptIn(cache).size).toBe(0);
  });

  it('is kept where a link leads, if nobody else can change what is there', async () => {
    const [safe, open] = [homeIn(), homeIn()];
    chmodSync(open.above, 0o777);
    symlinkSync(safe.home, join(open.above, 'link'));
    await run(join(open.above, 'link'));
    expect(keptIn(safe.cache).size).toBeGreaterThan(0);
    symlinkSync(open.home, join(safe.above, 'link'));
    await run(join(safe.above, 'link'));
    expect(keptIn(open.cache).size).toBe(0);
  });

  it.each<[string, (file: string) => void]>([
    ['cut off', (file) => truncateSync(file, statSync(file).size - 100)],
    ['empty', (file) => truncateSync(file, 0)],
    [
      'changed in the middle',
      (file) => {
        const bytes = readFileSync(file);
        for (let at = 100; at < bytes.length; at += 50) bytes[at] = 0xff;
        writeFileSync(file, bytes);
      },
    ],
  ])('that is %s causes no harm, and is replaced', async (_, damage) => {
    const { home, cache } = homeIn();
    const first = await run(home);
    const kept = keptIn(cache);
    for (const file of kept.keys()) damage(file);
    expect(await run(home)).toBe(first);
    for (const [file, ino] of keptIn(cache)) expect(ino).not.toBe(kept.get(file));
  });

  it('that cannot be kept stops nobody from working', async () => {
    const { home, cache } = homeIn();
    chmodSync(home, 0o555);
    await run(home, {}, true);
    expect(existsSync(cache)).toBe(false);
    chmodSync(home, 0o755);
  });
});
