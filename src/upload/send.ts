import { defaultRetryPolicy } from '../client/retry.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import type { LeftOutLine } from '../payload/document/reasons.ts';
import type { Database } from '../storage/sqlite/database.ts';
import type { Lock } from '../storage/sqlite/lock.ts';
import { type Fields, tableOf } from '../text/records.ts';
import { counted, shownFile } from '../text/words.ts';
import { firstNamed, lineMustNotShip, mustNotBeHeld, type StillHeld } from './known-orders.ts';
import type { Unsent } from './ledger/intents-and-outcomes.ts';
import { isDamage, lateLedgerError, ledgerPlaceOf, toldLate } from './ledger/ledger-file.ts';
import { ledgerInMemory, whyNoLedger, withLedger } from './ledger/open-ledger.ts';
import {
  accountKey,
  knowsCancelled,
  type LedgerAccount,
  ledgerAccount,
  openStates,
  recordForgotten,
} from './ledger/order-states.ts';
import { beginRun, type Entry, type LedgerTask, type RunLedger, type Which } from './ledger/run-ledger.ts';
import { lockBookings, lockFor } from './ledger/run-lock.ts';
import { isAct, type Kind, sparingCancelled } from './run/kinds/kind.ts';
import { inOtherSlots } from './run/kinds/purchase-orders.ts';
import { type RefuseBooking, slots, slotsBeforeBooking } from './run/kinds/slots.ts';
import { type Asking, createRequests, notAbsent, withAsking } from './run/requests.ts';
import { type Observer, type RunEnd, runAll, surroundingsOf } from './run/run.ts';
import type { Counts } from './terms/outcomes.ts';
import { defaultConcurrency, type Outside, type Pace } from './terms/outside.ts';
import type { Spool } from './terms/spool.ts';

/**
 * Warns of orders that the files want shipped, for instance because the shop no longer has them on hold, although they are
 * cancelled: they count as done, and nobody would notice that they are never shipped. `found` are those that this run
 * found cancelled at the service.
 */
function warnOfCancelled(
  outside: Outside,
  db: Database,
  account: LedgerAccount,
  spool: Spool,
  found: ReadonlySet<string>,
): void {
  if (found.size === 0 && !knowsCancelled(db, account)) return;
  const here: string[] = [];
  const there: string[] = [];
  for (const [reference, { cancelledBy }] of openStates(db, account)(spool.references('sendable')))
    if (cancelledBy === 'this machine') here.push(reference);
    else if (cancelledBy === 'anybody' || found.has(reference)) there.push(reference);
  warn(outside, here, 'was cancelled from this machine', 'were cancelled from this machine');
  warn(outside, there, 'is cancelled at the service', 'are cancelled at the service');
}

function warn(outside: Outside, references: readonly string[], was: string, were: string): void {
  if (references.length === 0) return;
  const [said, are, one] = references.length === 1 ? [was, 'is', 'it'] : [were, 'are', 'one'];
  outside.warn(
    `${counted(references.length, 'order')} to ship ${said} and ${are} not sent again: ${firstNamed(references)}; to ship ${one} after all, send it under another reference`,
  );
}

/**
 * Warns of rows whose slot can no longer be used, for instance because it was cancelled: they count as done, and nobody
 * would notice that nothing can be delivered. `ended` has the service's words for such slots, by reference.
 */
function warnOfEnded(
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

/** What is to be sent, and how. */
export interface Sending extends Pace {
  readonly kind: Kind;
  /** The documents. */
  readonly spool: Spool;
  /** Where they are from, for the list of runs; none if they were typed. */
  readonly files: readonly string[];
  /** Failures after which the run stops. */
  readonly maxErrors?: number | undefined;
  /** Ignores earlier outcomes of these documents. */
  readonly fresh?: boolean | undefined;
  /** Whether a finished document given with other content counts as existing. */
  readonly keepChanged?: boolean | undefined;
  /** How long to wait for another run, ms. */
  readonly waitMs?: number | undefined;
  /** No file lists the documents: a finished one is sent again, and the service is not waited for as long as for many. */
  readonly isTyped?: boolean;
  /** Throws a `CfiError` if nothing may be sent. */
  check?(): Promise<void>;
  /** For slots: the same, by those that there are. */
  readonly refuseBooking?: RefuseBooking | undefined;
}

/** Is told of the progress of a run; nothing depends on it. */
export interface Listener {
  /** The run begins, with so many documents to send; `stop` is called when it has ended. */
  begin(toProcess: number): Omit<Observer, 'progress' | 'settled'> & {
    progress(counts: Counts): void;
    stop(): void;
  };
  /** A booking may still arrive for so many ms, and nothing is sent until then. */
  lostWait(leftMs: number): void;
}

/** How a run ended, while its ledger is open. */
export interface Ended {
  readonly run: number;
  readonly end: RunEnd;
  /** Of all documents, also those that an earlier run had finished. */
  readonly counts: Counts;
  entries(which: Which): Iterable<Entry>;
  /** Whether orders have changed since the service accepted them. */
  readonly hasChanged: boolean;
  readonly stillHeld: StillHeld;
  /** An error for each document that seems to exist twice. */
  readonly twins: readonly CfiError[];
  /** How many failed documents come with their own remedy: the same command again would not help. */
  readonly withRemedy: number;
  /** For slots: those that there were before. */
  readonly slotsBefore: ReadonlyMap<string, Fields>;
  /** Records the end of the run; the error if that is impossible and was not told before. */
  finish(exitCode: number, counts: Counts, unsent: Iterable<Unsent>): CfiError | undefined;
  /** Closes the ledger, and lets other runs begin. */
  close(): void;
}

/**
 * Sends each document exactly once, and returns what `conclude` makes of the end: it calls `finish` and, when everything has
 * been read, `close`. If the ledger turns out to be damaged, all of this is done again with a new one, which looks
 * everything up. Throws a `CfiError`.
 */
export async function send<T>(
  outside: Outside,
  api: Api,
  sending: Sending,
  listener: Listener,
  conclude: (ended: Ended) => Promise<T>,
): Promise<T> {
  const { kind, spool, files, isTyped = false } = sending;
  const { deps, settings } = outside;
  const named = files.map(shownFile).join(' ');
  const isBooking = kind.name === slots.name;
  const locks: Lock[] = [];
  const release = (): void => {
    for (const lock of locks.splice(0).reverse()) lock.release();
  };
  try {
    await sending.check?.();
    const account = ledgerAccount(outside, api);
    if (!isAct(kind) && !(isBooking && isTyped))
      locks.push(await lockFor(outside, accountKey(outside, api), named, sending.waitMs ?? 0));
    const bookings = isBooking ? await bookingLock(outside, api, named, isTyped) : undefined;
    if (bookings !== undefined) locks.push(bookings);
    const lostWait = { ms: settings.lostWaitMs, tell: api.transport.embedded ? () => {} : listener.lostWait };
    const list = isBooking ? await slotsBeforeBooking(api, lostWait, sending.refuseBooking) : undefined;
    let isFirst = true;
    return await withAnyLedger(outside, isTyped || isAct(kind), async (db) => {
      // Starting again with a replaced ledger must not send again what this run has already sent.
      const repeats = {
        isTyped: isTyped && isFirst,
        fresh: sending.fresh === true && isFirst,
        isAgain: !isFirst,
      };
      isFirst = false;
      const begun = { ...account, kind, files, pid: deps.pid, now: deps.now() };
      const ledger = beginRun(db, spool, { ...begun, ...repeats });
      const booking = list?.forBooking(ledger.bookings);
      if (booking !== undefined) ledger.slotsAre(booking.before);
      const bound = booking?.kind ?? sparingCancelled(inOtherSlots(kind, ledger), ledger.cancelled);
      const ran = await run(outside, { ...sending, kind: bound }, api, ledger, listener);
      const { end, hasChanged, cancelled, withRemedy } = ran;
      const twins = (await bound.twins?.(api, deps.interrupted)) ?? [];
      const stillHeld = await withAsking(outside, api, sending, (asking) =>
        stillHeldAt(db, api, account, spool, ran, asking),
      );
      if (kind.name === 'order') {
        if (cancelled.size > 0 && !end.unrecorded) ledger.recordCancelled(cancelled);
        warnOfCancelled(outside, db, account, spool, cancelled);
      }
      if (booking !== undefined && !isTyped) warnOfEnded(outside, ledger.entries('all'), booking.ended);
      const skipped = ledger.plan.skipped + end.counts.skipped;
      return conclude({
        ...{ run: ledger.run, end, hasChanged, stillHeld, twins, withRemedy },
        counts: { ...end.counts, skipped },
        entries: (which) => ledger.entries(which),
        slotsBefore: list?.before ?? new Map(),
        finish(exitCode, counts, unsent) {
          const stopped = end.stop?.message;
          try {
            ledger.end({ now: deps.now(), exitCode, stopped, counts, unsent });
            return undefined;
          } catch (error) {
            // Reported already.
            if (end.unrecorded) return undefined;
            const failure = lateLedgerError(ledgerPlaceOf(outside).file, error);
            if (failure === undefined) throw error;
            return failure;
          }
        },
        // Held until everything is written, because another run may change the ledger.
        close() {
          spool.close();
          db.close();
          release();
        },
      });
    });
  } catch (error) {
    release();
    throw error;
  } finally {
    // The account's lock is held until the report has been written.
    if (isBooking) locks.pop()?.release();
  }
}

/** The lock for booking. Where there is no place for it, something typed is booked without. */
async function bookingLock(outside: Outside, api: Api, named: string, isTyped: boolean) {
  try {
    return await lockBookings(outside, api, named);
  } catch (error) {
    if (!isTyped || !(error instanceof CfiError) || ['locked', 'cancelled'].includes(error.code)) throw error;
    outside.warn(`other bookings at the same moment cannot be told apart from this one: ${error.message}`);
    return undefined;
  }
}

/** Does `work` with the ledger. Where none can be kept, a person can still act, but not go on after an interruption. */
function withAnyLedger<T>(
  outside: Outside,
  isPersonal: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const place = ledgerPlaceOf(outside);
  const why = isPersonal ? whyNoLedger(place) : undefined;
  if (why === undefined) return withLedger(place, work);
  outside.warn(`this run is missing from the list of runs: ${why.message}`);
  return work(ledgerInMemory());
}

type Ran = Awaited<ReturnType<typeof run>>;

/** Sends what the ledger plans; also what it finds out about orders that it does not send. */
async function run(
  outside: Outside,
  { kind, isTyped, keepChanged = false, concurrency = defaultConcurrency, ...limits }: Sending,
  api: Api,
  ledger: RunLedger,
  listener: Listener,
) {
  const found = {
    heldLines: new Map<string, readonly LeftOutLine[]>(),
    /** Whether the service has orders with their earlier content. */
    hasChanged: false,
    /** References of orders that the service shows as cancelled. */
    cancelled: new Set<string>(),
    withRemedy: 0,
  };
  const rules = { maxRetries: outside.settings.maxRetries, keepChanged };
  const { file } = ledgerPlaceOf(outside);
  const view = listener.begin(ledger.plan.toProcess);
  const isMany = isTyped !== true && !isAct(kind);
  try {
    const end = await runAll<LedgerTask>({
      api,
      work: ledger,
      requests: (signal) => createRequests(api, kind, rules, signal),
      concurrency,
      ratePerSecond: limits.rate,
      isShort: !isMany,
      maxErrors: limits.maxErrors,
      ...surroundingsOf(outside, isMany ? undefined : defaultRetryPolicy.maxRetryAfterMs),
      stopUnrecorded(thrown) {
        const error = lateLedgerError(file, thrown);
        return error && { reason: 'unexpected', message: error.message, error };
      },
      // A single failed read looks like damage, so the ledger is read again first.
      told: (thrown) => (isDamage(thrown) ? undefined : toldLate(file, thrown)),
      observer: {
        ...view,
        settled(reference, { held = [], changed, cancelled, saysRemedy }) {
          if (saysRemedy === true) found.withRemedy += 1;
          // Other documents can be neither cancelled nor kept.
          if (changed === true && kind.name === 'order') found.hasChanged = true;
          if (cancelled === true) found.cancelled.add(reference);
          const gone = held.filter(lineMustNotShip);
          // The warehouse does not ship a cancelled order.
          if (gone.length > 0 && cancelled !== true) found.heldLines.set(reference, gone);
        },
      },
    });
    return { end, ...found };
  } finally {
    view.stop();
  }
}

/** What the warehouse holds, or may hold, of what the files leave out, and was not cancelled from here. */
async function stillHeldAt(
  db: Database,
  api: Api,
  account: LedgerAccount,
  spool: Spool,
  { heldLines, end }: Ran,
  asking: Asking,
): Promise<StillHeld> {
  const statesOf = openStates(db, account);
  const leftOut = tableOf(['held', 'differing', 'unsure', 'forgotten'], () => new Set<string>());
  for (const [reference, { atWarehouse }] of statesOf(mustNotBeHeld(spool)))
    if (atWarehouse !== 'no') leftOut[atWarehouse].add(reference);
  const partly = new Set<string>();
  for (const [reference, { atWarehouse }] of statesOf(heldLines.keys()))
    if (atWarehouse === 'held') partly.add(reference);
  // A service that stopped the run would not answer. It is asked again when the run is repeated, but the next export may
  // no longer have these orders, so they count as there until then.
  const asks = end.stop === undefined || end.stop.reason === 'max-errors';
  const differing = asks ? await notAbsent(api, leftOut.differing, asking) : leftOut.differing;
  const unsure = asks ? await notAbsent(api, leftOut.unsure, asking) : leftOut.unsure;
  // Most of these were never sent, so nothing is said about them before the service was asked.
  const remembered = asks ? await notAbsent(api, leftOut.forgotten, asking) : new Set<string>();
  // After an interruption, the next run asks about them.
  const isAnswered = asks && !asking.signal.aborted;
  if (isAnswered && leftOut.forgotten.size > 0) recordForgotten(db, account, leftOut.forgotten, remembered);
  return {
    orders: new Set([...leftOut.held, ...unsure, ...differing, ...(isAnswered ? remembered : [])]),
    differing,
    lines: new Map([...heldLines].filter(([reference]) => partly.has(reference))),
  };
}
