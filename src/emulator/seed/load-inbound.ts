import { windowHours } from '../../contract/limits.ts';
import { dayMs, parseInstant } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';
import { scheduleWarehouseAnswer } from '../domain/negotiation.ts';
import { nextPurchaseOrderNumber, nextSlotReference } from '../rules/named.ts';
import { insertPurchaseOrder, numberOfReference, purchaseOrderByNumber } from '../store/inbound.ts';
import { claimSlot, insertSlot, type Proposal, slotByReference } from '../store/slots.ts';
import { productBySku } from '../store/stock.ts';
import { type Seeding, seedClient, seedError, seedWarehouse } from './entries.ts';
import type { SeedPurchaseOrder, SeedSlot } from './schema.ts';

/** The seed's negotiation; a slot that waits for the client gets an offer one day later if the seed has none. */
function proposalsOf({ now, time }: Seeding, slot: SeedSlot, booked: number): Proposal[] {
  const proposals = (slot.proposals ?? []).map(({ proposedBy, proposedTime, comment = null, createdAt }) => ({
    ...{ proposedBy, proposedTime: londonTime(time(proposedTime)), comment, createdAt: time(createdAt) },
  }));
  const isOffered = proposals.some(({ proposedBy }) => proposedBy === 'ops');
  if (slot.scheduleStatus !== 'pending_customer' || isOffered) return proposals;
  return [
    ...proposals,
    { proposedBy: 'ops', proposedTime: londonTime(booked + dayMs), comment: null, createdAt: now },
  ];
}

/** Stores slots, which ask for the client's last proposal. A warehouse with a policy answers those that wait for it. */
export function insertSlots(seeding: Seeding, slots: readonly SeedSlot[]): void {
  const { db, time } = seeding;
  slots.forEach((slot, index) => {
    const path = `slots[${index}]`;
    const client = seedClient(seeding, path, slot.client);
    const warehouse = seedWarehouse(seeding, client, `${path}.warehouse`, slot.warehouse);
    const date = ukDate(time(slot.date));
    if (slot.deliveryType === 'container' && slot.containerSize === undefined)
      throw seedError(`${path}.containerSize`, 'containerSize is required');
    const reference = slot.slotReference ?? nextSlotReference(seeding);
    if (slotByReference(db, reference) !== undefined)
      throw seedError(`${path}.slotReference`, `${reference} appears twice`);
    const { client: _, slotReference: __, proposals: ___, scheduleStatus = 'pending_ops', ...given } = slot;
    const { requestedTime, confirmedTime, createdAt, updatedAt, ...body } = given;
    const booked = londonWindow(date, windowHours[slot.window]);
    const proposals = proposalsOf(seeding, slot, booked);
    const asked = proposals.findLast(({ proposedBy }) => proposedBy === 'client');
    const lastAsked = asked === undefined ? booked : parseInstant(asked.proposedTime);
    const requested = time(requestedTime, lastAsked);
    // A cancelled slot keeps the time that had been confirmed.
    const isConfirmed =
      scheduleStatus === 'confirmed' || (scheduleStatus === 'cancelled' && confirmedTime !== undefined);
    const created = time(createdAt);
    insertSlot(db, {
      reference,
      client: client.id,
      warehouse,
      status: scheduleStatus,
      body: { ...body, date },
      requested_time: requested,
      confirmed_time: isConfirmed ? time(confirmedTime, requested) : null,
      proposals,
      created_at: created,
      updated_at: time(updatedAt, created),
    });
    const stored = slotByReference(db, reference);
    if (stored?.status === 'pending_ops') scheduleWarehouseAnswer(seeding, stored);
  });
}

/** Stores purchase orders with what was received of them; each uses up its slot. */
export function insertPurchaseOrders(seeding: Seeding, orders: readonly SeedPurchaseOrder[]): void {
  const { db, time } = seeding;
  orders.forEach((order, index) => {
    const path = `purchaseOrders[${index}]`;
    const client = seedClient(seeding, path, order.client);
    const warehouse = seedWarehouse(seeding, client, `${path}.Warehouse_Name`, order.Warehouse_Name);
    const { deliveryType = null, containerSize = null, loadingType = null, slotReference = null } = order;
    const { palletCount = null, containerTruckNumber = null, status = 'OPEN' } = order;
    const number = order.lw_po_number ?? nextPurchaseOrderNumber(seeding);
    if (purchaseOrderByNumber(db, number) !== undefined)
      throw seedError(`${path}.lw_po_number`, `${number} appears twice`);
    if (numberOfReference(db, client.id, order.PO_REFERENCE) !== undefined)
      throw seedError(`${path}.PO_REFERENCE`, `${order.PO_REFERENCE} appears twice for ${order.client}`);
    const slot = slotReference === null ? undefined : slotByReference(db, slotReference);
    if (slotReference !== null && slot?.client !== client.id)
      throw seedError(`${path}.slotReference`, `there is no slot ${slotReference} of ${order.client}`);
    const created_at = time(order.createdAt);
    const { inboundReport: reported } = order;
    const stated = (value: string | null | undefined) => (value ? time(value) : null);
    const report = reported && {
      arrivedAt: time(reported.arrivedAt),
      unloadingStartedAt: stated(reported.unloadingStartedAt),
      unloadingFinishedAt: stated(reported.unloadingFinishedAt),
      discrepancies: reported.discrepancies ?? [],
    };
    const stored = {
      ...{ lw_po_number: number, client: client.id, reference: order.PO_REFERENCE, warehouse },
      slot: slotReference,
      status,
      body: { deliveryType, containerSize, loadingType, palletCount, containerTruckNumber },
      lines: order.items.map((item, position) => {
        const product = productBySku(db, client.id, item.SKU);
        const problem = `there is no product ${item.SKU} of ${order.client}`;
        if (product === undefined) throw seedError(`${path}.items[${position}].SKU`, problem);
        const { barcode = product.barcode, title = product.title, delivered = 0 } = item;
        return { product: product.id, SKU: item.SKU, barcode, title, ordered: item.Quantity, delivered };
      }),
      delivery_time: slot?.confirmed_time ?? null,
      report: report ?? null,
      ...{ created_at, updated_at: time(order.updatedAt, created_at) },
    } as const;
    if (slot !== undefined && !claimSlot(db, slot.reference, number, stored.reference, slot.updated_at))
      throw seedError(`${path}.slotReference`, `slot ${slot.reference} is ${slot.status}, or already used`);
    insertPurchaseOrder(db, stored);
  });
}
