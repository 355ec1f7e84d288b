import type { OutboundOrder } from '../../../contract/order.ts';
import { isoUtc } from '../../../text/time/time.ts';
import type { RuleContext } from '../../engine/context.ts';
import type { Order, OrderStatus } from '../../store/orders.ts';

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoUtc(ms));

/** A status as the service shows it: only `Pending` is certain. */
export function shownStatus(context: RuleContext, status: OrderStatus): string {
  if (status !== 'Pending') context.assume('A-04');
  return status === 'Shipped' ? context.variants.pick('A-04', ['Shipped', 'Dispatched']) : status;
}

/** The request's fields, as stored with the order. */
export const fieldsOf = (order: Order): OutboundOrder => JSON.parse(order.body);

/**
 * An order as the service shows it: the request's fields and those that the service added. Times are in UTC. MSF
 * orders are marked in `ShipFrom`.
 */
export function orderRecord(context: RuleContext, order: Order, clientName: string): Record<string, unknown> {
  context.assume('A-05');
  const { OrderItems, ...fields } = fieldsOf(order);
  const { shipping_vendor, tracking_number } = order;
  const tracking = { ShippingVendor: shipping_vendor, TrackingNumber: tracking_number };
  const unannounced = { Folder: 'Default', Priority: 0, CustomData: { Source: 'API' } };
  const variant = context.variants.pick('A-05', [
    { items: 'OrderItems', tracking },
    { items: 'Items', tracking },
    { items: 'OrderItems', tracking: { Tracking: { Vendor: shipping_vendor, Number: tracking_number } } },
    { items: 'OrderItems', tracking, more: unannounced },
  ]);
  return {
    ...fields,
    [variant.items]: OrderItems,
    Client: clientName,
    Status: shownStatus(context, order.status),
    OrderId: { UUID: order.uuid, Number: order.number },
    CreatedAt: isoUtc(order.created_at),
    UpdatedAt: isoUtc(order.updated_at),
    ...variant.tracking,
    ProcessedOn: isoOrNull(order.processed_at),
    ...(order.ship_from === null ? {} : { ShipFrom: order.ship_from }),
    ...('more' in variant ? variant.more : {}),
  };
}
