import { describe, expect, it } from 'vitest';
import { csvRows } from '../../support/output.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { shipped, trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

// Orders are uploaded on 1 September, and are to be dispatched by 3 September, 16:00 UTC.
const day = 1;
const hour = 1 / 24;
const due = 2 * day + 8 * hour;

const late = async (days: number, ...words: readonly string[]) => {
  const outcome = await orders.later(days, 'order', 'track', '--late', ...words, '-o', 'csv');
  return { ...outcome, rows: csvRows(outcome.stdout) };
};

describe('cfi order track --late', () => {
  it('prints the orders past their time of dispatch that have not ended, and says how late each is', async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    orders.records.set('R-2', shipped);
    expect((await late(due)).rows).toEqual([]);
    const after = await late(due + 2.9 * hour);
    expect(after.code).toBe(0);
    expect(after.rows).toMatchObject([
      { ReferenceNumber: 'R-1', lateHours: '2', DispatchBy: '2026-09-03T17:00:00+01:00' },
      { ReferenceNumber: 'R-3', lateHours: '2' },
    ]);
    const { stdout } = await orders.later(due + 2 * day + 4 * hour, 'order', 'track', '--late');
    expect(stdout).toMatch(/Reference +Late/);
    expect(stdout).toMatch(/R-1 +2d 4h/);
    const json = dataOf(await orders.later(due + 25 * hour, 'order', 'track', '--late', '--json'));
    expect(json.orders).toMatchObject([{ lateHours: 25 }, { lateHours: 25 }]);
    expect((await orders.later(due, 'order', 'track', '--late')).stdout).toBe('No order is late.\n');
  });

  it("takes the record's own time of dispatch, and puts the most late first", async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    orders.records.set('R-1', { despatch_by: '2026-09-02T08:00:00Z' });
    orders.records.set('R-3', { DispatchBy: '2026-09-20T08:00:00Z' });
    orders.records.set('R-2', { DispatchBy: '2026-09-01T20:00:00Z' });
    const found = (await late(1.5)).rows.map(({ ReferenceNumber, lateHours }) => [
      ReferenceNumber,
      lateHours,
    ]);
    expect(found).toEqual([
      ['R-2', '24'],
      ['R-1', '12'],
    ]);
  });

  it('takes a duration, and a word that is none as a reference', async () => {
    await orders.upload('R-1', 'R-2');
    expect((await late(due + 3 * hour, '4h')).rows).toHaveLength(0);
    expect((await late(due + 5 * hour, '4h')).rows).toHaveLength(2);
    expect((await late(due + 3 * hour, '0')).rows).toHaveLength(2);
    expect((await late(due + 3 * hour, 'R-2')).rows).toMatchObject([{ ReferenceNumber: 'R-2' }]);
    expect((await late(due + 3 * hour, '2h', 'R-2')).rows).toMatchObject([{ ReferenceNumber: 'R-2' }]);
    expect((await late(due + 3 * hour, 'R-1', 'R-2')).rows).toHaveLength(2);
  });

  it('names an order that cannot be read, or that the service no longer has, if it is late', async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    orders.records.set('R-1', 400).set('R-2', 404).set('R-3', shipped);
    const { code, rows } = await late(due + hour);
    expect(code).toBe(9);
    expect(rows.map(({ ReferenceNumber }) => ReferenceNumber)).toEqual(['R-1', 'R-2']);
  });

  it('exits with 12 if asked to, before 9, but not before a failing service', async () => {
    await orders.upload('R-1', 'R-2');
    expect((await late(due - hour, '--exit-code')).code).toBe(0);
    expect((await late(due + hour)).code).toBe(0);
    expect((await late(due + hour, '--exit-code')).code).toBe(12);
    orders.records.set('R-1', 400);
    const both = await orders.later(due + hour, 'order', 'track', '--late', '--exit-code', '--json');
    expect(both).toMatchObject({ code: 12, stderr: expect.stringContaining('"exitCode":12') });
    orders.records.set('R-1', 503);
    expect((await late(due + hour, 'R-1', '--exit-code', '--max-retries', '0')).code).toBe(10);
    expect((await orders.cfi('order', 'track', '--exit-code')).code).toBe(2);
  });

  it("goes by the service's clock", async () => {
    await orders.upload('R-1');
    orders.clock.serviceDays = due - hour;
    expect((await late(20)).rows).toEqual([]);
    expect((await orders.later(20, 'today')).stdout).not.toContain('Late orders');
    orders.clock.serviceDays = due + hour;
    expect((await late(0)).rows).toMatchObject([{ ReferenceNumber: 'R-1', lateHours: '1' }]);
    expect((await orders.later(0, 'today')).stdout).toContain('Late orders: 1');
  });

  it('leaves changes that it does not print for the next --changed', async () => {
    await orders.upload('R-1', 'R-2');
    await orders.cfi('order', 'track', '-q');
    orders.records.set('R-2', shipped);
    await late(due + hour);
    const changed = await orders.later(due + hour, 'order', 'track', '--changed', '-o', 'csv');
    expect(csvRows(changed.stdout)).toMatchObject([{ ReferenceNumber: 'R-2' }]);
  });

  it('makes no more requests than order track', async () => {
    await orders.upload('R-1', 'R-2');
    orders.reads.length = 0;
    await late(due + hour);
    expect(orders.reads).toEqual(['R-1', 'R-2']);
  });
});

describe('what order track shows', () => {
  it('has references in the order in which people count', async () => {
    await orders.upload('B-10', '#1001', 'B-2', '#99', 'b-1', 'B-02x');
    const sorted = ['#99', '#1001', 'b-1', 'B-2', 'B-02x', 'B-10'];
    const shown = async (...words: readonly string[]) =>
      csvRows((await orders.cfi('order', 'track', '-o', 'csv', ...words)).stdout).map(
        ({ ReferenceNumber }) => ReferenceNumber,
      );
    expect(await shown()).toEqual(sorted);
    expect(await shown('--sort', 'Status')).toEqual(sorted);
    expect(await shown('--sort', 'ReferenceNumber')).toEqual(sorted);
    expect(await shown('--sort', 'ReferenceNumber:desc')).toEqual([...sorted].reverse());
  });

  it('has the carrier and number of each parcel, and says how many parcels there are', async () => {
    await orders.upload('R-1');
    const shipments = [
      { carrier: 'DPD', trackingNumber: 'T-1', shippedAt: '2026-09-01T07:00:00Z' },
      { carrier: 'Evri', trackingNumber: 'T-2', shippedAt: '2026-09-01T09:00:00Z' },
    ];
    orders.records.set('R-1', { Status: 'Shipped', shipments });
    expect(csvRows((await orders.cfi('order', 'track', '--all', '-o', 'csv')).stdout)).toMatchObject([
      { ShippingVendor: 'DPD, Evri', TrackingNumber: 'T-1, T-2', ProcessedOn: '2026-09-01T07:00:00Z' },
    ]);
    expect((await orders.cfi('order', 'track', '--all')).stdout).toContain('T-1, T-2 (2 parcels)');
  });
});
