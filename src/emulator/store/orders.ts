import type { Database } from '../../storage/sqlite/database.ts';
import { insertRow, type Placed, updateRow } from './tables.ts';

/** The stored statuses; the record decides how to show `Shipped`. */
export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** A stored order. Times are milliseconds since the epoch. */
export interface Order {
  readonly id: number;
  readonly client: number;
  readonly reference: string;
  readonly uuid: string;
  readonly number: number;
  readonly status: OrderStatus;
  /** Null for orders that the service's own warehouses do not fulfil. */
  readonly warehouse: number | null;
  readonly channel_ref: string | null;
  readonly ship_from: 'MSF' | null;
  /** The request's fields, as JSON. */
  readonly body: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly cancelled_at: number | null;
  readonly processed_at: number | null;
  readonly shipping_vendor: string | null;
  readonly tracking_number: string | null;
}

/** An order to store: pending, and unchanged since its creation, unless it says otherwise. */
type NewOrder = Partial<Omit<Order, 'id'>> &
  Pick<
    Order,
    'client' | 'reference' | 'uuid' | 'number' | 'warehouse' | 'channel_ref' | 'body' | 'created_at'
  >;

/** Stores an order; false if its reference is taken. With `besideMsf`, an MSF order may have the same one, and is marked then. */
export function insertOrder(db: Database, order: NewOrder, besideMsf = false): boolean {
  const msfOrder = 'SELECT 1 FROM orders WHERE client = ? AND reference = ? AND ship_from IS NOT NULL';
  const isBeside = besideMsf && db.get(msfOrder, [order.client, order.reference]) !== undefined;
  const row = { status: 'Pending', updated_at: order.created_at, ...order, beside_msf: Number(isBeside) };
  return insertRow(db, 'orders', row, 'ON CONFLICT (client, reference, beside_msf) DO NOTHING') === 1;
}

/** The number of the last order, or 0; the next gets the one after it. A counter would be one more page to write. */
export const lastOrderNumber = (db: Database): number =>
  db.get<{ number: number }>('SELECT number FROM orders ORDER BY id DESC LIMIT 1')?.number ?? 0;

const withoutMsf = 'SELECT * FROM orders WHERE client = ? AND ship_from IS NULL';

/** A client's order by reference, excluding MSF orders; each client has its own references. */
export const orderByReference = (db: Database, client: number, reference: string): Order | undefined =>
  db.get<Order>(`${withoutMsf} AND reference = ?`, [client, reference]);

/** The order with that UUID or number, excluding MSF orders. */
export const orderByOwnId = (db: Database, client: number, kind: 'uuid' | 'number', id: string) =>
  db.get<Order>(`${withoutMsf} AND CAST(${kind} AS TEXT) = ?`, [client, id]);

/** The client's orders with a channel reference since `since` (ms), oldest first; `anyCase` is about ASCII letters. */
export const ordersByChannelRef = (
  db: Database,
  client: number,
  channelRef: string,
  { since, anyCase }: { readonly since: number; readonly anyCase: boolean },
): Order[] =>
  db.all<Order>(
    `SELECT * FROM orders WHERE client = ? AND channel_ref = ?${anyCase ? ' COLLATE NOCASE' : ''}
     AND channel_ref IS NOT NULL AND created_at >= ? ORDER BY id`,
    [client, channelRef, since],
  );

const fromMsf = "FROM orders WHERE client = ? AND ship_from = 'MSF'";

/** The number of MSF orders of a client. */
export const msfOrderCount = (db: Database, client: number): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n ${fromMsf}`, [client])?.n ?? 0;

/** The client's MSF orders, by reference. A limit of -1 returns all of them. */
export const msfOrders = (db: Database, client: number, limit: number, offset: number): Order[] =>
  db.all<Order>(`SELECT * ${fromMsf} ORDER BY reference LIMIT ? OFFSET ?`, [client, limit, offset]);

export interface OwnedOrder extends Order, Omit<Placed, 'warehouse_name'> {}

/** All orders with that reference, from every client and fulfilled by any warehouse. */
export const ordersOfAnyClient = (db: Database, reference: string): OwnedOrder[] =>
  db.all<OwnedOrder>(
    `SELECT orders.*, clients.client_id, clients.client_name
     FROM clients CROSS JOIN orders ON orders.client = clients.id
     WHERE orders.reference = ? ORDER BY clients.client_id, orders.id`,
    [reference],
  );

/** Stores the new status of an order, and what is known with it. */
export const updateOrder = (
  db: Database,
  id: number,
  changes: Pick<Order, 'status' | 'updated_at'> & Partial<Order>,
): void => updateRow(db, 'orders', { id }, changes);
