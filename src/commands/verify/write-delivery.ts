import type { windowHours } from '../../contract/limits.ts';
import type { Feature, SeenAnswer } from '../../emulator/conformance/probes/observations.ts';
import { textField } from '../../text/records.ts';
import { dayMs } from '../../text/time/time.ts';
import { findAccepted, type Tried } from './accept.ts';
import { note } from './notebook.ts';
import { recordIn } from './read-service.ts';
import { findSlot } from './remove.ts';
import { triedAs, type Writing } from './write-order.ts';

const slotFeatures = [
  'weekend',
  'floor_loaded',
  'loose',
  '40HC',
  '40ft_hc',
] as const satisfies readonly Feature[];
type SlotFeature = (typeof slotFeatures)[number];

const saturday = 6;
const wednesday = 3;

/** The first such weekday after 300 days, far enough ahead not to disturb anyone. */
function farAhead(now: number, weekday: number): string {
  const first = new Date(now + 300 * dayMs);
  const days = (weekday - first.getUTCDay() + 7) % 7;
  return new Date(first.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The first of these values that is among the features. */
const firstOf = <F extends string>(set: readonly string[], ...values: readonly F[]): F | undefined =>
  values.find((value) => set.includes(value));

function slotBody({ facts, reference, now }: Writing, set: readonly SlotFeature[]): object {
  const containerSize = firstOf(set, '40HC', '40ft_hc');
  return {
    date: farAhead(now, set.includes('weekend') ? saturday : wednesday),
    window: 'morning' satisfies keyof typeof windowHours,
    warehouse: facts.warehouse,
    loadingType: firstOf(set, 'floor_loaded', 'loose') ?? 'palletised',
    numberOfSkus: 'lt_10',
    ...(containerSize === undefined
      ? { deliveryType: 'truck' }
      : { deliveryType: 'container', containerSize }),
    containerTruckNumber: reference,
  };
}

/** The features that were sent: of two values for one field, only the first is sent. */
const shown = (accepted: readonly SlotFeature[]): readonly SlotFeature[] =>
  accepted.filter(
    (feature) =>
      !(feature === 'loose' && accepted.includes('floor_loaded')) &&
      !(feature === '40ft_hc' && accepted.includes('40HC')),
  );

/** Books one slot far ahead, with as many doubtful features as the service accepts, cancels it and reads it again. */
export async function writeSlot(writing: Writing): Promise<void> {
  const { asker, journal, notebook, reference, now } = writing;
  await journal.keep({ kind: 'slot', reference });
  let booked: SeenAnswer | undefined;
  const attempt = async (set: readonly SlotFeature[]): Promise<Tried> => {
    const answer = await asker.send('POST', '/inbound-slot', slotBody(writing, set));
    if (answer === undefined) return { kind: 'stopped' };
    booked = answer;
    return triedAs(notebook, answer);
  };
  const hints = {
    weekend: farAhead(now, saturday),
    ...{ floor_loaded: 'loadingType', loose: 'loadingType' },
    ...{ '40HC': 'containerSize', '40ft_hc': 'containerSize' },
  };
  const found = await findAccepted(slotFeatures, attempt, hints);
  if (found === undefined) return;
  const slot = textField(recordIn(booked), 'slotReference') ?? (await findSlot(asker, reference));
  if (slot === undefined || slot === 'none') return;
  for (const feature of shown(found.accepted)) notebook.features[feature] = true;
  for (const feature of found.refused) notebook.features[feature] = false;
  note(notebook, 'bookSlot', booked);
  await journal.keep({ kind: 'slot', reference, id: slot });
  const path = `/inbound-slot/${encodeURIComponent(slot)}`;
  const record = recordIn(await asker.get(path)) ?? recordIn(booked);
  if (record !== undefined) notebook.slots.unshift(record);
  const cancelled = note(notebook, 'cancelSlot', await asker.send('DELETE', path));
  if (cancelled !== undefined && cancelled.status < 300)
    note(notebook, 'readCancelledSlot', await asker.get(path));
}

/** Creates one purchase order, without a slot, and reads it. It cannot be removed again. */
export async function writePurchaseOrder(writing: Writing): Promise<void> {
  const { asker, journal, notebook, facts, reference } = writing;
  const entry = { kind: 'purchase order', reference } as const;
  await journal.keep(entry);
  let created: SeenAnswer | undefined;
  let unclear = false;
  const found = await findAccepted(
    ['container without size'],
    async (set): Promise<Tried> => {
      const answer = await asker.send('POST', '/inbound-po', {
        PO_REFERENCE: reference,
        Warehouse_Name: facts.warehouse,
        deliveryType: set.length > 0 ? 'container' : 'truck',
        loadingType: 'palletised',
        items: [{ SKU: facts.plenty.sku, Quantity: 1 }],
      });
      unclear = answer === undefined || answer.status >= 500;
      if (answer === undefined) return { kind: 'stopped' };
      created = answer;
      return triedAs(notebook, answer);
    },
    { 'container without size': 'containerSize' },
  );
  if (found === undefined) {
    if (!unclear) await journal.forget(entry);
    return;
  }
  note(notebook, 'createPurchaseOrder', created);
  const number = textField(recordIn(created), 'lw_po_number');
  if (number === undefined) return;
  notebook.features['container without size'] = found.accepted.length > 0;
  await journal.keep({ ...entry, id: number });
  const record = recordIn(await asker.get(`/inbound-po/${encodeURIComponent(number)}`));
  if (record !== undefined) notebook.purchaseOrders.unshift(record);
}
