import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../../../../src/deps.ts';
import { type Outcome, runCli } from '../../../support/cli.ts';
import { runPty, spawnCli } from '../../../support/processes/process.ts';
import {
  type Interference,
  type OrderService,
  startOrderService,
} from '../../../support/services/order-service.ts';
import { dataOf, homeWith } from '../../../support/upload/home-with.ts';
import { manyOrders } from '../../../support/upload/orders-csv.ts';

/** Stops answering after `count` orders, and signals when it gets there. */
function stuckAfter(count: number) {
  const held: ServerResponse[] = [];
  let seen = 0;
  let open = false;
  let dropping = false;
  let tell = (): void => {};
  const stuck = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    stuck,
    letGo: () => {
      open = true;
    },
    /** Closes waiting and future connections. */
    drop: () => {
      dropping = true;
      for (const response of held) response.destroy();
    },
    interfere: ((request, response) => {
      if (open || request.method !== 'POST' || ++seen <= count) return false;
      if (dropping) response.destroy();
      else held.push(response);
      tell();
      return true;
    }) satisfies Interference,
  };
}

const args = ['order', 'create', 'orders.csv', '--json', '--concurrency', '4'];

/** Runs the command in this process, beside or after its own. */
const later = (
  line: readonly string[],
  home: string,
  { env }: OrderService,
  deps: Partial<Deps> = {},
): Promise<Outcome> => runCli(line, { home, env, now: Date.now(), deps });

describe('a run as a process', () => {
  it('exits cleanly on SIGINT, says how to continue, and continues', async () => {
    const { interfere, stuck, letGo, drop } = stuckAfter(5);
    const service = await startOrderService(interfere);
    const home = homeWith('orders.csv', manyOrders(12));
    const run = spawnCli(args, { home, env: service.env });
    await stuck;
    run.child.kill('SIGINT');
    await run.until('waiting for the requests in progress');
    drop();
    const ended = await run.done;
    expect(ended).toMatchObject({ code: 130, stdout: expect.stringContaining('created') });
    expect(dataOf(ended)).toMatchObject({ created: 5 });
    expect(ended.stderr).toContain('run the same command again');
    letGo();
    const again = await later(args, home, service);
    expect(again.code).toBe(0);
    expect(dataOf(again)).toMatchObject({ total: 12, skipped: 5, created: 7 });
    expect(service.stored.size).toBe(12);
  });

  it('ends in good order when its terminal is closed, and continues', async () => {
    const { interfere, stuck, letGo, drop } = stuckAfter(5);
    const service = await startOrderService(interfere);
    const home = homeWith('orders.csv', manyOrders(12));
    const line = [...args, '--yes', '--results', 'results.csv'];
    const run = runPty(line, { home, env: service.env });
    await stuck;
    run.close();
    // The system and the shell both report a closed terminal.
    const reporting = setInterval(() => run.signal('SIGHUP'), 150);
    drop();
    const { code } = await run.done;
    clearInterval(reporting);
    const results = readFileSync(join(home, 'results.csv'), 'utf8');
    expect([code, results.match(/,created,/g)?.length]).toEqual([129, 5]);
    letGo();
    const again = await later(line, home, service);
    expect(again.code).toBe(0);
    expect(dataOf(again)).toMatchObject({ total: 12, skipped: 5, created: 7 });
    expect(service.stored.size).toBe(12);
  });

  it('exits at once on a second SIGINT, and loses nothing', async () => {
    const { interfere, stuck, letGo } = stuckAfter(3);
    const service = await startOrderService(interfere);
    const home = homeWith('orders.csv', manyOrders(12));
    const run = spawnCli(args, { home, env: service.env });
    await stuck;
    const insisting = setInterval(() => run.child.kill('SIGINT'), 150);
    const ended = await run.done;
    clearInterval(insisting);
    expect(ended.code).toBe(130);
    letGo();
    expect((await later(args, home, service)).code).toBe(0);
    expect(service.stored.size).toBe(12);
    expect(service.posted().filter((reference) => reference === 'R-0')).toHaveLength(1);
  });

  it('keeps out a second run while it lives, and lets the one that waits go on after kill -9', async () => {
    const { interfere, stuck, letGo } = stuckAfter(5);
    const service = await startOrderService(interfere);
    const home = homeWith('orders.csv', manyOrders(12));
    const first = spawnCli(args, { home, env: service.env });
    await stuck;
    const second = await later(args, home, service);
    expect(second.code).toBe(11);
    expect(second.stderr).toContain(`process ${first.child.pid}, orders.csv, since `);
    letGo();
    const sleep = async (): Promise<void> => {
      first.child.kill('SIGKILL');
      await first.done;
    };
    const waiting = await later([...args, '--wait', '30s'], home, service, { sleep });
    expect(waiting.stderr).toContain(`waiting: another run (process ${first.child.pid}, orders.csv, since `);
    expect(waiting.code).toBe(0);
    expect(service.stored.size).toBe(12);
    expect(dataOf(waiting)).toMatchObject({ total: 12 });
  });

  it('creates each order once when two machines upload overlapping files', async () => {
    const service = await startOrderService();
    const files = [manyOrders(8), manyOrders(12)];
    const ended = await Promise.all(files.map((csv) => later(args, homeWith('orders.csv', csv), service)));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const [one, two] = ended.map(dataOf);
    expect(Number(one?.created) + Number(two?.created)).toBe(12);
    expect(Number(one?.existing) + Number(two?.existing)).toBe(8);
    expect(service.stored.size).toBe(12);
  });
});
