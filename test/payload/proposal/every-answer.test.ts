import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { answered, type MapMembers } from '../../../src/payload/proposal/questions.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { read, sourceOf } from '../support.ts';
import { usual } from './proposed.ts';

const options = { set: [], decimal: 'point', now: Date.UTC(2026, 10, 26, 8), ...usual } as const;

/** A column that says clearly which lines go: its cell for a line that does, and for one that does not. */
type Clear = readonly [name: string, goes: string, gone: string];
/** Stands for the quantity of the line. */
const all = 'all';
const clear: readonly Clear[] = [
  ['Fulfillment status', 'Unfulfilled', 'Fulfilled'],
  ['Order status', 'Processing', 'Cancelled'],
  ['Order status', 'Processing', 'Completed'],
  ['Shipment status', 'Not shipped', 'Shipped'],
  ['Payment status', 'paid', 'refunded'],
  ['Line status', 'open', 'shipped'],
  ['Tracking number', '', 'JD0002345678'],
  ['Shipped', 'No', 'Yes'],
  ['Is shipped', 'false', 'true'],
  ['Dispatched', '', '2026-11-25'],
  ['Cancelled at', '', '2026-11-25'],
  ['Cancelled', 'no', 'yes'],
  ['Storniert', 'nein', 'ja'],
  ['Refunded', '', 'yes'],
  ['On hold', '', 'yes'],
  ['Do not ship', '', 'x'],
  ['Ready to ship', 'yes', 'no'],
  ['Approved', 'yes', 'no'],
  ['Qty shipped', '0', all],
  ['Cancelled qty', '-', all],
  ['Refunded qty', '0', all],
  ['Qty to ship', all, '0'],
  ['Open qty', all, '0'],
  ['Geliefert', '0', all],
];

/** A column that says nothing clear, with what it may have. */
const unclear: readonly (readonly [name: string, cells: readonly string[]])[] = [
  ['Status code', ['1', '2', '3']],
  ['Flag', ['x', '']],
  ['Shipped by', ['Ina', 'DPD', '']],
  ['Delivery status', ['ok', 'n/k', '']],
  ['Qty delivered', ['', '?', '0']],
  ['Backordered', ['', '0', 'maybe']],
  ['Shipping note', ['call', 'cancel?', '']],
  ['Returned', ['', '?']],
  ['Picked', ['1', '0', '']],
  ['Invoiced', ['yes', 'no']],
  ['Price 2', ['3.00', '4.00']],
  ['Requested date', ['2026-12-24', '']],
  ['Variant', ['red', 'blue', '']],
  ['Carrier', ['DPD', 'UPS', '']],
];
/** What people write into a clear column, of lines that go. */
const words = ['A7', 'check', '?', 'awaiting', 'part', 'n/a', 'hold?', 'later', 'tbc'];

const line = fc.record({
  order: fc.integer({ min: 1, max: 4 }),
  isGone: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 5 }),
  isUnclear: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }),
  pick: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
});
const byName = { selector: ([name]: readonly [string, ...unknown[]]) => name, minLength: 1 };
const file = fc.record({
  lines: fc.array(line, { minLength: 2, maxLength: 6 }),
  clear: fc.uniqueArray(fc.constantFrom(...clear), { ...byName, maxLength: 3 }),
  unclear: fc.uniqueArray(fc.constantFrom(...unclear), { ...byName, minLength: 0, maxLength: 2 }),
});
type File = typeof file extends fc.Arbitrary<infer Value> ? Value : never;

const own =
  'Order no;Order date;Name;Street;City;Zip;Country;SKU;Item name;Qty;Unit price;Currency;Payment date';

/** The text of a file, and the SKUs of its lines that do not go: each line has its own. */
function written({ lines, clear, unclear }: File) {
  const rows = lines.map(({ order, isGone, quantity, isUnclear, pick }, at) => {
    const told = clear.map(([, goes, gone], column) => {
      const cell = isGone ? gone : goes;
      if (!isGone && isUnclear[column] === 0) return words[(pick[column] ?? 0) % words.length];
      return cell === all ? String(quantity) : cell;
    });
    const others = unclear.map(([, cells], column) => cells[(pick[column] ?? 0) % cells.length]);
    const name = `R-${order};2026-11-24;Ina${order} Muster;${order} Quay St;Hull;HU1 1AA;GB`;
    return [name, `AC-${at}`, `Tent ${at}`, quantity, '9.00', 'GBP', '2026-11-24', ...told, ...others].join(
      ';',
    );
  });
  const header = [own, ...clear.map(([name]) => name), ...unclear.map(([name]) => name)].join(';');
  return {
    text: [header, ...rows].join('\n'),
    gone: lines.flatMap(({ isGone }, at) => (isGone ? [`AC-${at}`] : [])),
  };
}

it('whatever the answers about other columns, and with the first one about its own, sends nothing that a clear mark stops', async () => {
  let answers = 0;
  let orders = 0;
  await fc.assert(
    fc.asyncProperty(file, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), async (shape, chosen) => {
      const { text, gone } = written(shape);
      const proposal = propose(await readSample(sourceOf(text, 'export.csv'), options), options);
      const told: ReadonlySet<string> = new Set(shape.clear.map(([name]) => name));
      let map: MapMembers = proposal.map;
      const said = proposal.questions.map((question, at) => {
        const isOfClear = question.columns.some((name) => told.has(name));
        const { choices } = question;
        const choice = choices[isOfClear ? 0 : (chosen[at] ?? 0) % choices.length];
        if (choice === undefined) throw new Error(`${question.id} has no choices`);
        answers++;
        map = answered(map, question, choice);
        return `${question.question} ${choice.means}`;
      });
      const set = proposal.missing.includes('PaymentStatus') ? [['PaymentStatus', 'PAID'] as const] : [];
      const { bodies } = await read(text, { name: 'export.csv', options: { ...options, set, map } });
      orders += bodies.length;
      const sent = bodies.flatMap((body) =>
        (body as { OrderItems: { SKU: string }[] }).OrderItems.map(({ SKU }) => SKU),
      );
      expect({ text, said, sent: sent.filter((sku) => gone.includes(sku)) }).toEqual({
        text,
        said,
        sent: [],
      });
    }),
    { numRuns: 150 },
  );
  // A program that refuses everything would be right too.
  expect([answers > 50, orders > 50]).toEqual([true, true]);
});
