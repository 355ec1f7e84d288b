import type { SqlValue } from '../../storage/transaction.ts';
import { fieldsOf, isFields } from '../../text/records.ts';
import { checkChoices, choicesOfState } from '../engine/choices.ts';
import { ServiceError } from '../engine/context.ts';
import type { Database } from '../store/database/database.ts';
import { insertRows } from '../store/database/insert-rows.ts';
import { addedColumns } from '../store/database/migrations.ts';
import { schemaVersion } from '../store/database/schema.ts';
import { countUp } from '../store/meta.ts';
import { type ClockReading, isClockTime, readClock, writeClock } from '../time/clock.ts';
import { furthestMs, invalidJson } from './state-json.ts';

/** The whole state as data: every table with its columns and rows, and the clock reading. */
export interface StateDocument {
  readonly version: number;
  readonly clock: ClockReading;
  readonly tables: Readonly<Record<string, TableDocument>>;
}

interface TableDocument {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

/** The request log and rate limits are not part of the service's state. */
const passing = new Set(['requests', 'rate_windows']);

const tableNames = (db: Database): string[] =>
  db
    .all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .map(({ name }) => name);

/** The columns of a table, each with its type: `INTEGER` or `TEXT`. */
const columnsOf = (db: Database, table: string): Map<string, string> =>
  new Map(
    db
      .all<{ name: string; type: string }>(`PRAGMA table_info(${table})`)
      .map(({ name, type }) => [name, type]),
  );

/** The clock is exported as the time it shows. The generation is left out because an imported copy starts its own. */
const exported = (table: string): string =>
  table === 'meta' ? " WHERE key NOT IN ('clock', 'kept_generation') ORDER BY key" : '';

/**
 * Empties every table except the request log, keeping the record of the original seed. Starts a new generation of the
 * state.
 */
export function clearTables(db: Database): void {
  for (const table of tableNames(db)) {
    if (table === 'requests') continue;
    db.run(table === 'meta' ? "DELETE FROM meta WHERE key NOT LIKE 'kept_%'" : `DELETE FROM ${table}`);
  }
  countUp(db, 'kept_generation');
}

/** Exports the current state, without the request log and rate limits. `realNow` is in ms. */
export function exportState(db: Database, realNow: number): StateDocument {
  const tables: Record<string, TableDocument> = {};
  for (const table of tableNames(db)) {
    if (!passing.has(table)) tables[table] = db.rows(`SELECT * FROM ${table}${exported(table)}`);
  }
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
  if (!isClockTime(whole)) throw wrong('clock');
  if (mode !== 'running' && mode !== 'frozen') throw wrong('clock');
  return { now: whole, mode };
}

const isKnownVersion = (version: unknown): boolean =>
  Number.isInteger(version) && Number(version) >= 1 && Number(version) <= schemaVersion;

/** Replaces the whole state, including the clock, with an exported one. The caller must have opened a transaction. */
export function importState(db: Database, document: unknown, realNow: number): ClockReading {
  if (!isFields(document) || !isKnownVersion(document.version)) throw wrong('version');
  const { clock, tables } = document;
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
