import { describe, expect, it } from 'vitest';
import type { DocumentKind } from '../../src/payload/document/types.ts';
import { cells, csv, read } from './support.ts';

const items = { barcode: '01', Quantity: 1, SKU: 'A' };
type Referenced = Exclude<DocumentKind, 'slot'>;
const documents: Readonly<Record<Referenced, (reference: string) => { csv: string; json: unknown }>> = {
  order: (reference) => ({
    csv: csv([{ ReferenceNumber: reference }]),
    json: { ReferenceNumber: reference },
  }),
  inbound: (reference) => delivery(reference),
  'purchase-order': (reference) => delivery(reference),
};

function delivery(reference: string) {
  return {
    csv: `PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\n${reference},W,A,01,1\n`,
    json: { PO_REFERENCE: reference, Warehouse_Name: 'W', items: [items] },
  };
}

describe('a reference that does not fit in a path, or is a formula', () => {
  it.each(
    (['order', 'inbound', 'purchase-order'] as const).flatMap((kind) =>
      [
        ['.', 'must not be'],
        ['..', 'must not be'],
        ['="01"', 'is a spreadsheet formula'],
      ].map(([reference = '', why]) => [kind, reference, why] as const),
    ),
  )('is refused: %s %s', async (kind, reference, why) => {
    const content = documents[kind](reference);
    const field = kind === 'order' ? 'ReferenceNumber' : 'PO_REFERENCE';
    const expected = { reference, field, found: reference, message: expect.stringContaining(String(why)) };
    for (const [text, name] of [
      [content.csv, 'a.csv'],
      [JSON.stringify(content.json), 'a.json'],
    ] as const) {
      const { problems, invalid, bodies } = await read(text, { kind, name });
      expect({ invalid, bodies }).toEqual({ invalid: 1, bodies: [] });
      expect(problems.filter((problem) => problem.field === field)).toMatchObject([expected]);
    }
  });

  it('is refused as a constant', async () => {
    const options = { set: [['ReferenceNumber', '..']] as const };
    await expect(read(csv([{}]), { options })).rejects.toThrow(/must not be \.\./);
  });

  it.each(['...', '.a', 'a/..'])('%s is an ordinary reference', async (reference) => {
    expect((await read(csv([{ ReferenceNumber: reference }]))).problems).toEqual([]);
  });
});

describe('each problem', () => {
  const wrong: Readonly<Record<string, string>> = { Currency: 'YEN', Qty: '', 'DeliveryAddress.Town': '' };
  it.each(Object.keys(wrong))('names its document, what was found and what is expected: %s', async (name) => {
    const { problems } = await read(csv([{}, { ReferenceNumber: 'R-2', [name]: wrong[name] ?? '' }]));
    expect(problems).toMatchObject([
      { reference: 'R-2', found: wrong[name], expected: expect.any(String), field: name, line: 3 },
    ]);
  });

  it('does so in JSON', async () => {
    const { problems } = await read(JSON.stringify({ ReferenceNumber: 'R-2', Curency: 'GBP' }), {
      name: 'a.json',
    });
    expect(problems.length).toBeGreaterThan(5);
    for (const problem of problems)
      expect(problem).toMatchObject({
        reference: 'R-2',
        found: expect.any(String),
        expected: expect.any(String),
      });
  });

  it('includes rows that cannot be told apart, and scattered ones', async () => {
    const [header = '', row = ''] = csv([{}]).split('\n');
    const other = row.replace('R-1', 'R-2');
    const content = `${header}\n${row},x\n${other}\n${row.replace('GBP', 'EUR')}\n`;
    const { problems } = await read(content);
    for (const problem of problems) expect(problem).toMatchObject({ reference: 'R-1' });
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('an invalid ReceivedDate', () => {
  const options = { dispatchWithin: 3_600_000 };
  it.each(['soon', '', '2026-09-01T10:00'])(
    'is the only problem when DispatchBy depends on it: %j',
    async (text) => {
      const { problems } = await read(csv([{ ReceivedDate: text, DispatchBy: undefined }]), { options });
      expect(problems.map(({ field }) => field)).toEqual(['ReceivedDate']);
      const { DispatchBy: _, ...rest } = cells;
      const json = await read(JSON.stringify({ ...rest, ReceivedDate: text }), { name: 'a.json', options });
      const fields = json.problems.map(({ field }) => field);
      expect(fields).toContain('ReceivedDate');
      expect(fields).not.toContain('DispatchBy');
    },
  );

  it('does not hide a missing DispatchBy', async () => {
    const { problems } = await read(csv([{ ReceivedDate: 'soon', DispatchBy: '' }]));
    expect(problems.map(({ field }) => field)).toEqual(['ReceivedDate', 'DispatchBy']);
  });
});

it.each([
  ['2026-10-01T17:00:00 +01:00', '2026-10-01T17:00:00+01:00'],
  ['2026-10-01T17:00:00\u00a0Z', '2026-10-01T17:00:00Z'],
])('a space before the zone is reported for %s', async (found, expected) => {
  const { problems } = await read(csv([{ DispatchBy: found }]));
  expect(problems).toMatchObject([
    { found, expected, message: expect.stringContaining('space before the time zone') },
  ]);
});
