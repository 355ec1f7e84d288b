import { existsSync } from 'node:fs';
import { readAsSaid } from '../cli/references.ts';
import type { CommandContext } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import { type Database, insertRows } from '../storage/sqlite/database.ts';
import { saidAs } from '../text/nearest.ts';
import { dayMs, hourMs } from '../text/time/time.ts';
import { heard } from '../timers.ts';
import { notCancelledSince } from '../upload/ledger/cancellations.ts';
import { ledgerAccount, serviceOf } from '../upload/ledger/ledger-account.ts';
import { inParts, ledgerPlaceOf, pageSize, pagesOf, readRows } from '../upload/ledger/ledger-file.ts';
import { inLedger } from '../upload/ledger/open-ledger.ts';
import { statesThere } from '../upload/terms/outcomes.ts';
import { isEnd } from './order-state.ts';

export interface LastShown {
  readonly status: string | null;
  readonly vendor: string | null;
  readonly tracking: string | null;
  /** Milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** What the last look at an order found, whether it was shown or not. */
interface LastLook {
  readonly status: string | null;
  readonly tracking: string | null;
  /** Since when it has had these tracking numbers, ms since the epoch. */
  readonly trackedAt: number | null;
  /** Of the record. */
  readonly dispatchBy: string | null;
}

/** An order to check, with its state when it was last shown and when it was last read; null if it never was. */
export interface Tracked {
  readonly reference: string;
  readonly last: LastShown | null;
  readonly lastLook: LastLook | null;
  /** As it was uploaded. */
  readonly dispatchBy: string | null;
  /** What its file was read with. */
  readonly preset: string | null;
}

export type Wanted =
  | { readonly kind: 'references'; readonly references: readonly string[] }
  | { readonly kind: 'run'; readonly run: number }
  /** Uploaded by runs that began at this time or later, ms since the epoch. */
  | { readonly kind: 'since'; readonly since: number };

const lastShown =
  "json_object('status', s.status, 'vendor', s.vendor, 'tracking', s.tracking, 'checkedAt', s.checked_at)";
const lastLook = `json_object(
  'status', l.status, 'tracking', l.tracking, 'trackedAt', l.tracked_at, 'dispatchBy', l.dispatch_by)`;
const columns = [
  'o.reference',
  `CASE WHEN s.reference IS NOT NULL THEN ${lastShown} END AS last`,
  `CASE WHEN l.reference IS NOT NULL THEN ${lastLook} END AS lastLook`,
  'd.dispatch_by AS dispatchBy',
  'd.preset',
];
/** In SQL, what is known of the orders `o` of the account `?1`. */
const withKnown = `
  LEFT JOIN documents d ON d.service = ?1 AND d.kind = 'order' AND d.reference = o.reference
  LEFT JOIN last_shown s ON s.service = ?1 AND s.reference = o.reference
  LEFT JOIN last_looks l ON l.service = ?1 AND l.reference = o.reference`;
const uploaded = `state IN (${statesThere('yes')})`;

/** In SQL, that an order `d` was uploaded by a run that began then; a later attempt with `--fresh` may have failed since. */
const uploadedSince = (since: string): string => `(
  d.${uploaded} AND EXISTS (SELECT 1 FROM runs r WHERE r.id = d.run AND r.started_at >= ${since})
  OR d.state NOT IN (${statesThere('yes')}) AND EXISTS (
    SELECT 1 FROM runs r CROSS JOIN past p ON p.run = r.id AND p.reference = d.reference
    WHERE r.service = d.service AND r.kind = 'order' AND r.started_at >= ${since} AND p.${uploaded}))`;

/** In SQL, the orders that the run `?3` uploaded. */
const ofRun = `FROM (
  SELECT reference FROM documents
  WHERE service = ?1 AND kind = 'order' AND reference > ?2 AND run = ?3 AND ${uploaded}
  UNION SELECT reference FROM past WHERE run = ?3 AND reference > ?2 AND ${uploaded}
  ORDER BY reference LIMIT ${pageSize}) o ${withKnown} ORDER BY o.reference`;

/** In SQL, those that were uploaded since `?3`. */
const recent = `FROM (
  SELECT d.reference FROM documents d
  WHERE d.service = ?1 AND d.kind = 'order' AND d.reference > ?2 AND ${uploadedSince('?3')}
  ORDER BY d.reference LIMIT ${pageSize}) o ${withKnown} ORDER BY o.reference`;

/** The selected orders of an account, page by page: given references as given, others by reference. Throws SQLite's error. */
export function* trackedOrders(db: Database, service: number, wanted: Wanted): Generator<Tracked> {
  if (wanted.kind === 'run') yield* pagesOf<Tracked>(db, columns, ofRun, service, wanted.run);
  else if (wanted.kind === 'since') yield* pagesOf<Tracked>(db, columns, recent, service, wanted.since);
  else {
    const given = `FROM (SELECT value AS reference FROM json_each(?2)) o ${withKnown}`;
    for (const part of inParts(wanted.references))
      yield* readRows<Tracked>(db, columns, given, [service, JSON.stringify(part)]);
  }
}

/** The references of orders uploaded here. Throws SQLite's error. */
export function* uploadedReferences(db: Database, service: number): Generator<string> {
  const uploadedHere = `FROM documents d
    WHERE d.service = ?1 AND d.kind = 'order' AND d.reference > ?2
    AND (d.state IN (${statesThere('maybe')}) OR ${uploadedSince('0')})
    ORDER BY d.reference LIMIT ${pageSize}`;
  for (const { reference } of pagesOf<{ reference: string }>(db, ['d.reference'], uploadedHere, service))
    yield reference;
}

/** The orders uploaded here that people may mean by a word. */
export type Meant = (word: string) => readonly string[];

/** Finds them for all of the words, in one reading of the ledger. Throws SQLite's error, and `cancelled` at a signal. */
export async function uploadedAs(
  db: Database,
  service: number,
  words: readonly string[],
  signal: AbortSignal,
): Promise<Meant> {
  if (words.length === 0) return () => [];
  const wordsFor = saidAs(words);
  const meant = new Map(words.map((word) => [word, [] as string[]]));
  for await (const reference of heard(uploadedReferences(db, service), signal))
    for (const word of wordsFor(reference)) meant.get(word)?.push(reference);
  return (word) => meant.get(word) ?? [];
}

/** The same where the ledger can be read; else none. Throws `cancelled` at a signal. */
export async function uploadedAsIfKnown(
  context: CommandContext,
  api: Api,
  words: readonly string[],
): Promise<Meant> {
  const found = await inLedgerIfPossible(context, api, (db, service) =>
    uploadedAs(db, service, words, context.deps.interrupted),
  );
  return found ?? (() => []);
}

/**
 * The order that people mean by a word: of that name at the service, or the only one of those `meant` that were uploaded
 * here. It asks the service only if the ledger does not know that name. Throws `not-found` with all that it may mean.
 */
export async function orderMeant(context: CommandContext, api: Api, word: string, meant: readonly string[]) {
  if (meant.length === 0 || meant.includes(word)) return word;
  const read = async (referenceNumber: string): Promise<string> => {
    if (referenceNumber === word) await api.call('getOrder', { params: { referenceNumber } });
    return referenceNumber;
  };
  return readAsSaid(context, word, read, async () => meant);
}

/** What is found in the ledger of the account; undefined if it has none, or it cannot be read. Throws `cancelled` at a signal. */
export async function inLedgerIfPossible<T>(
  context: CommandContext,
  api: Api,
  find: (db: Database, service: number) => T | Promise<T>,
): Promise<T | undefined> {
  const place = ledgerPlaceOf(context);
  if (!existsSync(place.file)) return undefined;
  try {
    return await inLedger(place, (db) => {
      const service = serviceOf(db, ledgerAccount(context, api));
      return service === undefined ? undefined : find(db, service);
    });
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'cancelled') throw error;
    return undefined;
  }
}

/** A record that is later by more than this is not that of another process, but of a clock that was wrong. */
const longestRunMs = hourMs;

export interface Read extends LastShown, LastLook {
  readonly reference: string;
  /** When the look before was shown, ms since the epoch; null if none was. */
  readonly lastCheckedAt: number | null;
}

/** Remembers what was read, shown or not, in one transaction. Throws SQLite's error. */
export function rememberRead(db: Database, service: number, read: Iterable<Read>): void {
  const values = ({ reference, status, tracking, trackedAt, dispatchBy }: Read) =>
    [service, reference, status, tracking, trackedAt, dispatchBy] as const;
  inOneWrite(db, inParts(read), (part) =>
    insertRows(db, 'INSERT OR REPLACE INTO last_looks VALUES', '(?, ?, ?, ?, ?, ?)', 6, part.flatMap(values)),
  );
}

/** With nothing to write, it need not wait for another writer. */
function inOneWrite<T>(db: Database, items: Iterable<T>, write: (item: T) => void): void {
  const rest = items[Symbol.iterator]();
  const first = rest.next();
  if (first.done === true) return;
  db.transaction('write', () => {
    for (let next: IteratorResult<T> = first; next.done !== true; next = rest.next()) write(next.value);
  });
}

/**
 * Remembers what was shown, in one transaction; of two processes, the later look counts. A record that this process has
 * read is never later, although the clock that it was made by may have been ahead. Throws SQLite's error.
 */
export function rememberShown(db: Database, service: number, shown: Iterable<Read>): void {
  const put = `INSERT INTO last_shown (service, reference, status, vendor, tracking, checked_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6
    WHERE NOT EXISTS (
      SELECT 1 FROM last_shown s WHERE s.service = ?1 AND s.reference = ?2
      AND s.checked_at IS NOT ?7
      AND s.checked_at BETWEEN ?6 + 1 AND ?6 + ${longestRunMs})
    ON CONFLICT DO UPDATE SET status = excluded.status, vendor = excluded.vendor, tracking = excluded.tracking,
      checked_at = excluded.checked_at`;
  inOneWrite(db, shown, ({ reference, status, vendor, tracking, checkedAt, lastCheckedAt }) =>
    db.run(put, [service, reference, status, vendor, tracking, checkedAt, lastCheckedAt]),
  );
}

/** How old an upload is at most for `order track` to follow its orders unasked. */
export const followedMs = 30 * dayMs;

/** The time by the service's clock: that of the embedded emulator, or that of the service's answers; ms since the epoch. */
export const serviceNow = ({ clock }: CommandContext, { transport }: Api): number =>
  transport.embedded ? transport.now() : clock.now();

/** How many orders are late by the last look or the upload; `now` by the service's clock. Throws SQLite's errors. */
function countLate(db: Database, service: number, now: number, since: number): number {
  const rows = readRows<{ status: string | null; count: number }>(
    db,
    ['coalesce(l.status, s.status) AS status', 'count(*) AS count'],
    `FROM documents d
     LEFT JOIN last_looks l ON l.service = d.service AND l.reference = d.reference
     LEFT JOIN last_shown s ON s.service = d.service AND s.reference = d.reference
     WHERE d.service = ?1 AND d.kind = 'order' AND ${uploadedSince('?2')} AND ${notCancelledSince}
     AND unixepoch(coalesce(l.dispatch_by, d.dispatch_by), 'subsec') * 1000 < ?3
     GROUP BY coalesce(l.status, s.status)`,
    [service, since, now],
  );
  return rows.reduce((sum, { status, count }) => (isEnd(status) ? sum : sum + count), 0);
}

/** How many orders are late by the ledger, which costs no request; undefined if none is, or if it cannot be read. */
export async function lateOrdersLine(context: CommandContext, api: Api): Promise<string | undefined> {
  const since = context.deps.now() - followedMs;
  const count = await inLedgerIfPossible(context, api, (db, service) =>
    countLate(db, service, serviceNow(context, api), since),
  );
  return count ? `Late orders: ${count} (cfi order track --late)` : undefined;
}
