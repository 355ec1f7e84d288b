import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { isoUtc } from '../../text/time/time.ts';
import { londonTime } from '../../text/time/zone.ts';
import { inboundOf, purchaseOrderOf, selectInbound, selectPurchaseOrders } from '../store/inbound.ts';
import type { OwnedOrder } from '../store/orders.ts';
import { selectSlots, slotOf } from '../store/slots.ts';
import type { StockFigures } from '../store/stock.ts';
import type { Placed } from '../store/tables.ts';

// These lists ignore the assumptions about the service, so that scripts can rely on their format.

export interface ListQuery {
  /** Starts at 1. */
  readonly page: number;
  /** Rows on a page; a list returns one extra row if there are more. */
  readonly size: number;
  /** Matches any of these; an empty list matches all. */
  readonly statuses: readonly string[];
  readonly client: string | null;
  readonly warehouse: string | null;
  /** Text to find in a reference, SKU or title; case does not matter. */
  readonly search: string | null;
}

/** The columns that each filter applies to, if the list has them. */
interface Filters {
  readonly status?: string;
  readonly search: readonly string[];
}

/** The rows of a page, plus one if there are more. `sql` selects everything, without a WHERE; `order` sorts. */
function page<T>(db: Database, query: ListQuery, sql: string, filters: Filters, order: string): T[] {
  const { statuses, client, warehouse, search } = query;
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const only = (condition: string, ...given: readonly SqlValue[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (filters.status !== undefined && statuses.length > 0)
    only(`${filters.status} IN (${statuses.map(() => '?')})`, ...statuses);
  if (client !== null) only('c.client_id = ?', client);
  if (warehouse !== null) only('w.name = ?', warehouse);
  const found = filters.search.map((column) => `instr(lower(${column}), lower(?)) > 0`);
  if (search !== null) only(`(${found.join(' OR ')})`, ...found.map(() => search));
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const offset = (query.page - 1) * query.size;
  return db.all<T>(`${sql} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, query.size + 1, offset]);
}

const owner = 'c.client_id, c.client_name, w.name AS warehouse_name';

/** A client, and one of its warehouses or none. */
type Owned = Omit<Placed, 'warehouse_name'> & { readonly warehouse_name: string | null };

const placed = ({ client_id: client, client_name, warehouse_name }: Owned) => ({
  client,
  client_name,
  warehouse_name,
});

const londonOrNull = (ms: number | null): string | null => (ms === null ? null : londonTime(ms));

/** GET /fc/slots: slot requests and the state of each negotiation, by reference, which is the order of booking. */
export const listSlots = (db: Database, query: ListQuery) =>
  page<object>(db, query, selectSlots, { status: 's.status', search: ['s.reference'] }, 's.reference')
    .map(slotOf)
    .map((row) => ({
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

/** GET /fc/pos: purchase orders with the quantities ordered and delivered, by number, which is the order of creation. */
export function listPurchaseOrders(db: Database, query: ListQuery) {
  const filters = { status: 'p.status', search: ['p.lw_po_number', 'p.reference'] };
  return page<object>(db, query, selectPurchaseOrders, filters, 'p.lw_po_number')
    .map(purchaseOrderOf)
    .map((row) => ({
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
}

/** GET /fc/inbound: legacy deliveries in the order of registration. */
export function listDeliveries(db: Database, query: ListQuery) {
  const filters = { status: 'i.status', search: ['i.delivery_number'] };
  return page<object>(db, query, selectInbound, filters, 'i.id')
    .map(inboundOf)
    .map((row) => ({
      delivery_number: row.delivery_number,
      status: row.status,
      ...placed(row),
      ...row.body,
      received_at: isoUtc(row.received_at),
    }));
}

/** GET /fc/orders: orders, newest first; reading a page does not touch the other rows, however many there are. */
export function listOrders(db: Database, query: ListQuery) {
  const sql = `SELECT o.*, ${owner}
     FROM orders o CROSS JOIN clients c ON c.id = o.client LEFT JOIN warehouses w ON w.id = o.warehouse`;
  const filters = { status: 'o.status', search: ['o.reference', 'o.channel_ref'] };
  return page<OwnedOrder & Owned>(db, query, sql, filters, 'o.id DESC').map((row) => {
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
}

interface StockRow extends StockFigures, Placed {
  readonly sku: string;
  readonly title: string;
  readonly updated_at: number;
  readonly operation: string;
}

/** GET /fc/stock: stock by client, warehouse and SKU. */
export function listStock(db: Database, query: ListQuery) {
  const sql = `SELECT s.sku, p.title, s.level, s.in_order_book, s.updated_at, s.operation, ${owner}
     FROM stock s CROSS JOIN products p ON p.id = s.product CROSS JOIN clients c ON c.id = s.client
       CROSS JOIN warehouses w ON w.id = s.warehouse`;
  const filters = { search: ['s.sku', 'p.title'] };
  return page<StockRow>(db, query, sql, filters, 's.client, s.warehouse, s.sku').map((row) => ({
    SKU: row.sku,
    title: row.title,
    ...placed(row),
    StockLevel: row.level,
    InOrderBook: row.in_order_book,
    Available: row.level - row.in_order_book,
    LastUpdateDate: isoUtc(row.updated_at),
    LastUpdateOperation: row.operation,
  }));
}
