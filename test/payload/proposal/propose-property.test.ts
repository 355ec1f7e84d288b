import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { proposed } from './proposed.ts';

describe('a proposal', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '12,50', '£3', '01/02/2026', '2026-09-01', 'paid', 'GB', 'a@b.c', '7', 'A-1', '="x"'),
    fc.string({ maxLength: 12 }),
  );

  const title = fc.oneof(
    fc.constantFrom(
      'Order',
      'order no',
      'Date',
      'SKU',
      'sku',
      'Price',
      'Qty',
      'Status',
      'Name',
      'Ship to city',
      'Billing address 1',
      'Total',
      'Paid on',
      '',
    ),
    fc.string({ maxLength: 15 }),
  );

  it('is always a map that reads the file it is made for', async () => {
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(title, { minLength: 1, maxLength: 12 }),
        fc.array(fc.array(cell, { minLength: 12, maxLength: 12 }), { maxLength: 6 }),
        async (titles, rows) => {
          const lines = [titles, ...rows.map((cells) => cells.slice(0, titles.length))];
          const content = lines.map((cells) => cells.map(quoted).join(',')).join('\n');
          const made = await proposed(content).catch((error: Error) => error);
          if (made instanceof Error) {
            expect(made).toMatchObject({ code: 'invalid-input' });
            return;
          }
          expect(JSON.parse(JSON.stringify(made.map))).toEqual(made.map);
          const outcome = await read(content, {
            name: 'x.csv',
            options: { map: made.map, timezone: 'UTC' },
          }).catch((error: Error) => error);
          if (outcome instanceof Error) expect(made.missing).toContain('ReferenceNumber');
          else
            expect(outcome.problems.filter(({ message }) => message.startsWith('the map takes'))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
