import { join } from 'node:path';
import { openHome } from '../../client/auth/account.ts';
import { CfiError } from '../../errors.ts';
import { isMisplaced, noSpace } from '../../storage/file-errors.ts';
import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import {
  type DatabaseFormat,
  databaseErrorCode,
  databaseReason,
  troubleOf,
  UnusableFile,
  unlessWritable,
} from '../../storage/sqlite/database-file.ts';
import { parseJson } from '../../text/json.ts';
import type { Outside } from '../terms/outside.ts';

export interface LedgerPlace {
  readonly file: string;
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  warn(line: string): void;
}

/** The ledger of all uploads, in the folder for data. */
export const ledgerFile = (dataFolder: string): string => join(dataFolder, 'ledger.sqlite');

/** Whether an error means that the ledger's file or its content is damaged. */
export const isDamage = (error: unknown): boolean => troubleOf(error) === 'damaged';

const elsewhere = 'choose another folder with CFI_HOME';

/** An error of SQLite or the file system about the ledger as one for the user. Returns any other error unchanged. */
export function ledgerError(file: string, error: unknown, what = 'the run ledger'): unknown {
  if (error instanceof CfiError) return error;
  const ledger = `${what} ${file}`;
  const trouble = troubleOf(error);
  switch (trouble) {
    case undefined:
      return error;
    case 'damaged':
      // SQLite calls a read that the disk refuses once damage too; only the next opening tells.
      return new CfiError('internal', `${ledger} is damaged, or the disk reports an error`, {
        again: (how) => `${how}: it renames a damaged file and looks up what is missing`,
        cause: error,
      });
    case 'foreign':
      return unusable(`${ledger} is the database of another program`, `move it away, or ${elsewhere}`);
    case 'newer':
      return unusable(`${ledger} was written by a newer version of cfi`, `update cfi, or ${elsewhere}`);
    case 'busy':
      return new CfiError('locked', `${ledger} is in use by another process`, {
        again: (how) => `${how} when that process has ended`,
        cause: error,
      });
    case 'full': {
      const reason = databaseReason(error);
      const message =
        reason === noSpace ? `no space is left for ${ledger}` : `${ledger} cannot grow: ${reason}`;
      return new CfiError('internal', message, {
        again: (how) => `free some disk space and ${how} to continue where it stopped`,
        cause: error,
      });
    }
    case 'inaccessible': {
      if (databaseErrorCode(error).startsWith('SQLITE_IOERR'))
        return new CfiError('internal', `${ledger} cannot be read or written: the disk reports an error`, {
          again: (how) => `check the disk and ${how} to continue where it stopped`,
          cause: error,
        });
      const hint = `check the file, its folder and their permissions, or ${elsewhere}`;
      const cause = unlessWritable(file, error);
      return unusable(`${ledger} cannot be opened or written: ${databaseReason(cause)}`, hint, cause);
    }
  }
}

/** `ledgerError` after documents may have been sent, where exit 2 would say that nothing was. */
export function errorAfterSending(file: string, error: unknown): unknown {
  const failure = ledgerError(file, error);
  const isUsage = failure instanceof CfiError && failure.code === 'usage';
  return isUsage ? new CfiError('internal', failure.message, failure.details) : failure;
}

/** The error if the ledger fails after documents may have been sent; undefined for a damaged ledger, which can be replaced, and for other errors. */
export function ledgerErrorAfterSending(file: string, error: unknown): CfiError | undefined {
  const failure = isDamage(error) ? undefined : errorAfterSending(file, error);
  return failure instanceof CfiError ? failure : undefined;
}

/** Wrong use of the command, unless it is the disk that reports an error. */
const unusable = (message: string, hint: string, cause?: unknown): CfiError =>
  new CfiError(cause === undefined || isMisplaced(cause) ? 'usage' : 'internal', message, {
    hint,
    subject: 'ledger',
    cause,
  });

/** The ledger of this machine. */
export const ledgerPlaceOf = (outside: Pick<Outside, 'deps' | 'warn'>): LedgerPlace => ({
  file: ledgerFile(openHome(outside).home.data),
  now: () => outside.deps.now(),
  warn: (line) => outside.warn(line),
});

const lastShown = `CREATE TABLE last_shown (
  service INTEGER NOT NULL, reference TEXT NOT NULL, status TEXT, vendor TEXT, tracking TEXT, checked_at INTEGER NOT NULL,
  PRIMARY KEY (service, reference)) WITHOUT ROWID`;

/** `more`: what else was known of a booking. */
const slotsBefore = (more: string): string => `CREATE TABLE slots_before (
  service INTEGER NOT NULL, reference TEXT NOT NULL, slots TEXT NOT NULL, ${more},
  PRIMARY KEY (service, reference)) WITHOUT ROWID`;
const repeated = 'repeated INTEGER NOT NULL DEFAULT 0';

const slotsSeen = `CREATE TABLE slots_seen (
  service INTEGER NOT NULL, reference TEXT NOT NULL, record TEXT NOT NULL,
  PRIMARY KEY (service, reference)) WITHOUT ROWID`;

const attempts = `CREATE TABLE attempts (
  service INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL, bodies TEXT NOT NULL, seen TEXT,
  PRIMARY KEY (service, kind, reference)) WITHOUT ROWID`;

const lastLooks = `CREATE TABLE last_looks (
  service INTEGER NOT NULL, reference TEXT NOT NULL, status TEXT, tracking TEXT, tracked_at INTEGER, dispatch_by TEXT,
  PRIMARY KEY (service, reference)) WITHOUT ROWID`;

const writtenForShops = `CREATE TABLE written_for_shops (
  service INTEGER NOT NULL, shop TEXT NOT NULL, reference TEXT NOT NULL, number TEXT NOT NULL, status TEXT NOT NULL,
  PRIMARY KEY (service, shop, reference, number, status)) WITHOUT ROWID`;

/** The unfinished runs with which a run goes on, as a JSON list. */
const continued = "continued TEXT NOT NULL DEFAULT '[]'";
/** When a run ended by the clock that nobody sets, ms since the machine started. */
const endedSteady = 'ended_steady INTEGER';
/** Of the documents of a batch, in their order, as a JSON list; empty in ledgers of earlier versions. */
const digests = "digests TEXT NOT NULL DEFAULT '[]'";

/**
 * `documents` has the current record of each reference with a known outcome; its `preset` is what the file was read
 * with. `intents` has the references whose requests may be in progress, as a JSON list per batch: a reference without
 * an outcome of its run in `documents` may have been sent, with the content that `digests` has in the same place.
 * `past` keeps outcomes that a later run replaced, and those that say nothing about what the service has. `losses` has
 * a row for each time a damaged ledger was replaced, with the last run that was recovered (0 for none). `last_shown` is
 * the state of each order when it was last shown. `slots_before` has, for each booking whose outcome is not certain,
 * the slots that were known before it was first sent (a JSON list of references), and whether it was sent again after a
 * lost answer. `slots_seen` has what any list of slots has shown while there was such a booking. `attempts` has what
 * may have been sent (a JSON list of bodies) for each slot, purchase order and answer whose outcome is not certain, and
 * what was seen of them at the service (a `Sighting`). `last_looks` is the state of each order when it was last read,
 * shown or not: since when it has had its tracking numbers, and its own time of dispatch; `documents` has that of the
 * upload. `written_for_shops` has what was written to a file that a shop takes.
 */
const tables = `
CREATE TABLE intents (
  run INTEGER NOT NULL, batch INTEGER NOT NULL, service INTEGER NOT NULL, kind TEXT NOT NULL,
  documents TEXT NOT NULL, ${digests}, UNIQUE (run, batch));
CREATE TABLE services (
  id INTEGER PRIMARY KEY, address TEXT NOT NULL, client TEXT NOT NULL, UNIQUE (address, client));
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, service INTEGER NOT NULL, kind TEXT NOT NULL, files TEXT NOT NULL, pid INTEGER NOT NULL,
  started_at INTEGER NOT NULL, ended_at INTEGER, exit_code INTEGER, stopped TEXT, counts TEXT NOT NULL, ${continued},
  ${endedSteady});
CREATE TABLE documents (
  service INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL,
  uuid TEXT, number, status INTEGER, error TEXT, fields TEXT, run INTEGER NOT NULL, dispatch_by TEXT, preset TEXT,
  PRIMARY KEY (service, kind, reference)) WITHOUT ROWID;
CREATE TABLE past (
  run INTEGER NOT NULL, reference TEXT NOT NULL, state TEXT NOT NULL,
  uuid TEXT, number, status INTEGER, error TEXT, fields TEXT, PRIMARY KEY (run, reference)) WITHOUT ROWID;
CREATE TABLE losses (after_run INTEGER NOT NULL);
${lastShown};
${slotsBefore(repeated)};
${slotsSeen};
${attempts};
${lastLooks};
${writtenForShops};
`;

/** The ledger of all uploads ("cfil"). */
export const ledgerFormat: DatabaseFormat = {
  applicationId: 0x6366696c,
  version: 14,
  tables,
  tableNames: ['services', 'runs', 'documents', 'past'],
  migrations: {
    // Version 0.1.0, which did not record whether a purchase order had a slot.
    2: `ALTER TABLE windows RENAME TO intents;
        ALTER TABLE intents RENAME COLUMN number TO batch;
        CREATE TABLE losses (after_run INTEGER NOT NULL);
        ${lastShown};
        ${slotsBefore("accepted INTEGER NOT NULL, bodies TEXT NOT NULL DEFAULT '[]'")};
        CREATE TABLE sent_without_slot (service INTEGER NOT NULL, reference TEXT NOT NULL);
        INSERT INTO sent_without_slot
          SELECT service, reference FROM documents WHERE kind = 'purchase-order' AND state = 'unknown'
          UNION
          SELECT i.service, given.value FROM intents i, json_each(i.documents) given WHERE i.kind = 'purchase-order'`,
    // Version 0.2.0.
    8: `ALTER TABLE documents ADD COLUMN dispatch_by TEXT; ${lastLooks}; ${writtenForShops}`,
    // Version 0.3.0, which knew of purchase orders only that they may have been sent without a slot.
    9: `ALTER TABLE documents ADD COLUMN preset TEXT;
        ALTER TABLE runs ADD COLUMN ${continued};
        ${slotsSeen};
        ${attempts};
        INSERT INTO attempts
          SELECT service, 'slot', reference, bodies,
            iif(accepted, '{"doubt":"the service accepted the booking without showing a slot"}', NULL)
          FROM slots_before
          UNION ALL SELECT service, 'purchase-order', reference, '["{}"]', NULL FROM sent_without_slot;
        INSERT INTO attempts
          SELECT service, kind, reference, '[]',
            json_object('number', number, 'doubt', number || ', which was found for it, is no longer there')
          FROM documents
          WHERE kind IN ('slot', 'purchase-order') AND state = 'conflict' AND fields IS NOT NULL AND number IS NOT NULL
          ON CONFLICT DO UPDATE SET seen = excluded.seen;
        ALTER TABLE slots_before ADD COLUMN ${repeated};
        ALTER TABLE slots_before DROP COLUMN accepted;
        ALTER TABLE slots_before DROP COLUMN bodies;
        DROP TABLE sent_without_slot`,
    12: `ALTER TABLE runs ADD COLUMN ${endedSteady}`,
    13: `ALTER TABLE intents ADD COLUMN ${digests}`,
  },
};

/** `d.run` or `max(run) AS run`, as a member of a JSON object. */
function member(column: string): string {
  const as = column.lastIndexOf(' AS ');
  if (as >= 0) return `'${column.slice(as + 4)}', ${column.slice(0, as)}`;
  return `'${column.slice(column.lastIndexOf('.') + 1)}', ${column}`;
}

/**
 * Reads rows of the ledger as objects with these columns. They come as JSON in bytes, because libsql ends the process on
 * text that is not UTF-8 (in a damaged file), and because numbers keep all their digits. `rest` is the query without its
 * columns. Throws SQLite's errors.
 */
export function readRows<T>(
  db: Database,
  columns: readonly string[],
  rest: string,
  values: readonly SqlValue[] = [],
): T[] {
  const object = `json_object(${columns.map(member).join(', ')})`;
  // One text for all is faster than a text for each.
  const query = `SELECT CAST('[' || group_concat(row) || ']' AS BLOB) AS rows FROM (SELECT ${object} AS row ${rest})`;
  const { rows } = db.get<{ rows: Uint8Array | null }>(query, values) ?? { rows: null };
  return rows === null ? [] : readJson<T[]>(Buffer.from(rows).toString('utf8'));
}

/** Reads JSON of the ledger. Throws an `UnusableFile` (damaged ledger) if it is not JSON. */
export function readJson<T>(text: string): T {
  try {
    return parseJson(text) as T;
  } catch {
    throw new UnusableFile('the run ledger', 'damaged');
  }
}

/** What became of a document, as the ledger has it. */
export interface DocumentOutcome<Outcome extends string = string> {
  readonly reference: string;
  readonly outcome: Outcome;
  readonly uuid: string | null;
  readonly number: number | bigint | string | null;
  readonly status: number | null;
  readonly error: string | null;
  /** Names of the fields that differ, comma-separated. */
  readonly fields: string | null;
}

/** Its columns, in tables with current and with past outcomes. */
export const outcomeColumns = [
  'reference',
  'state AS outcome',
  ...['uuid', 'number', 'status', 'error', 'fields'],
] as const;

/** How many rows are read at a time. */
export const pageSize = 500;

/** Splits a list into parts of the size of a page. */
export function* inParts<T>(items: Iterable<T>): Generator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < pageSize) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/**
 * Rows of the ledger by reference, page by page: while a page is used, nothing keeps other processes from writing. In the
 * query, `?1` is `first`, `?2` the last reference before the page, and `values` come after. Throws SQLite's errors.
 */
export function* pagesOf<T extends { readonly reference: string }>(
  db: Database,
  columns: readonly string[],
  rest: string,
  first: SqlValue,
  ...values: readonly SqlValue[]
): Generator<T> {
  for (let after = ''; ; ) {
    const rows = readRows<T>(db, columns, rest, [first, after, ...values]);
    const last = rows.at(-1);
    if (last === undefined) return;
    // Bytes that are not UTF-8 are read as others, which may come before them: the page would begin again for ever.
    if (Buffer.compare(Buffer.from(last.reference), Buffer.from(after)) <= 0)
      throw new UnusableFile('the run ledger', 'damaged');
    yield* rows;
    after = last.reference;
  }
}
