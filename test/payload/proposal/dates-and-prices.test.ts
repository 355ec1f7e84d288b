import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { propose } from '../../../src/payload/proposal/propose.ts';
import { answered, type MapMembers, type Question } from '../../../src/payload/proposal/questions.ts';
import { readSample } from '../../../src/payload/proposal/sample.ts';
import { read, sourceOf } from '../support.ts';
import { usual } from './proposed.ts';

const now = Date.UTC(2026, 10, 26, 8);
const dayMs = 86_400_000;

interface Order {
  readonly ReferenceNumber: string;
  readonly ReceivedDate: string;
  readonly DispatchBy: string;
  readonly OrderItems: readonly { SKU: string; PricePerUnit: number }[];
}

/** What an upload would send for each way to answer the questions that decide one of these fields; the first answer of all others. */
async function outcomesOf(text: string, fields: readonly string[], more: Partial<ReadingOptions>) {
  const options: ReadingOptions = { set: [], decimal: 'point', now, ...usual, ...more };
  const { map, questions, missing } = propose(
    await readSample(sourceOf(text, 'export.csv'), options),
    options,
  );
  const decides = ({ choices }: Question): boolean =>
    choices.some(({ set }) => fields.some((field) => field in set));
  const maps = questions.reduce<MapMembers[]>(
    (all, question) =>
      all.flatMap((each) =>
        (decides(question) ? question.choices : question.choices.slice(0, 1)).map((choice) =>
          answered(each, question, choice),
        ),
      ),
    [map],
  );
  // What is missing is refused.
  if (missing.some((field) => field !== 'PaymentStatus')) return [];
  const set = [['PaymentStatus', 'PAID']] as const;
  return Promise.all(
    maps.map(async (each): Promise<Order[]> => {
      const given = { ...options, set, map: each };
      return (await read(text, { name: 'export.csv', options: given })).bodies;
    }),
  );
}

const table = (header: string, rows: readonly (readonly (string | number)[])[]): string =>
  [header, ...rows.map((cells) => cells.join(';'))].join('\n');
const recipient = ['Ina Muster', '4 Quay St', 'Hull', 'HU1 1AA', 'GB'];
const recipientNames = 'Name;Street;City;Zip;Country';

const two = (number: number): string => String(number).padStart(2, '0');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** How a day may be written. */
const styles: readonly ((year: number, month: number, day: number) => string)[] = [
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${two(day)}/${two(month)}/${year}`,
  (year, month, day) => `${two(month)}/${two(day)}/${year}`,
  (year, month, day) => `${day}.${month}.${year}`,
  (year, month, day) => `${two(day)}-${two(month)}-${year % 100}`,
  (year, month, day) => `${month}/${day}/${year % 100}`,
  (year, month, day) => `${year % 100}/${two(month)}/${two(day)}`,
  (year, month, day) => `${day}-${months[month - 1]}-${year % 100}`,
  (year, month, day) => `${months[month - 1]} ${day}, ${year}`,
  (year, month, day) => `${year}/${month}/${day}`,
  // No format reads these.
  (year, month, day) => `Tue ${day} ${months[month - 1]} ${year}`,
  (year, month, day) => `${year}-${two(month)}-${two(day)} 10:00 EST`,
];
const written = (style: number, instant: number): string => {
  const date = new Date(instant);
  const write = styles[style % styles.length];
  return write?.(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()) ?? '';
};
/** What comes first in each of these styles, if that may be open: two of them are not in one column. */
const firsts = [0, 'day', 'month', 'day', 'day', 'month', 'year', 0, 0, 0, 0, 0];
const besideStyle = (own: number, other: number | null): number => {
  const [one, two] = [own, other ?? own].map((style) => firsts[style % styles.length]);
  return other === null || (one !== 0 && two !== 0 && one !== two) ? own : other;
};
const dayOf = (time: string): number => Math.floor(Date.parse(time) / dayMs);

const dates = fc.record({
  received: fc.constantFrom('Order date', 'Created at', 'Purchase date', 'Date ordered', 'Bestelldatum'),
  due: fc.constantFrom('Ship by', 'Despatch by', 'Latest ship date', 'Versand bis', 'Expédier avant'),
  aside: fc.constantFrom('Date paid', 'Deliver by', 'Invoice date', 'Last updated', 'Due date', 'Exported'),
  styles: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  /** Of another order: somebody has put two exports together, in which the day comes first, or the month. */
  otherStyle: fc.option(fc.nat(), { freq: 4 }),
  orders: fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 4,
  }),
});

it('no other day goes to the service than that of the column named for it, in whatever form', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      dates,
      async ({ received, due, aside, styles: [own = 0, its = 0, other = 0], otherStyle, orders }) => {
        const days = orders.map(
          ([ago, promise]) => [now - ago * dayMs, now + (promise - ago) * dayMs] as const,
        );
        const text = table(
          `Order no;${aside};${due};${received};${recipientNames};SKU;Item name;Qty;Unit price;Currency`,
          days.map(([start, end], at) => [
            ...[`R-${at}`, written(other, start + dayMs), written(its, end)],
            written(at === 1 ? besideStyle(own, otherStyle) : own, start),
            ...[...recipient, 'AC-1', 'Tent', 1, '9.00', 'GBP'],
          ]),
        );
        const given = { timezone: 'UTC', fromProfile: { dispatchWithin: 'profile' } };
        const outcomes = await outcomesOf(text, ['ReceivedDate', 'DispatchBy'], given);
        const wrong = outcomes.map((bodies) =>
          bodies.filter(({ ReferenceNumber, ReceivedDate, DispatchBy }) => {
            const right = days[Number(ReferenceNumber.slice(2))]?.map((day) => Math.floor(day / dayMs));
            return right?.join() !== [ReceivedDate, DispatchBy].map(dayOf).join();
          }),
        );
        sent += outcomes.flat().length;
        const least = Math.min(...wrong.map((each) => each.length), wrong.length);
        expect({ text, least, wrong }).toEqual({ text, least: 0, wrong });
      },
    ),
    { numRuns: 150 },
  );
  expect(sent).toBeGreaterThan(100);
});

/** How an amount in cents may be written. */
const amounts: readonly ((cents: number) => string)[] = [
  (cents) => (cents / 100).toFixed(2),
  (cents) => (cents / 100).toFixed(2).replace('.', ','),
  (cents) => `£${(cents / 100).toFixed(2)}`,
  (cents) => (cents / 100).toFixed(3).replace('.', ','),
  (cents) => (cents / 100).toFixed(4),
  (cents) => String(cents),
  (cents) => String(cents / 100),
];
type Kind = 'unit' | 'line' | 'order' | 'list';
const names: Readonly<Record<Kind, readonly string[]>> = {
  unit: ['Unit price', 'Price', 'Item price', 'Einzelpreis', 'Prix unitaire', 'Price each'],
  line: ['Line total', 'Line price', 'Row total', 'Gesamtpreis'],
  order: ['Order total', 'Grand total', 'Bestellsumme'],
  list: ['List price', 'RRP', 'Cost price', 'Standard price', 'Full price'],
};
const kinds = Object.keys(names) as Kind[];

const prices = fc.record({
  /** At least the price of the unit or of the line is there; where one is bare, it may be that of the line. */
  has: fc.subarray(kinds, { minLength: 1 }).filter((has) => has.includes('unit') || has.includes('line')),
  isBareLine: fc.boolean(),
  named: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  order: fc.shuffledSubarray(kinds, { minLength: 4 }),
  style: fc.nat(),
  postage: fc.constantFrom<number>(0, 395),
  orders: fc.array(
    fc.array(fc.tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

it('no other price goes to the service than that of one unit, whatever stands beside it', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(prices, async ({ has, isBareLine, named, order, style, postage, orders }) => {
      const isWhole = isBareLine && has.includes('order') && has.includes('line');
      const columns = order.filter((kind) => has.includes(kind) && !(isWhole && kind === 'unit'));
      const nameOf = (kind: Kind): string => {
        const all = isWhole && kind === 'line' ? ['Price', 'Preis', 'Selling price'] : names[kind];
        return all[(named[kinds.indexOf(kind)] ?? 0) % all.length] ?? '';
      };
      const write = (cents: number): string => amounts[style % amounts.length]?.(cents) ?? '';
      // Where the price is that of the line, some line has several units.
      const all = orders.map((lines) =>
        lines.map(([each, count], at) => [each * 100, isWhole && at === 0 ? count + 1 : count] as const),
      );
      const text = table(
        `Order no;Order date;${recipientNames};SKU;Item name;Qty;Currency;${columns.map(nameOf).join(';')}`,
        all.flatMap((lines, at) => {
          const sum = lines.reduce((total, [each, count]) => total + each * count, postage);
          return lines.map(([each, count], line) => {
            const cents = { unit: each, line: each * count, order: sum, list: each + 300 };
            const sku = `AC-${at}-${line}-${each}`;
            return [
              `R-${at}`,
              '2026-11-24',
              ...recipient,
              sku,
              'Tent',
              count,
              'GBP',
              ...columns.map((kind) => write(cents[kind])),
            ];
          });
        }),
      );
      const outcomes = await outcomesOf(text, ['PricePerUnit'], {});
      const wrong = outcomes.map((bodies) =>
        bodies
          .flatMap(({ OrderItems }) => OrderItems)
          .filter(({ SKU, PricePerUnit }) => Number(SKU.split('-')[3]) !== PricePerUnit * 100),
      );
      sent += outcomes.flat().length;
      const least = Math.min(...wrong.map((each) => each.length), wrong.length);
      expect({ text, least, wrong }).toEqual({ text, least: 0, wrong });
    }),
    { numRuns: 150 },
  );
  expect(sent).toBeGreaterThan(100);
});
