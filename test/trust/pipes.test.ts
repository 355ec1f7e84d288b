import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { program, spawnCli } from '../support/processes/process.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const env = { CFI_EMULATOR: '1', CFI_EMULATOR_STATE: ':memory:' };

/** A folder with a file of orders. */
function place(): string {
  const home = makeHome();
  writeFileSync(join(home, 'orders.csv'), manyOrders(30, 'T-'));
  return home;
}

it.each([
  ['stdout', ['emulator', 'openapi']],
  ['stderr', ['order', 'create', 'orders.csv', '--json']],
] as const)(
  'a reader of %s that has gone ends no process with another code, or with a trace: %j',
  async (name, args) => {
    const { child, done } = spawnCli(args, { home: place(), env });
    child[name]?.destroy();
    const { code, signal, stdout, stderr } = await done;
    expect([code, signal]).toEqual([0, null]);
    expect(stdout + stderr).not.toMatch(/EPIPE|\n\s+at /);
  },
);

it.each([
  [['stock-age', '--all', '-o', 'csv'], 0],
  [['order', 'create', 'orders.csv', '--dry-run', '-o', 'ndjson'], 0],
  [['order', 'get', 'NONE', '--debug'], 5],
  [['help', 'csv'], 0],
  [['nonsense'], 2],
])(
  'a reader in this process that has gone %j ends with its own code and without a trace, whichever stream is closed',
  async (args, exitCode) => {
    for (const closed of ['stdout', 'stderr'] as const) {
      const { code, stdout, stderr } = await runCli(args, { home: place(), env, closed });
      expect([closed, code]).toEqual([closed, exitCode]);
      expect(stdout + stderr).not.toMatch(/EPIPE|\n\s+at /);
    }
  },
);

describe('an output that is a named pipe', () => {
  async function openPipe(args: string[], name = 'pipe') {
    const home = place();
    execFileSync('mkfifo', [join(home, name)]);
    const running = spawnCli(args, { home, env, copy: ['timeout', '--signal=KILL', '30', ...program] });
    await running.until('signing in');
    return running;
  }
  const inventory = ['inventory', '--all', '--json', '--out', 'pipe'];
  const orders = ['order', 'create', 'orders.csv'];
  const refused = [...orders, '--set', 'warehouse_name=Nowhere'];

  it.each([[inventory], [[...refused, '--json'], 'orders.csv.failed.csv']])(
    'keeps %j waiting for a reader until a signal ends it',
    async (args, name?: string) => {
      const { child, done } = await openPipe(args, name);
      child.kill('SIGTERM');
      const { code, stderr } = await done;
      expect(code).toBe(143);
      if (args.includes('--json'))
        expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
          error: { exitCode: 143 },
        });
    },
  );

  it('gets everything when its reader comes', async () => {
    const home = place();
    execFileSync('mkfifo', [join(home, 'pipe')]);
    const done = runCli(inventory, { home, env });
    const { data } = JSON.parse(await text(createReadStream(join(home, 'pipe'))));
    expect([data.total_count_of_skus, (await done).code]).toEqual([180, 0]);
  });
});

describe('an input that is not a regular file', () => {
  it('a named pipe is read like a file', async () => {
    const home = place();
    execFileSync('mkfifo', [join(home, 'pipe.csv')]);
    const done = runCli(['order', 'create', 'pipe.csv', '--dry-run', '--json'], { home, env });
    createWriteStream(join(home, 'pipe.csv')).end(manyOrders(3));
    const { code, stdout } = await done;
    expect([code, JSON.parse(stdout).data.total]).toEqual([0, 3]);
  });

  it.each([
    ['slots.json', ['__complete', '--', 'slot', 'get', ''], 0],
    ['cache/names.json', ['__complete', '--', 'stock-age', ''], 0],
    ['emulator/state.sqlite-journal', ['--state', 'emulator', 'inventory'], 2],
    ['ledger.sqlite-journal', ['order', 'create', 'orders.csv'], 0],
  ])('a named pipe in the place of %s keeps no command waiting', async (file, args, exitCode) => {
    const home = place();
    for (const folder of ['cache', 'emulator']) mkdirSync(join(home, folder));
    execFileSync('mkfifo', [join(home, file)]);
    const { code } = await spawnCli(args, { home, env, copy: ['timeout', '--signal=KILL', '30', ...program] })
      .done;
    expect(code).toBe(exitCode);
  });

  it('standard input that is closed is empty', async () => {
    const args = ['order', 'create', '-', '--dry-run'];
    const { code, stderr } = await spawnCli(args, { stdio: ['ignore', 'pipe', 'pipe'] }).done;
    expect([code, stderr]).toMatchObject([2, expect.stringContaining('standard input is empty')]);
  });

  it.each([
    [['login', '--client-id', 'a', '--client-secret-stdin'], 'has no secret'],
    [['order', 'create', '/dev/null'], '/dev/null is empty'],
    [['emulator', 'import', '-'], 'is not JSON'],
  ])('%j with nothing to read is exit 2', async (args, said) => {
    const own = args[0] === 'emulator' ? {} : env;
    const { code, stderr } = await runCli(args, { env: own });
    expect([code, stderr]).toMatchObject([2, expect.stringContaining(said)]);
  });
});
