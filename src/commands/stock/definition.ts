import { type Command, command, define } from '../../cli/command.ts';
import { pagingOptions } from '../../cli/global-options.ts';
import { anyNumber, calendarDay, notBlank, wholeNumber } from '../../cli/values.ts';
import { limits } from '../../contract/limits.ts';

const { inventoryPageSize, stockAgePageSize } = limits;

export const inventoryCommand = define({
  name: 'inventory',
  summary: 'Show stock by warehouse and SKU',
  related: ['stock-age'],
  document: 'inventory',
  examples: [
    { command: 'cfi inventory' },
    {
      command: 'cfi inventory --below 5 --warehouse "Northgate FC"',
      does: 'what is running out at one warehouse',
    },
    { command: 'cfi inventory --all --pivot', does: 'one row per SKU, one column per warehouse' },
    { command: 'cfi inventory --all -o csv --out stock.csv' },
  ],
  options: [
    {
      flags: '--warehouse, --location <NAME>',
      help: 'only this warehouse, from all pages',
      complete: 'warehouse',
      parse: notBlank,
    },
    {
      flags: '--sku <TEXT>',
      help: 'only SKUs that contain this text, from all pages',
      complete: 'sku',
      parse: notBlank,
      isWord: true,
    },
    { flags: '--below <N>', help: 'only where Available is less than N, from all pages', parse: anyNumber },
    { flags: '--pivot', help: 'one row per SKU, one column per warehouse' },
    ...pagingOptions(
      `SKUs per page, ${inventoryPageSize.min} to ${inventoryPageSize.max}, default ${inventoryPageSize.default}`,
      inventoryPageSize,
    ),
  ],
});

export const stockAgeCommand = define({
  name: 'stock-age',
  summary: 'Show how long stock has been held, for one SKU or all',
  related: ['inventory'],
  document: 'stockAge',
  examples: [
    { command: 'cfi stock-age' },
    { command: 'cfi stock-age AC-TENT-2 --lots', does: 'one SKU, lot by lot' },
    { command: 'cfi stock-age AC-TENT-2 --as-of 2026-08-01' },
    { command: 'cfi stock-age --all --older-than 180 -o csv' },
  ],
  args: [{ name: 'sku', label: 'SKU', help: 'one SKU (default: all)', complete: 'sku' }],
  options: [
    { flags: '--as-of <YYYY-MM-DD>', help: 'the snapshot of that day; requires SKU', parse: calendarDay },
    {
      flags: '--warehouse, --location <ID>',
      help: 'only one warehouse, by ID (UUID) or name',
      complete: 'warehouse',
      parse: notBlank,
    },
    { flags: '--in-stock-only', help: 'only SKUs that have stock' },
    {
      flags: '--older-than <DAYS>',
      help: 'only SKUs whose oldest stock is older than this many days',
      parse: wholeNumber(0),
    },
    { flags: '--lots', help: 'also show the lots' },
    ...pagingOptions(
      `SKUs per page, ${stockAgePageSize.min} to ${stockAgePageSize.max}, default ${stockAgePageSize.default}`,
      // The service treats a larger value as its maximum.
      { min: stockAgePageSize.min },
    ),
  ],
  notes: 'Ages come from the snapshot made each night at 02:00 UTC.',
});

export const commands: readonly Command[] = [
  command(inventoryCommand, () => import('./inventory.ts')),
  command(stockAgeCommand, () => import('./stock-age.ts')),
];
