import { dirname, join } from 'node:path';
import { recordOf } from '../../client/api/records.ts';
import { dataOf, isCancelled, recordsOf } from '../../emulator/conformance/observations.ts';
import { readOwnText } from '../../storage/read-file.ts';
import { withLock } from '../../storage/sqlite/lock.ts';
import { moveAside, writeWhole } from '../../storage/whole-file.ts';
import { codeOf, type Fields, fieldsOf, isFields, listField, textField } from '../../text/records.ts';
import type { LedgerPlace } from '../../upload/ledger/ledger-file.ts';
import type { Asker } from './asker.ts';
import { recordIn } from './read-service.ts';

const kinds = ['order', 'slot', 'purchase order'] as const;

/** Something that `verify` created or was about to create. */
interface Entry {
  readonly kind: (typeof kinds)[number];
  /** `CFI-VERIFY-…`: the order's or purchase order's reference, or the vehicle of the slot. */
  readonly reference: string;
  readonly id?: string;
}

/** What was created for an account and may still exist, kept on disk so that the next run can clean up. */
export type Journal = Awaited<ReturnType<typeof openJournal>>;

type Stored = Entry & { readonly account: string };

function entryOf(value: unknown): Stored[] {
  const kind = kinds.find((known) => known === textField(value, 'kind'));
  const [reference, account] = [textField(value, 'reference'), textField(value, 'account')];
  const id = textField(value, 'id');
  if (kind === undefined || reference === undefined || account === undefined) return [];
  return [{ kind, reference, account, ...(id === undefined ? {} : { id }) }];
}

/** The entries on disk. A damaged file is renamed, with a warning. */
async function readAll(place: LedgerPlace, file: string): Promise<Stored[]> {
  let text: string;
  try {
    text = readOwnText(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  try {
    const document: unknown = JSON.parse(text);
    if (isFields(document) && Array.isArray(document.created))
      return listField(document, 'created').flatMap(entryOf);
  } catch {}
  const kept = moveAside(file, place.now(), text);
  if (kept === undefined) return readAll(place, file);
  place.warn(
    `the record of what verify created is damaged and was renamed to ${kept}; look for CFI-VERIFY-… at the service`,
  );
  return [];
}

type Key = Pick<Entry, 'kind' | 'reference'>;

const isSame = (one: Key, other: Key): boolean =>
  one.kind === other.kind && one.reference === other.reference;

/** Opens the record of what was created for an account, beside the ledger. Throws a `CfiError` or the file system's error. */
export async function openJournal(place: LedgerPlace, account: string) {
  const file = join(dirname(place.file), 'verify.json');
  let own = (await readAll(place, file)).filter((entry) => entry.account === account);
  const replace = (changed: Key, entries: readonly Stored[]): Promise<void> =>
    withLock(file, async () => {
      own = [...own.filter((entry) => !isSame(entry, changed)), ...entries];
      const isOwn = (entry: Stored): boolean =>
        entry.account === account && [changed, ...own].some((each) => isSame(each, entry));
      // Other processes record what they create, for this account or another.
      const others = (await readAll(place, file)).filter((entry) => !isOwn(entry));
      await writeWhole(file, `${JSON.stringify({ version: 1, created: [...others, ...own] })}\n`);
    });
  return {
    get entries(): readonly Entry[] {
      return own;
    },
    /** Adds an entry, or replaces the one of its kind and reference. Resolves when it is on disk. */
    keep: (entry: Entry) => replace(entry, [{ ...entry, account }]),
    forget: (entry: Key) => replace(entry, []),
  };
}

const encoded = encodeURIComponent;

/** Cancels an order by any of its identifiers. */
export const cancelById = (asker: Asker, id: string) =>
  asker.send('POST', `/order/${encoded(id)}/cancel`, { reason: 'CFI-VERIFY' });

/** An order's identifiers besides its reference: UUID and number, the number only if no order has it as its reference. */
export async function otherIds(asker: Asker, record: Fields): Promise<{ uuid?: string; number?: string }> {
  const { UUID: uuid, Number: number } = fieldsOf(record.OrderId);
  const free = typeof number === 'number' && (await asker.get(`/order/${number}`))?.status === 404;
  return { ...(typeof uuid === 'string' ? { uuid } : {}), ...(free ? { number: String(number) } : {}) };
}

/** The stored order; `none` if there is none, undefined if that is not certain. */
export async function readOrder(asker: Asker, reference: string): Promise<Fields | 'none' | undefined> {
  const answer = await asker.get(`/order/${encoded(reference)}`);
  if (answer?.status === 404) return 'none';
  return answer?.status === 200 ? recordOf(dataOf(answer), 'order', reference) : undefined;
}

/** Whether a record is cancelled, or there certainly is none. */
const isGone = (record: Fields | 'none' | undefined): boolean =>
  record === 'none' || (record !== undefined && isCancelled(record));

/** Cancels an order; returns how to do it if it remains, undefined if it is gone. */
async function removeOrder(asker: Asker, reference: string): Promise<string | undefined> {
  const remains = `order ${reference}: ${asker.commandFor('order', 'cancel', reference)}`;
  const found = await readOrder(asker, reference);
  if (isGone(found)) return undefined;
  if (typeof found !== 'object') return remains;
  const ids = await otherIds(asker, found);
  for (const id of [reference, ids.uuid, ids.number])
    if (id !== undefined && (await cancelById(asker, id))?.status !== 404) break;
  return isGone(await readOrder(asker, reference)) ? undefined : remains;
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

/** Cancels a slot; returns how to do it if it remains, undefined if it is gone. */
async function removeSlot(asker: Asker, vehicle: string, id: string | undefined) {
  const slot = id ?? (await findSlot(asker, vehicle));
  if (slot === 'none') return undefined;
  if (slot === undefined)
    return `perhaps a slot with the vehicle ${vehicle}: ${asker.commandFor('slot', 'list')} shows it`;
  const path = `/inbound-slot/${encoded(slot)}`;
  const answer = await asker.send('DELETE', path);
  if (answer !== undefined && (answer.status < 300 || answer.status === 404)) return undefined;
  if (isGone(recordIn(await asker.get(path)))) return undefined;
  return `slot ${slot}: ${asker.commandFor('slot', 'cancel', slot)}`;
}

/** Removes something that was created; returns its name and how to remove it if it remains, undefined if it is gone. */
async function removeOrName(asker: Asker, { kind, reference, id }: Entry): Promise<string | undefined> {
  switch (kind) {
    case 'order':
      return removeOrder(asker, reference);
    case 'slot':
      return removeSlot(asker, reference, id);
    case 'purchase order': {
      const name = id === undefined ? 'perhaps a purchase order' : `purchase order ${id}`;
      const advice = 'the service cannot cancel one, so ask your account manager to remove it';
      return `${name} with the reference ${reference}: ${advice}`;
    }
    default:
      return kind satisfies never;
  }
}

/** Removes what was created as far as the service allows; returns a line for each thing that is left, with how to remove it. */
export async function removeAll(asker: Asker, journal: Journal): Promise<string[]> {
  const remaining: string[] = [];
  for (const entry of journal.entries) {
    const remains = await removeOrName(asker, entry);
    if (remains !== undefined) remaining.push(remains);
    // Once a purchase order has been named, nothing more can be done.
    if (remains === undefined || entry.kind === 'purchase order') await journal.forget(entry);
  }
  return remaining;
}
