import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { json } from '../../support/services/http-server.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { homeWith, outcomesOf } from '../../support/upload/home-with.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';

/** A service that loses answers to orders (the first, if not told), hides cancelled orders, and does `meanwhile` at look-ups. */
async function hidingService(
  meanwhile: () => Promise<'answers' | 'fails'>,
  losses: ('after' | 'before')[] = ['after'],
) {
  const service = await startOrderService(({ method, url }, response, accept) => {
    const [, reference = ''] = /^\/v1\/order\/([^/]+)\/cancel$/.exec(url) ?? [];
    if (service.stored.delete(reference)) {
      json(response, 200, { success: true, data: { ReferenceNumber: reference, Status: 'Cancelled' } });
      return true;
    }
    const loss = url === '/v1/outbound' ? losses.shift() : undefined;
    if (loss !== undefined) {
      if (loss === 'after') accept();
      response.destroy();
      return true;
    }
    if (method !== 'GET') return false;
    void meanwhile().then((how) => {
      const data = service.stored.get(url.replace('/v1/order/', ''));
      if (how === 'fails') json(response, 500, { success: false, error: 'down' });
      else if (data === undefined) json(response, 404, { success: false, error: 'not found' });
      else json(response, 200, { success: true, data });
    });
    return true;
  });
  const home = homeWith('orders.csv', manyOrders(1));
  const cfi = (...words: string[]) => runCli(words, { home, env: service.env });
  return {
    ...service,
    upload: (...more: string[]) => cfi('order', 'create', 'orders.csv', '--json', ...more),
    cancel: () => cfi('order', 'cancel', 'R-0', '--yes'),
  };
}

describe('an order that is cancelled while its upload is unsure of it, at a service that hides cancelled orders', () => {
  it('is not sent again by a later run, however often that is repeated, except with --fresh', async () => {
    let how: 'answers' | 'fails' = 'fails';
    const { upload, cancel, posted } = await hidingService(async () => how);
    expect(outcomesOf(await upload('--max-retries', '0'))).toEqual({ 'R-0': 'unknown' });
    how = 'answers';
    expect((await cancel()).code).toBe(0);
    for (let run = 0; run < 3; run++) {
      const again = await upload();
      expect([again.code, outcomesOf(again)]).toEqual([6, { 'R-0': 'conflict' }]);
      expect(again.stdout).toContain('it was cancelled from this machine');
    }
    expect(posted()).toHaveLength(1);
    expect(outcomesOf(await upload('--fresh'))).toEqual({ 'R-0': 'created' });
  });

  it('is not sent again by the same run, nor by a later one', async () => {
    let first = true;
    const { upload, cancel, posted } = await hidingService(async () => {
      const cancels = first;
      first = false;
      if (cancels) expect((await cancel()).code).toBe(0);
      return 'answers';
    });
    expect(outcomesOf(await upload())).toEqual({ 'R-0': 'unknown' });
    expect(outcomesOf(await upload())).toEqual({ 'R-0': 'conflict' });
    expect(posted()).toHaveLength(1);
  });

  it('is sent again if the cancellation is older than what was sent', async () => {
    let how: 'answers' | 'fails' = 'fails';
    const service = await hidingService(async () => how, ['after', 'before']);
    await service.upload('--max-retries', '0');
    how = 'answers';
    await service.cancel();
    how = 'fails';
    await service.upload('--fresh', '--max-retries', '0');
    how = 'answers';
    expect(outcomesOf(await service.upload())).toEqual({ 'R-0': 'created' });
    expect(service.posted()).toHaveLength(3);
  });
});
