import { existsSync } from 'node:fs';
import { isDerived } from '../payload/document/reading.ts';
import { type LeftOutLine, mustNotShip } from '../payload/document/reasons.ts';
import type { ReadingSummary } from '../payload/document/types.ts';
import type { Database } from '../storage/sqlite/database.ts';
import { tableOf } from '../text/records.ts';
import { counted } from '../text/words.ts';
import { turns } from '../timers.ts';
import { knowsCancelled } from './ledger/cancellations.ts';
import type { LedgerAccount } from './ledger/ledger-account.ts';
import { inParts, ledgerPlaceOf, readRows } from './ledger/ledger-file.ts';
import { inLedger } from './ledger/open-ledger.ts';
import { openStates, recordForgotten } from './ledger/order-states.ts';
import type { Entry } from './ledger/run-ledger.ts';
import { statesThere } from './terms/outcomes.ts';
import type { Outside } from './terms/outside.ts';
import type { Spool } from './terms/spool.ts';

/** Says which of these orders the service has, or may have. */
export type AskWhich = (references: ReadonlySet<string>) => Promise<ReadonlySet<string>>;

/** How many references a message and a command line name. */
export const mostNamed = 50;

/** References for a message, the first 50 of them. */
export const firstNamed = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');

/** Orders and lines that the warehouse may still ship although the file now leaves them out. */
export interface StillHeld {
  /** References of orders that are left out. */
  readonly orders: ReadonlySet<string>;
  /** Those of them that had different content when the service was last asked: they may be other orders. */
  readonly differing: ReadonlySet<string>;
  /** By reference, lines that are now left out of orders that were sent with them. */
  readonly lines: ReadonlyMap<string, readonly LeftOutLine[]>;
}

/** Whether a line left out for this reason must be reported if it is already with the warehouse. */
export const lineMustNotShip = ({ reason }: Pick<LeftOutLine, 'reason'>): boolean =>
  reason === 'cancelled' || reason === 'refunded';

/** The references of left-out orders that must be reported if they are already with the warehouse. */
function* mustNotBeHeld(spool: Spool): Generator<string> {
  for (const { reference, leftOut } of spool.documents(['reference', 'leftOut'], 'left-out'))
    if (leftOut !== undefined && mustNotShip(leftOut)) yield reference;
}

type Judged = Readonly<Record<'held' | 'differing' | 'unknown' | 'forgotten', ReadonlySet<string>>>;

/** What the ledger says of the left-out orders that the warehouse has or may have. Throws SQLite's errors. */
function judged(db: Database, account: LedgerAccount, spool: Spool): Judged {
  const orders = tableOf(['held', 'differing', 'unknown', 'forgotten'], () => new Set<string>());
  for (const [reference, { atWarehouse }] of openStates(db, account)(mustNotBeHeld(spool)))
    if (atWarehouse !== 'no') orders[atWarehouse].add(reference);
  return orders;
}

const none: ReadonlySet<string> = new Set();

/** Most of what a damaged ledger may have known was never sent, so it counts only if the service says so. */
const without = ({ held, differing, unknown }: Judged, forgotten = none): StillHeld => ({
  orders: new Set([...held, ...unknown, ...differing, ...forgotten]),
  differing,
  lines: new Map(),
});

/** Whether the ledger may know orders that are left out but already with the warehouse. */
export const mayBeHeld = (outside: Outside, { leftOut }: Pick<ReadingSummary, 'leftOut'>): boolean =>
  leftOut.some(({ orders, reason }) => orders > 0 && mustNotShip(reason)) &&
  existsSync(ledgerPlaceOf(outside).file);

/** Which left-out orders the warehouse has, or may have, by the ledger alone. */
export async function heldByLedger(
  outside: Outside,
  account: LedgerAccount | undefined,
  spool: Spool,
  summary: Pick<ReadingSummary, 'leftOut'>,
): Promise<StillHeld> {
  if (account === undefined || !mayBeHeld(outside, summary))
    return { orders: none, differing: none, lines: new Map() };
  return inLedger(ledgerPlaceOf(outside), (db) => without(judged(db, account, spool)));
}

/**
 * The same after a run: asks the service about those of unknown outcome. Without `ask`, which answers with those that it
 * has or may have, they count until the run is repeated, for the next export may no longer have them. `lines`: left-out
 * lines that the run found orders to have. Throws SQLite's errors.
 */
export async function heldAfterRun(
  db: Database,
  account: LedgerAccount,
  spool: Spool,
  lines: StillHeld['lines'],
  ask: AskWhich | undefined,
  interrupted: AbortSignal,
): Promise<StillHeld> {
  const partly = new Map<string, readonly LeftOutLine[]>();
  for (const [reference, { atWarehouse }] of openStates(db, account)(lines.keys()))
    if (atWarehouse === 'held') partly.set(reference, lines.get(reference) ?? []);
  const orders = judged(db, account, spool);
  if (ask === undefined) return { ...without(orders), lines: partly };
  const asked = async (which: ReadonlySet<string>) => (which.size === 0 ? which : ask(which));
  const found = { ...orders, differing: await asked(orders.differing), unknown: await asked(orders.unknown) };
  const remembered = await asked(orders.forgotten);
  // After an interruption, the next run asks about them.
  const isAnswered = !interrupted.aborted;
  if (isAnswered && orders.forgotten.size > 0) recordForgotten(db, account, orders.forgotten, remembered);
  return { ...without(found, isAnswered ? remembered : none), lines: partly };
}

/**
 * Warns of orders that the files want shipped, for instance because the shop no longer has them on hold, although they are
 * cancelled: they count as done, and nobody would notice that they are never shipped. `found` are those that this run
 * found cancelled at the service.
 */
export function warnOfCancelled(
  outside: Outside,
  db: Database,
  account: LedgerAccount,
  spool: Spool,
  found: ReadonlySet<string>,
): void {
  if (found.size === 0 && !knowsCancelled(db, account)) return;
  const here: string[] = [];
  const there: string[] = [];
  const perhaps: string[] = [];
  const states = openStates(db, account)(spool.references('sendable'));
  for (const [reference, { cancelledBy, mayBeCancelled }] of states)
    if (cancelledBy === 'this machine') here.push(reference);
    else if (cancelledBy === 'anybody' || found.has(reference)) there.push(reference);
    else if (mayBeCancelled) perhaps.push(reference);
  warnOfBoth(outside, here, 'was cancelled from this machine', 'were cancelled from this machine');
  warnOfBoth(outside, there, 'is cancelled at the service', 'are cancelled at the service');
  if (perhaps.length > 0)
    outside.warn(
      `${counted(perhaps.length, 'order')} may have been cancelled from this machine, because no answer has shown what came of it: ${firstNamed(perhaps)}; cfi order get shows it, and cfi order cancel tries again`,
    );
}

function warnOfBoth(outside: Outside, references: readonly string[], was: string, were: string): void {
  if (references.length === 0) return;
  const [said, are, one] = references.length === 1 ? [was, 'is', 'it'] : [were, 'are', 'one'];
  outside.warn(
    `${counted(references.length, 'order')} ${said} and ${are} not sent again: ${firstNamed(references)}; to ship ${one} after all, send it under another reference`,
  );
}

/** Warns of rows that count as done although their slots have ended. `ended`: the service's words, by reference. */
export function warnOfEnded(
  outside: Outside,
  entries: Iterable<Pick<Entry, 'reference' | 'number'>>,
  ended: ReadonlyMap<string, string>,
): void {
  if (ended.size === 0) return;
  const rows: string[] = [];
  for (const { reference, number } of entries) {
    const status = typeof number === 'string' ? ended.get(number) : undefined;
    if (status !== undefined) rows.push(`${reference} (${number} is ${status})`);
  }
  if (rows.length === 0) return;
  const [have, are] = rows.length === 1 ? ['has', 'is'] : ['have', 'are'];
  outside.warn(
    `${counted(rows.length, 'row')} ${have} a slot that can no longer be used, and ${are} not booked again: ${firstNamed(rows)}; to book a row again, send it alone with --fresh`,
  );
}

/**
 * Warns of rows without a name that are skipped for equal ones of another file: a corrected row of a failed file may be
 * like one that was booked beside it, and nobody would notice that it has no slot of its own. `run` is the present one.
 */
export async function warnOfEqual(
  outside: Outside,
  db: Database,
  spool: Spool,
  { run, files }: { readonly run: number; readonly files: readonly string[] },
): Promise<void> {
  function* unnamed(): Generator<string> {
    for (const { reference, body } of spool.documents(['reference', 'body'], 'sendable'))
      if (isDerived(reference, body)) yield reference;
  }
  const equal = `FROM json_each(?1) given
    CROSS JOIN runs own ON own.id = ?2
    CROSS JOIN documents d ON d.service = own.service AND d.kind = own.kind AND d.reference = given.value
    CROSS JOIN runs r ON r.id = d.run AND r.id <> own.id
    WHERE d.state IN (${statesThere('yes')}) AND NOT EXISTS (
      SELECT 1 FROM json_each(r.files) before WHERE before.value IN (SELECT value FROM json_each(?3)))`;
  type Booked = { readonly reference: string; readonly number: unknown };
  const rows: string[] = [];
  const turn = turns();
  for (const part of inParts(unnamed())) {
    await turn();
    const values = [JSON.stringify(part), run, JSON.stringify(files)];
    for (const { reference, number } of readRows<Booked>(db, ['d.reference', 'd.number'], equal, values))
      rows.push(`${reference} (${number})`);
  }
  if (rows.length === 0) return;
  const are = rows.length === 1 ? 'is like one' : 'are like some';
  outside.warn(
    `${counted(rows.length, 'row')} ${are} of another file that was booked before, and got no other slot: ${firstNamed(rows)}; to book another, send the row alone with --fresh`,
  );
}

/** Warns of slots taken for bookings without an answer: new and for the same, but the service does not say whose. */
export function warnOfTaken(outside: Outside, taken: ReadonlyMap<string, string>): void {
  if (taken.size === 0) return;
  const named = firstNamed([...taken].map(([reference, slot]) => `${slot} (${reference})`));
  outside.warn(
    `the answer to a booking was lost, and a slot for the same that was not there before counts as yours: ${named}; if somebody else booked the same at that moment, it may be theirs`,
  );
}
