import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { codedError } from '../../../src/text/records.ts';
import { runOrders } from '../../support/run-orders.ts';

const full = new CfiError('internal', 'state.sqlite cannot grow', { hint: 'free some disk space' });
const stopped = {
  reason: 'unexpected',
  message: full.message,
  error: { code: 'internal', message: full.message },
};

const broken = (): never => {
  throw new TypeError('a defect');
};

describe('a run', () => {
  it('stops when something breaks, and leaves the outcome of the order in progress unknown', async () => {
    const answer = (_: string, reference: string) => (reference === 'R-2' ? broken() : {});
    const { end } = await runOrders(['R-1', 'R-2', 'R-3', 'R-4'], { answer });
    expect(end).toMatchObject({ counts: { created: 1, unknown: 1 }, left: 2 });
    expect(end.stop).toMatchObject({
      reason: 'unexpected',
      error: { code: 'internal', message: 'unexpected failure: a defect' },
    });
  });

  it('says of a failing ledger what the ledger says', async () => {
    const { end } = await runOrders(['R-1'], { answer: broken, asReported: () => full });
    expect(end.stop).toMatchObject(stopped);
  });

  it('leaves a ledger that may be damaged to whoever can read it again', async () => {
    const damage = codedError('SQLITE_CORRUPT');
    const answer = (): never => {
      throw damage;
    };
    await expect(runOrders(['R-1', 'R-2'], { answer, asReported: () => undefined })).rejects.toBe(damage);
  });

  it('continues past an order on which the service fails while it answers for others', async () => {
    const references = Array.from({ length: 30 }, (_, at) => `R-${at}`);
    const answer = (_: string, reference: string) => (reference === 'R-0' ? { status: 503, body: '{}' } : {});
    const { end } = await runOrders(references, { answer });
    expect(end).toMatchObject({ left: 0, counts: { created: 29, unknown: 1 } });
    expect(end.stop).toBeUndefined();
  });
});

describe('an embedded emulator whose state cannot be written', () => {
  it('stops the run with the reason; orders that it did not accept were not sent', async () => {
    let taken = 0;
    const answer = () => (taken++ < 2 ? {} : { status: 503, failure: full });
    const { end, asked } = await runOrders(['R-1', 'R-2', 'R-3', 'R-4', 'R-5'], { answer });
    expect(end).toMatchObject({ left: 3, counts: { created: 2, unknown: 0, failed: 0 }, stop: stopped });
    expect(end.stop?.error?.details.hint).toBe('free some disk space');
    expect(asked).not.toContain('POST R-5');
  });

  it.each([
    ['after a 429', { status: 429, headers: { 'retry-after': '1' } }, 0],
    ['before a retry', { status: 503 }, 1],
    ['before a look-up', { socket: 'reset' } as const, 1],
  ])('stops the run with the reason when it cannot wait %s', async (_, first, unknown) => {
    const service = {
      answer: (_method: string, reference: string) => (reference === 'R-1' ? first : {}),
      advance: () => Promise.reject(full),
    };
    const { end } = await runOrders(['R-1', 'R-2', 'R-3', 'R-4'], service);
    expect(end.stop).toMatchObject(stopped);
    expect(end.left + end.counts.unknown + end.counts.created).toBe(4);
    expect(end.counts).toMatchObject({ unknown, failed: 0 });
  });
});
