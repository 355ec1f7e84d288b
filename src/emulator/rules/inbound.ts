import { type InboundDelivery, serviceManagedInboundFields } from '../../contract/purchase-order.ts';
import { isoUtc } from '../../text/time/time.ts';
import { found, ok, type RuleContext, ServiceError } from '../domain/context.ts';
import { receive } from '../domain/stock.ts';
import { type Inbound, inboundByNumber, insertInbound } from '../store/inbound.ts';
import { resolveItems, warehouseNamed } from './named.ts';
import type { Rule } from './rule.ts';

const serviceManagedIn = (value: object, prefix = ''): string[] =>
  serviceManagedInboundFields.filter((name) => Object.hasOwn(value, name)).map((name) => prefix + name);

/** Refuses fields that only the service sets and names them, or ignores them, as chosen for A-14. */
function refuseServiceManaged(context: RuleContext, delivery: InboundDelivery): void {
  const inItems = delivery.items.flatMap((item, index) => serviceManagedIn(item, `items[${index}].`));
  const sent = [...serviceManagedIn(delivery), ...inItems];
  if (sent.length === 0) return;
  if (context.decide('A-14', [false, true])) return;
  const they = sent.length === 1 ? 'it' : 'them';
  throw new ServiceError(400, `${sent.join(', ')} must not be sent: the service sets ${they}`);
}

/**
 * POST /inbound: registers a delivery and increases stock at once, all or nothing. 400 if a line matches none or several of
 * the client's stock items, 409 if the delivery number is taken.
 */
export const createInbound: Rule<'createInbound'> = (context, input) => {
  const { db, client, now } = context;
  const delivery = input.body;
  refuseServiceManaged(context, delivery);
  const warehouse = warehouseNamed(context, 'Warehouse_Name', delivery.Warehouse_Name);
  const lines = resolveItems(context, delivery.items, () => context.decide('A-44', [false, true]));
  const items = lines.map(({ item: { barcode, Quantity }, product }, index) => ({
    itm_number: index + 1,
    barcode,
    SKU: product.sku,
    Quantity,
  }));
  const stored = insertInbound(db, {
    client: client.id,
    delivery_number: delivery.PO_REFERENCE,
    warehouse: warehouse.id,
    received_at: now,
    body: {
      external_delivery_number: delivery.Secondary_PO_Reference ?? null,
      transport_id: delivery.transport_id ?? null,
      items,
    },
  });
  if (!stored) throw new ServiceError(409, `PO_REFERENCE ${delivery.PO_REFERENCE} already exists`);
  for (const { item, product } of lines) {
    const place = { client: client.id, warehouse: warehouse.id, sku: product.sku, product: product.id };
    receive(db, { ...place, quantity: item.Quantity, at: now }, 'inbound');
  }
  const data = {
    delivery_number: delivery.PO_REFERENCE,
    client: client.client_name,
    status: 'pending',
    items_count: items.length,
  };
  return ok(data, { message: 'Inbound delivery created' }, 201);
};

/** A delivery as the service shows it. */
export function inboundRecord(context: RuleContext, inbound: Inbound): Record<string, unknown> {
  const { body } = inbound;
  return {
    delivery_number: inbound.delivery_number,
    external_delivery_number: body.external_delivery_number,
    client: inbound.client_name,
    warehouse_name: inbound.warehouse_name,
    location_id: inbound.location_id,
    transport_id: body.transport_id,
    status: inbound.status,
    received_at: isoUtc(inbound.received_at),
    items_count: body.items.length,
    [context.decide('A-13', ['items', 'lines'])]: body.items,
  };
}

/** GET /inbound/{deliveryNumber}: the delivery as registered, and whether the warehouse has received it. */
export const getInbound: Rule<'getInbound'> = (context, input) => {
  const number = input.params.deliveryNumber;
  const inbound = inboundByNumber(context.db, context.client.id, number);
  return ok(inboundRecord(context, found(inbound, `Inbound delivery ${number}`)));
};
