import { existsSync } from 'node:fs';
import type { CommandContext } from '../cli/settings.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { dayMs, formatDuration, hourMs, minuteMs, parseInstant } from '../text/time/time.ts';
import { ledgerFile, ledgerPlaceOf } from '../upload/ledger/ledger-file.ts';
import { withLedger } from '../upload/ledger/open-ledger.ts';
import { notCancelledSince, serviceOf } from '../upload/ledger/order-states.ts';
import { readRows } from '../upload/ledger/tables.ts';
import { accountOf } from '../upload/terms/account.ts';
import { uploadedSince } from './last-shown.ts';
import { isEnd } from './order-state.ts';

/** How old an upload is at most for `order track` to follow its orders unasked. */
export const followedMs = 30 * dayMs;

/** The moment from which an order is late, ms since the epoch; undefined if nothing says so. */
export function lateAfter(dispatchBy: string | null): number | undefined {
  const due = parseInstant(dispatchBy ?? '');
  return Number.isNaN(due) ? undefined : due;
}

/** How late an order is, for people: `2d 4h`, `35m`. */
export function lateText(ms: number): string {
  const exact = ms < hourMs ? minuteMs : hourMs;
  return ms < minuteMs ? 'just now' : formatDuration(Math.floor(ms / exact) * exact);
}

/** How late an order is, in whole hours. */
export const lateHours = (ms: number): number => Math.floor(ms / hourMs);

/**
 * How many orders are late by what the ledger knows of them: from the last look, or from the upload where there was none.
 * `now` by the service's clock, `since` the earliest upload that counts; both ms since the epoch. Throws SQLite's errors.
 */
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
    service,
    since,
    now,
  );
  return rows.reduce((sum, { status, count }) => (isEnd(status) ? sum : sum + count), 0);
}

/**
 * The last line of `today`: how many orders of this account are late, as far as the ledger knows, which costs no request.
 * Undefined if none is, or if the ledger cannot be read.
 */
export async function lateOrdersLine(context: CommandContext, api: Api): Promise<string | undefined> {
  const place = ledgerPlaceOf(context);
  if (!existsSync(ledgerFile(place.dataFolder))) return undefined;
  const { deps } = context;
  try {
    const count = await withLedger(place, (db) => {
      const client = accountOf(api.clientId, deps.env.CFI_TOKEN);
      const service = serviceOf(db, { address: api.baseUrl, client });
      const found =
        service === undefined ? 0 : countLate(db, service, api.transport.now(), deps.now() - followedMs);
      db.close();
      return found;
    });
    return count === 0 ? undefined : `Late orders: ${count} (cfi order track --late)`;
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return undefined;
  }
}
