import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { manyOrders } from '../support/orders-csv.ts';
import { bin } from '../support/process.ts';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('what is saved', () => {
  it('is for the owner alone, however loose the folder around it', async () => {
    const home = join(makeHome(), 'own');
    const login = ['--emulator', 'login', '--client-id', 'emu-acme'];
    await runCli(login, { home, env: { CFI_CLIENT_SECRET: 'emu-acme-secret' } });
    expect([mode(home), mode(join(home, 'config.json'))]).toEqual(['700', '600']);
  });

  it.each(['644', '666', '640', '604'])(
    'is closed again when its mode became %s, by a command that only reads',
    async (loose) => {
      const home = makeHome();
      await runCli(['config', 'set', 'timeout', '9s'], { home });
      chmodSync(join(home, 'config.json'), Number.parseInt(loose, 8));
      await runCli(['config', 'list'], { home });
      expect(mode(join(home, 'config.json'))).toBe('600');
    },
  );
});

const nobody = 65534;

/** Runs the program as a user who owns nothing here. */
function asNobody(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    uid: nobody,
    gid: nobody,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.end();
  return new Promise<{ code: number | null; said: string }>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, said }));
  });
}

/** A folder that nobody may enter, one that nobody may write in, and one of nobody's own. */
function places() {
  const base = makeHome();
  chmodSync(base, 0o755);
  for (const [name, bits] of [
    ['closed', 0o700],
    ['fixed', 0o755],
    ['open', 0o777],
  ] as const) {
    mkdirSync(join(base, name));
    writeFileSync(join(base, name, 'orders.csv'), manyOrders(2));
    chmodSync(join(base, name), bits);
  }
  return base;
}

/** Only root can become somebody else, and whoever that is has to get as far as the program. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [bin, '--version'], { uid: nobody, gid: nobody }).status === 0;

describe.runIf(canBeNobody)('a folder without permission', () => {
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
      'to make the settings',
      ['config', 'set', 'timeout', '9s'],
      { CFI_HOME: 'fixed/new' },
      2,
      'cannot make the folder',
    ],
    [
      'for a result',
      ['--emulator', '--state', ':memory:', 'inventory', '--out', 'fixed/out'],
      { CFI_HOME: 'open' },
      2,
      'permission is denied',
    ],
    [
      'for the state',
      ['--emulator', '--state', 'fixed', 'inventory'],
      { CFI_HOME: 'open' },
      2,
      'cannot be opened and written',
    ],
    [
      'for the ledger',
      ['--emulator', '--state', ':memory:', 'order', 'create', 'open/orders.csv'],
      { CFI_HOME: 'fixed' },
      2,
      'cannot be opened and written',
    ],
    [
      'for the failed rows',
      ['--emulator', '--state', ':memory:', 'order', 'create', 'open/orders.csv', '--failed', 'fixed/f.csv'],
      { CFI_HOME: 'open' },
      2,
      'permission is denied',
    ],
    [
      'for the results',
      ['--emulator', '--state', ':memory:', 'order', 'create', 'open/orders.csv', '--results', 'fixed/r.csv'],
      { CFI_HOME: 'open' },
      2,
      'permission is denied',
    ],
    [
      'to read a file',
      ['--emulator', '--state', ':memory:', 'order', 'create', 'closed/orders.csv'],
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
  ])('%s is told of, with nothing done', async (_, args, env, code, said) => {
    const base = places();
    const before = readdirSync(join(base, 'fixed'));
    const outcome = await asNobody(args, { CFI_HOME: join(base, env.CFI_HOME) }, base);
    expect(outcome).toMatchObject({ code, said: expect.stringContaining(said) });
    expect(outcome.said).not.toMatch(/\n\s+at |unexpected failure/);
    expect(readdirSync(join(base, 'fixed'))).toEqual(before);
  });

  it('for the settings keeps no reading command from working with credentials at hand', async () => {
    const base = places();
    const env = { CFI_HOME: join(base, 'fixed'), CFI_EMULATOR: '1', CFI_EMULATOR_STATE: join(base, 'open') };
    const outcome = await asNobody(['inventory', '--page-size', '1'], env, base);
    expect(outcome).toMatchObject({ code: 0, said: expect.stringContaining('Acme Outdoor') });
    expect(outcome.said).toContain('warning: the sign-in c');
  });
});
