import { describe, expect, it } from 'vitest';
import { type Heading, type Language, languages } from './headings.ts';
import { plan } from './proposed.ts';

const orders: Readonly<Record<string, readonly [string, string]>> = {
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
};

/** Each way to head a column, in a file whose other columns have their first heading. */
const headings = languages.flatMap((language) =>
  (Object.keys(language) as (keyof Language)[])
    .filter((key): key is Heading => key !== 'sent' && key !== 'stopped')
    .flatMap((key) => language[key].map((word: string) => [key, word, language] as const)),
);

describe('a heading is known without a question', () => {
  it.each(headings)('%s: %s', async (key, word, language) => {
    const more: Readonly<Record<string, readonly [string, string]>> = {
      status: [language.sent[0], language.stopped[0][0]],
      tracking: ['', 'JD77'],
      shipped: ['1', '3'],
      total: ['258.00', '103.50'],
    };
    const columns = Object.entries(orders).map(
      ([name, cells]) => [name === key ? word : language[name as Heading][0], cells] as const,
    );
    const further = more[key];
    if (further !== undefined) columns.push([word, further]);
    const lines = [
      columns.map(([name]) => name),
      ...[0, 1].map((at) => columns.map(([, cells]) => cells[at])),
    ];
    const { asked, missing, sent } = await plan(lines.map((cells) => cells.join(';')).join('\n'));
    const first = `R-1 to Ina Muster, 1 Quay St, Hull, HU1 1AA, GB: ${key === 'shipped' ? 1 : 2} A-1 (Tent) at 129 GBP`;
    const second = 'R-2 to Bo Muster, 2 Quay St, Leeds, LS1 4AB, GB: 3 B-2 (Stove) at 34.5 GBP';
    const isStopped = key === 'status' || key === 'tracking' || key === 'shipped';
    expect({ asked, missing: missing.filter((field) => field !== 'PaymentStatus'), sent }).toEqual({
      asked: [],
      missing: [],
      sent: isStopped ? [first] : [first, second],
    });
  });
});
