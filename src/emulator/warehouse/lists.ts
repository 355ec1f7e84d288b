import type { Database } from '../../storage/sqlite/database.ts';
import { isoUtc } from '../../text/time/time.ts';
import { londonTime } from '../../text/time/zone.ts';
import type { Placed } from '../store/tables.ts';
import * as store from '../store/warehouse-lists.ts';

// These lists ignore the assumptions about the service, so that scripts can rely on their format.

const londonOrNull = (ms: number | null): string | null => (ms === null ? null : londonTime(ms));

const placed = (row: Omit<Placed, 'warehouse_name'> & { readonly warehouse_name: string | null }) => ({
  client: row.client_id,
  client_name: row.client_name,
  warehouse_name: row.warehouse_name,
});

/** GET /fc/slots: delivery slot requests and the state of each negotiation. */
export const listSlots = (db: Database, query: store.ListQuery) =>
  store.slotPage(db, query).map((row) => ({
    slotReference: row.reference,
    scheduleStatus: row.status,
    ...placed(row),
    ...row.body,
    requestedTime: londonTime(row.requested_time),
    confirmedTime: londonOrNull(row.confirmed_time),
    proposals: row.proposals.map(({ createdAt, ...proposal }) => ({
      ...proposal,
      createdAt: isoUtc(createdAt),
    })),
    usedByPoReference: row.used_by,
    createdAt: isoUtc(row.created_at),
    updatedAt: isoUtc(row.updated_at),
  }));

/** GET /fc/pos: purchase orders with the quantities ordered and delivered. */
export const listPurchaseOrders = (db: Database, query: store.ListQuery) =>
  store.purchaseOrderPage(db, query).map((row) => ({
    lw_po_number: row.lw_po_number,
    PO_REFERENCE: row.reference,
    status: row.status,
    ...placed(row),
    slotReference: row.slot,
    deliveryDate: londonOrNull(row.delivery_time),
    lines: row.lines.map(({ SKU, title, ordered, delivered }) => ({ SKU, title, ordered, delivered })),
    createdAt: isoUtc(row.created_at),
    updatedAt: isoUtc(row.updated_at),
  }));

/** GET /fc/inbound: legacy deliveries. */
export const listDeliveries = (db: Database, query: store.ListQuery) =>
  store.deliveryPage(db, query).map((row) => ({
    delivery_number: row.delivery_number,
    status: row.status,
    ...placed(row),
    ...row.body,
    received_at: isoUtc(row.received_at),
  }));

/** GET /fc/orders: orders, newest first. */
export const listOrders = (db: Database, query: store.ListQuery) =>
  store.orderPage(db, query).map((row) => {
    const { DispatchBy, ChannelBuyerName, OrderItems } = JSON.parse(row.body);
    return {
      ReferenceNumber: row.reference,
      Status: row.status,
      ...placed(row),
      ShipFrom: row.ship_from,
      Channel_Ref: row.channel_ref,
      ...{ DispatchBy, ChannelBuyerName, OrderItems },
      ...{ ShippingVendor: row.shipping_vendor, TrackingNumber: row.tracking_number },
      CreatedAt: isoUtc(row.created_at),
      UpdatedAt: isoUtc(row.updated_at),
    };
  });

/** GET /fc/stock: stock by client, warehouse and SKU. */
export const listStock = (db: Database, query: store.ListQuery) =>
  store.stockPage(db, query).map((row) => ({
    SKU: row.sku,
    title: row.title,
    ...placed(row),
    StockLevel: row.level,
    InOrderBook: row.in_order_book,
    Available: row.level - row.in_order_book,
    LastUpdateDate: isoUtc(row.updated_at),
    LastUpdateOperation: row.operation,
  }));
