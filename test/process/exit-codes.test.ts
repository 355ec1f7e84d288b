import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '../../src/emulator/server/serve.ts';
import { exitCodes } from '../../src/errors.ts';
import { startTimer } from '../../src/timers.ts';
import { type CliOptions, makeHome, runCli } from '../support/cli.ts';
import { openTestEmulator, type TestEmulator } from '../support/emulator/emulator.ts';
import { orderBody } from '../support/emulator/stock.ts';
import { type SpawnedOptions, spawnCli } from '../support/processes/process.ts';
import { lockIn } from '../support/upload/lock-in.ts';

let emulator: TestEmulator;
let served: Served;
let env: Record<string, string>;
const home = makeHome();

/** The exit code of the built program. */
const exit = async (args: readonly string[], options: SpawnedOptions = {}): Promise<number | null> =>
  (await spawnCli(args, { home, ...options, env }).done).code;

/** The code with which a process would exit. */
const run = async (args: readonly string[], options: CliOptions = {}): Promise<number> =>
  (await runCli(args, { home, ...options, env: { ...env, ...options.env } })).code;

async function admin(path: string, body: unknown): Promise<void> {
  expect((await emulator.admin.post(path, body)).status).toBeLessThan(300);
}

/** Books a slot some days ahead and returns its reference. */
async function book(): Promise<string> {
  const details =
    '--window morning --loading-type palletised --number-of-skus lt_10 --delivery-type truck --json';
  const place = ['--date', '2026-09-09', '--warehouse', 'Northgate FC'];
  const { stdout } = await runCli(['slot', 'book', ...place, ...details.split(' ')], { home, env });
  return JSON.parse(stdout).data.slotReference;
}

function orderFile(reference: string): string {
  const file = join(home, `${reference}.json`);
  writeFileSync(file, JSON.stringify(orderBody(reference)));
  return file;
}

beforeAll(async () => {
  emulator = await openTestEmulator();
  served = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer });
  const account = { CFI_CLIENT_ID: 'emu-acme', CFI_CLIENT_SECRET: 'emu-acme-secret' };
  env = { CFI_BASE_URL: `${served.origin}/v1`, ...account };
});

afterAll(async () => {
  await served.close();
  emulator.close();
});

describe('exit codes', () => {
  it('0: success', async () => expect(await run(['inventory', '--page-size', '1'])).toBe(exitCodes.ok));

  it('1: an unexpected failure', async () => {
    const full = openSync('/dev/full', 'w');
    expect(await exit(['config', 'list'], { stdio: ['ignore', full, 'pipe'] })).toBe(exitCodes.unexpected);
  });

  it('1: nothing is left that could end the program', async () => {
    const unref = 'const wait = setTimeout; globalThis.setTimeout = (...timer) => wait(...timer).unref();';
    const hook = `--import=data:text/javascript,${encodeURIComponent(unref)}`;
    const watching = spawnCli(['slot', 'watch', await book()], { home, env: { ...env, NODE_OPTIONS: hook } });
    const { code, stderr } = await watching.done;
    expect([code, stderr]).toEqual([exitCodes.unexpected, expect.stringContaining('nothing is left')]);
  });

  it.each([
    ['2: our own check', ['inventory', '--page', '0'], exitCodes.invalid],
    ["2: the service's 400", ['api', 'GET', '/order?ship_from=ELSEWHERE'], exitCodes.invalid],
    ['3: a confirmation was needed', ['slot', 'cancel', 'SLOT-1'], exitCodes.declined],
    ['9: several, of which some are missing', ['order', 'get', 'NOPE', 'R-1001'], exitCodes.partial],
  ])('%s', async (_, args, code) => expect(await run(args)).toBe(code));

  it('5: not found', async () => expect(await exit(['order', 'get', 'NOPE'])).toBe(exitCodes.notFound));

  it('4: wrong credentials', async () => {
    const wrong = { CFI_CLIENT_SECRET: 'wrong' };
    expect(await run(['whoami'], { env: wrong, home: makeHome() })).toBe(exitCodes.unauthorized);
  });

  it('6: conflict', async () => {
    const slot = await book();
    expect(await run(['slot', 'respond', slot, '--accept'])).toBe(exitCodes.conflict);
  });

  it('7: the requested wait is too long', async () => {
    const rule = {
      match: { path: '/order/LIMITED' },
      do: { status: 429, headers: { 'Retry-After': '120' } },
    };
    await admin('/faults', rule);
    expect(await run(['order', 'get', 'LIMITED'])).toBe(exitCodes.rateLimited);
  });

  it('10: no server', async () => {
    const nobody = { CFI_BASE_URL: 'http://127.0.0.1:1/v1', CFI_TOKEN: 'token' };
    expect(await run(['inventory', '--max-retries', '0'], { env: nobody })).toBe(exitCodes.network);
  });

  it('11: another run holds the lock', async () => {
    const clock = { monotonicNow: () => 0, sleep: async () => {} };
    const lock = await lockIn(home, `${env.CFI_BASE_URL} ${env.CFI_CLIENT_ID}`, 0, clock);
    expect(await run(['order', 'create', orderFile('NEXT')])).toBe(exitCodes.locked);
    lock.release();
  });

  it('8, 12, 13: the result of a watched slot', async () => {
    const slot = await book();
    const watch = (): Promise<number> => run(['slot', 'watch', slot, '--once']);
    expect(await watch()).toBe(exitCodes.stillPending);
    await admin(`/fc/slots/${slot}/counter`, { proposedTime: '2026-09-10T13:00:00Z' });
    expect(await watch()).toBe(exitCodes.answerNeeded);
    expect((await runCli(['slot', 'cancel', slot, '--yes'], { home, env })).code).toBe(exitCodes.ok);
    expect(await watch()).toBe(exitCodes.unreachableGoal);
  });
});
