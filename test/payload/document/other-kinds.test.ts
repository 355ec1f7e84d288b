import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kindFinder, layoutOf } from '../../../src/payload/document/layout.ts';
import type { DocumentKind } from '../../../src/payload/document/types.ts';
import { runCli } from '../../support/cli.ts';

const commands = {
  order: ['order', 'create'],
  'purchase-order': ['po', 'create'],
  slot: ['slot', 'book'],
  inbound: ['inbound', 'create'],
};
const templates = { order: 'order', 'purchase-order': 'po', slot: 'slot', inbound: 'inbound' };
const said = {
  order: 'orders (cfi order create)',
  'purchase-order': 'purchase orders (cfi po create)',
  slot: 'slots (cfi slot book)',
  inbound: 'deliveries (cfi inbound create)',
};
const kinds = Object.keys(commands) as DocumentKind[];
const pairs = kinds.flatMap((kind) =>
  kinds.filter((other) => other !== kind).map((other) => [kind, other] as const),
);
const cwd = mkdtempSync(join(tmpdir(), 'cfi-test-'));

it.each(pairs)(
  'takes no file of another kind for one of %s, and says that it has %s',
  async (kind, other) => {
    for (const format of ['csv', 'json']) {
      const { stdout } = await runCli([templates[other], 'template', '--format', format]);
      writeFileSync(join(cwd, `file.${format}`), stdout);
      const outcome = await runCli([...commands[kind], `file.${format}`, '--dry-run'], { cwd });
      expect([outcome.code, outcome.stderr]).toEqual([
        2,
        expect.stringContaining(`a file of ${said[other]}\n`),
      ]);
      expect(outcome.stderr).not.toMatch(/unknown (column|field)|is missing|is required/);
    }
  },
);

const columns = ['PO_REFERENCE', 'Warehouse_Name', 'SKU', 'Quantity'];

it.each<[string, DocumentKind, string[], string[]]>([
  ['a column that nobody knows', 'purchase-order', [...columns, 'colour'], []],
  [
    'a name written differently',
    'order',
    ['po reference', 'warehouse name', 'sku', 'quantity', '_line', ''],
    ['purchase-order', 'inbound'],
  ],
  ['a column of another kind', 'purchase-order', [...columns, 'slotReference', 'TaxRate'], []],
  ['one column of another kind', 'inbound', [...columns, 'slotReference'], []],
  [
    'several columns of another kind',
    'inbound',
    [...columns, 'slotReference', 'palletCount'],
    ['purchase-order'],
  ],
  ['names that are half unknown', 'order', ['PO_REFERENCE', 'SKU', 'colour', 'size'], []],
  ['names that tell nothing', 'slot', ['SKU', 'Quantity', 'barcode'], []],
])('finds the kinds of a file with %s', (_, kind, names, expected) => {
  expect(kindFinder(layoutOf(kind)).othersOf(names)).toEqual(expected);
});
