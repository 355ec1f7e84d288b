import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { cancelOrderOnce } from '../../client/api/cancel-order.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, exitCodes } from '../../errors.ts';
import type { Column, Result } from '../../render/result.ts';
import type { cancelCommand } from './definition.ts';

type OrderCancelOptions = OptionsOf<typeof cancelCommand>;

interface Row {
  readonly ReferenceNumber: string;
  readonly outcome: 'cancelled' | 'existing' | 'conflict' | 'rejected' | 'failed' | 'unknown';
  /** HTTP status of the refusal. */
  readonly status: number | null;
  readonly error: string | null;
}

/** Any of these would meet the next order as well. */
const ofAll = new Set(['unauthorized', 'forbidden', 'rate-limited', 'cancelled', 'internal']);

const columns: readonly Column<Row>[] = [
  { header: 'ReferenceNumber', value: (row) => row.ReferenceNumber, priority: 1 },
  {
    header: 'outcome',
    value: (row) => row.outcome,
    priority: 1,
    tone: ({ outcome }) => (outcome === 'cancelled' || outcome === 'existing' ? 'good' : 'bad'),
  },
  { header: 'status', value: (row) => row.status, priority: 3 },
  { header: 'error', value: (row) => row.error, priority: 2 },
];

/** Cancels orders, one outcome each. A single one fails with its own code. */
export async function run(context: Context, options: OrderCancelOptions): Promise<Result> {
  const refs = [...new Set(options.refs)];
  const [first = ''] = refs;
  const message = refs.length === 1 ? `Cancel order ${first}?` : `Cancel ${refs.length} orders?`;
  await confirmOrExit(context, { message, yes: options.yes });
  const body = options.reason === undefined ? undefined : { reason: options.reason };
  const api = await openApi(context);
  try {
    return refs.length === 1 ? await cancelOne(api, first, body) : await cancelEach(api, refs, body);
  } finally {
    await api.close();
  }
}

type Body = { readonly reason: string } | undefined;

async function cancelOne(api: Api, reference: string, body: Body): Promise<Result> {
  const { outcome, data, status } = await cancelOrderOnce(api, reference, body);
  const text = `Order ${reference} ${outcome === 'existing' ? 'was cancelled before' : 'is cancelled'}.`;
  const row: Row = { ReferenceNumber: reference, outcome, status, error: null };
  return { data, blocks: [{ kind: 'text', text }], csv: { columns, rows: [row] } };
}

async function cancelEach(api: Api, refs: readonly string[], body: Body): Promise<Result> {
  const rows: Row[] = [];
  let stop: CfiError | undefined;
  for (const reference of refs) {
    try {
      const { outcome, status } = await cancelOrderOnce(api, reference, body);
      rows.push({ ReferenceNumber: reference, outcome, status, error: null });
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      if (ofAll.has(error.code)) {
        if (rows.length === 0) throw error;
        stop = error;
        break;
      }
      rows.push(failed(reference, error));
    }
  }
  const count = (outcome: Row['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  const bad = rows.length - count('cancelled') - count('existing');
  const counts = Object.fromEntries(
    (['cancelled', 'existing', 'conflict', 'rejected', 'failed', 'unknown'] as const).map((name) => [
      name,
      count(name),
    ]),
  );
  const partial =
    bad === 0 ? undefined : new CfiError('partial', `${bad} of ${refs.length} orders could not be cancelled`);
  const error = stop ?? partial;
  return {
    data: { total: rows.length, ...counts, orders: rows },
    items: rows,
    blocks: [{ kind: 'table', columns, rows }],
    ...(error === undefined ? {} : { errors: [error], exitCode: error.exitCode }),
  };
}

function failed(reference: string, error: CfiError): Row {
  const row = { ReferenceNumber: reference, status: error.details.status ?? null, error: error.message };
  if (error.exitCode === exitCodes.conflict) return { ...row, outcome: 'conflict' };
  if (error.exitCode === exitCodes.network)
    return { ...row, outcome: error.details.maybeSent ? 'unknown' : 'failed' };
  return { ...row, outcome: 'rejected' };
}
