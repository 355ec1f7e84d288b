import type { Database } from '../storage/sqlite/database.ts';
import { hourMs } from '../text/time/time.ts';
import { readRows } from '../upload/ledger/tables.ts';
import { statesThere } from '../upload/terms/outcomes.ts';

/** The state of an order when it was last shown. */
export interface LastShown {
  readonly status: string | null;
  readonly vendor: string | null;
  readonly tracking: string | null;
  /** Milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** An order to check, with its state at the last check; null if it was never checked. */
export interface Tracked {
  readonly reference: string;
  readonly last: LastShown | null;
}

/** Which orders to check. */
export type Wanted =
  | { readonly kind: 'references'; readonly references: readonly string[] }
  | { readonly kind: 'run'; readonly run: number }
  /** Uploaded by runs that began at this time or later, ms since the epoch. */
  | { readonly kind: 'since'; readonly since: number };

const pageSize = 500;
const columns = ['o.reference', 's.status', 's.vendor', 's.tracking', 's.checked_at AS checkedAt'];
const withLastShown = 'LEFT JOIN last_shown s ON s.service = ? AND s.reference = o.reference';
const uploaded = `state IN (${statesThere('yes')})`;

/** In SQL, that an order `d` was uploaded by a run that began then; a later attempt with `--fresh` may have failed since. */
const uploadedSince = `(d.${uploaded} AND EXISTS (SELECT 1 FROM runs r WHERE r.id = d.run AND r.started_at >= ?)
  OR d.state NOT IN (${statesThere('yes')}) AND EXISTS (
    SELECT 1 FROM runs r CROSS JOIN past p ON p.run = r.id AND p.reference = d.reference
    WHERE r.service = d.service AND r.kind = 'order' AND r.started_at >= ? AND p.${uploaded}))`;

/** The time is null if it was never checked. */
interface TrackedRow extends Omit<LastShown, 'checkedAt'> {
  readonly reference: string;
  readonly checkedAt: number | null;
}

/** The selected orders of an account, page by page, by reference. Throws SQLite's error. */
export function* trackedOrders(db: Database, service: number, wanted: Wanted): Generator<Tracked> {
  switch (wanted.kind) {
    case 'references': {
      const rows = readRows<TrackedRow>(
        db,
        columns,
        `FROM (SELECT value AS reference FROM json_each(?)) o ${withLastShown}`,
        JSON.stringify(wanted.references),
        service,
      );
      yield* rows.map(toTracked);
      return;
    }
    case 'run': {
      const { run } = wanted;
      const ofRun = `FROM (
        SELECT reference FROM documents
        WHERE service = ?1 AND kind = 'order' AND reference > ?2 AND run = ?3 AND ${uploaded}
        UNION SELECT reference FROM past WHERE run = ?3 AND reference > ?2 AND ${uploaded}
        ORDER BY reference LIMIT ${pageSize}) o
        LEFT JOIN last_shown s ON s.service = ?1 AND s.reference = o.reference ORDER BY o.reference`;
      yield* paged((after) => readRows(db, columns, ofRun, service, after, run));
      return;
    }
    case 'since': {
      const { since } = wanted;
      const recent = `FROM (
        SELECT d.reference FROM documents d
        WHERE d.service = ? AND d.kind = 'order' AND d.reference > ? AND ${uploadedSince}
        ORDER BY d.reference LIMIT ${pageSize}) o ${withLastShown} ORDER BY o.reference`;
      yield* paged((after) => readRows(db, columns, recent, service, after, since, since, service));
      return;
    }
    default:
      wanted satisfies never;
  }
}

/** References of orders uploaded here that contain the text, ignoring case. Throws SQLite's error. */
export function* referencesContaining(db: Database, service: number, part: string): Generator<string> {
  const wanted = part.toLowerCase();
  const uploadedHere = `FROM documents d
    WHERE d.service = ? AND d.kind = 'order' AND d.reference > ?
    AND (d.state IN (${statesThere('maybe')}) OR ${uploadedSince})
    ORDER BY d.reference LIMIT ${pageSize}`;
  const page = (after: string): TrackedRow[] =>
    readRows(db, ['d.reference', 'NULL AS checkedAt'], uploadedHere, service, after, 0, 0);
  for (const { reference } of paged(page)) if (reference.toLowerCase().includes(wanted)) yield reference;
}

function* paged(page: (after: string) => TrackedRow[]): Generator<Tracked> {
  for (let after = ''; ; ) {
    const rows = page(after);
    yield* rows.map(toTracked);
    const last = rows.at(-1)?.reference;
    if (last === undefined) return;
    after = last;
  }
}

const toTracked = ({ reference, status, vendor, tracking, checkedAt }: TrackedRow): Tracked => ({
  reference,
  last: checkedAt === null ? null : { status, vendor, tracking, checkedAt },
});

/**
 * References of some uploaded orders of an account: those last shown as shipped, then the oldest. Throws SQLite's
 * error.
 */
export function likeliestShipped(
  db: Database,
  { address, client }: { readonly address: string; readonly client: string },
  limit: number,
): string[] {
  return readRows<{ reference: string }>(
    db,
    ['d.reference'],
    `FROM services v JOIN documents d ON d.service = v.id AND d.kind = 'order' AND d.${uploaded}
     LEFT JOIN last_shown n ON n.service = v.id AND n.reference = d.reference
     WHERE v.address = ? AND v.client = ?
     ORDER BY lower(coalesce(n.status, '')) IN ('shipped', 'dispatched') DESC, d.run, d.reference LIMIT ?`,
    address,
    client,
    limit,
  ).map(({ reference }) => reference);
}

/** One order as it was shown. */
export interface Shown extends LastShown {
  readonly reference: string;
  /** When the look before was made, ms since the epoch; null if it was the first. */
  readonly lastCheckedAt: number | null;
}

/** A record that is later by more than this is not that of another process, but of a clock that was wrong. */
const longestRunMs = hourMs;

/**
 * Remembers what was shown, in one transaction; of two processes, the later look counts. A record that this process has
 * read is never later, although the clock that it was made by may have been ahead. Throws SQLite's error.
 */
export function rememberShown(db: Database, service: number, shown: Iterable<Shown>): void {
  const put = `INSERT INTO last_shown (service, reference, status, vendor, tracking, checked_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6
    WHERE NOT EXISTS (
      SELECT 1 FROM last_shown s WHERE s.service = ?1 AND s.reference = ?2
      AND s.checked_at IS NOT ?7
      AND s.checked_at BETWEEN ?6 + 1 AND ?6 + ${longestRunMs})
    ON CONFLICT DO UPDATE SET status = excluded.status, vendor = excluded.vendor, tracking = excluded.tracking,
      checked_at = excluded.checked_at`;
  const rows = shown[Symbol.iterator]();
  const first = rows.next();
  // With nothing to write, it need not wait for another writer.
  if (first.done === true) return;
  db.transaction('write', () => {
    for (let next: IteratorResult<Shown> = first; next.done !== true; next = rows.next()) {
      const { reference, status, vendor, tracking, checkedAt, lastCheckedAt } = next.value;
      db.run(put, service, reference, status, vendor, tracking, checkedAt, lastCheckedAt);
    }
  });
}
