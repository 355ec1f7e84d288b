import type { CommandContext } from '../../cli/settings.ts';
import { recordOf } from '../../client/api/records.ts';
import { uriPart } from '../../client/http.ts';
import { dataOf, isCancelled, recordsOf } from '../../emulator/conformance/observations.ts';
import { CfiError, type ErrorCode } from '../../errors.ts';
import { type OneWords, sendOne } from '../../report/one.ts';
import { type Fields, textField } from '../../text/records.ts';
import { recordAbsent, type Standing, standing } from '../../upload/ledger/history.ts';
import { ledgerAccount } from '../../upload/ledger/ledger-account.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { inLedger } from '../../upload/ledger/open-ledger.ts';
import { orderCancellations } from '../../upload/run/kinds/order-cancellations.ts';
import { cancelSlot } from '../slot/cancel.ts';
import type { Asker } from './asker.ts';

/** How what is created is called. */
export const prefix = 'CFI-VERIFY-';

/** What everything that writes needs. */
export interface Writer {
  readonly context: CommandContext;
  readonly asker: Asker;
}

/** What can end a request and says nothing about the next one. */
const aboutOne: readonly ErrorCode[] = [
  ...['invalid-input', 'not-found', 'conflict', 'forbidden', 'partial'],
  ...['network', 'timeout', 'unavailable'],
] as const;

/** The error of a single request. Throws what ends the command. */
export function errorOfOne(error: unknown): CfiError {
  if (error instanceof CfiError && aboutOne.includes(error.code)) return error;
  throw error;
}

export const words: OneWords = {
  notDone: 'nothing was changed',
  notKnown: 'it may have had an effect',
  hint: 'run cfi verify --write again: it cleans up first',
};

/** Cancels an order; returns the error if that is impossible. `fresh`: sends the request even if it is cancelled. */
export const cancelOrder = ({ context, asker }: Writer, reference: string, fresh = false) =>
  sendOne(
    context,
    asker.api,
    { kind: orderCancellations, reference, body: { reason: 'CFI-VERIFY' }, fresh },
    words,
  ).then(() => undefined, errorOfOne);

/** The same for a slot. */
export const removeSlot = ({ context, asker: { api } }: Writer, reference: string) =>
  cancelSlot({ context, api, reference }).then(() => undefined, errorOfOne);

/** The stored order; `none` if there is none, undefined if that is not certain. */
async function readOrder(asker: Asker, reference: string): Promise<Fields | 'none' | undefined> {
  const answer = await asker.get(`/order/${uriPart(reference)}`);
  if (answer?.status === 404) return 'none';
  return answer?.status === 200 ? recordOf(dataOf(answer), 'order', reference) : undefined;
}

/** Notes that the service has none, so that no later run looks for it. */
const noteAbsent = ({ context, asker }: Writer, kind: 'order' | 'slot', reference: string) =>
  inLedger(ledgerPlaceOf(context), (db) => {
    recordAbsent(db, ledgerAccount(context, asker.api), { kind, reference });
    return undefined;
  });

/** Cancels an order that may be there; returns how to do it if it remains. */
async function withoutOrder(writer: Writer, reference: string): Promise<string | undefined> {
  const found = await readOrder(writer.asker, reference);
  if (found === 'none') return noteAbsent(writer, 'order', reference);
  // One that is cancelled already as well: then the ledger knows.
  const remains = found === undefined || (await cancelOrder(writer, reference)) !== undefined;
  return remains
    ? `order ${reference}: ${writer.asker.api.commandFor('order', 'cancel', reference)}`
    : undefined;
}

/** The slot for this vehicle; `none` if the list has none that is not cancelled. */
async function findSlot(asker: Asker, vehicle: string): Promise<string | 'none' | undefined> {
  const answer = await asker.get('/inbound-slot');
  if (answer?.status !== 200) return undefined;
  const slot = recordsOf(answer, 'slots').find(
    (record) => textField(record, 'containerTruckNumber') === vehicle && !isCancelled(record),
  );
  return slot === undefined ? 'none' : textField(slot, 'slotReference');
}

/** The same for a slot, whose `number` may not be known. */
async function withoutSlot(writer: Writer, vehicle: string, number: unknown): Promise<string | undefined> {
  const { commandFor } = writer.asker.api;
  const slot = typeof number === 'string' ? number : await findSlot(writer.asker, vehicle);
  if (slot === 'none') return noteAbsent(writer, 'slot', vehicle);
  if (slot === undefined)
    return `perhaps a slot with the vehicle ${vehicle}: ${commandFor('slot', 'list')} shows it`;
  if ((await removeSlot(writer, slot)) === undefined) return undefined;
  return `slot ${slot}: ${commandFor('slot', 'cancel', slot)}`;
}

/** Names a purchase order, which cannot be cancelled. Its `number` is absent if it may not exist. */
export function nameRemaining({ context }: Writer, reference: string, number?: string): void {
  const name = number === undefined ? 'perhaps a purchase order' : `purchase order ${number}`;
  const advice = 'the service cannot cancel one, so ask your account manager to remove it';
  context.warn(`not removed: ${name} with the reference ${reference}: ${advice}`);
}

/** What this machine has created for the account, or may have, and can be cancelled. Throws a `CfiError` without a ledger. */
export const remaining = ({ context, asker }: Writer): Promise<Standing[]> =>
  inLedger(ledgerPlaceOf(context), (db) => standing(db, ledgerAccount(context, asker.api), prefix));

/** Cancels what was created, as far as the service allows, and names what is left. */
export async function cleanUp(writer: Writer, all: readonly Standing[]): Promise<void> {
  for (const { kind, reference, number } of all) {
    if (kind === 'purchase-order') nameRemaining(writer, reference);
    else {
      const order = kind === 'order';
      const left = await (order ? withoutOrder(writer, reference) : withoutSlot(writer, reference, number));
      if (left !== undefined) writer.context.warn(`not removed: ${left}`);
    }
  }
}
