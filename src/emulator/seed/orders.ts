import type { OutboundOrder } from '../../contract/order.ts';
import { isoUtc } from '../../text/time/time.ts';
import type { RuleContext } from '../domain/context.ts';
import { allocate } from '../domain/stock.ts';
import { orderBody } from '../rules/orders.ts';
import { insertOrder, lastOrderNumber } from '../store/orders.ts';
import { type SeedNames, seedClient, seedWarehouse } from './names.ts';
import { inSeed, type SeedOrder, seedError, seedInstant } from './schema.ts';

/** Stores orders and adds those that a warehouse still has to dispatch to its order book. */
export function insertOrders(context: RuleContext, names: SeedNames, orders: readonly SeedOrder[]): void {
  const { db, now } = context;
  orders.forEach((order, index) => {
    const path = `orders[${index}]`;
    const client = seedClient(names, path, order.client);
    const warehouse = seedWarehouse(names, client, `${path}.warehouse_name`, order.warehouse_name);
    const created = order.CreatedAt === undefined ? now : seedInstant(order.CreatedAt, now);
    const { fields, channelRef } = orderBody(context, {
      ...order,
      ReceivedDate: isoUtc(seedInstant(order.ReceivedDate, now)),
      DispatchBy: isoUtc(seedInstant(order.DispatchBy, now)),
    } as OutboundOrder);
    const status = order.Status ?? 'Pending';
    const number = lastOrderNumber(db) + 1;
    const inserted = insertOrder(db, {
      client: client.id,
      reference: order.ReferenceNumber,
      uuid: context.ids.uuid(`order/${number}`),
      number,
      status,
      warehouse: order.ShipFrom === 'MSF' ? null : warehouse,
      channel_ref: channelRef,
      ship_from: order.ShipFrom ?? null,
      body: JSON.stringify(fields),
      created_at: created,
      updated_at: created,
      cancelled_at: status === 'Cancelled' ? created : null,
      processed_at: status === 'Shipped' ? created : null,
      shipping_vendor: order.ShippingVendor ?? null,
      tracking_number: order.TrackingNumber ?? null,
    });
    if (!inserted)
      throw seedError(
        `${path}.ReferenceNumber`,
        `${order.ReferenceNumber} appears twice for ${order.client}`,
      );
    const open = status === 'Pending' || status === 'Processing';
    if (open && order.ShipFrom === undefined)
      inSeed(path, () =>
        allocate(db, { client: client.id, warehouse, lines: order.OrderItems, at: created }),
      );
  });
}
