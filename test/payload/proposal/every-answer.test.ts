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

/** A file, the most that may be sent of each SKU (each line has its own), and the columns that say so clearly. */
interface Written {
  readonly text: string;
  readonly most: ReadonlyMap<string, number>;
  readonly told: ReadonlySet<string>;
  readonly preset?: string;
}

const table = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [header, ...rows].map((cells) => cells.join(';')).join('\n');
const orderNames = ['Order no', 'Order date', 'Name', 'Street', 'City', 'Zip', 'Country', 'Currency'];
const orderCells = (order: number): string[] =>
  `R-${order};2026-11-24;Ina${order} Muster;${order} Quay St;Hull;HU1 1AA;GB;GBP`.split(';');

/** Lines that go or do not, by marks of several kinds. */
const marked = file.map(({ lines, clear, unclear }): Written => {
  const rows = lines.map(({ order, isGone, quantity, isUnclear, pick }, at) => {
    const told = clear.map(([, goes, gone], column) => {
      const cell = isGone ? gone : goes;
      if (!isGone && isUnclear[column] === 0) return words[(pick[column] ?? 0) % words.length] ?? '';
      return cell === all ? String(quantity) : cell;
    });
    const others = unclear.map(([, cells], column) => cells[(pick[column] ?? 0) % cells.length] ?? '');
    return [
      ...orderCells(order),
      `AC-${at}`,
      `Tent ${at}`,
      quantity,
      '9.00',
      '2026-11-24',
      ...told,
      ...others,
    ];
  });
  const names = [...clear, ...unclear].map(([name]) => name);
  const own = ['SKU', 'Item name', 'Qty', 'Unit price', 'Payment date'];
  return {
    text: table([...orderNames, ...own, ...names], rows),
    most: new Map(lines.map(({ isGone, quantity }, at) => [`AC-${at}`, isGone ? 0 : quantity])),
    told: new Set(clear.map(([name]) => name)),
  };
});

/** A column that counts the units of a line that go, or those that do not any more. */
type Count = readonly [name: string, kind: 'left' | 'gone'];
const counts: readonly Count[] = [
  ['Qty shipped', 'gone'],
  ['Cancelled qty', 'gone'],
  ['Refunded qty', 'gone'],
  ['Qty to ship', 'left'],
  ['Open qty', 'left'],
];
interface Units {
  readonly quantity: number;
  readonly left: number;
  /** Somebody has written a word in place of the count of a line that goes as a whole. */
  readonly isWord: boolean;
}
const units: fc.Arbitrary<Units> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 5 }),
    left: fc.integer({ min: 0, max: 9 }),
    isWord: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
  })
  .map(({ quantity, left, isWord }) => ({ quantity, left: Math.min(quantity, left), isWord }));
const countOf = ({ quantity, left, isWord }: Units, [, kind]: Count): number | string => {
  if (isWord && left === quantity) return 'tbc';
  return kind === 'left' ? left : quantity - left;
};

/** Lines of which a part goes. */
const counted = fc.tuple(fc.constantFrom(...counts), fc.array(units, { minLength: 2, maxLength: 5 })).map(
  ([count, lines]): Written => ({
    text: table(
      [...orderNames, 'SKU', 'Item name', 'Qty', 'Unit price', count[0]],
      lines.map((line, at) => [
        ...orderCells(Math.floor(at / 2)),
        ...[`AC-${at}`, `Tent ${at}`, line.quantity, '9.00', countOf(line, count)],
      ]),
    ),
    most: new Map(lines.map(({ left }, at) => [`AC-${at}`, left])),
    told: new Set([count[0]]),
  }),
);

/** Rows of two numbered items of which a part goes. */
const numbered = fc
  .tuple(
    fc.constantFrom(...counts),
    fc.array(fc.tuple(units, fc.option(units)), { minLength: 2, maxLength: 4 }),
  )
  .map(([count, rows]): Written => {
    const namesOf = (number: number): string[] =>
      ['SKU', 'Item name', 'Qty', 'Unit price', count[0]].map((name) => `${name} ${number}`);
    const cellsOf = (item: Units | null, sku: string): (string | number)[] =>
      item === null
        ? ['', '', '', '', '']
        : [sku, `Tent ${sku}`, item.quantity, '9.00', countOf(item, count)];
    return {
      text: table(
        [...orderNames, ...namesOf(1), ...namesOf(2)],
        rows.map(([first, second], at) => [
          ...orderCells(at),
          ...[...cellsOf(first, `AC-${at}`), ...cellsOf(second, `BC-${at}`)],
        ]),
      ),
      most: new Map(
        rows.flatMap(([first, second], at) => [
          [`AC-${at}`, first.left],
          [`BC-${at}`, second?.left ?? 0],
        ]),
      ),
      told: new Set([1, 2].map((number) => `${count[0]} ${number}`)),
    };
  });

/** A marketplace's export with returned units, to which somebody has added a count that may know of them or not. */
const beside = fc
  .tuple(
    fc.constantFrom(...counts),
    fc.array(fc.tuple(units, fc.integer({ min: 0, max: 2 })), { minLength: 1, maxLength: 4 }),
  )
  .map(
    ([count, rows]): Written => ({
      text: [
        `Order ID,Order Status,Seller SKU,Product Name,Quantity,Sku Quantity of return,SKU Unit Original Price,Created Time,Recipient,Country,Post Town,Zipcode,Detail Address,${count[0]}`,
        ...rows.map(
          ([line, returned], at) =>
            `${at},To ship,AC-${at},Tent,${line.quantity},${returned},GBP 9.00,24/11/2026 13:00:00,Ina Muster,United Kingdom,Hull,HU1 1AA,4 Quay St,${countOf(line, count)}`,
        ),
      ].join('\n'),
      most: new Map(
        rows.map(([{ quantity, left }, returned], at) => {
          const most = count[1] === 'left' ? Math.min(left, quantity - returned) : left - returned;
          return [`AC-${at}`, Math.max(0, most)];
        }),
      ),
      told: new Set([count[0]]),
      preset: 'tiktok',
    }),
  );

it.each([
  ['marks', marked, 150],
  ['counts', counted, 40],
  ['counts of numbered items', numbered, 40],
  ['counts beside a preset', beside, 40],
] as const)(
  'whatever the answers about other columns, and with the first one about its own, sends nothing that is stopped by %s',
  async (_, files, numRuns) => {
    let answers = 0;
    let orders = 0;
    const chosen = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(files, chosen, async ({ text, most, told, preset }, picks) => {
        const given = preset === undefined ? options : { ...options, preset };
        const proposal = propose(await readSample(sourceOf(text, 'export.csv'), given), given);
        let map: MapMembers = proposal.map;
        const said = proposal.questions.map((question, at) => {
          const isOfClear = question.columns.some((name) => told.has(name));
          const { choices } = question;
          const choice = choices[isOfClear ? 0 : (picks[at] ?? 0) % choices.length];
          if (choice === undefined) throw new Error(`${question.id} has no choices`);
          answers++;
          map = answered(map, question, choice);
          return `${question.question} ${choice.means}`;
        });
        const set = proposal.missing.includes('PaymentStatus') ? [['PaymentStatus', 'PAID'] as const] : [];
        const { bodies } = await read(text, { name: 'export.csv', options: { ...given, set, map } });
        orders += bodies.length;
        const sent = bodies.flatMap(
          (body) => (body as { OrderItems: { SKU: string; Qty: number }[] }).OrderItems,
        );
        const over = sent.filter(({ SKU, Qty }) => Qty > (most.get(SKU) ?? 0));
        expect({ text, said, over }).toEqual({ text, said, over: [] });
      }),
      { numRuns },
    );
    // A program that refuses everything would be right too.
    expect([answers > 5, orders > 20]).toEqual([true, true]);
  },
);
