import { existsSync } from 'node:fs';
import { confirmOrExit } from '../../cli/ask.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { recordOf } from '../../client/api/records.ts';
import { findAccount } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { memberColumns } from '../../render/columns.ts';
import type { Column, Result } from '../../render/result.ts';
import { cellForPeople } from '../../render/text.ts';
import { type Fields, field } from '../../text/records.ts';
import { counted } from '../../text/words.ts';
import { isCancelledStatus, isEnd, orderState } from '../../tracking/order-state.ts';
import { trackedOrders } from '../../tracking/remembered-looks.ts';
import { ledgerFile, ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { withLedger } from '../../upload/ledger/open-ledger.ts';
import { accountOf, openStates, serviceOf } from '../../upload/ledger/order-states.ts';

/** The state of orders that are at an end as far as this machine knows, by reference. Makes no request. */
async function knownEnds(
  context: CommandContext,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const place = ledgerPlaceOf(context);
  const ends = new Map<string, string>();
  if (!existsSync(ledgerFile(place.dataFolder))) return ends;
  // Without an account, nothing is known of its orders; the cancellation says why there is none.
  const found = await findAccount(context).catch((error: unknown) => {
    if (error instanceof CfiError) return undefined;
    throw error;
  });
  if (found === undefined) return ends;
  const { address, clientId } = found.account;
  const account = { address, client: accountOf(clientId, context.deps.env.CFI_TOKEN) };
  return withLedger(place, (db) => {
    const service = serviceOf(db, account);
    if (service !== undefined) {
      for (const { reference, last, lastLook } of trackedOrders(db, service, {
        kind: 'references',
        references,
      })) {
        const status = lastLook?.status ?? last?.status ?? null;
        if (status !== null && isEnd(status)) ends.set(reference, status);
      }
      for (const [reference, { cancelledBy }] of openStates(db, account)(references))
        if (cancelledBy !== null) ends.set(reference, 'Cancelled');
    }
    db.close();
    return ends;
  });
}

interface Row {
  readonly ReferenceNumber: string;
  /** The last known state; undefined if it would be cancelled. */
  readonly end: string | undefined;
}

/** The columns of csv. */
export const dryRunColumns = memberColumns(['ReferenceNumber']);

const stateColumn: Column<Row> = {
  header: 'state',
  value: ({ end }) => end ?? 'would be cancelled',
  tone: ({ end }) => (end === undefined ? undefined : 'dim'),
  priority: 1,
};

const have = (count: number): string => (count === 1 ? 'has' : 'have');
const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** What would be cancelled, apart from what is known to have shipped, or to be cancelled already. */
export async function wouldCancel(context: CommandContext, refs: readonly string[]): Promise<Result> {
  const ends = await knownEnds(context, refs);
  const all: Row[] = refs.map((ReferenceNumber) => ({ ReferenceNumber, end: ends.get(ReferenceNumber) }));
  const orders = all.flatMap(({ ReferenceNumber, end }) => (end === undefined ? [{ ReferenceNumber }] : []));
  const known = all.flatMap(({ ReferenceNumber, end }) =>
    end === undefined ? [] : [{ ReferenceNumber, Status: end }],
  );
  const cancelled = known.filter(({ Status }) => isCancelledStatus(Status)).length;
  const shipped = known.length - cancelled;
  const text = [
    `${counted(orders.length, 'order')} would be cancelled`,
    ...(shipped === 0 ? [] : [`${shipped} ${have(shipped)} shipped`]),
    ...(cancelled === 0 ? [] : [`${cancelled} ${are(cancelled)} cancelled already`]),
    known.length === 0 ? 'nothing was.' : 'nothing was cancelled.',
  ].join('; ');
  const columns = known.length === 0 ? dryRunColumns : [...dryRunColumns, stateColumn];
  return {
    data: { dryRun: true, total: orders.length, orders, ...(known.length === 0 ? {} : { known }) },
    items: orders,
    blocks: [
      { kind: 'text', text },
      ...(all.length === 0 ? [] : [{ kind: 'table' as const, columns, rows: all }]),
    ],
    csv: { columns: dryRunColumns, rows: orders },
  };
}

/** The order as the service has it: `absent` if it has none, `unclear` if its answer does not show this reference. */
async function recordAt(
  api: Api,
  reference: string,
  isOnly: boolean,
): Promise<Fields | 'absent' | 'unclear'> {
  try {
    const { data } = await api.call('getOrder', { params: { referenceNumber: reference } });
    return recordOf(data, 'order', reference) ?? 'unclear';
  } catch (error) {
    if (!isOnly && error instanceof CfiError && error.code === 'not-found') return 'absent';
    throw error;
  }
}

/** `R-1: Ada Example, order number 31, Pending`. */
function lineAbout(reference: string, record: Fields | 'absent' | 'unclear'): string {
  if (record === 'absent') return `${reference}: the service shows no such order`;
  if (record === 'unclear') return `${reference}: the answer of the service does not show it`;
  const number = field(field(record, 'OrderId'), 'Number');
  const facts = [
    cellForPeople(field(field(record, 'DeliveryAddress'), 'FullName') ?? field(record, 'ChannelBuyerName')),
    number === undefined ? '' : `order number ${cellForPeople(number)}`,
    orderState(record).Status ?? '',
  ].filter((fact) => fact !== '');
  return `${reference}: ${facts.length === 0 ? 'nothing more is shown' : facts.join(', ')}`;
}

/**
 * Reads a few orders, shows them, and asks whether to cancel them; `question` is about all of them. It does not ask if
 * all are cancelled already. Throws, without a question, if besides those all are at an end: `conflict` for a single
 * order, `partial` for several.
 */
export async function askAbout(
  context: CommandContext,
  api: Api,
  refs: readonly string[],
  question: string,
): Promise<void> {
  let open = 0;
  let absent = 0;
  const ended: string[] = [];
  for (const reference of refs) {
    const record = await recordAt(api, reference, refs.length === 1);
    context.notice(lineAbout(reference, record));
    const Status = typeof record === 'string' ? null : orderState(record).Status;
    if (record === 'absent') absent += 1;
    else if (!isEnd(Status)) open += 1;
    else if (!isCancelledStatus(Status)) ended.push(`${reference} is ${Status}`);
  }
  // What is not found by its reference may be found by another name of it, and is not cancelled unasked.
  const count = open === 0 ? absent : open;
  if (count === 0 && ended.length > 0)
    throw new CfiError(
      refs.length === 1 ? 'conflict' : 'partial',
      `${ended.join(', ')}: such an order cannot be cancelled; nothing was sent`,
    );
  if (count === 0) return;
  await confirmOrExit(context, {
    message: count === refs.length ? question : `Cancel ${count} of ${counted(refs.length, 'order')}?`,
  });
}
