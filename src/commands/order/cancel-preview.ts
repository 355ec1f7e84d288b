import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { recordOf } from '../../client/api/records.ts';
import type { Api } from '../../client/types.ts';
import { CfiError, ifFound } from '../../errors.ts';
import { memberColumns } from '../../render/columns.ts';
import type { Column, Result } from '../../render/result.ts';
import { cellForPeople } from '../../render/text.ts';
import { lineToSend, toSendText } from '../../report/dry-run.ts';
import { reviewed } from '../../report/review.ts';
import { beforeSignIn } from '../../report/upload.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { meantHint } from '../../text/nearest.ts';
import { type Fields, field } from '../../text/records.ts';
import { counted, shownWord } from '../../text/words.ts';
import { heard } from '../../timers.ts';
import { isCancelledStatus, isEnd, orderState } from '../../tracking/order-state.ts';
import { trackedOrders, uploadedAs } from '../../tracking/remembered-looks.ts';
import { type LedgerAccount, serviceOf } from '../../upload/ledger/ledger-account.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { inLedger } from '../../upload/ledger/open-ledger.ts';
import { openStates } from '../../upload/ledger/order-states.ts';

/** What the ledger says of the account's orders, without a request. Throws a `CfiError` if it cannot be read. */
async function fromLedger<T>(
  context: CommandContext,
  read: (db: Database, account: LedgerAccount, service: number) => T | Promise<T>,
): Promise<T | undefined> {
  const place = ledgerPlaceOf(context);
  if (!existsSync(place.file)) return undefined;
  // Without an account, nothing is known of its orders; the cancellation says why there is none.
  const { account } = await beforeSignIn(context);
  if (account === undefined) return undefined;
  return inLedger(place, (db) => {
    const service = serviceOf(db, account);
    return service === undefined ? undefined : read(db, account, service);
  });
}

/** The state of orders that are at an end as far as the ledger knows, by reference. */
async function endsIn(
  db: Database,
  account: LedgerAccount,
  service: number,
  references: readonly string[],
  signal: AbortSignal,
) {
  const ends = new Map<string, string>();
  const wanted = { kind: 'references', references } as const;
  for await (const { reference, last, lastLook } of heard(trackedOrders(db, service, wanted), signal)) {
    const status = lastLook?.status ?? last?.status ?? null;
    if (status !== null && isEnd(status)) ends.set(reference, status);
  }
  for await (const [reference, { cancelledBy }] of heard(openStates(db, account)(references), signal))
    if (cancelledBy !== null) ends.set(reference, 'Cancelled');
  return ends;
}

/** The state of orders that are at an end as far as this machine knows, by reference. Makes no request. */
export const knownEnds = async (context: CommandContext, references: readonly string[]) =>
  (await fromLedger(context, (...known) => endsIn(...known, references, context.deps.interrupted))) ??
  new Map<string, string>();

interface Row {
  readonly ReferenceNumber: string;
  /** The last known one; undefined if it would be cancelled. */
  readonly Status: string | undefined;
}

export const dryRunColumns = memberColumns(['ReferenceNumber']);

const stateColumn: Column<Row> = {
  header: 'state',
  value: ({ Status }) => Status ?? 'would be cancelled',
  tone: ({ Status }) => (Status === undefined ? undefined : 'dim'),
  priority: 1,
};

/** How many orders have ended in which way: `1 has shipped`, `2 are cancelled already`. */
export function endedText(ends: ReadonlyMap<string, string>): string[] {
  const cancelled = [...ends.values()].filter(isCancelledStatus).length;
  const shipped = ends.size - cancelled;
  return [
    ...(shipped === 0 ? [] : [counted(shipped, 'has shipped', 'have shipped')]),
    ...(cancelled === 0 ? [] : [counted(cancelled, 'is cancelled already', 'are cancelled already')]),
  ];
}

/** What would be cancelled, without what has ended. Says which order a typed word may mean, because nobody is asked. */
export async function wouldCancel(
  context: CommandContext,
  refs: readonly string[],
  typed: readonly string[] = [],
): Promise<Result> {
  const meantBy = await fromLedger(context, (db, _, service) =>
    uploadedAs(db, service, typed, context.deps.interrupted),
  );
  for (const word of typed) {
    const meant = meantBy?.(word) ?? [];
    if (meant.length > 0 && !meant.includes(word)) context.notice(`${shownWord(word)}: ${meantHint(meant)}`);
  }
  const ends = await knownEnds(context, refs);
  const all: Row[] = refs.map((ReferenceNumber) => ({ ReferenceNumber, Status: ends.get(ReferenceNumber) }));
  const orders = refs
    .filter((reference) => !ends.has(reference))
    .map((ReferenceNumber) => ({ ReferenceNumber }));
  const known = all.filter(({ Status }) => Status !== undefined);
  const text = [
    `${counted(orders.length, 'order')} would be cancelled`,
    ...endedText(ends),
    known.length === 0 ? 'nothing was.' : 'nothing was cancelled.',
  ].join('; ');
  const columns = known.length === 0 ? dryRunColumns : [...dryRunColumns, stateColumn];
  return {
    data: { dryRun: true, total: orders.length, orders, ...(known.length === 0 ? {} : { known }) },
    items: orders,
    blocks: [
      { kind: 'text', text },
      ...(all.length === 0 ? [] : [{ kind: 'table' as const, columns, rows: all }]),
      ...(orders.length === 0 ? [] : [toSendText('to cancel them', lineToSend(context, typed, '--yes'))]),
    ],
    csv: { columns: dryRunColumns, rows: orders },
  };
}

/** The order as the service has it: `absent` if it has none, `unclear` if its answer does not show this reference. */
async function recordAt(api: Api, reference: string, isOnly: boolean) {
  const asked = api.call('getOrder', { params: { referenceNumber: reference } });
  const answer = await (isOnly ? asked : ifFound(asked));
  return answer === undefined ? 'absent' : (recordOf(answer.data, 'order', reference) ?? 'unclear');
}

/** `R-1: Ada Example, order number 31, Pending`. */
function lineAbout(reference: string, record: Fields | 'absent' | 'unclear'): string {
  if (record === 'absent') return `${reference}: the service shows no such order`;
  if (record === 'unclear') return `${reference}: the service's answer does not show it`;
  const number = field(field(record, 'OrderId'), 'Number');
  const facts = [
    cellForPeople(field(field(record, 'DeliveryAddress'), 'FullName') ?? field(record, 'ChannelBuyerName')),
    number === undefined ? '' : `order number ${cellForPeople(number)}`,
    orderState(record).Status ?? '',
  ].filter((fact) => fact !== '');
  return `${reference}: ${facts.length === 0 ? 'nothing more is shown' : facts.join(', ')}`;
}

/**
 * Reads a few orders, shows them, and asks whether to cancel them; `all` is what a yes does to all of them. It does not ask if
 * all are cancelled already, which it returns. Throws, without a question, if besides those all are at an end: `conflict`
 * for a single order, `partial` for several.
 */
export async function askAbout(context: CommandContext, api: Api, refs: readonly string[], all: string) {
  let open = 0;
  let absent = 0;
  const ended: string[] = [];
  const lines: string[] = [];
  for (const reference of refs) {
    const record = await recordAt(api, reference, refs.length === 1);
    lines.push(lineAbout(reference, record));
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
  if (count === 0) return true;
  const does = count === refs.length ? all : `Cancel ${count} of ${counted(refs.length, 'order')}`;
  const sent = [{ kind: 'text', text: lines.join('\n') } as const];
  await reviewed(context, { does, sent }, { isSeen: false, needsEyes: true });
  return false;
}
