import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sendableOrder } from '../../../src/contract/order.ts';
import type { DocumentSink } from '../../../src/payload/document/types.ts';
import { readDocuments } from '../../../src/payload/read.ts';
import { memorySink } from '../../support/upload/memory-sink.ts';
import { cells, csv, now, read, sourceOf } from '../support.ts';

const messy = fc.constantFrom(
  '',
  ' ',
  '0',
  '1',
  '-1',
  '0.01',
  '0.009',
  '129.00',
  '2.5',
  '1e3',
  'GBP',
  'gbp',
  'EUR',
  'YEN',
  'x',
  '\u00a0',
  '01/09/2026',
  '2026-09-01T07:30:00Z',
  '2026-02-30T07:30:00Z',
  '2026-09-01T24:00:00Z',
  '2026-09-01T07:30:00+15:00',
  '2026-09-01T07:30:00+01:00',
);
const optionalColumns = [
  'PostalServiceCost',
  'TaxRate',
  'DeliveryAddress.CountryCode',
  'DeliveryAddress.Company',
  'OrderLineNumber',
];
const columns = [...Object.keys(cells), ...optionalColumns];
const changes = fc.dictionary(fc.constantFrom(...columns), messy, { maxKeys: 4 });

describe('acceptance', () => {
  it('matches the schema, and every refusal has a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 4 }), async (rows) => {
        const { bodies, documents, problems, invalid, total } = await read(csv(rows));
        for (const order of bodies) expect(z.safeParse(sendableOrder, order).success).toBe(true);
        expect(documents.filter((document) => document.invalid).every(({ body }) => body === '')).toBe(true);
        expect(invalid > 0).toBe(problems.length > 0);
        expect(invalid).toBeLessThanOrEqual(total);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a file larger than memory', () => {
  const [header, row = ''] = csv([{}]).split('\n');

  it('is streamed: it hands over documents before it requests the next piece', async () => {
    let given = 0;
    let farthest = 0;
    const kept = memorySink();
    let added = 0;
    const sink: DocumentSink = { ...kept, add: (document) => kept.add(document) && ++added > 0 };
    const source = {
      name: 'large.csv',
      async *open() {
        yield Buffer.from(`${header}\n`);
        for (; given < 2000; given += 10) {
          farthest = Math.max(farthest, given - added);
          const rows = Array.from(
            { length: 10 },
            (_, index) => `${row.replace('R-1', `R-${given + index}`)}\n`,
          );
          yield Buffer.from(rows.join(''));
        }
      },
    };
    const options = { set: [], decimal: 'point' as const, now };
    const { total } = await readDocuments('order', [source], options, sink, {
      maxProblems: 10,
      maxWarnings: 0,
    });
    expect(total).toBe(2000);
    expect(farthest).toBeLessThanOrEqual(21);
  });

  it('keeps a limited number of problems, the first by line, and counts all', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, index) => `${row.replace('R-1', `R-${index}`).replace('GBP', 'YEN')}\n`,
    );
    const seen: (number | undefined)[] = [];
    const options = { set: [], decimal: 'point' as const, now };
    const limits = {
      maxProblems: 50,
      maxWarnings: 0,
      onProblem: ({ line }: { line?: number }) => seen.push(line),
    };
    const summary = await readDocuments(
      'order',
      [sourceOf(`${header}\n${rows.join('')}`)],
      options,
      memorySink(),
      limits,
    );
    expect(summary.problemCount).toBe(5000);
    expect(summary.problems.map(({ line }) => line)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 2),
    );
    expect(seen).toHaveLength(5000);
  });
});
