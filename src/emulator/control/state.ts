import * as z from 'zod/mini';
import { inboundDelivery, order, purchaseOrder, slot } from '../../contract/answers.ts';
import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { isJson } from '../../text/json.ts';
import { attempt, fieldsOf, isFields } from '../../text/records.ts';
import { variantsOf } from '../conformance/assumptions.ts';
import { checkChoices, choicesOfState } from '../domain/choices.ts';
import { type ClockReading, isClockTime, readClock, writeClock } from '../domain/clock.ts';
import { type RuleContext, ruleContext, ServiceError } from '../domain/context.ts';
import { faultRule } from '../domain/fault-rule.ts';
import { inboundRecord } from '../rules/inbound.ts';
import { orderRecord } from '../rules/orders.ts';
import { purchaseOrderRecord } from '../rules/purchase-orders.ts';
import { slotRecord } from '../rules/slots.ts';
import { seedKey, sinceKey } from '../seed/first-state.ts';
import { choicesKey, fcPolicies, roles } from '../store/clients.ts';
import {
  inboundOf,
  inboundStatuses,
  purchaseOrderOf,
  purchaseOrderStatuses,
  selectInbound,
  selectPurchaseOrders,
} from '../store/inbound.ts';
import { jobNames } from '../store/jobs.ts';
import { orderStatuses } from '../store/orders.ts';
import { addedColumns, schemaVersion } from '../store/schema.ts';
import { selectSlots, slotOf, slotStatuses } from '../store/slots.ts';
import { clearTables, insertRows, readMeta, tablesOf, writeMeta } from '../store/tables.ts';

/** The range of a date, in ms; an answer that shows any other time would fail. */
const furthestMs = 8.64e15;

type Row = Readonly<Record<string, string>>;
type Show = (context: RuleContext, row: Row) => unknown;

const parsed: Show = (_, { json = '' }) => JSON.parse(json);

/** How the records of each table are read and shown, and what they are then. */
const shown: readonly (readonly [table: string, sql: string, is: z.ZodMiniType, show: Show])[] = [
  ['slots', selectSlots, slot, (context, row) => slotRecord(context, slotOf(row))],
  ['purchase_orders', selectPurchaseOrders, purchaseOrder, shownPurchaseOrder],
  ['inbound', selectInbound, inboundDelivery, (context, row) => inboundRecord(context, inboundOf(row))],
  ['orders', 'SELECT * FROM orders', order, (context, row) => orderRecord(context, row as never, '')],
  ['faults', 'SELECT rule AS json FROM faults', faultRule, parsed],
  ['clients', 'SELECT sku_prefixes AS json FROM clients', z.array(z.string()), parsed],
  // The details are stored without the outer braces.
  [
    'products',
    "SELECT '{' || details || '}' AS json FROM products",
    z.looseObject({ sku: z.string() }),
    parsed,
  ],
];

/** The columns that hold one of a few words, each of which has rules of its own. */
const worded: readonly (readonly [table: string, column: string, words: readonly string[]])[] = [
  ['warehouses', 'fc_policy', fcPolicies],
  ['clients', 'role', roles],
  ['orders', 'status', orderStatuses],
  ['inbound', 'status', inboundStatuses],
  ['slots', 'status', slotStatuses],
  ['purchase_orders', 'status', purchaseOrderStatuses],
  ['jobs', 'job', jobNames],
];

function shownPurchaseOrder(context: RuleContext, row: Row) {
  return purchaseOrderRecord(context, purchaseOrderOf(row));
}

/** A slot that waits for the client's answer has an offer of the warehouse. */
const isOffered = (row: Row): boolean => {
  const { status, proposals } = slotOf(row);
  return status !== 'pending_customer' || proposals.some(({ proposedBy }) => proposedBy === 'ops');
};

/** Throws a 400 if a record of an imported state cannot be shown or go on, because later answers with it would fail. */
function checkRecords(db: Database): void {
  for (const [table, column, words] of worded) {
    const sql = `SELECT 1 FROM ${table} WHERE ${column} NOT IN (SELECT value FROM json_each(?))`;
    if (db.get(sql, [JSON.stringify(words)]) !== undefined) throw wrong(`tables.${table}`);
  }
  const context = ruleContext({ db, now: 0, variants: variantsOf({}) });
  for (const [table, sql, schema, show] of shown) {
    const isShown = (row: Row): boolean => attempt(() => schema.safeParse(show(context, row)).success, false);
    if (!db.all<Row>(sql).every(isShown)) throw wrong(`tables.${table}`);
  }
  if (!db.all<Row>(selectSlots).every(isOffered)) throw wrong('tables.slots');
}

/** Throws a 400 if an imported state cannot sign tokens, or if its choices or its first seed cannot be used. */
function checkMeta(db: Database): void {
  const isUsable = [choicesKey, seedKey].every((key) => isJson(readMeta(db, key) ?? '{}'));
  if (readMeta(db, 'token_secret') === undefined || !isUsable) throw wrong('tables.meta');
  checkChoices(choicesOfState(db));
}

/** The request log and rate limits are not part of the service's state; what was dispatched follows from the movements. */
const passing = new Set(['requests', 'rate_windows', 'dispatched']);

/** The clock is exported as the time it shows. What a copy has of its own is left out, so that equal calls export alike. */
const exported = (table: string): string =>
  table === 'meta' ? ` WHERE key NOT IN ('clock', '${sinceKey}', 'kept_generation') ORDER BY key` : '';

function tableDocument(db: Database, table: string, columns: readonly string[]) {
  const rows = db.all<Record<string, SqlValue>>(`SELECT * FROM ${table}${exported(table)}`);
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

/** The whole state as data: every table with its columns and rows, and the clock. `realNow` is in ms. */
export function exportState(db: Database, realNow: number) {
  const kept = [...tablesOf(db)].filter(([table]) => !passing.has(table));
  const tables = Object.fromEntries(
    kept.map(([table, columns]) => [table, tableDocument(db, table, [...columns.keys()])]),
  );
  return { version: schemaVersion, clock: readClock(db, realNow), tables };
}

const timeColumn = /(^|_)(at|time)$/;

/** Whether the column may hold the value; SQLite itself would store text as a number's. */
function isValue(value: unknown, name: string, type: string | undefined): value is SqlValue {
  if (typeof value !== 'number') return value === null || (type === 'TEXT' && typeof value === 'string');
  return timeColumn.test(name) ? Math.abs(value) <= furthestMs : Number.isFinite(value);
}

const wrong = (path: string): ServiceError =>
  new ServiceError(400, `not an exported emulator state: ${path} is missing or invalid`);

function importTable(db: Database, table: string, known: ReadonlyMap<string, string>, document: unknown) {
  const { columns, rows } = isFields(document) ? document : {};
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
  const since = readMeta(db, sinceKey);
  db.run("DELETE FROM meta WHERE key <> 'kept_generation'");
  for (const [table, columns] of tablesOf(db))
    if (!passing.has(table)) importTable(db, table, columns, tables[table]);
  // Exports of earlier versions contain theirs.
  if (since !== undefined) writeMeta(db, sinceKey, since);
  checkMeta(db);
  checkRecords(db);
  writeClock(db, reading, realNow);
  return reading;
}
