import type { CommandContext } from '../cli/settings.ts';
import { listOf } from '../client/api/lists.ts';
import { referenceOf } from '../client/api/records.ts';
import { withApi } from '../client/auth/session.ts';
import { addressText } from '../client/http.ts';
import type { Api } from '../client/types.ts';
import { CfiError, usageError } from '../errors.ts';
import type { Result } from '../render/result.ts';
import { timeText } from '../render/text.ts';
import type { Database } from '../storage/sqlite/database.ts';
import type { Fields } from '../text/records.ts';
import { heard } from '../timers.ts';
import { readRuns } from '../upload/ledger/history.ts';
import {
  accountKey,
  accountNumber,
  type LedgerAccount,
  ledgerAccount,
} from '../upload/ledger/ledger-account.ts';
import { ledgerError, ledgerPlaceOf } from '../upload/ledger/ledger-file.ts';
import { doLater, inLedger, withLedger } from '../upload/ledger/open-ledger.ts';
import { lockFor } from '../upload/ledger/run-lock.ts';
import { defaultConcurrency } from '../upload/terms/outside.ts';
import { type Look, lookAt, type OrderRow, rowOf } from './follow.ts';
import { isCancelledStatus, isEnd, orderState } from './order-state.ts';
import {
  followedMs,
  orderMeant,
  type Read,
  rememberRead,
  rememberShown,
  serviceNow,
  type Tracked,
  trackedOrders,
  uploadedAs,
  uploadedReferences,
  type Wanted,
} from './remembered-looks.ts';
import { noShopFile, otherShops, type ShopRequest, writeShopFile, writtenFor } from './shop-file.ts';
import { errorsOf, shopResult, trackColumns, trackResult, trackTable } from './track-result.ts';

interface TrackRequest {
  /** Undefined if none is named. */
  readonly references: readonly string[] | undefined;
  readonly run?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly since: number | undefined;
  /** Only those that have changed since they were last shown. */
  readonly changed?: boolean;
  readonly all?: boolean;
  /** Only those that are late by more than this, in ms. */
  readonly late: number | undefined;
  /** Whether the exit code says that there is one. */
  readonly exitCode?: boolean;
  /** Writes the file that a shop takes, and shows nothing. */
  readonly forShop: ShopRequest | undefined;
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
}

/** Reads the state of orders from the service, and remembers it once it has been shown. Throws a `CfiError`. */
export async function track(context: CommandContext, request: TrackRequest): Promise<Result> {
  const place = ledgerPlaceOf(context);
  const { forShop } = request;
  const inTurn = async (api: Api): Promise<Result> => {
    const lock = forShop && (await lockShop(context, api, forShop));
    try {
      return await withLedger(place, (db) => trackIn(context, api, db, request));
    } finally {
      lock?.release();
    }
  };
  const connections = request.concurrency ?? defaultConcurrency;
  return withApi(context, inTurn, { connections, keepsData: true });
}

/** Two processes at once would both find the same orders new, and the shop would be told of them twice. */
const lockShop = (context: CommandContext, api: Api, { shop, out }: ShopRequest) =>
  lockFor(context, `shop ${shop} ${accountKey(context, api)}`, out, context.settings.timeoutMs, {
    doing: 'is writing a file for this shop',
    hint: 'nothing was written; run the command again when it has ended',
  });

async function trackIn(context: CommandContext, api: Api, db: Database, request: TrackRequest) {
  const { deps } = context;
  const place = ledgerPlaceOf(context);
  const account = ledgerAccount(context, api);
  const service = accountNumber(db, account);
  const { forShop } = request;
  const named = await namedOrders(context, api, db, request.references);
  const wanted = wantedOf(db, { ...request, references: named }, account, deps.now());
  const written = forShop && writtenFor(place, db, service, forShop.shop);
  const others = forShop && otherShops(forShop.shop);
  const isOpen = ({ reference, last, lastLook }: Tracked): boolean => {
    if (request.all || named !== undefined) return true;
    if (written === undefined) return !isEnd(last?.status ?? null);
    const { status, tracking } = lastLook ?? last ?? { status: null, tracking: null };
    // What has ended is read once more for a shop that does not have it yet.
    return !isEnd(status) || !(isCancelledStatus(status) || written.isDone(reference, tracking));
  };
  const chosen = function* (): Generator<Tracked> {
    for (const order of trackedOrders(db, service, wanted))
      if (isOpen(order) && others?.areOf(order) !== true) yield order;
  };
  let known = 0;
  let total = 0;
  for await (const order of heard(trackedOrders(db, service, wanted), deps.interrupted)) {
    known += 1;
    if (!isOpen(order)) continue;
    if (others?.areOf(order)) others.count(order);
    else total += 1;
  }
  const { looks, end } = await lookAt(context, api, chosen(), total, request);
  const read = { looks, end, total, named };
  const close = (): void => {
    looks.close();
    db.close();
  };
  if (forShop !== undefined && written !== undefined) {
    try {
      const files =
        end.left === 0
          ? await writeShopFile(looks, written, deps, forShop, others?.said)
          : noShopFile(forShop.shop);
      doLater(place, () => rememberRead(db, service, readIn(looks.among('unread'))));
      return shopResult(context, read, files);
    } catch (error) {
      throw ledgerError(place.file, error);
    } finally {
      close();
    }
  }
  return trackResult(context, {
    ...read,
    nothing: nothingText(request, known, context.clock.now()),
    changed: request.changed === true,
    late: request.late === undefined ? undefined : { by: request.late, now: serviceNow(context, api) },
    lateExit: request.exitCode === true,
    remember(shown) {
      doLater(place, () => {
        rememberShown(db, service, readIn(shown));
        rememberRead(db, service, readIn(looks.among('unread')));
      });
    },
    close,
  });
}

/** The named orders; a single one, which the service may not have, is the one uploaded here that people may mean by it. */
async function namedOrders(
  context: CommandContext,
  api: Api,
  db: Database,
  named: TrackRequest['references'],
) {
  const [word] = named ?? [];
  if (word === undefined || named?.length !== 1) return named;
  const service = accountNumber(db, ledgerAccount(context, api));
  const meant = await uploadedAs(db, service, named, context.deps.interrupted);
  return [await orderMeant(context, api, word, meant(word))];
}

/** Why there is no order to track, where there is none. */
function nothingText({ references, run, since }: TrackRequest, known: number, now: number): string {
  if (references !== undefined) return 'Nothing to do.';
  const when =
    since === undefined ? 'in the last 30 days' : `since ${timeText(new Date(since).toISOString(), now)}`;
  const which =
    run === undefined ? `uploaded from this machine with this account ${when}` : `created by run ${run}`;
  return known === 0
    ? `No orders to track: none has been ${which}.`
    : `No orders to track: those ${which} are finished; --all shows them.`;
}

function* readIn(looks: Iterable<Look>): Generator<Read> {
  for (const { read } of looks) if (read !== undefined) yield read;
}

function wantedOf(db: Database, request: TrackRequest, account: LedgerAccount, now: number): Wanted {
  const { references, run, since } = request;
  if (references !== undefined) return { kind: 'references', references };
  if (run === undefined) return { kind: 'since', since: since ?? now - followedMs };
  const record = readRuns(db).find((each) => each.run === run);
  if (record === undefined || record.kind !== 'order')
    throw new CfiError('not-found', `there is no upload of orders with run number ${run} on this machine`, {
      hint: 'list them: cfi order runs',
    });
  if (record.address !== account.address || record.client !== account.client)
    throw usageError(
      `run ${run} uploaded to ${addressText(record.address)} as ${record.client}, not to this account`,
      'select that account with --profile or --base-url',
    );
  return { kind: 'run', run };
}

/** Reads orders uploaded here whose reference contains the text, or with this channel reference. Throws a `CfiError`, `not-found` for none. */
export const find = (context: CommandContext, text: string): Promise<Result> =>
  withApi(context, (api) => findAt(context, api, text), { connections: defaultConcurrency, keepsData: true });

async function findAt(context: CommandContext, api: Api, text: string): Promise<Result> {
  const orders = await inLedger(ledgerPlaceOf(context), async (db) => {
    const service = accountNumber(db, ledgerAccount(context, api));
    const part = text.toLowerCase();
    const { interrupted } = context.deps;
    const references: string[] = [];
    for await (const reference of heard(uploadedReferences(db, service), interrupted))
      if (reference.toLowerCase().includes(part)) references.push(reference);
    const found: Tracked[] = [];
    const tracked = trackedOrders(db, service, { kind: 'references', references });
    for await (const order of heard(tracked, interrupted)) found.push(order);
    return found;
  });
  const listed = await withChannelReference(api, text);
  const known = new Set(orders.map(({ reference }) => reference));
  const byChannel = listed
    .map((record) => ({ record, reference: referenceOf(record, 'order') }))
    .filter(({ reference }) => reference !== undefined && !known.has(reference));
  if (orders.length + byChannel.length === 0)
    throw new CfiError('not-found', `no order uploaded here has ${JSON.stringify(text)} in its reference`, {
      hint: `no order has it as its channel reference either; ${api.commandFor('order', 'get', 'REF')} reads any order by its full reference`,
    });
  const { looks, end } = await lookAt(context, api, orders, orders.length, {
    concurrency: defaultConcurrency,
  });
  try {
    const rows: OrderRow[] = [...looks.among('all')].map(({ row }) => row);
    for (const { record, reference } of byChannel)
      rows.push(rowOf(reference ?? '', orderState(record), api.transport.now()));
    const errors = errorsOf(context, { end, looks, named: undefined, total: rows.length });
    return {
      data: { orders: rows },
      items: rows,
      blocks: [{ kind: 'table', columns: trackTable({ stop: end.stop }), rows }],
      csv: { columns: trackColumns, rows },
      errors,
    };
  } finally {
    looks.close();
  }
}

/** The orders with a channel reference; empty when the service says that there are none. */
async function withChannelReference(api: Api, text: string): Promise<readonly Fields[]> {
  try {
    const answer = await api.call('listOrders', { query: { channel_ref: text } });
    return listOf(answer, 'orders', 'orders', 'items');
  } catch (error) {
    if (error instanceof CfiError && error.code === 'not-found') return [];
    throw error;
  }
}
