import { describe, expect, it } from 'vitest';
import { type CliOptions, runCli } from '../support/cli.ts';
import { json } from '../support/services/http-server.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { testNow } from '../support/time.ts';
import { homeWith, outcomesOf } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const hour = 3_600_000;

/** A wall clock that can be set to any time, and waits that must end regardless of it. */
function settableClock(): { set(by: number): void; slept: number[]; deps: NonNullable<CliOptions['deps']> } {
  let wall = testNow;
  let elapsed = 0;
  const slept: number[] = [];
  return {
    set: (by) => {
      wall += by;
    },
    slept,
    deps: {
      now: () => wall,
      monotonicNow: () => elapsed,
      async sleep(ms) {
        slept.push(ms);
        if (slept.length > 100) throw new Error('waits without end');
        wall += ms;
        elapsed += ms;
      },
    },
  };
}

const total = (waits: readonly number[]): number => waits.reduce((sum, ms) => sum + ms, 0);

describe('a wall clock that jumps', () => {
  it.each([
    ['back', -hour],
    ['forward', hour],
  ])('%s does not change how long an upload pauses after a 429', async (_, jump) => {
    const clock = settableClock();
    let limited = 0;
    const service = await startOrderService((request, response) => {
      if (request.method !== 'POST' || limited >= 2) return false;
      limited += 1;
      json(response, 429, { success: false, error: 'slow down' }, { 'Retry-After': '2' });
      clock.set(jump);
      return true;
    });
    const home = homeWith('orders.csv', manyOrders(3));
    const args = ['order', 'create', 'orders.csv', '--json', '--concurrency', '1'];
    const outcome = await runCli(args, { home, env: service.env, deps: clock.deps });
    expect(outcomesOf(outcome)).toEqual({ 'R-0': 'created', 'R-1': 'created', 'R-2': 'created' });
    expect(total(clock.slept)).toBeGreaterThanOrEqual(4_000);
    expect(total(clock.slept)).toBeLessThan(10_000);
  });

  it('back does not prolong --rate', async () => {
    const clock = settableClock();
    const service = await startOrderService((request) => {
      if (request.method === 'POST') clock.set(-hour);
      return false;
    });
    const home = homeWith('orders.csv', manyOrders(4));
    const args = ['order', 'create', 'orders.csv', '--json', '--concurrency', '1', '--rate', '2/s'];
    const outcome = await runCli(args, { home, env: service.env, deps: clock.deps });
    expect(outcome.code).toBe(0);
    expect(total(clock.slept)).toBeLessThanOrEqual(1_500);
  });
});
