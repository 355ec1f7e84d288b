import { defaultRetryPolicy } from '../client/retry.ts';
import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';
import type { LeftOutLine } from '../payload/document/reasons.ts';
import type { Database } from '../storage/sqlite/database.ts';
import type { Lock } from '../storage/sqlite/lock.ts';
import { type Fields, once } from '../text/records.ts';
import { shownFile } from '../text/words.ts';
import type { Moment } from './ledger/attempts.ts';
import type { Unsent } from './ledger/intents-and-outcomes.ts';
import { accountKey, type LedgerAccount, ledgerAccount } from './ledger/ledger-account.ts';
import { errorAfterSending, isDamage, ledgerErrorAfterSending, ledgerPlaceOf } from './ledger/ledger-file.ts';
import { withLedger } from './ledger/open-ledger.ts';
import { beginRun, type Entry, type LedgerTask, type Which } from './ledger/run-ledger.ts';
import { lockBookings, lockFor } from './ledger/run-lock.ts';
import { isAct, type Kind, knowingCancelled } from './run/kinds/kind.ts';
import { type RefuseBooking, slots, slotsBeforeBooking } from './run/kinds/slots.ts';
import { createLateArrivals, type LateArrivals } from './run/late-arrivals.ts';
import { notAbsent } from './run/read-orders.ts';
import { createRequests } from './run/requests.ts';
import { type Observer, type RunEnd, runAll, surroundingsOf } from './run/run.ts';
import {
  heldAfterRun,
  lineMustNotShip,
  type StillHeld,
  warnOfCancelled,
  warnOfEnded,
  warnOfEqual,
  warnOfTaken,
} from './still-held.ts';
import type { Counts } from './terms/outcomes.ts';
import { defaultConcurrency, type Outside, type Pace } from './terms/outside.ts';
import type { Spool } from './terms/spool.ts';

export interface Sending extends Pace {
  readonly kind: Kind;
  readonly spool: Spool;
  /** Where they are from, for the list of runs; none if they were typed. */
  readonly files: readonly string[];
  /** The preset that each was read with, by its index. */
  readonly presets?: readonly (string | undefined)[];
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

/** Shows the progress of a run; nothing depends on it. */
export interface Listener {
  /** The run begins, with so many documents to send; `stop` is called when it has ended. */
  begin(toProcess: number): Omit<Observer, 'progress' | 'finished'> & {
    progress(counts: Counts): void;
    stop(): void;
  };
  /** A booking may still arrive for so many ms, and nothing is sent until then. */
  lostWait(leftMs: number): void;
}

/** How a run ended, while its ledger is open. */
export interface Ended {
  readonly run: number;
  /** The unfinished runs with which it went on. */
  readonly continued: readonly number[];
  readonly end: RunEnd;
  /** Of all documents, also those that an earlier run had finished. */
  readonly counts: Counts;
  entries(which: Which): Iterable<Entry>;
  /** Whether orders have changed since the service accepted them. */
  readonly hasChanged: boolean;
  readonly stillHeld: StillHeld;
  /** An error for each document that seems to exist twice. */
  readonly duplicates: readonly CfiError[];
  /** How many failed documents have a remedy of their own: the same command again would not help. */
  readonly withRemedy: number;
  readonly slotsBefore: ReadonlyMap<string, Fields>;
  /** Records the end of the run; the error if that is impossible and not reported yet. */
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
  await sending.check?.();
  const locks = await holdLocks(outside, api, sending);
  try {
    const tell = api.transport.embedded ? () => {} : listener.lostWait;
    const late = once(() => createLateArrivals(api, { ms: outside.settings.lostWaitMs, tell }));
    // What was lost before is as old as it is now, however long the list of slots takes.
    const begun = momentOf(outside);
    const list = isBooking(sending)
      ? await slotsBeforeBooking(api, late(), sending.refuseBooking)
      : undefined;
    let tries = 0;
    return await withLedger(ledgerPlaceOf(outside), async (db) => {
      const session = {
        outside,
        api,
        sending,
        listener,
        late,
        list,
        begun,
        db,
        account: ledgerAccount(outside, api),
        locks,
      };
      const started = await begin(session, ++tries > 1);
      const ran = await run(session, started);
      const ended = await endOf(session, started, ran);
      // Held until everything is written, because another run may change the ledger.
      const close = (): void => {
        sending.spool.close();
        db.close();
        locks.account.release();
      };
      return conclude({ ...ended, close });
    });
  } catch (error) {
    locks.account.release();
    throw error;
  } finally {
    locks.booking.release();
  }
}

const isBooking = ({ kind }: Sending): boolean => kind.name === slots.name;

/** A lock, or nothing, that can be released any number of times. */
function releasedOnce(lock: Lock | undefined): Lock {
  let held = lock;
  return {
    isHeld: () => held?.isHeld() ?? true,
    release() {
      held?.release();
      held = undefined;
    },
  };
}

/** Keeps other runs from sending for this account, and from booking. */
async function holdLocks(outside: Outside, api: Api, sending: Sending) {
  const { kind, files, isTyped = false, waitMs = 0 } = sending;
  const named = files.map(shownFile).join(' ');
  const isFree = isAct(kind) || (isBooking(sending) && isTyped);
  const account = releasedOnce(
    isFree ? undefined : await lockFor(outside, accountKey(outside, api), named, waitMs),
  );
  try {
    const booking = isBooking(sending) ? await lockBookings(outside, api, named) : undefined;
    return { account, booking: releasedOnce(booking) };
  } catch (error) {
    account.release();
    throw error;
  }
}

const momentOf = ({ deps }: Outside): Moment => ({ now: deps.now(), steady: deps.monotonicNow() });

interface Session {
  readonly outside: Outside;
  readonly api: Api;
  readonly sending: Sending;
  readonly listener: Listener;
  readonly late: () => LateArrivals;
  /** For slots: what the account has before anything is booked. */
  readonly list: Awaited<ReturnType<typeof slotsBeforeBooking>> | undefined;
  readonly begun: Moment;
  readonly db: Database;
  readonly account: LedgerAccount;
  readonly locks: Awaited<ReturnType<typeof holdLocks>>;
}

/** Begins a run in the ledger, and gives its kind what the ledger knows. `isAgain`: the ledger was replaced in the middle. */
async function begin(
  { outside: { deps }, begun, sending, late, list, db, account }: Session,
  isAgain: boolean,
) {
  const { kind, spool, files, presets = [], isTyped = false, fresh = false } = sending;
  const ledger = await beginRun(db, spool, {
    ...account,
    ...{ kind, files, presets, pid: deps.pid, ...begun },
    // What this run has already sent must not be sent again.
    ...{ isTyped: isTyped && !isAgain, fresh: fresh && !isAgain, isAgain },
  });
  const booking = list?.forBooking(ledger.bookings);
  if (booking !== undefined) ledger.slotsAre(booking.before);
  const lookUp = kind.lookUpInRun?.(ledger, late()) ?? kind.lookUp;
  const known = knowingCancelled({ ...kind, lookUp }, ledger.cancelled);
  const saw = kind.oneByOne ? { saw: ledger.saw } : {};
  return { ledger, booking, kind: { ...known, ...booking?.kind, ...saw } };
}

type Begun = Awaited<ReturnType<typeof begin>>;
type Ran = Awaited<ReturnType<typeof run>>;

/** Sends what the ledger plans; also what it finds out about orders that it does not send. */
async function run({ outside, api, sending, listener, locks }: Session, { ledger, kind }: Begun) {
  const { keepChanged = false, concurrency = defaultConcurrency, rate, maxErrors, isTyped } = sending;
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
      work: {
        ...ledger,
        nextBatch(size, results) {
          const batch = ledger.nextBatch(size, results);
          if (locks.account.isHeld() && locks.booking.isHeld()) return batch;
          throw new CfiError('internal', 'somebody has removed the lock of this run', {
            again: (how) => `${how} when no other one sends`,
          });
        },
      },
      requests: (signal) => createRequests(api, kind, rules, signal),
      concurrency,
      ratePerSecond: rate,
      isShort: !isMany,
      maxErrors,
      ...surroundingsOf(outside, isMany ? undefined : defaultRetryPolicy.maxRetryAfterMs),
      stopUnrecorded(thrown) {
        const error = ledgerErrorAfterSending(file, thrown);
        return error && { reason: 'unexpected', message: error.message, error };
      },
      // A single failed read looks like damage, so the ledger is read again first.
      asReported: (thrown) => (isDamage(thrown) ? undefined : errorAfterSending(file, thrown)),
      observer: {
        ...view,
        finished(reference, { held = [], changed, cancelled, saysRemedy }) {
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

/** Checks and warns at the end of a run, while its ledger is open. */
async function endOf(
  { outside, api, sending, list, db, account }: Session,
  { ledger, booking, kind }: Begun,
  { end, hasChanged, cancelled, withRemedy, heldLines }: Ran,
): Promise<Omit<Ended, 'close'>> {
  const { spool, isTyped = false } = sending;
  const { deps } = outside;
  const duplicates = (await kind.findDuplicates?.(api, deps.interrupted)) ?? [];
  // A service that stopped the run would not answer.
  const asks = end.stop === undefined || end.stop.reason === 'max-errors';
  const ask = asks ? (which: ReadonlySet<string>) => notAbsent(outside, api, which, sending) : undefined;
  const stillHeld = await heldAfterRun(db, account, spool, heldLines, ask, deps.interrupted);
  if (kind.name === 'order') {
    if (cancelled.size > 0 && !end.unrecorded) ledger.recordCancelled(cancelled);
    warnOfCancelled(outside, db, account, spool, cancelled);
  }
  if (booking !== undefined) warnOfTaken(outside, booking.byContent);
  if (booking !== undefined && !isTyped) {
    warnOfEnded(outside, ledger.entries('all'), booking.ended);
    await warnOfEqual(outside, db, spool, { run: ledger.run, files: sending.files });
  }
  return {
    ...{ run: ledger.run, continued: ledger.continued, end, hasChanged, stillHeld, duplicates, withRemedy },
    counts: { ...end.counts, skipped: ledger.plan.skipped + end.counts.skipped },
    entries: (which) => ledger.entries(which),
    slotsBefore: list?.before ?? new Map(),
    finish(exitCode, counts, unsent) {
      try {
        ledger.end({ ...momentOf(outside), exitCode, stopped: end.stop?.message, counts, unsent });
        return undefined;
      } catch (error) {
        // Reported already.
        if (end.unrecorded) return undefined;
        const failure = ledgerErrorAfterSending(ledgerPlaceOf(outside).file, error);
        if (failure === undefined) throw error;
        return failure;
      }
    },
  };
}
