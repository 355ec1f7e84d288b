import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/cli/settings.ts';
import type { Api } from '../../src/client/types.ts';
import { lateOrdersLine } from '../../src/tracking/remembered-looks.ts';
import { lateText } from '../../src/tracking/track-result.ts';
import { makeOlder } from '../support/upload/older-ledger.ts';
import { shipped, type TrackedOrders, trackedOrders } from '../support/upload/tracked-orders.ts';

const start = Date.parse('2026-09-01T08:00:00Z');
const dayMs = 86_400_000;

/** The last line of `today`, as many days after the upload. */
function lineOf({ home, service }: TrackedOrders, days: number): Promise<string | undefined> {
  const now = (): number => start + days * dayMs;
  const deps = { env: { CFI_HOME: home }, platform: 'linux', cwd: home, now };
  const context = {
    deps,
    clock: { now },
    settings: { emulator: false },
    warn: () => {},
  } as unknown as CommandContext;
  const { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: clientId } = service.env as Record<string, string>;
  return lateOrdersLine(context, { baseUrl, clientId, transport: { now } } as unknown as Api);
}

describe('the late orders of today', () => {
  it('are counted from the upload, and then from the last look, without a request', async () => {
    const orders = await trackedOrders();
    expect(await lineOf(orders, 3)).toBeUndefined();
    await orders.upload('R-1', 'R-2', 'R-3');
    orders.reads.length = 0;
    expect(await lineOf(orders, 2)).toBeUndefined();
    expect(await lineOf(orders, 3)).toBe('Late orders: 3 (cfi order track --late)');
    expect(orders.reads).toEqual([]);
    orders.records.set('R-1', shipped).set('R-2', { DispatchBy: '2026-09-09T08:00:00Z' });
    await orders.later(3, 'order', 'track', '--late');
    expect(await lineOf(orders, 3)).toBe('Late orders: 1 (cfi order track --late)');
    expect(await lineOf(orders, 31)).toBeUndefined();
  });

  it('are none that was cancelled from here', async () => {
    const orders = await trackedOrders();
    await orders.upload('R-1', 'R-2');
    await orders.cfi('order', 'cancel', 'R-1', '--yes');
    expect(await lineOf(orders, 3)).toBe('Late orders: 1 (cfi order track --late)');
  });

  it('are those of a ledger of an earlier version once they have been read', async () => {
    const orders = await trackedOrders();
    await orders.upload('R-1');
    makeOlder(orders.home, 8);
    expect(await lineOf(orders, 3)).toBeUndefined();
    orders.records.set('R-1', { DispatchBy: '2026-09-02T08:00:00Z' });
    await orders.cfi('order', 'track');
    expect(await lineOf(orders, 3)).toBe('Late orders: 1 (cfi order track --late)');
  });
});

it.each([
  [30_000, 'just now'],
  [35 * 60_000, '35m'],
  [52.5 * 3_600_000, '2d 4h'],
  [5 * 3_600_000, '5h'],
])('%d ms late is shown as %s', (ms, text) => expect(lateText(ms)).toBe(text));
