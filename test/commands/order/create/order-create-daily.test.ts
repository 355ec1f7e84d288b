import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/text/words.ts';
import { openShop, reading, two } from '../../../support/upload/daily-shop.ts';
import { dataOf, errorOf, outcomesOf } from '../../../support/upload/home-with.ts';

describe('the same export every day', () => {
  it('skips an order with a line that is now fulfilled', async () => {
    const { upload, posted } = await openShop();
    await upload(two);
    for (const day of ['A', 'B']) {
      const lines = [
        { sku: 'A', status: day === 'A' ? 'fulfilled' : 'pending', fulfillment: 'partial' },
        { sku: 'B', status: day === 'B' ? 'fulfilled' : 'pending' },
      ] as const;
      const outcome = await upload({ ...two, '#1': lines });
      expect([outcome.code, outcomesOf(outcome)]).toEqual([0, { '#1': 'skipped', '#2': 'skipped' }]);
      expect(dataOf(outcome)).toMatchObject({ total: 2, skipped: 2, conflict: 0 });
      expect(dataOf(outcome).leftOutLines).toMatchObject([{ SKU: day, reason: 'fulfilled' }]);
    }
    expect(posted()).toHaveLength(2);
  });

  it('names an order with a line that is now refunded, unless it was sent without that line', async () => {
    const { upload, cfi } = await openShop();
    const whole = { '#1': [{ sku: 'A' }, { sku: 'B' }] } as const;
    const less = { '#1': [{ sku: 'A' }, { sku: 'B', status: 'restocked' }] } as const;
    await upload(whole);
    const reported = await upload(less);
    expect([reported.code, outcomesOf(reported)]).toEqual([9, { '#1': 'skipped' }]);
    expect(dataOf(reported).leftOutLines).toEqual([
      { ReferenceNumber: '#1', SKU: 'B', reason: 'refunded', line: 3, created: true },
    ]);
    expect(errorOf(reported).message).toContain('#1 (B)');
    expect(errorOf(reported).hint).toContain("cfi order cancel '#1'");
    await cfi('order', 'cancel', '#1', '--yes');
    expect((await upload(less)).code).toBe(0);
    const fresh = await openShop();
    await fresh.upload(less);
    const again = await fresh.upload(less);
    expect([again.code, dataOf(again).leftOutLines]).toEqual([
      0,
      [{ ReferenceNumber: '#1', SKU: 'B', reason: 'refunded', line: 3 }],
    ]);
  });

  it('names a line that is now refunded even if the order has changed too, and is kept', async () => {
    const { upload, cfi } = await openShop();
    await upload({ '#1': [{ sku: 'A', financial: 'authorized' }, { sku: 'B' }] });
    const captured = { '#1': [{ sku: 'A' }, { sku: 'B', status: 'restocked' }] } as const;
    const outcomes = { conflict: [], existing: ['--keep-changed'] };
    for (const [outcome, flags] of Object.entries(outcomes)) {
      const reported = await upload(captured, ...flags);
      expect([reported.code, outcomesOf(reported)]).toEqual([9, { '#1': outcome }]);
      expect(dataOf(reported).orders[0]?.error).toMatch(/: PaymentStatus$/);
      expect(dataOf(reported).leftOutLines).toMatchObject([{ SKU: 'B', reason: 'refunded', created: true }]);
      expect(reported.stderr).toContain(
        'already with the warehouse with lines that are now cancelled or refunded: #1 (B)',
      );
    }
    await cfi('order', 'cancel', '#1', '--yes');
    expect((await upload(captured, '--keep-changed')).code).toBe(0);
  });

  it('says nothing of a refunded line of an order that is cancelled at the service', async () => {
    const { upload, stored } = await openShop();
    await upload({ '#1': [{ sku: 'A' }, { sku: 'B' }] });
    stored.set('#1', { ...stored.get('#1'), Status: 'Cancelled' });
    const less = { '#1': [{ sku: 'A' }, { sku: 'B', status: 'restocked' }] } as const;
    for (const day of [1, 2]) {
      const reported = await upload(less);
      expect([day, reported.code, outcomesOf(reported)]).toEqual([day, 0, { '#1': 'skipped' }]);
      expect(reported.stderr).toContain('is cancelled at the service and is not sent again: #1');
    }
  });

  it('reports an order as changed if it lost a line and got another address', async () => {
    const { upload } = await openShop();
    await upload(two);
    const lines = [{ sku: 'A', status: 'fulfilled', town: 'Leeds' }, { sku: 'B' }] as const;
    const outcome = await upload({ ...two, '#1': lines });
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome).orders[0]?.error).toContain('DeliveryAddress.Town');
  });

  it('takes the same lines in another order for the same, although they are numbered in the order of the file', async () => {
    const { upload, posted } = await openShop();
    await upload({ '#1': [{ sku: 'A', qty: '2' }, { sku: 'B' }, { sku: 'A' }] });
    const swapped = { '#1': [{ sku: 'A' }, { sku: 'A', qty: '2' }, { sku: 'B' }] } as const;
    const again = await upload(swapped);
    expect([again.code, outcomesOf(again)]).toEqual([0, { '#1': 'existing' }]);
    expect(outcomesOf(await upload(swapped))).toEqual({ '#1': 'skipped' });
    expect(outcomesOf(await upload({ '#1': [{ sku: 'B', qty: '2' }, { sku: 'A' }, { sku: 'A' }] }))).toEqual({
      '#1': 'conflict',
    });
    expect(posted()).toHaveLength(1);
  });

  it('names the changed fields, or keeps the order as it was with --keep-changed', async () => {
    const { upload, posted, cfi } = await openShop();
    await upload(two);
    const later = [...reading.slice(0, -1), '48h'];
    const changed = await upload(two, ...later);
    expect(changed.code).toBe(9);
    expect(dataOf(changed).orders[0]).toMatchObject({
      outcome: 'conflict',
      error: 'the content has changed since the service accepted it; it was not sent: DispatchBy',
    });
    expect((await cfi('runs', '2')).stdout).toContain('it was not sent: dispatch-by date');
    const kept = await upload(two, ...later, '--keep-changed');
    expect(kept.code).toBe(0);
    expect(dataOf(kept)).toMatchObject({ total: 2, existing: 2, conflict: 0 });
    expect(dataOf(kept).orders[0]).toMatchObject({
      ReferenceNumber: '#1',
      outcome: 'existing',
      error: 'changed: DispatchBy',
    });
    // The service still holds what was sent first.
    expect((await upload(two)).code).toBe(0);
    expect((await upload(two, ...later)).code).toBe(9);
    expect(posted()).toHaveLength(2);
  });

  it('says how to keep or replace changed orders, with a command that works as printed', async () => {
    const { upload, cfi, refuse, posted } = await openShop();
    await upload(two);
    const moved = { ...two, '#1': [{ sku: 'A', town: 'Leeds' }, { sku: 'B' }] } as const;
    const commandIn = (hint: unknown): string[] => {
      const [, command = ''] =
        /to replace a changed order, cancel it and send it under another reference; to leave it as the warehouse has it, run: cfi (.* --keep-changed)$/.exec(
          String(hint),
        ) ?? [];
      return splitWords(command) ?? [];
    };
    const kept = await cfi(...commandIn(errorOf(await upload(moved)).hint), '--json');
    expect([kept.code, outcomesOf(kept)]).toEqual([0, { '#1': 'existing' }]);
    refuse.add('#3');
    const { hint } = errorOf(await upload({ ...moved, '#3': [{ sku: 'D' }] }));
    expect(hint).toMatch(/^correct the others in .*\.failed\.csv; to replace/);
    refuse.clear();
    expect(outcomesOf(await cfi(...commandIn(hint), '--json'))).toEqual({
      '#1': 'existing',
      '#3': 'created',
    });
    expect(posted()).toEqual(['#1', '#2', '#3', '#3']);
    const alone = await upload({ '#1': moved['#1'] });
    expect([alone.code, errorOf(alone).hint]).toEqual([6, expect.stringContaining('--keep-changed')]);
  });

  it('reports an order as changed if fewer units are now wanted', async () => {
    const { upload, cfi } = await openShop();
    const ordered = (qty: string) => ({ '#1': [{ sku: 'A', qty }] }) as const;
    await upload(ordered('3'));
    const less = await upload(ordered('2'));
    expect([less.code, outcomesOf(less)]).toEqual([6, { '#1': 'conflict' }]);
    expect(dataOf(less).orders[0]?.error).toContain('OrderItems[0].Qty');
    expect((await upload(ordered('2'), '--keep-changed')).code).toBe(0);
    expect((await cfi('order', 'cancel', '#1', '--yes')).code).toBe(0);
  });
});
