import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { runCli } from '../../support/cli.ts';
import { json } from '../../support/services/http-server.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { homeWith, outcomesOf } from '../../support/upload/home-with.ts';
import { manyOrders, orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';

/** A service that loses answers to orders (the first by default), hides cancelled orders, and does `meanwhile` at look-ups. */
async function hidingService(
  meanwhile: () => Promise<'answers' | 'fails'>,
  losses: ('after' | 'before')[] = ['after'],
  answersCancellation: () => boolean = () => true,
) {
  const service = await startOrderService(({ method, url }, response, accept) => {
    const [, reference = ''] = /^\/v1\/order\/([^/]+)\/cancel$/.exec(url) ?? [];
    if (service.stored.delete(reference)) {
      if (!answersCancellation()) response.destroy();
      else json(response, 200, { success: true, data: { ReferenceNumber: reference, Status: 'Cancelled' } });
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
    cancel: (...more: string[]) => cfi('order', 'cancel', 'R-0', '--yes', ...more),
    /** From now on, the file has the order with another quantity. */
    change: () => writeFileSync(join(home, 'orders.csv'), ordersCsv([orderRow('R-0', { Qty: '7' })])),
    /** Damages the ledger so that it is replaced; this SQL is what was lost. */
    loseFromLedger(sql: string) {
      const db = openDatabase(join(home, 'ledger.sqlite'));
      db.script(`${sql}; PRAGMA user_version = 0`);
      db.close();
    },
  };
}

describe('an order that is cancelled while its upload does not know whether it was created, at a service that hides cancelled orders', () => {
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

  it('is not sent again after a run that could not look it up', async () => {
    let how: 'answers' | 'fails' = 'fails';
    const { upload, cancel, posted } = await hidingService(async () => how);
    await upload('--max-retries', '0');
    how = 'answers';
    expect((await cancel()).code).toBe(0);
    how = 'fails';
    expect(outcomesOf(await upload('--max-retries', '0'))).toEqual({ 'R-0': 'unknown' });
    how = 'answers';
    expect(outcomesOf(await upload())).toEqual({ 'R-0': 'conflict' });
    expect(posted()).toHaveLength(1);
  });

  it('is not sent again with other content, which the service had refused before', async () => {
    let how: 'answers' | 'fails' = 'fails';
    const { upload, cancel, posted, change } = await hidingService(async () => how);
    await upload('--max-retries', '0');
    how = 'answers';
    change();
    expect(outcomesOf(await upload())).toEqual({ 'R-0': 'conflict' });
    expect((await cancel()).code).toBe(0);
    for (let run = 0; run < 2; run++) {
      const again = await upload();
      expect([again.code, again.stdout]).toEqual([
        6,
        expect.stringContaining('it was cancelled from this machine'),
      ]);
    }
    expect(posted()).toHaveLength(1);
    expect(outcomesOf(await upload('--fresh'))).toEqual({ 'R-0': 'created' });
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

  it('is not sent again after another cancellation of the order, which is hidden', async () => {
    let how: 'answers' | 'fails' = 'fails';
    const { upload, cancel, posted } = await hidingService(async () => how);
    await upload('--max-retries', '0');
    how = 'answers';
    expect([(await cancel()).code, (await cancel()).code]).toEqual([0, 0]);
    expect(outcomesOf(await upload())).toEqual({ 'R-0': 'conflict' });
    expect(posted()).toHaveLength(1);
  });

  it('is not sent again if the answer to the cancellation was lost', async () => {
    let how: 'answers' | 'fails' = 'fails';
    const { upload, cancel, posted } = await hidingService(
      async () => how,
      ['after'],
      () => false,
    );
    await upload('--max-retries', '0');
    how = 'answers';
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await cancel('--max-retries', '0')).code).not.toBe(0);
    const again = await upload();
    expect([again.code, outcomesOf(again)]).toEqual([6, { 'R-0': 'conflict' }]);
    expect(again.stdout).toContain('it was perhaps cancelled from this machine');
    expect(posted()).toHaveLength(1);
  });
});

it.each([
  ['whose own record was lost', "DELETE FROM documents WHERE kind = 'order'"],
  [
    'whose latest record was lost',
    "UPDATE documents SET state = 'failed' WHERE kind = 'order'; UPDATE runs SET ended_at = NULL",
  ],
  ['whose runs were lost', "UPDATE documents SET state = 'unknown' WHERE kind = 'order'; DELETE FROM runs"],
])(
  'an order that was cancelled at a service that hides cancelled orders is not sent again after damage to the ledger, %s, however often that is repeated',
  async (_, lost) => {
    const { upload, cancel, posted, loseFromLedger } = await hidingService(async () => 'answers', []);
    expect(outcomesOf(await upload())).toEqual({ 'R-0': 'created' });
    expect((await cancel()).code).toBe(0);
    loseFromLedger(lost);
    for (let run = 0; run < 3; run++) expect(outcomesOf(await upload())).toEqual({ 'R-0': 'conflict' });
    expect(posted()).toHaveLength(1);
    expect(outcomesOf(await upload('--fresh'))).toEqual({ 'R-0': 'created' });
  },
);

it('an order whose cancellation was not answered is skipped with a warning, until it is known what came of that', async () => {
  let answers = false;
  const { stored, upload, cancel } = await hidingService(
    async () => 'answers',
    [],
    () => answers,
  );
  const perhaps = 'warning: 1 order may have been cancelled from this machine, because no answer has shown';
  expect(outcomesOf(await upload())).toEqual({ 'R-0': 'created' });
  const order = stored.get('R-0') ?? {};
  expect((await cancel('--max-retries', '0')).code).toBe(10);
  for (let run = 0; run < 2; run++) {
    const again = await upload();
    expect([again.code, outcomesOf(again)]).toEqual([0, { 'R-0': 'skipped' }]);
    expect(again.stderr).toContain(perhaps);
  }
  answers = true;
  stored.set('R-0', order);
  expect((await cancel()).code).toBe(0);
  const known = await upload();
  expect(known.stderr).toContain('was cancelled from this machine');
  expect(known.stderr).not.toContain(perhaps);
});
