import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { columns } from './columns.ts';

/** Cells, by shop, that are the same whatever column they fill a field from. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shopify: {},
  amazon: { 'quantity-purchased': '1', 'item-price': '5.00' },
  ebay: { 'Item number': '110' },
  etsy: { 'Order Type': 'online', 'Date Paid': '09/01/26', 'Transaction ID': '4' },
  woocommerce: { status: 'processing' },
  tiktok: { 'Order Status': 'To ship', 'SKU ID': '17' },
  shipstation: { 'Order - Status': 'awaiting_shipment' },
  linnworks: {},
};

/** The day of the month as each shop writes it; times in UTC. */
const dateOf: Readonly<Record<string, (day: string) => string>> = {
  shopify: (day) => `2026-09-${day} 09:12:44 +0000`,
  amazon: (day) => `2026-09-${day}T09:12:44+00:00`,
  ebay: (day) => `${day}-Sep-26`,
  etsy: (day) => `09/${day}/26`,
  woocommerce: (day) => `2026-09-${day} 09:12:44`,
  tiktok: (day) => `${day}/09/2026 09:12:44`,
  shipstation: (day) => `9/${day}/2026 9:12:44 AM`,
  linnworks: (day) => `${day}/09/2026 09:12:44`,
};

/** The cell of a column, different for each spelling where the field allows it, and what the field then begins with. */
function cellOf(shop: string, field: string, spelling: number, column: string): [cell: string, unknown] {
  switch (field.replace(/^.*\./, '')) {
    case 'ReceivedDate':
    case 'DispatchBy': {
      const day = String((field === 'DispatchBy' ? 20 : 10) + spelling);
      return [dateOf[shop]?.(day) ?? '', expect.stringContaining(`2026-09-${day}T`)];
    }
    case 'Currency': {
      const code = ['GBP', 'EUR', 'USD'][spelling] ?? '';
      return [code, code];
    }
    case 'ReferenceNumber':
      return [`R-${spelling}`, `R-${spelling}`];
    case 'PaymentStatus':
      return ['PAID', 'PAID'];
    case 'CountryCode':
      return ['GB', 'GB'];
    case 'Country':
      return ['United Kingdom', 'United Kingdom'];
    case 'PostCode':
      return [`LS${spelling} 4AB`, `LS${spelling} 4AB`];
    case 'PhoneNumber':
      return [`0113 496 000${spelling}`, `0113 496 000${spelling}`];
    case 'EmailAddress':
      return [`ada${spelling}@example.com`, `ada${spelling}@example.com`];
    case 'Qty':
    case 'TaxRate':
      return [String(spelling + 1), spelling + 1];
    case 'PostalServiceCost':
    case 'PricePerUnit':
      return [`${spelling + 1}.50`, spelling + 1.5];
    default:
      return [`${column}, a text`, `${column}, a text`];
  }
}

const fieldIn = (body: Record<string, unknown>, field: string): unknown => {
  const [section = '', inner] = field.split('.');
  if (inner !== undefined) return (body[section] as Record<string, unknown>)[inner];
  return section in body ? body[section] : (body.OrderItems as Record<string, unknown>[])[0]?.[section];
};

type Cells = Record<string, string>;

/** Reads the order in which these columns are filled, beside those that the shop always has. */
async function orderFrom(shop: string, given: Cells): Promise<Record<string, unknown>> {
  const cells = { ...others[shop], ...given };
  const delimiter = shop === 'amazon' ? '\t' : ',';
  const quoted = Object.values(cells).map((cell) => (delimiter === ',' ? `"${cell}"` : cell));
  const { bodies, problems } = await read(
    `${Object.keys(cells).join(delimiter)}\n${quoted.join(delimiter)}\n`,
    {
      options: {
        preset: shop,
        timezone: 'UTC',
        warehouse: 'Northgate FC',
        dispatchWithin: 30 * 86_400_000,
        include: ['unpaid'],
        ...(columns[shop]?.Currency === undefined ? { set: [['Currency', 'GBP']] } : {}),
      },
    },
  );
  expect(problems).toEqual([]);
  return bodies[0] as Record<string, unknown>;
}

const isBilling = (field: string): boolean => field.startsWith('Billing');

describe.each(Object.keys(columns))('an export of %s', (shop) => {
  const fields = Object.entries(columns[shop] ?? {});
  /** Every field filled from one of its columns. There is a billing address only for its own fields. */
  const filledFrom = (spellingOf: (names: readonly string[]) => number, withBilling: boolean): Cells =>
    Object.fromEntries(
      fields
        .filter(([field]) => withBilling || !isBilling(field))
        .map(([field, names]) => {
          const column = names[spellingOf(names)] ?? '';
          return [column, cellOf(shop, field, spellingOf(names), column)[0]];
        }),
    );

  const most = Math.max(...fields.map(([, names]) => names.length));
  const rounds = Array.from({ length: most }, (_, nth) => [nth, false] as const);
  const hasBilling = fields.some(([field]) => isBilling(field));

  it.each([...rounds, ...(hasBilling ? rounds.map(([nth]) => [nth, true] as const) : [])])(
    'fills every field from its columns, number %i of each (with a billing address: %s)',
    async (nth, withBilling) => {
      // Fields with fewer columns keep their first.
      const spellingOf = (names: readonly string[]): number => (nth < names.length ? nth : 0);
      const order = await orderFrom(shop, filledFrom(spellingOf, withBilling));
      for (const [field, names] of fields.filter(([name]) => withBilling === isBilling(name))) {
        const spelling = spellingOf(names);
        const column = names[spelling] ?? '';
        const [cell, expected] = cellOf(shop, field, spelling, column);
        if (isDeepStrictEqual(fieldIn(order, field), expected)) continue;
        // Another field prefers the same column, or fills this one as well: alone.
        const alone = filledFrom(() => 0, withBilling);
        for (const preferred of names.slice(0, spelling)) delete alone[preferred];
        const single = await orderFrom(shop, { ...alone, [column]: cell });
        expect(fieldIn(single, field), `${field} from ${column}`).toEqual(expected);
      }
    },
  );

  it.each(fields.filter(([, names]) => names.length > 1))(
    'fills %s from the first of its columns that is filled',
    async (field, names) => {
      const given = names
        .toReversed()
        .map((column) => [column, cellOf(shop, field, names.indexOf(column), column)[0]]);
      const order = await orderFrom(shop, {
        ...filledFrom(() => 0, isBilling(field)),
        ...Object.fromEntries(given),
      });
      const [, expected] = cellOf(shop, field, 0, names[0] ?? '');
      expect(fieldIn(order, field)).toEqual(expected);
    },
  );
});
