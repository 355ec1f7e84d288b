import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cells, csv, read } from '../support.ts';

const page = readFileSync(new URL('../../../docs/maps.md', import.meta.url), 'utf8');

/** The rows of the table under this heading: the code in each cell. */
function tableUnder(heading: string): string[][] {
  const [, table = ''] = page.split(`| ${heading} | row | result |`);
  return table
    .split('\n\n')[0]
    ?.split('\n')
    .slice(2)
    .map((line) => [...line.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code)) as string[][];
}

/** `first: Ada; last: Example` as cells. */
const rowOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('; ').map((cell) => {
      const [name = '', ...rest] = cell.split(':');
      return [name, rest.join(':').trim()];
    }),
  );

const identity = Object.fromEntries(Object.keys(cells).map((name) => [name, name]));
const readWith = (map: object, row: Record<string, string>) =>
  read(
    csv([
      row,
      {
        ReferenceNumber: 'R-2',
        // A word is no day.
        ...Object.fromEntries(
          Object.keys(row).map((name) => [name, cells[name] ?? (name === 'Ship after' ? '' : 'processing')]),
        ),
      },
    ]),
    {
      options: { map: { ...identity, ...map }, timezone: 'Europe/London' },
    },
  );

describe('the reference of the map language', () => {
  it.each(tableUnder('entry'))('%s, with the row %s, gives %s', async (code, row, expected) => {
    const entry = JSON.parse(code);
    const members = new Set(typeof entry === 'string' ? [] : Object.keys(entry));
    const isPrice = members.has('number') || members.has('per');
    const field = members.has('date') ? 'ReceivedDate' : isPrice ? 'PricePerUnit' : 'ChannelBuyerName';
    const text = csv([rowOf(row)]);
    const { bodies, problems } = await read(text, {
      options: { map: { ...identity, [field]: entry }, timezone: 'Europe/London' },
    });
    expect(problems).toEqual([]);
    expect(String(bodies[0][field] ?? bodies[0].OrderItems[0][field])).toBe(expected);
  });

  it.each(tableUnder('member'))('%s, with the row %s, gives %s', async (code, row, expected) => {
    const { bodies, documents, problems } = await readWith(JSON.parse(`{${code}}`), rowOf(row));
    expect(problems).toEqual([]);
    const sent = bodies.find(({ ReferenceNumber }) => ReferenceNumber === 'R-1');
    const leftOut = documents.find(({ reference }) => reference === 'R-1')?.leftOut;
    if (expected === 'sent') expect(sent).toBeDefined();
    else if (expected === 'skipped') expect([sent, leftOut]).toEqual([undefined, undefined]);
    else if (expected.startsWith('left out as ')) expect(`left out as ${leftOut}`).toBe(expected);
    else expect(sent.OrderItems[0].SKU).toBe(expected);
  });

  it('has an example of every member', () => {
    const all = [...tableUnder('entry'), ...tableUnder('member')].map(([code]) => code).join();
    for (const member of [
      'column',
      'join',
      'with',
      'const',
      'map',
      'default',
      'date',
      'number',
      'decimal',
      'currency',
      'per',
      '$keep',
      '$leaveOut',
      '$dropLines',
      '$skipRows',
      '$sku',
      'in',
      'empty',
      'reason',
    ])
      expect(all).toContain(`"${member}"`);
    expect(page).toContain('"$extends": "woocommerce"');
  });
});
