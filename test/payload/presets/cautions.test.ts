import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { templateOf } from '../../../src/payload/templates.ts';
import { testNow } from '../../support/time.ts';
import { read } from '../support.ts';

/** Reads a preset's own example with one more column. */
function withColumn(preset: string, column: string, cell: string, more: Partial<ReadingOptions> = {}) {
  const [header, row] = templateOf('order', 'csv', testNow, preset).trimEnd().split('\n');
  const options = {
    preset,
    warehouse: 'Northgate FC',
    timezone: 'Europe/London',
    dispatchWithin: 86_400_000,
    set: [['Currency', 'GBP']] as const,
    ...more,
  };
  return read(`${header},${column}\n${row},${cell}\n`, { options });
}

describe.each([
  ['shopify', 'Risk Level', 'High', ['Low', 'Medium', ''], 'a high risk of fraud'],
  ['shopify', 'Payment Method', 'bogus', ['Shopify Payments', ''], 'a test order'],
  ['shopify', 'Tags', 'VIP; HOLD', ['VIP', ''], 'Tags may ask not to ship'],
  ['shopify', 'Note Attributes', 'wish: do not ship before Friday', ['gift: yes', ''], 'may ask not to ship'],
  [
    'shopify',
    'Note Attributes',
    'Checkout-Method: pickup',
    ['Pickup point: Evri 12'],
    'may collect this order',
  ],
  ['shipstation', 'Custom Field 1', 'on hold', ['blue', ''], 'may ask not to ship'],
  ['shipstation', 'Count - Number of Shipments', '1', ['0', ''], 'has shipments already'],
  ['linnworks', 'Folder', 'Cancel these', ['Europe', ''], 'may ask not to ship'],
  ['linnworks', 'Composite parent SKU', 'KIT-1', [''], 'parts of a set'],
  ['ebay', 'Global shipping programme', 'Yes', ['No', ''], 'eBay forwards this order'],
  ['ebay', 'eBay international shipping', 'Yes', ['No', ''], 'eBay forwards this order'],
  ['ebay', 'Authenticity verification programme', 'Yes', ['No', ''], 'eBay forwards this order'],
  ['tiktok', 'Normal or Pre-order', 'Pre-order', ['Normal', ''], 'a pre-order'],
])('an order of %s whose %s', (preset, column, cell, others, words) => {
  it(`is ${cell} is sent with a warning that names it`, async () => {
    const { bodies, warnings } = await withColumn(preset, column, cell);
    expect(bodies).toHaveLength(1);
    expect(warnings).toMatchObject([
      {
        reference: bodies[0].ReferenceNumber,
        line: 2,
        column,
        found: cell,
        message: expect.stringContaining(words),
      },
    ]);
  });

  it.each(others)('is "%s" is sent without one', async (other) => {
    const { bodies, warnings } = await withColumn(preset, column, other);
    expect([bodies.length, warnings]).toEqual([1, []]);
  });

  it('is an error with --strict, and no concern once the warehouse has it', async () => {
    const strict = await withColumn(preset, column, cell, { strict: true });
    expect([strict.bodies.length, strict.problems.length]).toEqual([0, 1]);
    const again = await withColumn(preset, column, cell, { strict: true, wasCreated: () => true });
    expect([again.bodies.length, again.warnings]).toEqual([1, []]);
  });
});

it.each([
  ['once for an order of several rows, wherever the cell is', ['#1', '#1', '#1'], 3],
  ['for rows of an order that come after those of another', ['#1', '#2', '#1'], 4],
])('a warning is given %s', async (_, [first, second, third], line) => {
  const text = [
    'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Risk Level,Currency,Created at,Billing Name,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country',
    `${first},paid,Tent,A,1,5.00,,GBP,2026-09-01 09:12:44 +0100,Ada,Ada,1 Mill Lane,Leeds,LS1 4AB,GB`,
    `${second},paid,Stove,B,1,5.00,${line === 3 ? 'High' : ''},GBP,2026-09-01 09:12:44 +0100,Ada,Ada,1 Mill Lane,Leeds,LS1 4AB,GB`,
    `${third},,Mug,C,1,5.00,High,,,,,,,,`,
  ].join('\n');
  const { bodies, warnings } = await read(text, {
    options: { preset: 'shopify', warehouse: 'Northgate FC', dispatchWithin: 86_400_000 },
  });
  expect(bodies).toHaveLength(new Set([first, second]).size);
  expect(warnings).toMatchObject([{ reference: '#1', line, column: 'Risk Level' }]);
});
