import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import {
  type Inbound,
  inboundOf,
  type PurchaseOrder,
  purchaseOrderOf,
  selectPurchaseOrders,
} from './inbound.ts';
import type { OwnedOrder } from './orders.ts';
import { type Slot, selectSlots, slotOf } from './slots.ts';
import type { StockFigures } from './stock.ts';
import type { Placed } from './tables.ts';

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
  const only = (condition: string, given: readonly SqlValue[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  if (filters.status !== undefined && statuses.length > 0)
    only(`${filters.status} IN (${statuses.map(() => '?')})`, statuses);
  if (client !== null) only('c.client_id = ?', [client]);
  if (warehouse !== null) only('w.name = ?', [warehouse]);
  if (search !== null) {
    const found = filters.search.map((column) => `instr(lower(${column}), lower(?)) > 0`);
    only(
      `(${found.join(' OR ')})`,
      found.map(() => search),
    );
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const offset = (query.page - 1) * query.size;
  return db.all<T>(`${sql} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, query.size + 1, offset]);
}

const owner = 'c.client_id, c.client_name, w.name AS warehouse_name';

/** Slots by reference, which is also the order of booking. */
export const slotPage = (db: Database, query: ListQuery): Slot[] =>
  page<object>(db, query, selectSlots, { status: 's.status', search: ['s.reference'] }, 's.reference').map(
    slotOf,
  );

/** Purchase orders by number, which is also the order of creation. */
export const purchaseOrderPage = (db: Database, query: ListQuery): PurchaseOrder[] =>
  page<object>(
    db,
    query,
    selectPurchaseOrders,
    { status: 'p.status', search: ['p.lw_po_number', 'p.reference'] },
    'p.lw_po_number',
  ).map(purchaseOrderOf);

/** Legacy deliveries in the order of registration. */
export const deliveryPage = (db: Database, query: ListQuery): Inbound[] =>
  page<object>(
    db,
    query,
    `SELECT i.*, w.location_id, ${owner}
     FROM inbound i JOIN clients c ON c.id = i.client JOIN warehouses w ON w.id = i.warehouse`,
    { status: 'i.status', search: ['i.delivery_number'] },
    'i.id',
  ).map(inboundOf);

/** Orders, newest first; reading a page does not touch the other rows, however many there are. */
export const orderPage = (db: Database, query: ListQuery) =>
  page<OwnedOrder & { readonly warehouse_name: string | null }>(
    db,
    query,
    `SELECT o.*, ${owner}
     FROM orders o CROSS JOIN clients c ON c.id = o.client LEFT JOIN warehouses w ON w.id = o.warehouse`,
    { status: 'o.status', search: ['o.reference', 'o.channel_ref'] },
    'o.id DESC',
  );

interface StockRow extends StockFigures, Placed {
  readonly sku: string;
  readonly title: string;
  readonly updated_at: number;
  readonly operation: string;
}

/** Stock by client, warehouse and SKU. */
export const stockPage = (db: Database, query: ListQuery) =>
  page<StockRow>(
    db,
    query,
    `SELECT s.sku, p.title, s.level, s.in_order_book, s.updated_at, s.operation, ${owner}
     FROM stock s CROSS JOIN products p ON p.id = s.product CROSS JOIN clients c ON c.id = s.client
       CROSS JOIN warehouses w ON w.id = s.warehouse`,
    { search: ['s.sku', 'p.title'] },
    's.client, s.warehouse, s.sku',
  );
