import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { type Cancelled, cancelOrderOnce } from '../../client/api/cancel-order.ts';
import { retryingOf } from '../../client/api/write-once.ts';
import { openApi, openHome } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Column, Result } from '../../render/result.ts';
import { accountOf } from '../../upload/account.ts';
import { noteCancelled } from '../../upload/ledger/cancellations.ts';
import type { cancelCommand } from './definition.ts';

type OrderCancelOptions = OptionsOf<typeof cancelCommand>;

const rowOutcomes = ['cancelled', 'existing', 'conflict', 'rejected', 'failed', 'unknown'] as const;

interface Row {
  readonly ReferenceNumber: string;
  readonly outcome: (typeof rowOutcomes)[number];
  /** HTTP status of the answer. */
  readonly status: number | null;
  readonly error: string | null;
}

const outcomeColumns: readonly Column<Row>[] = [
  { header: 'ReferenceNumber', value: (row) => row.ReferenceNumber, priority: 1 },
  {
    header: 'outcome',
    value: (row) => row.outcome,
    priority: 1,
    tone: ({ outcome }) => (isDone(outcome) ? 'good' : 'bad'),
  },
  { header: 'status', value: (row) => row.status, priority: 3 },
  { header: 'error', value: (row) => row.error, priority: 2 },
];

const isDone = (outcome: Row['outcome']): boolean => outcome === 'cancelled' || outcome === 'existing';

/** Cancels orders, one outcome each. A single one fails with its own code. */
export async function run(context: Context, options: OrderCancelOptions): Promise<Result> {
  const refs = [...new Set(options.refs)];
  const [first = ''] = refs;
  const message = refs.length === 1 ? `Cancel order ${first}?` : `Cancel ${refs.length} orders?`;
  await confirmOrExit(context, { message, yes: options.yes });
  const body = options.reason === undefined ? undefined : { reason: options.reason };
  const api = await openApi(context);
  const done: string[] = [];
  const cancel = async (reference: string): Promise<Cancelled> => {
    const cancelled = await cancelOrderOnce(api, reference, body, retryingOf(context));
    done.push(reference);
    return cancelled;
  };
  try {
    return refs.length === 1 ? await cancelOne(first, cancel) : await cancelEach(refs, cancel);
  } finally {
    await note(context, api, done);
    await api.close();
  }
}

/** Tells the ledger, so that uploads no longer speak of these orders as being with the warehouse. */
async function note(context: Context, api: Api, references: readonly string[]): Promise<void> {
  const { deps } = context;
  const place = {
    dataFolder: openHome(context).home.data,
    now: () => deps.now(),
    warn: (line: string): void => context.warn(line),
  };
  const account = { address: api.baseUrl, client: accountOf(api.clientId, deps.env.CFI_TOKEN) };
  try {
    await noteCancelled(place, account, references);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    context.warn(`uploads will not know of this cancellation: ${error.message}`);
  }
}

type Cancel = (reference: string) => Promise<Cancelled>;

async function cancelOne(reference: string, cancel: Cancel): Promise<Result> {
  const { outcome, data, status } = await cancel(reference);
  const text = `Order ${reference} ${outcome === 'existing' ? 'was cancelled before' : 'is cancelled'}.`;
  const row: Row = { ReferenceNumber: reference, outcome, status, error: null };
  return { data, blocks: [{ kind: 'text', text }], csv: { columns: outcomeColumns, rows: [row] } };
}

async function cancelEach(refs: readonly string[], cancel: Cancel): Promise<Result> {
  const rows: Row[] = [];
  let stop: CfiError | undefined;
  for (const reference of refs) {
    try {
      const { outcome, status } = await cancel(reference);
      rows.push({ ReferenceNumber: reference, outcome, status, error: null });
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      const outcome = outcomeOf(error);
      if (outcome === undefined) {
        if (rows.length === 0) throw error;
        stop = error;
        break;
      }
      const status = error.details.status ?? null;
      rows.push({ ReferenceNumber: reference, outcome, status, error: error.message });
    }
  }
  const bad = rows.filter(({ outcome }) => !isDone(outcome)).length;
  const counts = Object.fromEntries(
    rowOutcomes.map((name) => [name, rows.filter(({ outcome }) => outcome === name).length]),
  );
  const partial =
    bad === 0 ? undefined : new CfiError('partial', `${bad} of ${refs.length} orders could not be cancelled`);
  const error = stop ?? partial;
  return {
    data: { total: rows.length, ...counts, orders: rows },
    items: rows,
    blocks: [{ kind: 'table', columns: outcomeColumns, rows }],
    ...(error === undefined ? {} : { errors: [error], exitCode: error.exitCode }),
  };
}

/** What an error means for its order; undefined when the next order would meet it as well. */
function outcomeOf({ code, details }: CfiError): Row['outcome'] | undefined {
  if (details.maybeSent === true) return 'unknown';
  switch (code) {
    case 'conflict':
      return 'conflict';
    case 'usage':
    case 'invalid-input':
    case 'not-found':
      return 'rejected';
    case 'unavailable':
    case 'network':
    case 'timeout':
      return 'failed';
    case 'unauthorized':
    case 'forbidden':
    case 'rate-limited':
    case 'partial':
    case 'cancelled':
    case 'locked':
    case 'internal':
      return undefined;
  }
}

/** The columns in csv. */
export const columns = () => outcomeColumns;
