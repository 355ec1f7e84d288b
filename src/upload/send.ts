import { lostWaitNotice, type Progress, startProgress } from '../cli/progress.ts';
import type { CommandContext } from '../cli/settings.ts';
import { openApi } from '../client/auth/session.ts';
import type { Api } from '../client/types.ts';
import { CfiError, type ErrorDetails } from '../errors.ts';
import type { LeftOutLine } from '../payload/document/reasons.ts';
import { exitCodeOf, type Result } from '../render/result.ts';
import type { Database } from '../storage/sqlite/database.ts';
import type { Lock } from '../storage/sqlite/lock.ts';
import { tableOf } from '../text/records.ts';
import { counted, shownFile } from '../text/words.ts';
import { lateLedgerError, ledgerPlaceOf, toldLate } from './ledger/ledger-file.ts';
import { withLedger } from './ledger/open-ledger.ts';
import {
  accountKey,
  knowsCancelled,
  type LedgerAccount,
  ledgerAccount,
  openStates,
  recordForgotten,
} from './ledger/order-states.ts';
import { beginRun, type Entry, type RunLedger } from './ledger/run-ledger.ts';
import { lockBookings, lockFor } from './ledger/run-lock.ts';
import { type WrittenFile, writeFailures } from './output/failures.ts';
import { firstNamed, lineMustNotShip, mustNotBeHeld, type StillHeld } from './output/known-orders.ts';
import type { EndedRun, Upload } from './output/reported.ts';
import { ownInvalid, unsentDocuments, uploadResult, writeResultsOf } from './output/result.ts';
import { sparingCancelled } from './run/kinds/kind.ts';
import { inOtherSlots } from './run/kinds/purchase-orders.ts';
import { type Asking, createRequests, notAbsent, withAsking } from './run/requests.ts';
import { runAll, surroundingsOf } from './run/run.ts';
import { defaultConcurrency } from './terms/flags.ts';
import { failuresIn, totalOf, wordsOf } from './terms/outcomes.ts';
import type { Spool } from './terms/spool.ts';

/**
 * Warns of orders that the files want shipped, for instance because the shop no longer has them on hold, although they are
 * cancelled: they count as done, and nobody would notice that they are never shipped. `found` are those that this run
 * found cancelled at the service.
 */
function warnOfCancelled(
  context: CommandContext,
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
  warn(context, here, 'was cancelled from this machine', 'were cancelled from this machine');
  warn(context, there, 'is cancelled at the service', 'are cancelled at the service');
}

function warn(context: CommandContext, references: readonly string[], was: string, were: string): void {
  if (references.length === 0) return;
  const [said, are, one] = references.length === 1 ? [was, 'is', 'it'] : [were, 'are', 'one'];
  context.warn(
    `${counted(references.length, 'order')} to ship ${said} and ${are} not sent again: ${firstNamed(references)}; to ship ${one} after all, send it under another reference`,
  );
}

/**
 * Warns of rows whose slot can no longer be used, for instance because it was cancelled: they count as done, and nobody
 * would notice that nothing can be delivered. `ended` has the service's words for such slots, by reference.
 */
function warnOfEnded(
  context: CommandContext,
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
  context.warn(
    `${counted(rows.length, 'row')} ${have} a slot that can no longer be used, and ${are} not booked again: ${firstNamed(rows)}; to book a row again, send it alone with --fresh`,
  );
}

/** Sends each document exactly once, under the lock of its account, and reports the outcomes. Throws a `CfiError`. */
export async function send(context: CommandContext, upload: Upload): Promise<Result> {
  const { deps } = context;
  const { kind, files, flags, spool } = upload;
  const named = files.map(shownFile).join(' ');
  /** The progress bar of the run, while there is one: what is said meanwhile goes above it. */
  let bar: Progress | undefined;
  const api = await openApi(context, {
    keepsData: true,
    connections: flags.concurrency ?? defaultConcurrency,
    // A line would break the progress bar.
    onWait: (ms, reason) => (bar === undefined ? context.onWait?.(ms, reason) : undefined),
  });
  let lock: Lock | undefined;
  let bookings: Lock | undefined;
  try {
    await upload.check?.(api, spool);
    const account = ledgerAccount(context, api);
    lock = await lockFor(context, accountKey(context, api), named, flags.wait ?? 0);
    const held = lock;
    if (kind.name === 'slot') bookings = await lockBookings(context, api, named);
    const notice = (line: string): void => (bar === undefined ? context.notice(line) : bar.note(line));
    const tell = api.transport.embedded ? () => {} : lostWaitNotice({ deps, notice });
    const prepared = await kind.prepare?.(api, { ms: context.settings.lostWaitMs, tell });
    let isFresh = flags.fresh === true;
    return await withLedger(ledgerPlaceOf(context), async (db) => {
      const ledger = beginRun(db, spool, {
        ...account,
        kind,
        files,
        pid: deps.pid,
        now: deps.now(),
        fresh: isFresh,
        slotsBefore: prepared?.slotsBefore,
      });
      // Starting again with a replaced ledger must not send again what this run has already sent.
      isFresh = false;
      const sending =
        prepared?.bind(ledger.bookings) ?? sparingCancelled(inOtherSlots(kind, ledger), ledger.cancelled);
      bar = startProgress(context, { total: ledger.plan.toProcess, what: wordsOf(kind.name).many });
      const ran = await run(context, { ...upload, kind: sending }, api, ledger, bar);
      bar = undefined;
      const { end, hasChanged, cancelled } = ran;
      const twins = (await sending.twins?.(api, deps.interrupted)) ?? [];
      const stillHeld = await withAsking(context, api, flags, (asking) =>
        stillHeldAt(db, api, account, spool, ran, asking),
      );
      if (kind.name === 'order') {
        if (cancelled.size > 0 && !end.unrecorded) ledger.recordCancelled(cancelled);
        warnOfCancelled(context, db, account, spool, cancelled);
      }
      if (prepared !== undefined) warnOfEnded(context, ledger.entries('all'), prepared.endedSlots);
      const errors = [...upload.errors, ...twins];
      // Held until everything is written, because another run may change the ledger.
      const close = (): void => {
        spool.close();
        db.close();
        held.release();
      };
      return conclude(context, { ...upload, errors, ledger, end, hasChanged, stillHeld }, close);
    });
  } catch (error) {
    lock?.release();
    throw error;
  } finally {
    bookings?.release();
    await api.close().catch(() => {});
  }
}

type Ran = Awaited<ReturnType<typeof run>>;

/** Sends what the ledger plans, with a progress bar for people; also what it finds out about orders that it does not send. */
async function run(
  context: CommandContext,
  { kind, flags }: Upload,
  api: Api,
  ledger: RunLedger,
  bar: Progress,
) {
  const { settings } = context;
  const found = {
    heldLines: new Map<string, readonly LeftOutLine[]>(),
    /** Whether the service has orders with their earlier content. */
    hasChanged: false,
    /** References of orders that the service shows as cancelled. */
    cancelled: new Set<string>(),
  };
  const rules = { maxRetries: settings.maxRetries, keepChanged: flags.keepChanged === true };
  const { file } = ledgerPlaceOf(context);
  try {
    const end = await runAll({
      api,
      work: ledger,
      requests: (signal) => createRequests(api, kind, rules, signal),
      concurrency: flags.concurrency ?? defaultConcurrency,
      ratePerSecond: flags.rate,
      maxErrors: flags.maxErrors,
      ...surroundingsOf(context),
      stopUnrecorded(thrown) {
        const error = lateLedgerError(file, thrown);
        return error && { reason: 'unexpected', message: error.message, error };
      },
      told: (thrown) => toldLate(file, thrown),
      observer: {
        ...bar,
        progress: (counts) => bar.update(totalOf(counts), counts),
        settled(reference, { held = [], changed, cancelled }) {
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
    bar.stop();
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

/** Writes the files of a run, records how it ended, and creates the report. */
async function conclude(context: CommandContext, run: EndedRun, close: () => void) {
  const { deps } = context;
  const { spool, summary, ledger, end } = run;
  const skipped = ledger.plan.skipped + end.counts.skipped;
  const counts = { ...end.counts, skipped, invalid: ownInvalid(spool, summary) };
  const unwritten: CfiError[] = [];
  const mayHaveFailed = failuresIn(counts) + spool.count('invalid') > 0;
  const writeFailed = (): Promise<WrittenFile[]> => {
    run.failures.clear();
    if (mayHaveFailed) for (const entry of ledger.entries('failures')) run.failures.entry(entry);
    return writeFailures(run, summary, run.flags.failed, deps);
  };
  // Nobody named the usual one.
  const hint = run.flags.failed === undefined ? { hint: 'name another file with --failed' } : {};
  const written = (await kept(unwritten, writeFailed, { subject: 'failed file', ...hint })) ?? [];
  await kept(unwritten, () => writeResultsOf(run, ledger.entries('all'), deps));
  const reported = uploadResult(context, { ...run, counts, written, unwritten });
  const isCut = ({ code }: CfiError): number => Number(code === 'cancelled');
  // The last one decides the exit code: a signal may have ended the wait for the reader of a file.
  const result = { ...reported, errors: reported.errors?.toSorted((a, b) => isCut(a) - isCut(b)) ?? [] };
  try {
    ledger.end({
      now: deps.now(),
      exitCode: exitCodeOf(result),
      stopped: end.stop?.message,
      counts,
      unsent: unsentDocuments(spool),
    });
  } catch (error) {
    // Reported already.
    if (end.unrecorded) return { ...result, close };
    const failure = lateLedgerError(ledgerPlaceOf(context).file, error);
    if (failure === undefined) throw error;
    return { ...result, close, errors: [...result.errors, failure] };
  }
  return { ...result, close };
}

/** If a file cannot be written, the outcomes are still reported. */
async function kept<T>(errors: CfiError[], write: () => Promise<T>, told: ErrorDetails = {}) {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    errors.push(error.with(told));
    return undefined;
  }
}
