import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { json } from '../../support/services/http-server.ts';
import { type OrderService, startOrderService } from '../../support/services/order-service.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';

/** A home from which this many orders were uploaded to a service. */
async function uploaded({ env }: Pick<OrderService, 'env'>, count: number) {
  const home = makeHome();
  const rows = Array.from({ length: count }, (_, index) => orderRow(`R-${index + 1}`));
  writeFileSync(join(home, 'orders.csv'), ordersCsv(rows));
  const cfi = (...words: readonly string[]) => runCli(words, { home, env });
  await cfi('order', 'create', 'orders.csv');
  return Object.assign(cfi, { home });
}

describe('the pace of order track', () => {
  /** Uploads six orders, then tracks them; the service answers only once no further read arrives. */
  async function mostAtATime(...options: readonly string[]): Promise<number> {
    let most = 0;
    let waiting: (() => void)[] = [];
    const slow = await startOrderService((request, response) => {
      if (request.method !== 'GET') return false;
      const answer = (): void => json(response, 404, { success: false, error: 'gone' });
      waiting.push(answer);
      most = Math.max(most, waiting.length);
      setTimeout(() => {
        for (const each of waiting) each();
        waiting = [];
      }, 50);
      return true;
    });
    const cfi = await uploaded(slow, 6);
    const outcome = await cfi('order', 'track', '--json', ...options);
    expect(dataOf(outcome)).toMatchObject({ checked: 6, missing: 6 });
    return most;
  }

  it.each([1, 3])('is at most --concurrency %d reads at a time', async (concurrency) => {
    expect(await mostAtATime('--concurrency', String(concurrency))).toBe(concurrency);
  });

  it('is several reads at a time without it', async () => {
    expect(await mostAtATime()).toBeGreaterThan(1);
  });

  it('is --rate reads a minute', async () => {
    const cfi = await uploaded(await startOrderService(), 3);
    const { code, slept } = await cfi('order', 'track', '--rate', '5/m', '--concurrency', '1');
    expect(code).toBe(0);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(24_000, -2);
  });

  it('waits for no answer once it is interrupted', async () => {
    const interrupt = new AbortController();
    const service = await startOrderService((request) => {
      if (request.method !== 'GET') return false;
      interrupt.abort('SIGTERM');
      return true;
    });
    const { home } = await uploaded(service, 2);
    const { code, stderr } = await runCli(['order', 'track'], {
      home,
      env: service.env,
      signal: interrupt.signal,
    });
    expect(code).toBe(143);
    expect(stderr).toBe(
      'error: stopped by SIGTERM. 2 orders were not read.\nhint: run the same command again\n',
    );
  });

  it('says how many orders were not read, those given up on included', async () => {
    const service = await startOrderService((request, response) => {
      if (request.method !== 'GET') return false;
      json(response, 429, { success: false, error: 'busy' }, { 'retry-after': '9999' });
      return true;
    });
    const cfi = await uploaded(service, 6);
    const { code, stderr } = await cfi('order', 'track', '--concurrency', '4');
    expect(code).toBe(7);
    expect(stderr).toContain('6 orders were not read.');
  });

  it.each([
    ['--concurrency', '0'],
    ['--concurrency', '1.5'],
    ['--concurrency', '1001'],
    ['--rate', '0/s'],
    ['--rate', 'fast'],
  ])('is refused as %s %s, before anything is read', async (...option) => {
    const cfi = await uploaded(await startOrderService(), 1);
    expect((await cfi('order', 'track', ...option)).code).toBe(2);
  });
});
