import { recordOf } from '../../client/api/records.ts';
import { type AccountSettings, commandFor } from '../../client/auth/account.ts';
import { dataOf, isCancelled, recordsOf } from '../../emulator/conformance/probes/observations.ts';
import { type Fields, fieldsOf, textField } from '../../text/records.ts';
import type { Asker } from './asker.ts';
import type { Entry, Journal } from './journal.ts';
import { recordIn } from './read-service.ts';

/** Whether something that was created is gone; otherwise its name and how to remove it. */
type Fate = 'gone' | { readonly remains: string };

const encoded = encodeURIComponent;

const cancelPath = (id: string): string => `/order/${encoded(id)}/cancel`;

/**
 * An order's identifiers other than its reference: UUID and number, the number only if no order has it as its reference.
 */
export async function otherIds(asker: Asker, record: Fields): Promise<{ uuid?: string; number?: string }> {
  const { UUID: uuid, Number: number } = fieldsOf(record.OrderId);
  const free = typeof number === 'number' && (await asker.get(`/order/${number}`))?.status === 404;
  return {
    ...(typeof uuid === 'string' ? { uuid } : {}),
    ...(free ? { number: String(number) } : {}),
  };
}

/** The stored order; `none` if there is none, undefined if that is not certain. */
export async function readOrder(asker: Asker, reference: string): Promise<Fields | 'none' | undefined> {
  const answer = await asker.get(`/order/${encoded(reference)}`);
  if (answer?.status === 404) return 'none';
  return answer?.status === 200 ? recordOf(dataOf(answer), 'order', reference) : undefined;
}

async function removeOrder(asker: Asker, reference: string, settings: AccountSettings): Promise<Fate> {
  const remains = { remains: `order ${reference}: ${commandFor(settings, 'order', 'cancel', reference)}` };
  const found = await readOrder(asker, reference);
  if (found === 'none') return 'gone';
  if (found === undefined) return remains;
  if (isCancelled(found)) return 'gone';
  const ids = await otherIds(asker, found);
  for (const id of [reference, ids.uuid, ids.number]) {
    if (id === undefined) continue;
    if ((await asker.send('POST', cancelPath(id), { reason: 'CFI-VERIFY' }))?.status === 404) continue;
    break;
  }
  const after = await readOrder(asker, reference);
  return after === 'none' || (after !== undefined && isCancelled(after)) ? 'gone' : remains;
}

/** The slot with our reference as its vehicle; `none` if the list has none. */
export async function findSlot(asker: Asker, vehicle: string): Promise<string | 'none' | undefined> {
  const answer = await asker.get('/inbound-slot');
  if (answer?.status !== 200) return undefined;
  const slot = recordsOf(answer, 'slots').find(
    (record) => textField(record, 'containerTruckNumber') === vehicle,
  );
  return slot === undefined ? 'none' : textField(slot, 'slotReference');
}

async function removeSlot(
  asker: Asker,
  vehicle: string,
  id: string | undefined,
  settings: AccountSettings,
): Promise<Fate> {
  const slot = id ?? (await findSlot(asker, vehicle));
  if (slot === 'none') return 'gone';
  if (slot === undefined)
    return {
      remains: `perhaps a slot with the vehicle ${vehicle}: ${commandFor(settings, 'slot', 'list')} shows it`,
    };
  const path = `/inbound-slot/${encoded(slot)}`;
  const answer = await asker.send('DELETE', path);
  if (answer !== undefined && (answer.status < 300 || answer.status === 404)) return 'gone';
  const record = recordIn(await asker.get(path));
  if (record !== undefined && isCancelled(record)) return 'gone';
  return { remains: `slot ${slot}: ${commandFor(settings, 'slot', 'cancel', slot)}` };
}

const purchaseOrder = (reference: string, id: string | undefined): Fate => ({
  remains: `${id === undefined ? 'perhaps a purchase order' : `purchase order ${id}`} with the reference ${reference}: the service cannot cancel one, so ask your account manager to remove it`,
});

function fateOf(
  asker: Asker,
  { kind, reference, id }: Entry,
  settings: AccountSettings,
): Fate | Promise<Fate> {
  switch (kind) {
    case 'order':
      return removeOrder(asker, reference, settings);
    case 'slot':
      return removeSlot(asker, reference, id, settings);
    case 'purchase order':
      return purchaseOrder(reference, id);
    default:
      return kind satisfies never;
  }
}

/**
 * Removes what was created as far as the service allows; returns a line for each thing that is left, with the command of
 * this account that removes it.
 */
export async function removeAll(
  asker: Asker,
  journal: Journal,
  settings: AccountSettings,
): Promise<string[]> {
  const remaining: string[] = [];
  for (const entry of journal.entries) {
    const fate = await fateOf(asker, entry, settings);
    if (fate !== 'gone') remaining.push(fate.remains);
    // Once a purchase order has been named, nothing more can be done.
    if (fate === 'gone' || entry.kind === 'purchase order') await journal.forget(entry);
  }
  return remaining;
}
