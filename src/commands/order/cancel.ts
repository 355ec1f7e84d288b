import type { OptionsOf } from '../../cli/command.ts';
import { namedReferences } from '../../cli/references.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import { findAccount, openApi } from '../../client/auth/session.ts';
import { pathOf } from '../../client/http.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, exitCodes, usageError } from '../../errors.ts';
import { errorColumn, errorsInFull } from '../../render/columns.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { quietListener, sendOne, stopped } from '../../report/one.ts';
import { reviewed } from '../../report/review.ts';
import { meantHint } from '../../text/nearest.ts';
import { flatMapped, tableOf } from '../../text/records.ts';
import { counted, countedOrder, firstFew, operands } from '../../text/words.ts';
import { heard, inSlices, sorted } from '../../timers.ts';
import { isCancelledStatus } from '../../tracking/order-state.ts';
import { orderMeant, uploadedAsIfKnown } from '../../tracking/remembered-looks.ts';
import { namedRuns, readRuns, runsOfUpload } from '../../upload/ledger/history.ts';
import { accountKey, ledgerAccount } from '../../upload/ledger/ledger-account.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { inLedger } from '../../upload/ledger/open-ledger.ts';
import { createdByRun, inDoubtAfterRun } from '../../upload/ledger/order-states.ts';
import type { Entry } from '../../upload/ledger/run-ledger.ts';
import { unfinishedUpload } from '../../upload/ledger/run-lock.ts';
import { orderCancellations } from '../../upload/run/kinds/order-cancellations.ts';
import type { Stop } from '../../upload/run/work.ts';
import { send } from '../../upload/send.ts';
import { outcomeWidth, outcomeWord } from '../../upload/terms/outcomes.ts';
import { openSpool } from '../../upload/terms/spool.ts';
import { notOrders } from '../runs/runs.ts';
import { askAbout, dryRunColumns, endedText, knownEnds, wouldCancel } from './cancel-preview.ts';
import type { cancelCommand } from './definition.ts';

/**
 * The orders that uploads created and nobody has cancelled since, by the ledger, and whether they created any; one that
 * was resumed is several runs. Throws `not-found` for a run that is not this account's, a usage error for another kind.
 */
async function undoOf(context: CommandContext, named: readonly number[]) {
  const { account } = await findAccount(context);
  const { address, client } = ledgerAccount(context, { ...account, baseUrl: account.address });
  return inLedger(ledgerPlaceOf(context), async (db) => {
    const all = readRuns(db);
    for (const run of named) {
      const record = all.find((each) => each.run === run);
      if (record === undefined || record.address !== address || record.client !== client)
        throw new CfiError('not-found', `there is no run ${run} of this account on this machine`, {
          hint: 'list them: cfi order runs',
        });
      if (record.kind !== 'order')
        throw usageError(notOrders(record), 'list the uploads of orders: cfi order runs');
    }
    const runs = [...new Set(named.flatMap((run) => runsOfUpload(all, run)))].sort((a, b) => a - b);
    const last = runs.at(-1);
    if (all.find(({ run }) => run === last)?.endedAt === null)
      context.warn(
        `run ${last} has not ended: what it may still send is not cancelled; run the upload again first, and cancel it then`,
      );
    const created = flatMapped(runs, (run) => createdByRun(db, run));
    let hasCreated = false;
    const left = new Set<string>();
    for await (const { reference, isCancelled } of heard(created, context.deps.interrupted)) {
      hasCreated = true;
      if (!isCancelled) left.add(reference);
    }
    const doubts = new Map(
      runs.flatMap((run) => inDoubtAfterRun(db, run)).map(({ reference, isFound }) => [reference, isFound]),
    );
    const warnOf = (found: boolean, which: string, remedy: (them: string) => string): void => {
      const doubted = [...doubts.keys()].filter((each) => doubts.get(each) === found && !left.has(each));
      if (doubted.length === 0) return;
      const [are, them] = doubted.length === 1 ? ['is', 'it'] : ['are', 'them'];
      context.warn(
        `${counted(doubted.length, 'order')} ${which} ${are} not cancelled: ${firstFew(doubted)}; ${remedy(them)}`,
      );
    };
    warnOf(
      false,
      'that the service may have',
      (them) => `run the upload again, which finds out, and cancel ${them} then`,
    );
    warnOf(
      true,
      `that ${namedRuns(runs)} left in doubt and a later run found`,
      (them) => `cancel ${them} by reference`,
    );
    // As people count: `R-9` before `R-10`.
    const keyed = [...left].map((reference) => ({ reference, key: countedOrder(reference) }));
    const inOrder = await inSlices(sorted(keyed, (a, b) => Number(a.key > b.key) - Number(a.key < b.key)));
    return { runs, references: inOrder.map(({ reference }) => reference), hasCreated };
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

const toneOf = ({ outcome }: Row) => (isGone(outcome) ? 'good' : 'bad');

const outcomeColumns: readonly Column<Row>[] = [
  { header: 'ReferenceNumber', value: (row) => row.ReferenceNumber, priority: 1 },
  { header: 'outcome', value: (row) => row.outcome, priority: 1, least: outcomeWidth, tone: toneOf },
  { header: 'status', value: (row) => row.status, csvOnly: true },
  { ...errorColumn, value: (row) => row.error },
];

const isGone = (outcome: Row['outcome']): boolean => outcome === 'cancelled' || outcome === 'existing';

const wordOf = ({ outcome, status }: Row): string => outcomeWord(orderCancellations.name, outcome, status);

/** The references of the rows, by the word for their outcome. */
function byWord(rows: readonly Row[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const group = groups.get(wordOf(row)) ?? [];
    group.push(row.ReferenceNumber);
    groups.set(wordOf(row), group);
  }
  return groups;
}

const columnsForPeople = outcomeColumns.map((column) =>
  column.header === 'outcome' ? { ...column, value: wordOf, least: 'already cancelled'.length } : column,
);

/** Cancels orders, with one outcome each. A single order fails with its own exit code. */
export async function run(context: CommandContext, options: OrderCancelOptions): Promise<Result> {
  const named = await namedReferences(options, context.deps, { '--run': options.run[0] });
  const undo = options.run.length === 0 ? undefined : await undoOf(context, options.run);
  const refs = undo?.references ?? named ?? [];
  // A reference that cannot be sent is refused before any other order is cancelled.
  for await (const orderId of heard(refs, context.deps.interrupted))
    pathOf('cancelOrder', { params: { order_id: orderId } });
  if (options.dryRun === true) return wouldCancel(context, refs, options.references);
  if (refs.length === 0) return nothingToCancel(undo);
  const question = await questionFor(context, options, refs, undo?.runs);
  if (!question.isOpen) await reviewed(context, question, { isSeen: options.yes === true, needsEyes: true });
  const api = await openApi(context, { keepsData: true });
  try {
    const [word = ''] = refs;
    const isOne = refs.length === 1 && undo === undefined;
    const asked = question.isOpen ? refs : isOne ? [word] : [];
    const meantBy = await uploadedAsIfKnown(context, api, asked);
    const meant = isOne ? meantBy(word).filter((each) => each !== word) : [];
    // Without a question, nobody sees which orders are meant; those that are asked about are few.
    const found: string[] = [];
    if (question.isOpen)
      for (const each of refs) found.push(await orderMeant(context, api, each, meantBy(each)));
    const all = question.isOpen ? [...new Set(found)] : refs;
    const [first = word, second] = all;
    const does = second === undefined ? `Cancel order ${first}` : `Cancel ${counted(all.length, 'order')}`;
    // Without a question, only the ledger tells what the service does not: it takes a cancellation again.
    const already = question.isOpen
      ? await askAbout(context, api, all, does)
      : isOne && isCancelledStatus((await knownEnds(context, refs)).get(first) ?? null);
    const body = options.reason === undefined ? {} : { reason: options.reason };
    return await (isOne
      ? cancelOne(context, api, first, body, { already, meant })
      : cancelEach(context, api, all, body));
  } finally {
    await api.close().catch(() => {});
  }
}

/**
 * What to ask before orders are cancelled. It stays open until the orders are read, unless there are many: reading them
 * would take too long, so it is about those that have not ended as far as is known here, and names the others.
 */
async function questionFor(
  context: CommandContext,
  options: OrderCancelOptions,
  refs: readonly string[],
  runs: readonly number[] = [],
) {
  const ofRun = runs.length > 0;
  const asks = context.settings.interactive && options.yes !== true;
  const isOpen = asks && !ofRun && refs.length <= mostRead;
  const ends = asks && !isOpen ? await knownEnds(context, refs) : new Map<string, string>();
  // What is known here may be wrong; nothing is cancelled without a question.
  const left = ends.size === refs.length ? refs : refs.filter((reference) => !ends.has(reference));
  const which = ofRun ? ` that ${namedRuns(runs)} created` : '';
  const does =
    refs.length === 1 && !ofRun
      ? `Cancel order ${refs[0]}`
      : `Cancel ${counted(left.length, 'order')}${which}`;
  const leftOut = ends.size === 0 ? [] : [`${endedText(ends).join(', ')}: ${firstFew([...ends.keys()])}`];
  const sent: Block[] = [{ kind: 'text', text: `${counted(left.length, 'order')}: ${firstFew(left)}` }];
  return { does, sent, leftOut, isOpen };
}

/** The hint for an order that the service does not have yet, because an upload has yet to send it. */
function maybeStillToCome(context: CommandContext, api: Api): string | undefined {
  const upload = unfinishedUpload(openHome(context).home.data, accountKey(context, api));
  if (upload === undefined) return undefined;
  return `an upload ${upload} is running, or was killed, and may still send what was not found; cancel again when it has ended`;
}

/** So many orders are read before the question about them. */
const mostRead = 20;

/** `undo`: the uploads to undo. */
function nothingToCancel(undo: Awaited<ReturnType<typeof undoOf>> | undefined): Result {
  const text =
    undo === undefined
      ? 'Nothing to do.'
      : undo.hasCreated
        ? `Nothing left to cancel: every order that ${namedRuns(undo.runs)} created is cancelled.`
        : `Nothing to cancel: ${namedRuns(undo.runs)} created no orders.`;
  const data = { total: 0, ...countsOf([]), orders: [] };
  const csv = { columns: outcomeColumns, rows: [] };
  return { data, items: [], blocks: [{ kind: 'text', text }], csv };
}

const countsOf = (rows: readonly Row[]): Readonly<Record<Row['outcome'], number>> =>
  tableOf(rowOutcomes, (name) => rows.filter(({ outcome }) => outcome === name).length);

/** Cancels one order, which may be cancelled `already`. */
async function cancelOne(
  context: CommandContext,
  api: Api,
  reference: string,
  body: object,
  { already, meant }: { readonly already: boolean; readonly meant: readonly string[] },
) {
  const one = { kind: orderCancellations, reference, body };
  const { result } = await sendOne(context, api, one, {
    notDone: `order ${reference} is not cancelled`,
    notKnown: `order ${reference} may or may not be cancelled`,
    hint: `check it: ${api.commandFor('order', 'get', ...operands([reference]))}`,
  }).catch((error: unknown) => {
    const isMissing = error instanceof CfiError && error.code === 'not-found';
    const hint = isMissing ? (meantHint(meant) ?? maybeStillToCome(context, api)) : undefined;
    throw hint === undefined ? error : (error as CfiError).with({ hint });
  });
  const was = already || result.outcome === 'existing';
  const text = `Order ${reference} ${was ? 'was already cancelled' : 'is cancelled'}.`;
  const outcome = result.outcome === 'existing' ? 'existing' : 'cancelled';
  const row: Row = { ReferenceNumber: reference, outcome, status: result.status ?? null, error: null };
  const data = result.answer ?? { ReferenceNumber: reference, Status: 'Cancelled' };
  return {
    data,
    blocks: [{ kind: 'text', text }],
    csv: { columns: outcomeColumns, rows: [row] },
  } satisfies Result;
}

/** Cancels orders one after the other, each once: what an interrupted command has done is not done again. */
async function cancelEach(context: CommandContext, api: Api, refs: readonly string[], body: object) {
  const spool = openSpool();
  const sending = { kind: orderCancellations, spool, files: [], concurrency: 1 };
  try {
    for await (const reference of heard(refs, context.deps.interrupted))
      spool.sink.add({ reference, body: JSON.stringify(body), file: 0, lines: [1], invalid: false });
    return await send(context, api, sending, quietListener(context), async (ended) => {
      const rows = [...ended.entries('all')].map(rowOf);
      const counts = countsOf(rows);
      const said = [...byWord(rows)].map(([word, { length }]) => `${length} ${word}`);
      const error = errorOf(context, api, refs, rows, ended.end.stop);
      const failure = ended.finish(error?.exitCode ?? exitCodes.ok, ended.counts, []);
      ended.close();
      // None of them was tried.
      if (error !== undefined && rows.length === 0) throw error;
      return {
        data: { total: rows.length, ...counts, orders: rows },
        items: rows,
        blocks: [
          {
            kind: 'table',
            columns: columnsForPeople,
            rows,
            ...errorsInFull<Row>((row) => row.ReferenceNumber),
          },
          { kind: 'text', text: said.join(', ') },
        ],
        csv: { columns: outcomeColumns, rows },
        errors: [failure, error].filter((each) => each !== undefined),
      } satisfies Result;
    });
  } catch (error) {
    spool.close();
    throw error;
  }
}

const rowOf = ({ reference, outcome, status, error }: Entry): Row => ({
  ReferenceNumber: reference,
  outcome: outcome === 'created' ? 'cancelled' : (outcome as Row['outcome']),
  status,
  error,
});

/** The error of a run that did not cancel all orders. */
function errorOf(
  context: CommandContext,
  api: Api,
  refs: readonly string[],
  rows: readonly Row[],
  stop: Stop | undefined,
): CfiError | undefined {
  const done = rows.filter(({ outcome }) => isGone(outcome)).length;
  // The last order may have been the one that the service did not answer about.
  if (stop !== undefined && (stop.reason !== 'unavailable' || rows.length < refs.length)) {
    const error = stopped(context, stop);
    const hint = error.details.hint ?? 'run the same command again';
    const soFar = `${counted(done, `of ${refs.length} orders is`, `of ${refs.length} orders are`)} cancelled`;
    const message = rows.length === 0 ? error.message : `${error.message}; ${soFar}`;
    return error.with({ hint: `${hint}; orders that are already cancelled stay cancelled` }, message);
  }
  const bad = rows.length - done;
  if (bad === 0) return undefined;
  const hint = rows.some(({ status }) => status === 404) ? maybeStillToCome(context, api) : undefined;
  const left = rows.filter(({ outcome }) => !isGone(outcome));
  const why = [...byWord(left)].map(([word, references]) => `${word}: ${firstFew(references)}`);
  const message = `${bad} of ${counted(refs.length, 'order')} could not be cancelled; ${why.join('; ')}`;
  return new CfiError('partial', message, { hint });
}

/** The columns in csv. */
export const columns = ({ dryRun }: Partial<OrderCancelOptions>) => (dryRun ? dryRunColumns : outcomeColumns);
