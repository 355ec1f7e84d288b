import type { Connection } from '../storage/sqlite.ts';
import { hourMs } from '../text/time/units.ts';
import { compareUtf8 } from '../text/utf8-order.ts';
import { jsonRows, readJson } from '../upload/ledger/json-rows.ts';
import { statesThere } from '../upload/outcomes.ts';

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
const columns = 'o.reference, s.status, s.vendor, s.tracking, s.checked_at';
const withLastShown = 'LEFT JOIN last_shown s ON s.service = ? AND s.reference = o.reference';
const uploaded = `state IN (${statesThere('yes')})`;

/** In SQL, that an order `d` was uploaded by a run that began then; a later attempt with `--fresh` may have failed since. */
const uploadedSince = `(d.${uploaded} AND EXISTS (SELECT 1 FROM runs r WHERE r.id = d.run AND r.started_at >= ?)
  OR d.state NOT IN (${statesThere('yes')}) AND EXISTS (
    SELECT 1 FROM runs r CROSS JOIN past p ON p.run = r.id AND p.reference = d.reference
    WHERE r.service = d.service AND r.kind = 'order' AND r.started_at >= ? AND p.${uploaded}))`;

type TrackedRow = readonly [
  reference: string,
  status: string | null,
  vendor: string | null,
  tracking: string | null,
  /** Null if it was never checked. */
  checkedAt: number | null,
];

/** The selected orders of an account, page by page, by reference. Throws SQLite's error. */
export function* trackedOrders(db: Connection, service: number, wanted: Wanted): Generator<Tracked> {
  switch (wanted.kind) {
    case 'references': {
      const named = db.statement(
        `SELECT ${jsonRows(columns)} FROM (SELECT value AS reference FROM json_each(?)) o ${withLastShown}`,
      );
      yield* toTracked(named.row(JSON.stringify(wanted.references), service)?.[0]);
      return;
    }
    case 'run': {
      const ofRun = db.statement(
        `SELECT ${jsonRows(columns)} FROM (
           SELECT reference FROM documents WHERE service = ? AND kind = 'order' AND reference > ? AND run = ? AND ${uploaded}
           UNION SELECT reference FROM past WHERE run = ? AND reference > ? AND ${uploaded}
           ORDER BY reference LIMIT ${pageSize}) o ${withLastShown}`,
      );
      const { run } = wanted;
      yield* paged((after) => ofRun.row(service, after, run, run, after, service)?.[0]);
      return;
    }
    case 'since': {
      const recent = db.statement(
        `SELECT ${jsonRows(columns)} FROM (
           SELECT d.reference FROM documents d
           WHERE d.service = ? AND d.kind = 'order' AND d.reference > ? AND ${uploadedSince}
           ORDER BY d.reference LIMIT ${pageSize}) o ${withLastShown}`,
      );
      const { since } = wanted;
      yield* paged((after) => recent.row(service, after, since, since, service)?.[0]);
      return;
    }
    default:
      wanted satisfies never;
  }
}

/** References of orders uploaded here that contain the text, ignoring case. Throws SQLite's error. */
export function* referencesContaining(db: Connection, service: number, part: string): Generator<string> {
  const wanted = part.toLowerCase();
  const statement = db.statement(
    `SELECT ${jsonRows('reference, NULL, NULL, NULL, NULL')} FROM (
       SELECT d.reference FROM documents d
       WHERE d.service = ? AND d.kind = 'order' AND d.reference > ?
       AND (d.state IN (${statesThere('maybe')}) OR ${uploadedSince})
       ORDER BY d.reference LIMIT ${pageSize})`,
  );
  for (const { reference } of paged((after) => statement.row(service, after, 0, 0)?.[0]))
    if (reference.toLowerCase().includes(wanted)) yield reference;
}

type Value = Parameters<typeof readJson>[0];

function* paged(page: (after: string) => Value): Generator<Tracked> {
  for (let after = ''; ; ) {
    let last: string | undefined;
    for (const tracked of toTracked(page(after))) {
      const { reference } = tracked;
      last = last === undefined || compareUtf8(reference, last) > 0 ? reference : last;
      yield tracked;
    }
    if (last === undefined) return;
    after = last;
  }
}

function* toTracked(rows: Value): Generator<Tracked> {
  for (const [reference, status, vendor, tracking, checkedAt] of readJson<TrackedRow[]>(rows))
    yield { reference, last: checkedAt === null ? null : { status, vendor, tracking, checkedAt } };
}

/**
 * References of some uploaded orders of an account: those last shown as shipped, then the oldest. Throws SQLite's
 * error.
 */
export function likeliestShipped(
  db: Connection,
  { address, client }: { readonly address: string; readonly client: string },
  limit: number,
): string[] {
  const found = db.statement(
    `SELECT ${jsonRows('reference')} FROM (
       SELECT d.reference FROM services v JOIN documents d ON d.service = v.id AND d.kind = 'order' AND d.${uploaded}
       LEFT JOIN last_shown n ON n.service = v.id AND n.reference = d.reference
       WHERE v.address = ? AND v.client = ?
       ORDER BY lower(coalesce(n.status, '')) IN ('shipped', 'dispatched') DESC, d.run, d.reference LIMIT ?)`,
  );
  return readJson<[string][]>(found.row(address, client, limit)?.[0]).map(([reference]) => reference);
}

/** The ledger's number for an account; created if missing. */
export function serviceNumber(db: Connection, address: string, client: string): number {
  const find = db.statement('SELECT id FROM services WHERE address = ? AND client = ?');
  const known = find.row(address, client)?.[0];
  if (known !== undefined) return Number(known);
  db.statement('INSERT OR IGNORE INTO services (address, client) VALUES (?, ?)').run(address, client);
  return Number(find.row(address, client)?.[0]);
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
 * Remembers what was shown, in one transaction, page by page; of two processes, the later look counts. A record that
 * this process has read is never later, although the clock that it was made by may have been ahead. Throws SQLite's error.
 */
export function rememberShown(db: Connection, service: number, shown: Iterable<Shown>): void {
  const put = db.statement(
    `INSERT INTO last_shown (service, reference, status, vendor, tracking, checked_at)
     SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?2)
     WHERE NOT EXISTS (
       SELECT 1 FROM last_shown s WHERE s.service = ?1 AND s.reference = value ->> 0
       AND s.checked_at IS NOT value ->> 5
       AND s.checked_at BETWEEN (value ->> 4) + 1 AND (value ->> 4) + ${longestRunMs})
     ON CONFLICT DO UPDATE SET status = excluded.status, vendor = excluded.vendor, tracking = excluded.tracking,
       checked_at = excluded.checked_at`,
  );
  const rows = shown[Symbol.iterator]();
  const first = rows.next();
  // With nothing to write, it need not wait for another writer.
  if (first.done === true) return;
  let page: unknown[] = [];
  const flush = (): void => {
    if (page.length > 0) put.run(service, JSON.stringify(page));
    page = [];
  };
  db.transaction(() => {
    for (let next: IteratorResult<Shown> = first; next.done !== true; next = rows.next()) {
      const { reference, status, vendor, tracking, checkedAt, lastCheckedAt } = next.value;
      page.push([reference, status, vendor, tracking, checkedAt, lastCheckedAt]);
      if (page.length === pageSize) flush();
    }
    flush();
  });
}
