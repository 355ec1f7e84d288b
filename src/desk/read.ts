import type { CommandContext } from '../cli/settings.ts';
import { listOf, nextPage } from '../client/api/lists.ts';
import { isEmulator } from '../client/api/lookups.ts';
import { checkNamed } from '../client/api/records.ts';
import type { Api, ApiResponse } from '../client/types.ts';
import { homePaths } from '../config/paths.ts';
import {
  type KnownSlot,
  type KnownSlots,
  knownSlots,
  mostSlots,
  rememberSlots,
} from '../config/remembered.ts';
import { limits } from '../contract/limits.ts';
import { CfiError, ifFound } from '../errors.ts';
import { type Fields, fieldsOf } from '../text/records.ts';
import { redactData } from '../text/redact.ts';
import { foreignTime, formatDuration, minuteMs } from '../text/time/time.ts';
import { heard } from '../timers.ts';
import { openHistory } from '../upload/ledger/history.ts';
import { ledgerAccount } from '../upload/ledger/ledger-account.ts';
import { ledgerPlaceOf } from '../upload/ledger/ledger-file.ts';
import { purchaseOrders } from '../upload/run/kinds/purchase-orders.ts';
import {
  confirmedTime,
  offerCount,
  offeredTime,
  slotPhase,
  slotReference,
  slotStatus,
} from './slot-record.ts';

/** Reads one slot. Throws `unavailable` for an answer that is not the record of this slot. */
export async function readSlot(api: Api, reference: string) {
  const { data, received } = await api.call('getSlot', { params: { slotReference: reference } });
  const slot = fieldsOf(data);
  if (slotReference(slot) !== reference) {
    throw new CfiError('unavailable', `the service did not answer with the record of slot ${reference}`, {
      hint: 'try again in a moment',
    });
  }
  return { slot, now: serviceClock(api, received) };
}

/** A slot, and the service's time since it was read. */
export type SlotReading = Awaited<ReturnType<typeof readSlot>>;

/** Like `readSlot`, for a slot that was there: cancelled if the service hides it; `unavailable` if only a proxy denies it. */
export async function readSlotOrCancelled(api: Api, reference: string, known: Fields = {}): Promise<Fields> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    if (!error.details.foreign) return { slotReference: reference, ...known, scheduleStatus: 'cancelled' };
    throw new CfiError('unavailable', error.message, {
      ...error.details,
      hint: 'the answer is not from the service itself; try again in a moment',
      retryable: true,
    });
  }
}

/** Reads all slots with one request. Throws `unavailable` for an answer without a list, or with a part of it. */
export async function readSlots(api: Api, query: { readonly available?: true } = {}) {
  const answer = await api.call('listSlots', { query });
  const slots = listOf(answer, 'slots', 'slots', 'items');
  // An offer on another page would go unread; the specification has no way to ask for one.
  if (nextPage(answer, limits.firstPage) !== undefined)
    throw new CfiError('unavailable', 'the service listed only a part of the slots', {
      hint: `read the answer as it is: ${api.commandFor('api', 'GET', '/inbound-slot')}`,
    });
  return { slots, answer, now: serviceClock(api, answer.received) };
}

/** The service's current time in whole seconds, as ms, as it states it: the `Date` header of its answer plus the time since. */
export function serviceClock({ transport }: Api, { headers }: ApiResponse['received']): () => number {
  const start = foreignTime(headers.date) ?? transport.now();
  const readAt = transport.monotonicNow();
  return () => Math.floor((start + transport.monotonicNow() - readAt) / 1000) * 1000;
}

export interface Pace {
  readonly intervalMs: number;
  /** Minimum time between two reads; 0 if any rate is allowed. */
  readonly closestMs: number;
}

/** The pace of a command with `--interval`: a service allows a few reads an hour; the emulator is read every `onEmulator` ms. */
export async function paceFor(
  { deps, settings, warn }: Pick<CommandContext, 'deps' | 'settings' | 'warn'>,
  api: Api,
  interval = 20 * minuteMs,
  onEmulator = Math.max(1, interval),
): Promise<Pace> {
  if (await isEmulator(api, { timeoutMs: settings.timeoutMs, signal: deps.interrupted }))
    return { intervalMs: onEmulator, closestMs: 0 };
  const floor = limits.minSlotPollSeconds * 1000;
  if (interval < floor)
    warn(
      `--interval ${formatDuration(interval)} is raised to ${formatDuration(floor)}: the service allows only a few polls an hour`,
    );
  return { intervalMs: Math.max(interval, floor), closestMs: floor };
}

/** Reads a purchase order by its number. Throws `unavailable` for the record of another one. */
export async function readPurchaseOrder(api: Api, poReference: string, warn: (line: string) => void) {
  const answer = await api.call('getPurchaseOrder', { params: { poReference } });
  checkNamed(answer.data, 'purchaseOrderNumber', poReference, warn);
  return answer;
}

/** The service's number of each purchase order, by our reference; undefined if its answer was lost. */
type UploadedPos = ReadonlyMap<string, string | undefined>;

/** The account's purchase orders in this machine's ledger, newest first. */
export async function uploadedPos(context: CommandContext, api: Api): Promise<UploadedPos> {
  const history = await openHistory(ledgerPlaceOf(context));
  if (history === undefined) return new Map();
  try {
    const { address, client } = ledgerAccount(context, api);
    const found = new Map<string, string | undefined>();
    for (const run of history.runs(purchaseOrders.name)) {
      if (run.address !== address || run.client !== client) continue;
      const documents = heard(history.documents(run), context.deps.interrupted);
      for await (const { reference, outcome, number } of documents) {
        if (outcome !== 'created' && outcome !== 'existing') continue;
        if (!found.has(reference)) found.set(reference, number === null ? undefined : String(number));
      }
    }
    return found;
  } finally {
    history.close();
  }
}

/** Reads the order of a slot, by the service's number or by our reference, whose number the ledger has; undefined if none. */
export async function readUsedPo(context: CommandContext, api: Api, name: string, uploaded: UploadedPos) {
  for (const poReference of new Set([uploaded.get(name) ?? name, name])) {
    const answer = await ifFound(readPurchaseOrder(api, poReference, context.warn));
    if (answer !== undefined) return fieldsOf(answer.data);
  }
  return undefined;
}

/** The slot after an action that may have changed it; undefined if it cannot be read. */
export async function readIfPossible(api: Api, reference: string): Promise<Fields | undefined> {
  try {
    return (await readSlot(api, reference)).slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'unauthorized' || error.code === 'cancelled')
      throw error;
    return undefined;
  }
}

const folder = ({ deps }: CommandContext): string => homePaths(deps.env, deps.platform, deps.cwd).data;

const account = (api: Api): string => `${api.baseUrl} ${api.clientId ?? ''}`;

/** What counts as a change: the status, the offered or agreed time, and a further offer, even of the same time. */
export function stateOf(slot: Fields): KnownSlot {
  const time = slotPhase(slot) === 'answer-needed' ? offeredTime(slot) : confirmedTime(slot);
  const offers = offerCount(slot);
  return {
    status: slotStatus(slot),
    ...(time === undefined ? {} : { time }),
    ...(offers === undefined ? {} : { offers }),
  };
}

/** Whether a slot is in the state that it was in before. */
export const isSameState = (before: KnownSlot, now: KnownSlot): boolean =>
  before.status === now.status &&
  before.time === now.time &&
  (before.offers ?? now.offers) === (now.offers ?? before.offers);

/** The states that the last `slot watch --once` on this machine reported. */
export const lastReported = (context: CommandContext, api: Api): KnownSlots =>
  knownSlots(folder(context), account(api));

/**
 * Records that these slots exist, for completion. `known` is what `slot watch --once` has reported of each, so that the next
 * call reports only changes; without it, no change is hidden from that call.
 */
export async function rememberSeen(
  context: CommandContext,
  api: Api,
  slots: readonly Fields[],
  known: (slot: Fields) => KnownSlot = () => ({}),
): Promise<void> {
  const { redact } = context.redactor;
  const entries = slots
    .slice(-mostSlots)
    .map((slot) => [slotReference(slot), redactData(known(slot), redact) as KnownSlot] as const)
    .filter(([reference]) => reference !== '' && redact(reference) === reference);
  if (entries.length > 0) await rememberSlots(folder(context), account(api), Object.fromEntries(entries));
}
