import { describe, expect, it } from 'vitest';
import { type Language, languages } from './headings.ts';
import { plan } from './proposed.ts';

const orders = {
  order: ['R-1', 'R-2'],
  date: ['2026-11-24 10:00:00', '2026-11-24 11:00:00'],
  name: ['Ina Muster', 'Bo Muster'],
  street: ['1 Quay St', '2 Quay St'],
  town: ['Hull', 'Leeds'],
  postcode: ['HU1 1AA', 'LS1 4AB'],
  country: ['GB', 'GB'],
  sku: ['A-1', 'B-2'],
  title: ['Tent', 'Stove'],
  quantity: ['2', '3'],
  price: ['129.00', '34.50'],
  currency: ['GBP', 'GBP'],
} as const;

type Column = keyof typeof orders;
const columns = Object.keys(orders) as Column[];

/** Files with every heading of each language: the n-th of each column together, where shorter lists begin again. */
const plain = languages.flatMap((language) =>
  Array.from({ length: Math.max(...columns.map((key) => language[key].length)) }, (_, nth) => {
    const headings = columns.map((key) => language[key][nth % language[key].length] as string);
    return [headings.join(', '), headings] as const;
  }),
);

/** Columns that say what is not to be sent, or repeat what others say: each heading beside the first of the others. */
const further: Readonly<
  Record<'status' | 'tracking' | 'shipped' | 'total', (language: Language) => readonly [string, string]>
> = {
  status: ({ sent, stopped }) => [sent[0], stopped[0][0]],
  tracking: () => ['', 'JD77'],
  shipped: () => ['1', '3'],
  total: () => ['258.00', '103.50'],
};
const additional = languages.flatMap((language) =>
  (Object.keys(further) as (keyof typeof further)[]).flatMap((key) =>
    language[key].map((word) => [key, word, language] as const),
  ),
);

/** The first order, or both, as they are sent from a file with these columns. */
async function expectSent(
  columns: readonly (readonly [heading: string, cells: readonly [string, string]])[],
  key?: string,
) {
  const lines = [columns.map(([name]) => name), ...[0, 1].map((at) => columns.map(([, cells]) => cells[at]))];
  const { asked, missing, sent } = await plan(lines.map((cells) => cells.join(';')).join('\n'));
  const first = `R-1 to Ina Muster, 1 Quay St, Hull, HU1 1AA, GB: ${key === 'shipped' ? 1 : 2} A-1 (Tent) at 129 GBP`;
  const second = 'R-2 to Bo Muster, 2 Quay St, Leeds, LS1 4AB, GB: 3 B-2 (Stove) at 34.5 GBP';
  const isStopped = key === 'status' || key === 'tracking' || key === 'shipped';
  expect({ asked, missing: missing.filter((field) => field !== 'PaymentStatus'), sent }).toEqual({
    asked: [],
    missing: [],
    sent: isStopped ? [first] : [first, second],
  });
}

const headed = (headings: readonly string[]) =>
  columns.map((key, at) => [headings[at] ?? '', orders[key]] as const);

describe('headings are known without a question', () => {
  it.each(plain)('%s', async (_, headings) => expectSent(headed(headings)));

  it.each(additional)('%s: %s', async (key, word, language) =>
    expectSent([...headed(columns.map((each) => language[each][0])), [word, further[key](language)]], key),
  );
});
