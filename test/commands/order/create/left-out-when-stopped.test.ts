import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { json } from '../../../support/services/http-server.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { openShop, reading, shopify, two } from '../../../support/upload/daily-shop.ts';
import { dataOf, errorOf, outcomesOf } from '../../../support/upload/home-with.ts';

type Orders = Parameters<typeof shopify>[0];

/** Uploads of one export after another in a home, with these options or environment. */
const uploadsIn =
  (home: string, options: readonly string[], env: Record<string, string> = {}) =>
  (orders: Orders, ...words: readonly string[]) => {
    writeFileSync(join(home, 'export.csv'), shopify(orders));
    return runCli(['order', 'create', 'export.csv', ...reading, '--json', ...options, ...words], {
      home,
      env,
    });
  };

/**
 * A shop with an order whose upload got no answer and which was refunded afterwards, and a new order that the service
 * answers with `status`, which stops the run; `isThere` says whether the service has the refunded order.
 */
async function stoppedRun(status: number, isThere: boolean, ...flags: readonly string[]) {
  let isDown = true;
  const service = await startOrderService(({ method, url, body }, response, accept) => {
    if (!url.startsWith('/v1/o') || (!isDown && method === 'GET')) return false;
    if (isDown && isThere && body.includes('"#1"')) accept();
    json(response, isDown ? 500 : status, { success: false, error: 'no' });
    return true;
  });
  const upload = uploadsIn(makeHome(), ['--max-retries', '0'], service.env);
  expect(outcomesOf(await upload({ '#1': [{ sku: 'A' }] }))).toEqual({ '#1': 'unknown' });
  isDown = false;
  const lookUps = () => service.read().filter((reference) => reference === '%231').length;
  const before = lookUps();
  const shown = await upload(
    { '#1': [{ sku: 'A', financial: 'refunded' }], '#2': [{ sku: 'B' }], '#3': [{ sku: 'C' }] },
    ...['--concurrency', '1', ...flags],
  );
  return { shown, looks: lookUps() - before };
}

const reported = { ReferenceNumber: '#1', reason: 'refunded', lines: [2], created: true };

describe('a run that stops early', () => {
  it('looks up an unanswered order that is now refunded, and names it, if --max-errors stopped it', async () => {
    const { shown, looks } = await stoppedRun(400, true, '--max-errors', '1');
    expect([shown.code, dataOf(shown).left, dataOf(shown).leftOut, looks]).toEqual([9, 1, [reported], 1]);
    expect(shown.stderr).toContain('already with the warehouse: #1');
    expect(errorOf(shown).message).toContain('stopped after 1 failure');
  });

  it('says nothing about it if the service never got it', async () => {
    const { shown } = await stoppedRun(400, false, '--max-errors', '1');
    expect([shown.code, dataOf(shown).leftOut]).toEqual([
      9,
      [{ ReferenceNumber: '#1', reason: 'refunded', lines: [2] }],
    ]);
    expect(shown.stderr).not.toContain('already with the warehouse');
  });

  it('names it without a look-up if the service stopped it, because the next export may not have the order', async () => {
    const { shown, looks } = await stoppedRun(403, true);
    expect([shown.code, dataOf(shown).leftOut, looks]).toEqual([4, [reported], 0]);
    expect(shown.stderr).toContain("cfi order cancel '#1'");
    expect(errorOf(shown).code).toBe('forbidden');
  });
});

describe('an upload that sends nothing', () => {
  const cancelled = { '#2': [{ sku: 'C', cancelled: '2026-09-02 08:00:00 +0100' }] } as const;
  const atWarehouse = [{ ReferenceNumber: '#2', reason: 'cancelled', lines: [2], created: true }];
  const shown = /already with the warehouse: #2.*to cancel what has not shipped yet: cfi order cancel '#2'/s;

  it('names an uploaded order that is now cancelled if another order is invalid', async () => {
    const { upload, cfi, home } = await openShop();
    await upload(two);
    const export2 = { ...cancelled, '#3': [{ sku: 'D', qty: 'x' }] } as const;
    const invalid = await upload(export2);
    expect([invalid.code, invalid.stdout, errorOf(invalid).code]).toEqual([2, '', 'invalid-input']);
    expect(invalid.stderr).toMatch(shown);
    mkdirSync(join(home, 'hot'));
    writeFileSync(join(home, 'hot', 'export.csv'), shopify(export2));
    const dropped = await cfi('order', 'drop', 'hot', '--settle', '0s', ...reading);
    expect([dropped.code, dropped.stderr]).toEqual([9, expect.stringMatching(shown)]);
    await cfi('order', 'cancel', '#2', '--yes');
    expect((await upload(export2)).stderr).not.toMatch(shown);
  });

  it('names it if there is not enough stock, as a dry run does, even if another order is invalid', async () => {
    const upload = uploadsIn(makeHome(), ['--emulator']);
    await upload(two);
    const short = { ...cancelled, '#3': [{ sku: 'NONE' }], '#4': [{ sku: 'D', qty: 'x' }] } as const;
    for (const flags of [[], ['--dry-run']]) {
      const stopped = await upload(short, '--stock', 'stop', '--skip-invalid', ...flags);
      expect([stopped.code, dataOf(stopped).leftOut]).toEqual([2, atWarehouse]);
      expect(stopped.stderr).toMatch(shown);
      expect(stopped.stderr).toContain('not enough stock for 1 order: #3; nothing was sent');
    }
  });

  it('names one whose upload got no answer, as a dry run does', async () => {
    const service = await startOrderService(({ url }, response) => {
      if (!url.startsWith('/v1/o')) return false;
      json(response, 500, { success: false, error: 'no' });
      return true;
    });
    const upload = uploadsIn(makeHome(), ['--max-retries', '0'], service.env);
    expect(outcomesOf(await upload({ '#2': [{ sku: 'C' }] }))).toEqual({ '#2': 'unknown' });
    const dry = await upload(cancelled, '--dry-run');
    expect([dry.code, dataOf(dry).leftOut]).toEqual([9, atWarehouse]);
    expect((await upload({ ...cancelled, '#3': [{ sku: 'D', qty: 'x' }] })).stderr).toMatch(shown);
  });
});
