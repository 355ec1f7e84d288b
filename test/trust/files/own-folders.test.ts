import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';

/** A home with a state of the emulator and a working folder elsewhere. */
async function opened() {
  const home = makeHome();
  const work = makeHome();
  const state = join(work, 'st');
  const cfi = (args: readonly string[], env = {}) => runCli(args, { home, cwd: work, env });
  expect((await cfi(['--emulator', 'inventory'])).code).toBe(0);
  expect((await cfi(['--emulator', '--state', 'st', 'inventory'])).code).toBe(0);
  writeFileSync(join(work, 'orders.csv'), ordersCsv([orderRow('R-1')]));
  symlinkSync(state, join(work, 'way'));
  return { home, work, state, cfi };
}

const create = ['--emulator', 'order', 'create', 'orders.csv'];

describe('no output is written where the program keeps its own files', () => {
  // Each of these lines is refused, and changes nothing.
  let refusing: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    refusing = await opened();
  });

  it.each<[string, (home: string) => readonly string[]]>([
    [
      '--out over the state of --state',
      () => ['--emulator', '--state', 'st', 'inventory', '--out', 'st/state.sqlite'],
    ],
    ['--out beside it', () => ['--emulator', '--state', 'st', 'inventory', '--out', 'st/new.txt']],
    ['by a link', () => ['--emulator', '--state', 'st', 'inventory', '--out', 'way/state.sqlite-journal']],
    ['--results over a lock', (home) => [...create, '--results', join(home, 'locks', 'ledger.sqlite')]],
    ['--failed in the home', (home) => [...create, '--failed', join(home, 'any.csv')]],
    [
      '--ics over the ledger',
      (home) => ['--emulator', 'slot', 'list', '--ics', join(home, 'ledger.sqlite-wal')],
    ],
    [
      '--save in the default state',
      (home) => ['--emulator', 'verify', '--save', join(home, 'emulator', 'a.json')],
    ],
    ['an export over the state', () => ['emulator', '--state', 'st', 'export', 'st/state.sqlite']],
    ['help', (home) => ['help', '--out', join(home, 'config.json')]],
    ['help in a state', () => ['--state', 'st', '--help', '--out', 'st/new.txt']],
  ])('%s', async (_, lineFor) => {
    const { home, state, cfi } = refusing;
    const before = readFileSync(join(state, 'state.sqlite'));
    const { code, stderr } = await cfi(lineFor(home));
    expect([code, stderr]).toEqual([2, expect.stringContaining('where cfi keeps its own files')]);
    expect(readFileSync(join(state, 'state.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(state)).not.toContain('new.txt');
  });

  it.each<[string, readonly string[]]>([
    ['--out', ['--emulator', 'inventory', '--out', 'st/state.sqlite']],
    ['--out over its journal', ['--emulator', 'inventory', '--out', 'way/state.sqlite-journal']],
    ['--results', [...create, '--results', 'st/state.sqlite']],
    ['--ics', ['--emulator', 'slot', 'list', '--ics', 'st/state.sqlite']],
    ['an export', ['emulator', 'export', 'st/state.sqlite']],
    ['--save', ['--emulator', 'verify', '--save', 'st/state.sqlite']],
  ])('nor over a state that the line does not name: %s', async (_, line) => {
    const { state, cfi } = refusing;
    const before = readFileSync(join(state, 'state.sqlite'));
    const { code, stderr } = await cfi(line);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a database')]);
    expect(readFileSync(join(state, 'state.sqlite')).equals(before)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('through a descriptor that a shell has opened', async () => {
    const { state, cfi } = refusing;
    const file = join(state, 'state.sqlite');
    const fd = openSync(file, 'a');
    const before = readFileSync(file);
    const own = await cfi(['--emulator', '--state', 'st', 'inventory', '--out', `/dev/fd/${fd}`]);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('where cfi keeps its own files')]);
    const other = await cfi(['--emulator', 'inventory', '--out', `/dev/fd/${fd}`]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('is a database')]);
    expect(readFileSync(file).equals(before)).toBe(true);
    closeSync(fd);
  });

  it('but somebody may work in CFI_HOME itself, though not in what the program has within', async () => {
    const home = makeHome();
    const line = (file: string) => ['--emulator', 'inventory', '--out', file];
    expect((await runCli(line('result.txt'), { home })).code).toBe(0);
    expect((await runCli(line('emulator/result.txt'), { home })).code).toBe(2);
    expect((await runCli(line('ledger.sqlite-journal'), { home })).code).toBe(2);
    expect((await runCli(line('ledger.sqlite'), { home })).code).toBe(2);
  });

  it('and a link in place of the folder for locks is refused', async () => {
    const { home, work, cfi } = await opened();
    const elsewhere = join(work, 'elsewhere');
    mkdirSync(elsewhere);
    const other = makeHome();
    symlinkSync(elsewhere, join(other, 'locks'));
    const { code, stderr } = await runCli(create, { home: other, cwd: work });
    expect([code, stderr]).toEqual([2, expect.stringContaining('symbolic link')]);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect((await cfi(create)).code).toBe(0);
    expect(existsSync(join(home, 'locks'))).toBe(true);
  });
});
