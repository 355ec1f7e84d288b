import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Received } from '../support/services/http-server.ts';
import { calm, startDyingClient, type Weather, weather } from '../support/storms/dying-client.ts';

/** A day on which a file with these rows is uploaded. */
interface Day<Row> {
  readonly rows: readonly (Row & { readonly isThere: boolean })[];
  readonly weather: Weather;
}

const isThere = fc.integer({ min: 0, max: 4 }).map((number) => number > 0);

/** Several days, on each of which a row may be missing, or have other content. */
const daysOf = <Row extends object>(row: fc.Arbitrary<Row>): fc.Arbitrary<Day<Row>[]> => {
  const rows = fc.array(
    fc.tuple(row, isThere).map(([content, there]) => ({ ...content, isThere: there })),
    { minLength: 3, maxLength: 3 },
  );
  return fc.array(fc.record({ rows, weather }), { minLength: 2, maxLength: 5 });
};

const found = (data: unknown): readonly [number, unknown] => [200, { success: true, data }];
const orMissing = (data: unknown): readonly [number, unknown] =>
  data === undefined ? [404, { success: false, error: 'not found' }] : found(data);
const nameIn = ({ url }: Received): string => url.slice(url.lastIndexOf('/') + 1);

const isOnceEach = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

interface PurchaseOrder {
  readonly PO_REFERENCE: string;
  readonly lw_po_number: string;
  readonly slotReference?: string;
}

it('never creates a purchase order twice, whatever slot it has when the client dies, and later', async () => {
  const slots = ['SLOT-1', 'SLOT-2', 'SLOT-3', 'SLOT-4'];
  const header = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity,slotReference';
  const row = fc.record({ slot: fc.constantFrom('', ...slots), quantity: fc.integer({ min: 1, max: 2 }) });
  const days = daysOf(row);
  await fc.assert(
    fc.asyncProperty(days, async (days) => {
      const created: PurchaseOrder[] = [];
      const slotOf = (slotReference: string) => {
        const user = created.find((each) => each.slotReference === slotReference);
        return {
          slotReference,
          scheduleStatus: 'confirmed',
          usedByPoReference: user?.lw_po_number ?? null,
        };
      };
      const client = await startDyingClient((request) => {
        if (request.method === 'POST') {
          const order = JSON.parse(request.body) as PurchaseOrder;
          const { slotReference } = order;
          if (slotReference !== undefined && slotOf(slotReference).usedByPoReference !== null)
            return [409, { success: false, error: 'the slot is used' }];
          created.push({ ...order, lw_po_number: `LW-${created.length}` });
          return [201, { success: true, data: created.at(-1) }];
        }
        if (request.url === '/v1/inbound-slot') return found(slots.map(slotOf));
        if (request.url.startsWith('/v1/inbound-slot/')) return found(slotOf(nameIn(request)));
        return orMissing(created.find(({ lw_po_number }) => lw_po_number === nameIn(request)));
      });
      for (const { rows, weather } of days) {
        const lines = rows.flatMap(({ isThere, slot, quantity }, number) =>
          isThere ? [`PO-${number},Northgate FC,AC-TENT-2,2000000001012,${quantity},${slot}`] : [],
        );
        writeFileSync(join(client.home(), 'po.csv'), [header, ...lines, ''].join('\n'));
        await client.run(['po', 'create', 'po.csv'], weather);
        expect(isOnceEach(created.map(({ PO_REFERENCE }) => PO_REFERENCE))).toBe(true);
      }
    }),
    { numRuns: 5 },
  );
}, 240_000);

interface BookedSlot {
  readonly slotReference: string;
  readonly date: string;
  /** Tells the rows apart. */
  readonly palletCount: number;
}

/** A row whose day changes, and changes back on a day on which the client dies before it has looked the slot up. */
const changedBack = (() => {
  const onDay = (date: string, weather: Weather): Day<{ date: string }> => ({
    rows: [
      { date, isThere: false },
      { date, isThere: true },
    ],
    weather,
  });
  return [
    onDay('2026-09-08', { seed: -556881220, share: 0.5, killAt: 3 }),
    onDay('2026-09-10', calm),
    onDay('2026-09-08', { ...calm, killAt: 2 }),
    onDay('2026-09-08', calm),
  ];
})();

it('never books two slots for a row, whatever day it has when the client dies, and later', async () => {
  const header = 'date,window,warehouse,loadingType,numberOfSkus,palletCount,reference';
  const row = fc.record({ date: fc.constantFrom('2026-09-08', '2026-09-09', '2026-09-10') });
  await fc.assert(
    fc.asyncProperty(daysOf(row), async (days) => {
      const slots: BookedSlot[] = [{ slotReference: 'S-0', date: '2026-09-08', palletCount: 99 }];
      const client = await startDyingClient((request) => {
        if (request.method === 'POST') {
          slots.push({ ...JSON.parse(request.body), slotReference: `S-${slots.length}` });
          return [201, { success: true, data: slots.at(-1) }];
        }
        if (request.url === '/v1/inbound-slot') return found(slots);
        return orMissing(slots.find(({ slotReference }) => slotReference === nameIn(request)));
      });
      const last = { rows: days.at(-1)?.rows ?? [], weather: calm };
      let reported = '';
      for (const { rows, weather } of [...days, last]) {
        const lines = rows.flatMap(({ isThere, date }, number) =>
          isThere ? [`${date},morning,Northgate FC,palletised,lt_10,${number + 1},row ${number + 1}`] : [],
        );
        writeFileSync(join(client.home(), 'slots.csv'), [header, ...lines, ''].join('\n'));
        reported = (await client.run(['slot', 'book', 'slots.csv', '--json'], weather)).stdout;
        expect(isOnceEach(slots.map(({ palletCount }) => palletCount))).toBe(true);
      }
      for (const { reference, slotReference } of JSON.parse(reported).data.slots) {
        const own = slots.find(({ palletCount }) => `row ${palletCount}` === reference);
        expect(slotReference).toBe(own?.slotReference);
      }
    }),
    { numRuns: 5, examples: [[changedBack]] },
  );
}, 240_000);
