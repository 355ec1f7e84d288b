import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { programLine, spawnCli } from '../../support/processes/process.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('saved data', () => {
  it.each(['644', '666', '640', '604'])(
    'is made private again after its mode became %s, by a command that only reads',
    async (loose) => {
      const home = makeHome();
      await runCli(['config', 'set', 'timeout', '9s'], { home });
      chmodSync(join(home, 'config.json'), Number.parseInt(loose, 8));
      await runCli(['config', 'list'], { home });
      expect(mode(join(home, 'config.json'))).toBe('600');
    },
  );
});

it.each(['000', '277'])(
  'the ledger, state, locks and their SQLite companions are private to the owner, even with umask %s',
  async (umask) => {
    const home = makeHome();
    const own = join(home, 'own');
    writeFileSync(join(home, 'orders.csv'), manyOrders(2));
    const line = `umask ${umask}; exec ${programLine} --emulator order create orders.csv`;
    const env = { PATH: process.env.PATH ?? '', CFI_HOME: own, NODE_DISABLE_COMPILE_CACHE: '1' };
    await promisify(execFile)('sh', ['-c', line], { cwd: home, env });
    const files = readdirSync(own, { recursive: true, withFileTypes: true });
    const shown = files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [relative(own, path), mode(path)];
    });
    expect(shown.map(([name]) => name)).toEqual(
      expect.arrayContaining(['ledger.sqlite', join('emulator', 'state.sqlite'), 'locks']),
    );
    expect(shown.filter(([, bits]) => bits !== '600' && bits !== '700')).toEqual([]);
  },
);

const bits = { closed: 0o000, fixed: 0o555, open: 0o777 };
type Place = keyof typeof bits;

/** A folder that cannot be entered, one that cannot be written to, and one that can. */
function places(): string {
  const base = makeHome();
  for (const [name, mode] of Object.entries(bits)) {
    const folder = join(base, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'orders.csv'), manyOrders(2));
    chmodSync(folder, mode);
    // Only a folder that can be entered can be removed when the tests are over.
    onTestFinished(() => chmodSync(folder, 0o700));
  }
  return base;
}

const spawnIn = (base: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawnCli(args, { cwd: base, env, unprivileged: true }).done;

describe('a folder without permission', () => {
  it.each([
    ['to read the settings', ['config', 'list'], { CFI_HOME: 'closed' }, 2, 'cannot read'],
    [
      'to write the settings',
      ['config', 'set', 'timeout', '9s'],
      { CFI_HOME: 'fixed' },
      2,
      'permission denied',
    ],
    [
      'for a result',
      ['--emulator', '--state', ':memory:', 'inventory', '--out', 'fixed/out'],
      { CFI_HOME: 'open' },
      2,
      'permission denied',
    ],
    [
      'for the failed rows',
      ['--emulator', '--state', ':memory:', 'order', 'create', 'open/orders.csv', '--failed', 'fixed/f.csv'],
      { CFI_HOME: 'open' },
      2,
      'permission denied',
    ],
    [
      'to read a file',
      ['order', 'create', 'closed/orders.csv', '--dry-run'],
      { CFI_HOME: 'open' },
      2,
      'closed/orders.csv',
    ],
    [
      'to read a secret',
      ['login', '--client-id', 'a', '--base-url', 'https://h.example/v1', '--client-secret-file', 'closed/s'],
      { CFI_HOME: 'open' },
      2,
      'permission denied',
    ],
    [
      'to read a seed',
      ['emulator', 'start', '--state', ':memory:', '--seed', 'closed/s.json'],
      { CFI_HOME: 'open' },
      2,
      'closed/s.json',
    ],
  ] satisfies [string, string[], { CFI_HOME: Place }, number, string][])(
    '%s is reported, and nothing is done',
    async (_, args, env, code, said) => {
      const base = places();
      const before = readdirSync(join(base, 'fixed'));
      const outcome = await spawnIn(base, args, { CFI_HOME: join(base, env.CFI_HOME) });
      expect(outcome).toMatchObject({ code, stderr: expect.stringContaining(said) });
      expect(outcome.stderr).not.toMatch(/\n\s+at |unexpected failure/);
      expect(readdirSync(join(base, 'fixed'))).toEqual(before);
    },
  );

  it('that holds the settings does not stop commands that only read', async () => {
    const base = places();
    const env = { CFI_HOME: join(base, 'fixed'), CFI_EMULATOR: '1', CFI_EMULATOR_STATE: join(base, 'open') };
    const outcome = await spawnIn(base, ['inventory', '--page-size', '1'], env);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('Acme Outdoor') });
    expect(outcome.stderr).toContain('warning: the sign-in c');
  });
});
