import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { runOrders } from '../../support/run-orders.ts';

const full = new CfiError('internal', 'state.sqlite cannot grow', { hint: 'Free some disk space.' });
const stopped = {
  reason: 'unexpected',
  message: full.message,
  error: { code: 'internal', message: full.message },
};

describe('an embedded emulator whose state cannot be written', () => {
  it('stops the run with the reason; what it did not take was not sent', async () => {
    let taken = 0;
    const answer = () => (taken++ < 2 ? {} : { status: 503, failure: full });
    const { end, asked } = await runOrders(['R-1', 'R-2', 'R-3', 'R-4', 'R-5'], { answer });
    expect(end).toMatchObject({ left: 3, counts: { created: 2, unknown: 0, failed: 0 }, stop: stopped });
    expect(end.stop?.error?.details.hint).toBe('Free some disk space.');
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
