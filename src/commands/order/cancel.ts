import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import { namedReferences } from '../../cli/references.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { type Cancelled, cancelOrderOnce } from '../../client/api/cancel-order.ts';
import { openHome } from '../../client/auth/account.ts';
import { findAccount, nameAccount, openApi } from '../../client/auth/session.ts';
import { pathOf } from '../../client/http.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, exitCodes, interruption, mayPass, usageError } from '../../errors.ts';
import { errorInFull } from '../../render/columns.ts';
import { type Column, exitCodeOf, type Result } from '../../render/result.ts';
import { tableOf } from '../../text/records.ts';
import { counted, countedOrder } from '../../text/words.ts';
import { isCancelledStatus } from '../../tracking/order-state.ts';
import { readRuns, recordRun } from '../../upload/ledger/history.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { inLedger } from '../../upload/ledger/open-ledger.ts';
import { accountKey, accountOf, createdByRun } from '../../upload/ledger/order-states.ts';
import { unfinishedUpload } from '../../upload/ledger/run-lock.ts';
import { outcomeWidth } from '../../upload/terms/outcomes.ts';
import { notOrders } from '../runs/runs.ts';
import { askAbout, dryRunColumns, endedText, knownEnds, wouldCancel } from './cancel-preview.ts';
import type { cancelCommand } from './definition.ts';

/**
 * The orders that an upload created and nobody has cancelled since, as far as the ledger knows, and how many it created.
 * Throws `not-found` for a run that is unknown or another account's, and a usage error for one of another kind.
 */
async function undoOf(context: CommandContext, run: number) {
  const { deps } = context;
  const { account } = await findAccount(context);
  const client = accountOf(account.clientId, deps.env.CFI_TOKEN);
  return inLedger(ledgerPlaceOf(context), (db) => {
    const record = readRuns(db).find((each) => each.run === run);
    if (record === undefined || record.address !== account.address || record.client !== client)
      throw new CfiError('not-found', `there is no run ${run} of this account on this machine`, {
        hint: 'list them: cfi order runs',
      });
    if (record.kind !== 'order')
      throw usageError(notOrders(record), 'list the uploads of orders: cfi order runs');
    if (record.endedAt === null)
      context.warn(
        `run ${run} has not ended: what it may still send is not cancelled; run the upload again first, and then cancel that run too`,
      );
    const created = [...createdByRun(db, run)];
    const left = created
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ reference }) => ({ reference, key: countedOrder(reference) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    return { references: left.map(({ reference }) => reference), created: created.length };
  });
}

type OrderCancelOptions = OptionsOf<typeof cancelCommand>;

const rowOutcomes = ['cancelled', 'existing', 'conflict', 'rejected', 'failed', 'unknown'] as const;

interface Row {
  readonly ReferenceNumber: string;
  readonly outcome: (typeof rowOutcomes)[number];
  /** HTTP status of the answer. */
  readonly status: number | null;
  readonly error: string | null;
}

const toneOf = ({ outcome }: Row) => (isDone(outcome) ? 'good' : 'bad');

const outcomeColumns: readonly Column<Row>[] = [
  { header: 'ReferenceNumber', value: (row) => row.ReferenceNumber, priority: 1 },
  { header: 'outcome', value: (row) => row.outcome, priority: 1, least: outcomeWidth, tone: toneOf },
  { header: 'status', value: (row) => row.status, priority: 3 },
  { header: 'error', value: (row) => row.error, priority: 2 },
];

const isDone = (outcome: Row['outcome']): boolean => outcome === 'cancelled' || outcome === 'existing';

/** Cancels orders, with one outcome each. A single order fails with its own exit code. */
export async function run(context: CommandContext, options: OrderCancelOptions): Promise<Result> {
  const others = options.run === undefined ? [] : ['--run'];
  const named = await namedReferences(options, context.deps, others);
  const undo = options.run === undefined ? undefined : await undoOf(context, options.run);
  const refs = undo?.references ?? named ?? [];
  // A reference that cannot be sent is refused before any other order is cancelled.
  for (const orderId of refs) pathOf('cancelOrder', { params: { order_id: orderId } });
  if (options.dryRun === true) return wouldCancel(context, refs);
  if (refs.length === 0) return nothingToCancel(undo?.created);
  const question = await questionFor(context, options, refs);
  if (!question.isOpen) await confirmOrExit(context, { message: question.message, yes: options.yes });
  const api = await openApi(context);
  const startedAt = context.deps.now();
  const cancelling = recorded(api, options.reason === undefined ? undefined : { reason: options.reason });
  const { rows } = cancelling;
  let exitCode: number = exitCodes.unexpected;
  try {
    const [first = ''] = refs;
    const isOne = refs.length === 1 && undo === undefined;
    // Without a question, only the ledger tells what the service does not: it takes a cancellation again.
    const already = question.isOpen
      ? await askAbout(context, api, refs, question.message)
      : isOne && isCancelledStatus((await knownEnds(context, refs)).get(first) ?? null);
    const result = await (isOne
      ? cancelOne(first, cancelling, already)
      : cancelEach(refs, cancelling, context.deps.interrupted, () => maybeStillToCome(context, api)));
    exitCode = exitCodeOf(result);
    return result;
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    exitCode = error.exitCode;
    const hint = error.code === 'not-found' ? maybeStillToCome(context, api) : undefined;
    throw hint === undefined ? error : error.with({ hint });
  } finally {
    const documents = rows.map(({ ReferenceNumber: reference, ...row }) => ({ reference, ...row }));
    if (rows.length > 0) await recordRun(context, api, { kind: 'cancel', startedAt, exitCode, documents });
    await api.close();
  }
}

/**
 * What to ask before orders are cancelled. It stays open until the orders are read, unless there are many: reading them
 * would take too long, so it is about those that have not ended as far as is known here, and the others are told.
 */
async function questionFor(context: CommandContext, options: OrderCancelOptions, refs: readonly string[]) {
  const ofRun = options.run !== undefined;
  const asks = context.settings.interactive && options.yes !== true;
  const isOpen = asks && !ofRun && refs.length <= mostNamed;
  const ends = asks && !isOpen ? await knownEnds(context, refs) : new Map<string, string>();
  // What is known here may be wrong; nothing is cancelled without a question.
  const left = ends.size === refs.length ? refs : refs.filter((reference) => !ends.has(reference));
  const which = ofRun ? ` that run ${options.run} created (${firstOf(left)})` : '';
  const message =
    refs.length === 1 && !ofRun
      ? `Cancel order ${refs[0]}?`
      : `Cancel ${counted(left.length, 'order')}${which}?`;
  if (asks && !isOpen) {
    await nameAccount(context);
    if (ends.size > 0) context.notice(`${endedText(ends).join('; ')} (${firstOf([...ends.keys()])})`);
  }
  return { message, isOpen };
}

/** Cancels orders one by one, and keeps a row for each. */
function recorded(api: Api, body: { readonly reason: string } | undefined): Cancelling {
  const rows: Row[] = [];
  const cancel = async (ReferenceNumber: string): Promise<Cancelled> => {
    try {
      const cancelled = await cancelOrderOnce(api, ReferenceNumber, body);
      const { outcome, status } = cancelled;
      rows.push({ ReferenceNumber, outcome, status, error: null });
      return cancelled;
    } catch (error) {
      const outcome = error instanceof CfiError ? outcomeOf(error) : undefined;
      if (error instanceof CfiError && outcome !== undefined)
        rows.push({ ReferenceNumber, outcome, status: error.details.status ?? null, error: error.message });
      throw error;
    }
  };
  return { rows, cancel };
}

/** The hint for an order that the service does not have yet, because an upload has yet to send it. */
function maybeStillToCome(context: CommandContext, api: Api): string | undefined {
  const upload = unfinishedUpload(openHome(context).home.data, accountKey(context, api));
  if (upload === undefined) return undefined;
  return `an upload ${upload} is running, or was killed, and may still send what was not found; cancel again when it has ended`;
}

/** How many references a sentence names. */
const mostNamed = 20;

const firstOf = (refs: readonly string[]): string =>
  refs.slice(0, mostNamed).join(', ') + (refs.length > mostNamed ? ', …' : '');

/** `created`: how many orders the run to undo has created. */
function nothingToCancel(created: number | undefined): Result {
  const text =
    created === undefined
      ? 'Nothing to do.'
      : created === 0
        ? 'Nothing to cancel: that run created no orders.'
        : 'Nothing left to cancel: every order that the run created is cancelled.';
  const data = { total: 0, ...countsOf([]), orders: [] };
  const csv = { columns: outcomeColumns, rows: [] };
  return { data, items: [], blocks: [{ kind: 'text', text }], csv };
}

const countsOf = (rows: readonly Row[]): Readonly<Record<Row['outcome'], number>> =>
  tableOf(rowOutcomes, (name) => rows.filter(({ outcome }) => outcome === name).length);

/** Cancels orders, and adds the outcome of each to `rows`, unless the next would fail alike. */
interface Cancelling {
  readonly rows: readonly Row[];
  /** Throws a `CfiError` for an order that is not cancelled. */
  cancel(reference: string): Promise<Cancelled>;
}

/** Cancels one order, which may be cancelled `already`. */
async function cancelOne(reference: string, { cancel, rows }: Cancelling, already: boolean): Promise<Result> {
  const { outcome, data } = await cancel(reference);
  const was = already || outcome === 'existing';
  const text = `Order ${reference} ${was ? 'was already cancelled' : 'is cancelled'}.`;
  return { data, blocks: [{ kind: 'text', text }], csv: { columns: outcomeColumns, rows } };
}

/** Cancels orders one after the other. */
async function cancelEach(
  refs: readonly string[],
  { cancel, rows }: Cancelling,
  interrupted: AbortSignal,
  hintIfMissing: () => string | undefined,
): Promise<Result> {
  let stop: CfiError | undefined;
  for (const reference of refs) {
    try {
      await cancel(reference);
    } catch (error) {
      if (!(error instanceof CfiError) || rows.length === 0) throw error;
      // An order without an outcome failed for a reason that the next one would meet as well.
      const hasOutcome = rows.at(-1)?.ReferenceNumber === reference;
      if (interrupted.aborted) stop = endedEarly(interrupted, refs, rows);
      else if (!hasOutcome) stop = stoppedEarly(error, refs, rows);
      if (stop !== undefined) break;
    }
  }
  const bad = rows.filter(({ outcome }) => !isDone(outcome)).length;
  const hint = rows.some(({ status }) => status === 404) ? hintIfMissing() : undefined;
  const kept = rows.filter(({ outcome }) => outcome === 'conflict').map((row) => row.ReferenceNumber);
  const why = kept.length === 0 ? '' : `; the service refused ${firstOf(kept)}`;
  const message = `${bad} of ${counted(refs.length, 'order')} could not be cancelled${why}`;
  const error = stop ?? (bad === 0 ? undefined : new CfiError('partial', message, { hint }));
  return {
    data: { total: rows.length, ...countsOf(rows), orders: rows },
    items: rows,
    blocks: [{ kind: 'table', columns: outcomeColumns, rows, inFull: errorInFull }],
    ...(error === undefined ? {} : { errors: [error] }),
  };
}

/** The end by a signal before all orders are cancelled. */
function endedEarly({ reason }: AbortSignal, refs: readonly string[], rows: readonly Row[]): CfiError {
  const { message, exitCode } = interruption(reason);
  return new CfiError('cancelled', `${message}; ${soFar(refs, rows)}`, {
    hint: `run the same command again; ${isSafe}`,
    exitCode,
  });
}

/** The end by an error that the next order would meet as well. */
function stoppedEarly(error: CfiError, refs: readonly string[], rows: readonly Row[]) {
  const { hint } = error.details;
  const message = `${error.message}; ${soFar(refs, rows)}`;
  return error.with({ hint: hint === undefined ? isSafe : `${hint}; ${isSafe}` }, message);
}

const isSafe = 'orders that are already cancelled stay cancelled';

function soFar({ length }: readonly string[], rows: readonly Row[]): string {
  const done = rows.filter(({ outcome }) => isDone(outcome)).length;
  return `${counted(done, `of ${length} orders is`, `of ${length} orders are`)} cancelled`;
}

/** The outcome of an order after an error; undefined if the next order would fail in the same way. */
function outcomeOf(error: CfiError): Row['outcome'] | undefined {
  const { code, details } = error;
  if (details.maybeSent === true) return 'unknown';
  if (code === 'conflict') return 'conflict';
  if (['usage', 'invalid-input', 'not-found'].includes(code)) return 'rejected';
  return mayPass(error) ? 'failed' : undefined;
}

/** The columns in csv. */
export const columns = ({ dryRun }: Partial<OrderCancelOptions>) => (dryRun ? dryRunColumns : outcomeColumns);
