import type { OutboundOrder } from '../../../contract/order.ts';
import { isoUtc } from '../../../text/time.ts';
import type { RuleContext } from '../../engine/context.ts';
import type { Order, OrderStatus } from '../../store/orders.ts';

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoUtc(ms));

/** A status as the service shows it: only `Pending` is certain. */
export function shownStatus(context: RuleContext, status: OrderStatus): string {
  if (status !== 'Pending') context.assume('A-04');
  return status === 'Shipped' && context.variants.choice('A-04') === 1 ? 'Dispatched' : status;
}

/** The request's fields as an order stores them. */
export const fieldsOf = (order: Order): OutboundOrder => JSON.parse(order.body);

/**
 * A stored order as it is read: the request's fields and what the service added. Times are in UTC. An MSF order
 * says so in `ShipFrom`.
 */
export function orderRecord(context: RuleContext, order: Order, clientName: string): Record<string, unknown> {
  context.assume('A-05');
  const variant = context.variants.choice('A-05');
  const { OrderItems, ...fields } = fieldsOf(order);
  const tracking = { vendor: order.shipping_vendor, number: order.tracking_number };
  return {
    ...fields,
    [variant === 1 ? 'Items' : 'OrderItems']: OrderItems,
    Client: clientName,
    Status: shownStatus(context, order.status),
    OrderId: { UUID: order.uuid, Number: order.number },
    CreatedAt: isoUtc(order.created_at),
    UpdatedAt: isoUtc(order.updated_at),
    ...(variant === 2
      ? { Tracking: { Vendor: tracking.vendor, Number: tracking.number } }
      : { ShippingVendor: tracking.vendor, TrackingNumber: tracking.number }),
    ProcessedOn: isoOrNull(order.processed_at),
    ...(order.ship_from === null ? {} : { ShipFrom: order.ship_from }),
    ...(variant === 3 ? { Folder: 'Default', Priority: 0, CustomData: { Source: 'API' } } : {}),
  };
}
