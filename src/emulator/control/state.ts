import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { fieldsOf, isFields } from '../../text/records.ts';
import { checkChoices, choicesOfState } from '../domain/choices.ts';
import { type ClockReading, isClockTime, readClock, writeClock } from '../domain/clock.ts';
import { ServiceError } from '../domain/context.ts';
import { faultRule } from '../domain/fault-rule.ts';
import { seedKey } from '../seed/first-state.ts';
import { choicesKey } from '../store/accounts.ts';
import { allFaults } from '../store/faults.ts';
import { addedColumns, schemaVersion } from '../store/schema.ts';
import { clearTables, columnsOf, insertRows, tableNames } from '../store/tables.ts';

/** The range of a date, in ms; an answer that shows any other time would fail. */
const furthestMs = 8.64e15;

/** SQL for a column, or a member of it, that is not a list of records. */
const noRecords = (column: string, path: string): string =>
  `json_type(${column}, '${path}') IS NOT 'array'
   OR EXISTS (SELECT 1 FROM json_each(${column}, '${path}') WHERE type <> 'object')`;

/** SQL for a member that is not a time, in ms. */
const noTime = (column: string, path: string): string =>
  `coalesce(json_type(${column}, '${path}'), '') NOT IN ('integer', 'real')
   OR abs(json_extract(${column}, '${path}')) > ${furthestMs}`;

/** SQL for a member that is neither a time nor null. */
const noTimeOrNull = (column: string, path: string): string =>
  `json_type(${column}, '${path}') IS NOT 'null' AND (${noTime(column, path)})`;

/**
 * The columns that hold JSON, its type, and SQL for JSON that lacks what answers read within it; anything else would make
 * every later request fail that reads it.
 */
const jsonColumns: readonly (readonly [table: string, column: string, type: string, lacks?: string])[] = [
  ['clients', 'sku_prefixes', 'array'],
  ['faults', 'rule', 'object'],
  ['inbound', 'body', 'object', noRecords('body', '$.items')],
  ['orders', 'body', 'object', noRecords('body', '$.OrderItems')],
  ['products', 'details', 'object'],
  ['purchase_orders', 'body', 'object'],
  ['purchase_orders', 'lines', 'array', noRecords('lines', '$')],
  [
    'purchase_orders',
    'report',
    'object',
    `report IS NOT NULL AND (${noRecords('report', '$.discrepancies')}
     OR ${noTime('report', '$.arrivedAt')}
     OR ${noTimeOrNull('report', '$.unloadingStartedAt')} OR ${noTimeOrNull('report', '$.unloadingFinishedAt')})`,
  ],
  ['slots', 'body', 'object'],
  [
    'slots',
    'proposals',
    'array',
    `EXISTS (SELECT 1 FROM json_each(proposals)
     WHERE CASE type WHEN 'object' THEN ${noTime('value', '$.createdAt')} ELSE 1 END)`,
  ],
];

/** The table of an imported state, with its column, whose JSON cannot be used; undefined if there is none. */
function invalidJson(db: Database): string | undefined {
  const isAny = (table: string, condition: string): boolean =>
    db.get(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`) !== undefined;
  const signsTokens = isAny('meta', `key = 'token_secret'`);
  if (!signsTokens || isAny('meta', `key IN ('${choicesKey}', '${seedKey}') AND NOT json_valid(value)`))
    return 'meta';
  for (const [table, column, type] of jsonColumns) {
    // The details are stored without the outer braces.
    const json = column === 'details' ? "'{' || details || '}'" : column;
    const isOther = `CASE WHEN json_valid(${json}) THEN json_type(${json}) <> '${type}' ELSE ${json} IS NOT NULL END`;
    if (isAny(table, isOther)) return `${table}, column ${column},`;
  }
  for (const [table, column, , lacks] of jsonColumns)
    if (lacks !== undefined && isAny(table, lacks)) return `${table}, column ${column},`;
  const isRule = ({ rule }: { readonly rule: unknown }): boolean => faultRule.safeParse(rule).success;
  return allFaults(db).every(isRule) ? undefined : 'faults, column rule,';
}

/** The request log and rate limits are not part of the service's state; what was dispatched follows from the movements. */
const passing = new Set(['requests', 'rate_windows', 'dispatched']);

/** The clock is exported as the time it shows. The generation is left out because an imported copy starts its own. */
const exported = (table: string): string =>
  table === 'meta' ? " WHERE key NOT IN ('clock', 'kept_generation') ORDER BY key" : '';

function tableDocument(db: Database, table: string) {
  const columns = [...columnsOf(db, table).keys()];
  const rows = db.all<Record<string, SqlValue>>(`SELECT * FROM ${table}${exported(table)}`);
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

/** The whole state as data: every table with its columns and rows, and the clock. `realNow` is in ms. */
export function exportState(db: Database, realNow: number) {
  const kept = tableNames(db).filter((table) => !passing.has(table));
  const tables = Object.fromEntries(kept.map((table) => [table, tableDocument(db, table)]));
  return { version: schemaVersion, clock: readClock(db, realNow), tables };
}

const timeColumn = /(^|_)(at|time)$/;

/** Whether the column may hold the value; SQLite itself would store text as a number's. */
function isValue(value: unknown, name: string, type: string | undefined): value is SqlValue {
  if (typeof value !== 'number') return value === null || (type === 'TEXT' && typeof value === 'string');
  return timeColumn.test(name) ? Math.abs(value) <= furthestMs : Number.isFinite(value);
}

const wrong = (path: string): ServiceError =>
  new ServiceError(400, `this is not an exported emulator state: ${path} is missing or invalid`);

function importTable(db: Database, table: string, document: unknown): void {
  const { columns, rows } = isFields(document) ? document : {};
  const known = columnsOf(db, table);
  const added = addedColumns[table] ?? [];
  const fits =
    Array.isArray(columns) &&
    new Set(columns).size === columns.length &&
    columns.every((name) => known.has(name)) &&
    [...known.keys()].every((name) => columns.includes(name) || added.includes(name));
  if (!fits || !Array.isArray(rows)) throw wrong(`tables.${table}`);
  const types = columns.map((name) => known.get(name));
  const isRow = (row: unknown): row is SqlValue[] =>
    Array.isArray(row) &&
    row.length === types.length &&
    row.every((value, at) => isValue(value, columns[at], types[at]));
  const invalid = rows.findIndex((row) => !isRow(row));
  if (invalid !== -1) throw wrong(`tables.${table}.rows[${invalid}]`);
  insertRows(db, table, columns, rows);
}

function readingIn(clock: unknown): ClockReading {
  const { now, mode } = fieldsOf(clock);
  // An export may hold a part of a millisecond.
  const whole = typeof now === 'number' ? Math.floor(now) : Number.NaN;
  if (!isClockTime(whole) || (mode !== 'running' && mode !== 'frozen')) throw wrong('clock');
  return { now: whole, mode };
}

/** Replaces the whole state, including the clock, with an exported one. The caller must have opened a transaction. */
export function importState(db: Database, document: unknown, realNow: number): ClockReading {
  const { version, clock, tables } = fieldsOf(document);
  const isKnown = Number.isInteger(version) && Number(version) >= 1 && Number(version) <= schemaVersion;
  if (!isKnown) throw wrong('version');
  const reading = readingIn(clock);
  if (!isFields(tables)) throw wrong('tables');
  clearTables(db);
  db.run("DELETE FROM meta WHERE key <> 'kept_generation'");
  for (const table of tableNames(db)) if (!passing.has(table)) importTable(db, table, tables[table]);
  const invalid = invalidJson(db);
  if (invalid !== undefined) throw wrong(`tables.${invalid}`);
  checkChoices(choicesOfState(db));
  writeClock(db, reading, realNow);
  return reading;
}
