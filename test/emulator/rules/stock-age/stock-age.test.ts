import { describe, expect, it } from 'vitest';
import { type Event, naiveAges } from '../../../support/emulator/naive-ages.ts';
import {
  line,
  lot,
  northgate,
  openStock,
  product,
  stockSeed,
  thames,
} from '../../../support/emulator/stock.ts';

const tents: Event[] = [
  { at: '2026-06-01T09:00:00Z', warehouse: 'Northgate FC', quantity: 25 },
  { at: '2026-08-10T09:00:00Z', warehouse: 'Northgate FC', quantity: 15 },
  { at: '2026-08-20T23:30:00Z', warehouse: 'Thames Reach FC', quantity: 4 },
];

/** The day's snapshot. */
const tonight = '2026-09-01T02:00:00Z';

describe('GET /inventory/stock-age/{sku}', () => {
  it('[AGE-RECORD] shows the total, the ages, their ranges and the lots', async () => {
    const { acme } = await openStock();
    const { status, body } = await acme.get('/inventory/stock-age/AC-TENT-2');
    expect({ status, success: body.success }).toEqual({ status: 200, success: true });
    expect(body.data).toMatchObject(naiveAges(tents, tonight));
  });

  it('[A-30] uses these names', async () => {
    const { acme } = await openStock();
    const { body, headers } = await acme.get(`/inventory/stock-age/AC-LAMP?locationId=${thames}`);
    expect(body.data).toEqual({
      ...{ sku: 'AC-LAMP', location_id: thames, as_of_date: '2026-09-01', source: 'snapshot' },
      ...{ total_quantity: 5, average_age_days: 488, oldest_age_days: 488, newest_age_days: 488 },
      age_ranges: [
        { range: '0-30', min_days: 0, max_days: 30, quantity: 0 },
        { range: '31-60', min_days: 31, max_days: 60, quantity: 0 },
        { range: '61-90', min_days: 61, max_days: 90, quantity: 0 },
        { range: '91-180', min_days: 91, max_days: 180, quantity: 0 },
        { range: '181-365', min_days: 181, max_days: 365, quantity: 0 },
        { range: '366+', min_days: 366, max_days: null, quantity: 5 },
      ],
      lots: [{ receipt_date: '2025-05-01', quantity: 5, age_days: 488 }],
    });
    expect(headers['x-emulator-assumption']).toContain('A-30');
  });

  it('[A-30] alternatively in camel case', async () => {
    const { age } = await openStock({ assume: { 'A-30': 1 } });
    const record = await age('AC-LAMP');
    expect(record).toMatchObject({ totalQuantity: 5, averageAgeDays: 488, asOfDate: '2026-09-01' });
    expect(record.lots).toEqual([{ receiptDate: '2025-05-01', quantity: 5, ageDays: 488 }]);
    expect(record.ageRanges.at(-1)).toEqual({ range: '366+', minDays: 366, maxDays: null, quantity: 5 });
  });

  it('[A-30] alternatively with the ranges as an object', async () => {
    const { age } = await openStock({ assume: { 'A-30': 2 } });
    expect((await age('AC-TENT-2')).age_ranges).toEqual({
      '0-30': 19,
      '31-60': 0,
      '61-90': 0,
      '91-180': 25,
      '181-365': 0,
      '366+': 0,
    });
  });

  it('[AGE-NONE] a SKU without stock has no ages', async () => {
    const { age } = await openStock();
    expect(await age('AC-MAT')).toMatchObject({
      ...{ source: 'snapshot', total_quantity: 0, average_age_days: null },
      ...{ oldest_age_days: null, newest_age_days: null, lots: [] },
    });
  });

  it.each([
    ['Northgate FC', northgate],
    ['Thames Reach FC', thames],
  ])('[AGE-LOCATION] locationId restricts lots and quantities to %s', async (name, id) => {
    const { age } = await openStock();
    for (const asked of [id, id.toUpperCase()]) {
      expect(await age('AC-TENT-2', `?locationId=${asked}`)).toMatchObject({
        ...naiveAges(tents, tonight, name),
        location_id: id,
      });
    }
  });

  it.each(['AC-UNHEARD', 'BB-VASE'])('[A-32] does not find %s', async (sku) => {
    const { acme } = await openStock();
    const { status, headers } = await acme.get(`/inventory/stock-age/${sku}`);
    expect(status).toBe(404);
    expect(headers['x-emulator-assumption']).toContain('A-32');
  });

  it.each(['2026-05-31', '2026-06-02', '2026-08-10', '2026-08-11', '2026-08-21', '2026-09-01'])(
    '[AGE-AS-OF] as_of_date=%s shows that day',
    async (date) => {
      const { age } = await openStock();
      expect(await age('AC-TENT-2', `?as_of_date=${date}`)).toMatchObject({
        ...naiveAges(tents, `${date}T02:00:00Z`),
        ...{ as_of_date: date, source: 'snapshot' },
      });
    },
  );

  it('[AGE-FIFO] ships the oldest stock first', async () => {
    const { create, dispatch, deliver, age, advance } = await openStock();
    const events = [...tents];
    const shipped = async (reference: string, quantity: number, at: string) => {
      await create(reference, { OrderItems: [line({ Qty: quantity })] });
      await dispatch(reference);
      events.push({ at, warehouse: 'Northgate FC', quantity: -quantity });
    };
    await shipped('R-1', 20, '2026-09-01T08:00:00Z');
    await advance('36h');
    await deliver('IN-1');
    events.push({ at: '2026-09-02T20:00:00Z', warehouse: 'Northgate FC', quantity: 12 });
    await shipped('R-2', 9, '2026-09-02T20:00:00Z');
    await advance('30d');
    for (const date of ['2026-09-01', '2026-09-02', '2026-09-03', '2026-10-02']) {
      const expected = naiveAges(events, `${date}T02:00:00Z`);
      expect(await age('AC-TENT-2', `?as_of_date=${date}`)).toMatchObject(expected);
    }
    expect(await age('AC-TENT-2')).toMatchObject(naiveAges(events, '2026-10-02T02:00:00Z'));
  });

  it('[A-48] ages are whole calendar days in UTC, with an average weighted by quantity', async () => {
    const { age } = await openStock();
    const record = await age('AC-TENT-2');
    expect(record.lots.map(({ age_days }: { age_days: number }) => age_days)).toEqual([92, 22, 12]);
    expect(record.average_age_days).toBeCloseTo((25 * 92 + 15 * 22 + 4 * 12) / 44, 10);
  });
});

describe('the snapshot', () => {
  const early = '2026-09-01T01:59:00Z';

  it('[AGE-SNAPSHOT] is refreshed daily at 02:00 UTC and stale until then', async () => {
    const { deliver, age, advance } = await openStock();
    await deliver('IN-1');
    expect(await age('AC-TENT-2')).toMatchObject({
      total_quantity: 44,
      source: 'snapshot',
      as_of_date: '2026-09-01',
    });
    await advance('1079m');
    expect((await age('AC-TENT-2')).total_quantity).toBe(44);
    await advance('1m');
    expect(await age('AC-TENT-2')).toMatchObject({
      total_quantity: 56,
      source: 'snapshot',
      as_of_date: '2026-09-02',
    });
  });

  it('[A-47] dates from the last 02:00 when the emulator starts', async () => {
    const { age } = await openStock({
      seed: { ...stockSeed, now: early },
      now: Date.parse(early),
    });
    expect(await age('AC-TENT-2')).toMatchObject({
      as_of_date: '2026-08-31',
      source: 'snapshot',
      newest_age_days: 11,
    });
  });

  it('[A-47] as_of_date of today before 02:00 is read live', async () => {
    const { age, deliver } = await openStock({ seed: { ...stockSeed, now: early }, now: Date.parse(early) });
    await deliver('IN-1');
    expect(await age('AC-TENT-2', '?as_of_date=2026-09-01')).toMatchObject({
      ...{ as_of_date: '2026-09-01', source: 'live', total_quantity: 56, newest_age_days: 0 },
    });
  });

  it('[AGE-LIVE] [A-47] a SKU first received after the snapshot is read live', async () => {
    const { deliver, age, advance } = await openStock();
    await deliver('IN-1', { items: [{ barcode: '2000000001043', Quantity: 6 }] });
    expect(await age('AC-MAT')).toMatchObject({ source: 'live', total_quantity: 6, newest_age_days: 0 });
    const today = { source: 'live', total_quantity: 6, as_of_date: '2026-09-01' };
    expect(await age('AC-MAT', '?as_of_date=2026-09-01')).toMatchObject(today);
    expect(await age('AC-MAT', '?as_of_date=2026-08-31')).toMatchObject({ total_quantity: 0, lots: [] });
    await advance('1d');
    expect(await age('AC-MAT')).toMatchObject({ source: 'snapshot', total_quantity: 6, newest_age_days: 1 });
  });

  it('[AGE-STALE] a missed snapshot is replaced by a live reading', async () => {
    const { admin, deliver, age } = await openStock();
    await deliver('IN-1');
    await admin.post('/faults', {
      match: { path: '/inventory/stock-age/*' },
      do: { domain: 'snapshot-stale' },
    });
    expect(await age('AC-TENT-2')).toMatchObject({ source: 'live', total_quantity: 56 });
    expect(await age('AC-TENT-2', '?as_of_date=2026-08-11')).toMatchObject({
      source: 'live',
      total_quantity: 40,
    });
  });

  it.each([
    ['2026-09-01T02:00:00Z', 'snapshot', true],
    ['2026-09-01T02:00:00.001Z', 'live', false],
  ])(
    '[AGE-SNAPSHOT] [AGE-LIST-AVAILABLE] a SKU first received at %s is read %s',
    async (at, source, available) => {
      const seed = { ...stockSeed, products: [product('emu-acme', 'AC-MAT', '2000000001043', [lot(1, at)])] };
      const { acme, age } = await openStock({ seed: { ...seed, orders: [] } });
      expect(await age('AC-MAT')).toMatchObject({ source, total_quantity: 1, average_age_days: 0 });
      const { skus } = (await acme.get('/inventory/stock-age?in_stock_only=true')).body.data;
      expect(skus).toMatchObject([
        { sku: 'AC-MAT', source, stock_age_available: available, total_quantity: 1 },
      ]);
    },
  );
});
