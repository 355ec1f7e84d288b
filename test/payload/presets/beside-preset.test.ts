import { describe, expect, it } from 'vitest';
import { compact } from '../../../src/errors.ts';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { findPreset } from '../../../src/payload/presets/find.ts';
import { columnsOfPreset } from '../../../src/payload/presets/preset.ts';
import { templateOf } from '../../../src/payload/templates.ts';
import { presetNames } from '../../../src/text/preset-names.ts';
import { testNow } from '../../support/time.ts';
import { read } from '../support.ts';

/** Reads the example of a preset with further columns. */
function beside(
  preset: string,
  columns: Readonly<Record<string, string>>,
  more: Partial<ReadingOptions> = {},
) {
  const delimiter = preset === 'amazon' ? '\t' : ',';
  const [header, row] = templateOf('order', 'csv', testNow, preset).trimEnd().split('\n');
  const names = [header, ...Object.keys(columns)].join(delimiter);
  const cells = [row, ...Object.values(columns)].join(delimiter);
  return read(`${names}\n${cells}\n`, {
    name: 'orders.csv',
    options: {
      ...{ preset, warehouse: 'Northgate FC', timezone: 'Europe/London', dispatchWithin: 86_400_000 },
      ...{ set: [['Currency', 'GBP']], ...more },
    },
  });
}

describe.each(presetNames)('beside the preset %s', (preset) => {
  it('a column with a value is not read, and is named once', async () => {
    const { bodies, notices } = await beside(preset, { Bundle: 'summer', Shelf: '', _mine: 'x' });
    expect(bodies).toHaveLength(1);
    expect(notices.filter((notice) => notice.includes('does not read'))).toEqual([
      'orders.csv has 1 column that the preset does not read: Bundle',
    ]);
  });

  it('a text that may ask not to ship the order is a warning', async () => {
    const { bodies, warnings } = await beside(preset, { Jane: 'wait until Ada has called' });
    const message = 'Jane may ask not to ship the order: wait until Ada has called';
    expect(bodies).toHaveLength(1);
    expect(warnings).toContainEqual(expect.objectContaining({ column: 'Jane', message }));
  });

  it.each([
    ['Acme shipping stage', 'stuck', 'on-hold'],
    ['Acme refund', '5.00', 'on-hold'],
    ['_acme_refund', '5.00', 'on-hold'],
    ['Acme tracking', 'JD000000000001', 'on-hold'],
    ['Numéro de suivi', '6A00000001', 'on-hold'],
    ['Bestellstatus', 'wartet', 'on-hold'],
    ['Acme', 'Cancelled', 'cancelled'],
    ['Acme', 'storniert', 'cancelled'],
    ['Acme', 'awaiting payment', 'unpaid'],
    ['Acme status', 'Shipped', 'fulfilled'],
  ])('an order is an error whose %s is %s, unless %s is included', async (column, value, reason) => {
    const { bodies, problems } = await beside(preset, { [column]: value });
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([
      {
        column,
        found: value,
        message: `${column} is ${value}, and neither the preset nor a map reads this column`,
      },
    ]);
    expect(problems[0]?.[compact]?.remedies).toEqual([
      `cfi order map orders.csv --preset ${preset}`,
      `--include ${reason} sends such orders anyway`,
    ]);
    const included = await beside(preset, { [column]: value }, { include: [reason as 'on-hold'] });
    expect([included.bodies.length, included.problems]).toEqual([1, []]);
    expect(included.warnings.filter((each) => each.column === column)).toEqual([]);
  });

  it.each([
    ['Acme', 'completed'],
    ['Acme', 'paid'],
    ['Acme status', ''],
  ])('an order is sent whose %s is "%s"', async (column, value) => {
    const { bodies, problems } = await beside(preset, { [column]: value });
    expect([bodies.length, problems]).toEqual([1, []]);
  });

  it('an order is sent where a map that extends the preset accounts for the column', async () => {
    for (const map of [
      { $statuses: [{ column: 'Acme status', ship: ['hold'] }] },
      { $unused: ['Acme status'] },
      { $notes: ['Acme status'] },
    ]) {
      const { bodies, problems } = await beside(
        preset,
        { 'Acme status': 'hold' },
        { map: { $extends: preset, ...map } },
      );
      expect([bodies.length, problems]).toEqual([1, []]);
    }
  });

  it('a complete map meets no column of the shop as new', async () => {
    const own = columnsOfPreset(findPreset(preset, 'order'));
    const [header = ''] = templateOf('order', 'csv', testNow, preset).split('\n');
    const delimiter = preset === 'amazon' ? '\t' : ',';
    expect(header.split(delimiter).filter((name) => !own.has(name.toLowerCase()))).toEqual([]);
    const { bodies, problems } = await beside(preset, {}, { map: { $extends: preset, $unused: [] } });
    expect([bodies.length, problems]).toEqual([1, []]);
    const { problems: found } = await beside(
      preset,
      { Bundle: 'summer' },
      { map: { $extends: preset, $unused: [] } },
    );
    expect(found.map(({ message }) => message)).toEqual([
      'Bundle is summer, but the map does not account for this column',
    ]);
  });
});

it('more than five columns are named with their count', async () => {
  const columns = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`Extra ${number}`, 'x']));
  const { notices } = await beside('etsy', columns);
  expect(notices).toContain(
    'orders.csv has 6 columns that the preset does not read: Extra 1, Extra 2, Extra 3, Extra 4, Extra 5, …',
  );
});

it('an order that is left out anyway has no such errors', async () => {
  const { documents, problems } = await beside('etsy', { 'Order type': 'in person', Acme: 'cancelled' });
  expect([documents[0]?.leftOut, problems]).toEqual(['pickup', []]);
});
