import { isoUtc } from '../../../text/time/time.ts';
import type { RuleContext } from '../../engine/context.ts';
import type { InboundReport, PurchaseOrder, PurchaseOrderLine } from '../../store/purchase-orders.ts';
import { slotByReference } from '../../store/slots.ts';
import { deliveryTime, scheduleRecord } from '../slots/slot-record.ts';

/** The current status as the client sees it. */
export function purchaseOrderStatus(context: RuleContext, order: Pick<PurchaseOrder, 'status'>): string {
  context.assume('A-28');
  return order.status === 'OPEN' ? context.variants.pick('A-28', ['OPEN', 'PENDING']) : order.status;
}

/** The agreed delivery time; null without a slot, because dates are agreed only for slots. */
export function deliveryDate(
  context: RuleContext,
  order: Pick<PurchaseOrder, 'delivery_time'>,
): string | null {
  if (order.delivery_time !== null) return deliveryTime(context, order.delivery_time);
  context.assume('A-24');
  return null;
}

function lineRecord(context: RuleContext, line: PurchaseOrderLine): Record<string, unknown> {
  const { SKU, barcode, title, ordered, delivered } = line;
  const short = { ordered, delivered };
  const long = { quantity_ordered: ordered, quantity_delivered: delivered };
  const quantities = context.variants.pick('A-29', [short, short, long]);
  return { SKU, barcode, title, ...quantities };
}

const reportRecord = (report: InboundReport, partialDelivery: boolean) => ({
  arrivedAt: isoUtc(report.arrivedAt),
  unloadingStartedAt: isoUtc(report.unloadingStartedAt),
  unloadingFinishedAt: isoUtc(report.unloadingFinishedAt),
  checklist: [
    { item: 'Seals and packaging intact', passed: true },
    { item: 'Labels readable', passed: true },
    { item: 'Quantities as ordered', passed: !partialDelivery && report.discrepancies.length === 0 },
  ],
  discrepancies: report.discrepancies,
  partialDelivery,
});

/** The whole purchase order: its lines, its delivery, the negotiation and, once processed, the report. */
export function purchaseOrderRecord(context: RuleContext, order: PurchaseOrder): Record<string, unknown> {
  context.assume('A-29');
  const slot = order.slot === null ? undefined : slotByReference(context.db, order.slot);
  const items = order.lines.map((line) => lineRecord(context, line));
  return {
    lw_po_number: order.lw_po_number,
    PO_REFERENCE: order.reference,
    Warehouse_Name: order.warehouse_name,
    slotReference: order.slot,
    status: purchaseOrderStatus(context, order),
    deliveryDate: deliveryDate(context, order),
    ...order.body,
    [context.variants.pick('A-29', ['items', 'lines', 'items'])]: items,
    schedule: slot === undefined ? null : scheduleRecord(context, slot),
    inboundReport: order.report === null ? null : reportRecord(order.report, order.status === 'PARTIAL'),
  };
}
