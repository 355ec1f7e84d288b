import type { Database, SqlValue } from '../../storage/sqlite/database.ts';

/** Which part of a list to return. */
export interface ListQuery {
  /** Starts at 1. */
  readonly page: number;
  /** Rows on a page; a list returns one extra row if there are more. */
  readonly size: number;
  /** Matches any of these; an empty list matches all. */
  readonly statuses: readonly string[];
  /** The client_id to match. */
  readonly client: string | null;
  /** The warehouse name to match. */
  readonly warehouse: string | null;
  /** Text to find in a reference, SKU or title; case does not matter. */
  readonly search: string | null;
}

/** The columns that each filter applies to, if the list has them. */
interface Filters {
  readonly status?: string;
  readonly search: readonly string[];
}

/** Members that all rows have. */
export interface Placed {
  readonly client: string;
  readonly client_name: string;
  readonly warehouse_name: string | null;
}

interface Clause {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function clausesOf({ statuses, client, warehouse, search }: ListQuery, filters: Filters): Clause[] {
  const clauses: Clause[] = [];
  if (filters.status !== undefined && statuses.length > 0) {
    clauses.push({ sql: `${filters.status} IN (${statuses.map(() => '?')})`, values: statuses });
  }
  if (client !== null) clauses.push({ sql: 'c.client_id = ?', values: [client] });
  if (warehouse !== null) clauses.push({ sql: 'w.name = ?', values: [warehouse] });
  if (search !== null) {
    const found = filters.search.map((column) => `instr(lower(${column}), lower(?)) > 0`);
    clauses.push({ sql: `(${found.join(' OR ')})`, values: found.map(() => search) });
  }
  return clauses;
}

/** The rows of a page, plus one if there are more. `sql` selects everything, without a WHERE; `order` sorts. */
function page<T>(db: Database, query: ListQuery, sql: string, filters: Filters, order: string): T[] {
  const clauses = clausesOf(query, filters);
  const where = clauses.length === 0 ? '' : `WHERE ${clauses.map((clause) => clause.sql).join(' AND ')}`;
  const values = clauses.flatMap((clause) => clause.values);
  const offset = (query.page - 1) * query.size;
  return db.all<T>(`${sql} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, ...values, query.size + 1, offset);
}

const owner = 'c.client_id AS client, c.client_name, w.name AS warehouse_name';

/** A slot as stored; JSON as text, times in ms. */
export interface SlotRow extends Placed {
  readonly reference: string;
  readonly status: string;
  readonly body: string;
  readonly requested_time: number;
  readonly confirmed_time: number | null;
  readonly proposals: string;
  readonly used_by: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Slots by reference, which is also the order of booking. */
export const slotRows = (db: Database, query: ListQuery): SlotRow[] =>
  page(
    db,
    query,
    `SELECT s.reference, s.status, s.body, s.requested_time, s.confirmed_time, s.proposals, s.used_by, s.created_at,
       s.updated_at, ${owner} FROM slots s JOIN clients c ON c.id = s.client JOIN warehouses w ON w.id = s.warehouse`,
    { status: 's.status', search: ['s.reference'] },
    's.reference',
  );

/** A purchase order as stored; JSON as text, times in ms. */
export interface PurchaseOrderRow extends Placed {
  readonly lw_po_number: string;
  readonly reference: string;
  readonly slot: string | null;
  readonly status: string;
  readonly lines: string;
  readonly delivery_time: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Purchase orders by number, which is also the order of creation. */
export const purchaseOrderRows = (db: Database, query: ListQuery): PurchaseOrderRow[] =>
  page(
    db,
    query,
    `SELECT p.lw_po_number, p.reference, p.slot, p.status, p.lines, p.delivery_time, p.created_at, p.updated_at, ${owner}
     FROM purchase_orders p JOIN clients c ON c.id = p.client JOIN warehouses w ON w.id = p.warehouse`,
    { status: 'p.status', search: ['p.lw_po_number', 'p.reference'] },
    'p.lw_po_number',
  );

/** A legacy delivery as stored; JSON as text, times in ms. */
export interface DeliveryRow extends Placed {
  readonly delivery_number: string;
  readonly status: string;
  readonly received_at: number;
  readonly body: string;
}

/** Legacy deliveries in the order of registration. */
export const deliveryRows = (db: Database, query: ListQuery): DeliveryRow[] =>
  page(
    db,
    query,
    `SELECT i.delivery_number, i.status, i.received_at, i.body, ${owner}
     FROM inbound i JOIN clients c ON c.id = i.client JOIN warehouses w ON w.id = i.warehouse`,
    { status: 'i.status', search: ['i.delivery_number'] },
    'i.id',
  );

/** An order as stored; JSON as text, times in ms. */
export interface OrderRow extends Placed {
  readonly reference: string;
  readonly status: string;
  readonly ship_from: string | null;
  readonly channel_ref: string | null;
  readonly body: string;
  readonly shipping_vendor: string | null;
  readonly tracking_number: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Orders, newest first; reading a page does not touch the other rows, however many there are. */
export const orderRows = (db: Database, query: ListQuery): OrderRow[] =>
  page(
    db,
    query,
    `SELECT o.reference, o.status, o.ship_from, o.channel_ref, o.body, o.shipping_vendor, o.tracking_number,
       o.created_at, o.updated_at, ${owner}
     FROM orders o CROSS JOIN clients c ON c.id = o.client LEFT JOIN warehouses w ON w.id = o.warehouse`,
    { status: 'o.status', search: ['o.reference', 'o.channel_ref'] },
    'o.id DESC',
  );

/** Stock of a SKU in a warehouse; times in ms. */
export interface StockRow extends Placed {
  readonly sku: string;
  readonly title: string;
  readonly level: number;
  readonly in_order_book: number;
  readonly updated_at: number;
  readonly operation: string;
}

/** Stock by client, warehouse and SKU. */
export const stockRows = (db: Database, query: ListQuery): StockRow[] =>
  page(
    db,
    query,
    `SELECT s.sku, p.title, s.level, s.in_order_book, s.updated_at, s.operation, ${owner}
     FROM stock s CROSS JOIN products p ON p.id = s.product CROSS JOIN clients c ON c.id = s.client
       CROSS JOIN warehouses w ON w.id = s.warehouse`,
    { search: ['s.sku', 'p.title'] },
    's.client, s.warehouse, s.sku',
  );
