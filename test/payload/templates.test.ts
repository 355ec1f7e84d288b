import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/payload/document/layout.ts';
import { templateOf } from '../../src/payload/templates.ts';
import { testNow } from '../support/time.ts';
import { read } from './support.ts';

const kinds = ['order', 'inbound', 'purchase-order'] as const;

describe('templates', () => {
  it.each(kinds.flatMap((kind) => [[kind, 'csv'] as const, [kind, 'json'] as const]))(
    '%s in %s can be sent',
    async (kind, format) => {
      const { total, problems, bodies } = await read(templateOf(kind, format, testNow), {
        kind,
        name: `template.${format}`,
      });
      expect({ total, problems }).toEqual({ total: 1, problems: [] });
      expect((bodies[0].OrderItems ?? bodies[0].items).length).toBe(2);
    },
  );

  it.each(kinds)('%s shows every field', async (kind) => {
    const [header, first, second] = templateOf(kind, 'csv', testNow)
      .trim()
      .split('\n')
      .map((row) => row.split(','));
    const { ordered: all, reference } = layoutOf(kind);
    // A day in a template would soon be past.
    const ordered = all.filter(({ name }) => name !== 'Expected_Arrival_Date');
    expect(header).toEqual(ordered.map(({ name }) => name));
    const blank = ordered.filter((_, at) => first?.[at] === '').map(({ name }) => name);
    expect(blank).toEqual(kind === 'purchase-order' ? ['slotReference'] : []);
    for (const [at, { name, perLine }] of ordered.entries())
      expect([name, second?.[at] !== '']).toEqual([name, perLine || name === reference]);
    if (kind === 'purchase-order')
      expect(JSON.parse(templateOf(kind, 'json', testNow))[0]).not.toHaveProperty('slotReference');
  });

  it.each(['csv', 'json'] as const)('in %s have the values of a slot', async (format) => {
    const values = { slotReference: 'S-1', Warehouse_Name: 'Leeds, "North"', palletCount: 9 };
    const text = templateOf('purchase-order', format, testNow, undefined, values);
    const { bodies } = await read(text, { kind: 'purchase-order', name: `template.${format}` });
    expect(bodies).toMatchObject([{ PO_REFERENCE: 'PO-2001', ...values }]);
  });

  it.each(kinds)('%s: CSV and JSON say the same', async (kind) => {
    const [fromCsv, fromJson] = await Promise.all([
      read(templateOf(kind, 'csv', testNow), { kind }),
      read(templateOf(kind, 'json', testNow), { kind, name: 'template.json' }),
    ]);
    expect(fromCsv.bodies).toEqual(fromJson.bodies);
  });

  it.each([
    ['order', 'csv', 'shopfy', /unknown preset shopfy; did you mean shopify\?/],
    ['inbound', 'csv', 'shopify', /--preset is for orders/],
    ['order', 'json', 'shopify', /--preset is for CSV/],
  ] as const)('%s %s %s does not exist', (kind, format, preset, expected) => {
    expect(() => templateOf(kind, format, testNow, preset)).toThrow(expected);
  });
});
