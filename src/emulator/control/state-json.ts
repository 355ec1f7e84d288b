import { choicesKey } from '../engine/choices.ts';
import { faultRule } from '../faults/fault-rule.ts';
import type { Database } from '../store/database/database.ts';
import { allFaults } from '../store/faults.ts';
import { seedKey } from './reset.ts';

/** The range of a date, in ms; an answer that shows any other time would fail. */
export const furthestMs = 8.64e15;

/** The columns that hold JSON, and its type; anything else would make every later request fail that reads it. */
const jsonColumns = [
  ['clients', 'sku_prefixes', 'array'],
  ['faults', 'rule', 'object'],
  ['inbound', 'body', 'object'],
  ['orders', 'body', 'object'],
  ['products', 'details', 'object'],
  ['purchase_orders', 'body', 'object'],
  ['purchase_orders', 'lines', 'array'],
  ['purchase_orders', 'report', 'object'],
  ['slots', 'body', 'object'],
  ['slots', 'proposals', 'array'],
] as const;

/** SQL for a column, or a member of it, that is not a list of records. */
const noRecords = (column: string, path: string): string =>
  `json_type(${column}, '${path}') IS NOT 'array'
   OR EXISTS (SELECT 1 FROM json_each(${column}, '${path}') WHERE type <> 'object')`;

/** SQL for a member that is not a time, in ms. */
const noTime = (column: string, path: string): string =>
  `coalesce(json_type(${column}, '${path}'), '') NOT IN ('integer', 'real')
   OR abs(json_extract(${column}, '${path}')) > ${furthestMs}`;

const reportTimes = ['arrivedAt', 'unloadingStartedAt', 'unloadingFinishedAt'] as const;

/** What answers read within the JSON of a column, as SQL for a value without it. */
const lacking = [
  ['inbound', 'body', noRecords('body', '$.items')],
  ['orders', 'body', noRecords('body', '$.OrderItems')],
  ['purchase_orders', 'lines', noRecords('lines', '$')],
  [
    'purchase_orders',
    'report',
    `report IS NOT NULL AND (${noRecords('report', '$.discrepancies')}
     OR ${reportTimes.map((name) => noTime('report', `$.${name}`)).join(' OR ')})`,
  ],
  [
    'slots',
    'proposals',
    `EXISTS (SELECT 1 FROM json_each(proposals)
     WHERE CASE type WHEN 'object' THEN ${noTime('value', '$.createdAt')} ELSE 1 END)`,
  ],
] as const;

/** The table of an imported state, with its column, whose JSON cannot be used; undefined if there is none. */
export function invalidJson(db: Database): string | undefined {
  const isAny = (table: string, condition: string): boolean =>
    db.get(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`) !== undefined;
  if (isAny('meta', `key IN ('${choicesKey}', '${seedKey}') AND NOT json_valid(value)`)) return 'meta';
  for (const [table, column, type] of jsonColumns) {
    // The details are stored without the outer braces.
    const json = column === 'details' ? "'{' || details || '}'" : column;
    const isOther = `CASE WHEN json_valid(${json}) THEN json_type(${json}) <> '${type}' ELSE ${json} IS NOT NULL END`;
    if (isAny(table, isOther)) return `${table}, column ${column},`;
  }
  for (const [table, column, condition] of lacking)
    if (isAny(table, condition)) return `${table}, column ${column},`;
  const isRule = ({ rule }: { readonly rule: unknown }): boolean => faultRule.safeParse(rule).success;
  return allFaults(db).every(isRule) ? undefined : 'faults, column rule,';
}
