import type * as z from 'zod/mini';
import type { deliveredItem, inboundReport } from '../../contract/answers.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { insertRow, type Placed, updateRow, withJson } from './tables.ts';

export const inboundStatuses = ['pending', 'received'] as const;

/** A stored legacy delivery with the names of its client and warehouse. */
export interface Inbound extends Placed {
  readonly id: number;
  readonly delivery_number: string;
  readonly location_id: string;
  readonly status: (typeof inboundStatuses)[number];
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  readonly body: {
    readonly external_delivery_number: string | null;
    readonly transport_id: string | null;
    readonly items: readonly z.infer<typeof deliveredItem>[];
  };
}

interface NewInbound extends Pick<Inbound, 'delivery_number' | 'received_at' | 'body'> {
  readonly client: number;
  readonly warehouse: number;
}

/** Returns false if the client already has a delivery with that number. */
export function insertInbound(db: Database, inbound: NewInbound): boolean {
  const row = { ...inbound, status: 'pending' };
  return insertRow(db, 'inbound', row, 'ON CONFLICT (client, delivery_number) DO NOTHING') === 1;
}

/** A delivery with its content parsed. */
export const inboundOf = (row: object): Inbound => withJson(row, 'body');

export const selectInbound = `SELECT i.*, c.client_id, c.client_name, w.name AS warehouse_name, w.location_id
  FROM clients c CROSS JOIN inbound i ON i.client = c.id JOIN warehouses w ON w.id = i.warehouse`;

/** A client's delivery. */
export const inboundByNumber = (db: Database, client: number, deliveryNumber: string): Inbound | undefined =>
  db
    .all<object>(`${selectInbound} WHERE c.id = ? AND i.delivery_number = ?`, [client, deliveryNumber])
    .map(inboundOf)[0];

/** The deliveries with that number, from all clients. */
export const inboundOfAnyClient = (db: Database, deliveryNumber: string): Inbound[] =>
  db
    .all<object>(`${selectInbound} WHERE i.delivery_number = ? ORDER BY c.client_id`, [deliveryNumber])
    .map(inboundOf);

/** Records that the goods of a delivery have arrived. */
export const markReceived = (db: Database, id: number): void =>
  updateRow(db, 'inbound', { id }, { status: 'received' });

export interface PurchaseOrderLine {
  readonly product: number;
  readonly SKU: string;
  readonly barcode: string | null;
  readonly title: string;
  readonly ordered: number;
  readonly delivered: number;
}

/** The warehouse's report on a delivery. Times are milliseconds since the epoch. */
export interface InboundReport {
  readonly arrivedAt: number;
  /** Null in a report that says only when the goods arrived. */
  readonly unloadingStartedAt: number | null;
  readonly unloadingFinishedAt: number | null;
  readonly discrepancies: z.infer<typeof inboundReport>['discrepancies'];
}

export const purchaseOrderStatuses = ['OPEN', 'PARTIAL', 'DELIVERED'] as const;

export interface PurchaseOrder extends Placed {
  readonly lw_po_number: string;
  readonly client: number;
  readonly reference: string;
  readonly warehouse: number;
  readonly slot: string | null;
  readonly status: (typeof purchaseOrderStatuses)[number];
  /** The vehicle and its load, inherited from the slot or declared with the purchase order. */
  readonly body: {
    readonly deliveryType: string | null;
    readonly containerSize: string | null;
    readonly loadingType: string | null;
    readonly palletCount: number | null;
    readonly containerTruckNumber: string | null;
  };
  readonly lines: readonly PurchaseOrderLine[];
  readonly delivery_time: number | null;
  readonly report: InboundReport | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export const selectPurchaseOrders = `SELECT p.*, c.client_id, c.client_name, w.name AS warehouse_name
  FROM purchase_orders p JOIN clients c ON c.id = p.client JOIN warehouses w ON w.id = p.warehouse`;

/** A purchase order with its content parsed. */
export const purchaseOrderOf = (row: object): PurchaseOrder => withJson(row, 'body', 'lines', 'report');

/** A purchase order of any client, by its generated number. */
export const purchaseOrderByNumber = (db: Database, number: string): PurchaseOrder | undefined =>
  db.all<object>(`${selectPurchaseOrders} WHERE p.lw_po_number = ?`, [number]).map(purchaseOrderOf)[0];

/** The number of the client's purchase order with this reference, or the one reserved for it after a failed creation. */
export const numberOfReference = (
  db: Database,
  client: number,
  reference: string,
  table: 'purchase_orders' | 'reserved_po_numbers' = 'purchase_orders',
) =>
  db.get<Pick<PurchaseOrder, 'lw_po_number'>>(
    `SELECT lw_po_number FROM ${table} WHERE client = ? AND reference = ?`,
    [client, reference],
  )?.lw_po_number;

/** A purchase order to store, with what is known of its delivery. */
type NewPurchaseOrder = Omit<PurchaseOrder, keyof Placed | 'report'> & Partial<Pick<PurchaseOrder, 'report'>>;

/** Stores a purchase order with its lines. */
export const insertPurchaseOrder = (db: Database, order: NewPurchaseOrder): number =>
  insertRow(db, 'purchase_orders', order);

/** Stores the changes that a delivery made. */
export function updateDelivery(db: Database, order: PurchaseOrder): void {
  const { lw_po_number, status, lines, report, updated_at } = order;
  updateRow(db, 'purchase_orders', { lw_po_number }, { status, lines, report, updated_at });
}

/** Reserves a number for a purchase order that could not be created yet. */
export function reserveNumber(db: Database, client: number, reference: string, number: string): void {
  const put = 'INSERT OR REPLACE INTO reserved_po_numbers (client, reference, lw_po_number) VALUES (?, ?, ?)';
  db.run(put, [client, reference, number]);
}

/** Removes the number reserved for a reference. */
export const forgetReservation = (db: Database, client: number, reference: string): number =>
  db.run('DELETE FROM reserved_po_numbers WHERE client = ? AND reference = ?', [client, reference]);
