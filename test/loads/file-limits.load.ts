import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { programLine } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { dataOf, homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

/** Runs `cfi` in a shell that limits files to this many blocks. */
const limited = (blocks: number, home: string, args: string, more: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const script = `ulimit -f ${blocks}; exec ${programLine} ${args}`;
    const env = { PATH: process.env.PATH ?? '', CFI_HOME: home, ...more };
    execFile('bash', ['-c', script], { env, cwd: home }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal ?? 0, stdout, stderr }),
    );
  });

it('a state that exceeds the size limit is reported, and leaves nothing behind', async () => {
  const home = makeHome();
  const { code, stderr } = await limited(64, home, '--emulator inventory');
  expect(code).toBe(1);
  expect(stderr).toMatch(/state\.sqlite cannot be read or written: the disk reports an error/);
  expect(readdirSync(join(home, 'emulator'))).toEqual([]);
  expect((await runCli(['--emulator', 'inventory'], { home })).code).toBe(0);
});

it('an upload whose ledger reaches the limit says what it sent, and sends nothing twice', async () => {
  const { env, stored, posted } = await startOrderService();
  const home = homeWith('orders.csv', manyOrders(600, 'L-'));
  const line = 'order create orders.csv --json --results results.csv';
  // More than what SQLite writes of a temporary table, and less than the ledger.
  const { code, stdout, stderr } = await limited(68, home, line, env);
  const stopped = dataOf({ stdout });
  const created = Number(stopped.created);
  expect([code, created]).toEqual([1, stored.size]);
  expect(created).toBeGreaterThan(0);
  expect(created).toBeLessThan(600);
  expect(stopped).toMatchObject({ total: created, left: 600 - created });
  expect(stopped.orders).toHaveLength(created);
  expect(stderr).toContain(`the disk reports an error. Before that: ${created} created. `);
  expect(stderr).toContain('"hint":"check the disk and run the same command again');
  expect(readFileSync(join(home, 'results.csv'), 'utf8').trim().split('\n')).toHaveLength(created + 1);
  const again = await runCli(line.split(' '), { home, env, now: Date.now() });
  expect([again.code, dataOf(again).total]).toEqual([0, 600]);
  expect([posted().length, stored.size]).toEqual([600, 600]);
});

it('an upload whose temporary files reach the limit names them or the ledger', async () => {
  const { env } = await startOrderService();
  const home = homeWith('orders.csv', manyOrders(200, 'L-'));
  for (const blocks of [40, 64]) {
    const { code, stderr } = await limited(blocks, home, 'order create orders.csv', env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/(?:temporary file|ledger\.sqlite) cannot (?:grow|be (?:read or )?written): /),
    ]);
    expect(stderr).not.toContain('unexpected failure');
  }
});
