import type { Database } from '../../storage/sqlite/database.ts';
import { insertRow, updateRow, withJson } from './tables.ts';

/** A stored legacy delivery with the names of its client and warehouse. */
export interface Inbound {
  readonly id: number;
  readonly delivery_number: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly warehouse_name: string;
  readonly location_id: string;
  readonly status: 'pending' | 'received';
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  readonly body: InboundBody;
}

interface InboundBody {
  readonly external_delivery_number: string | null;
  readonly transport_id: string | null;
  readonly items: readonly InboundLine[];
}

interface InboundLine {
  /** Starts at 1. */
  readonly itm_number: number;
  readonly barcode: string;
  readonly SKU: string;
  readonly Quantity: number;
}

/** A delivery to store. */
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

const withNames = `SELECT i.*, c.client_id, c.client_name, w.name AS warehouse_name, w.location_id
  FROM clients c CROSS JOIN inbound i ON i.client = c.id JOIN warehouses w ON w.id = i.warehouse`;

/** A client's delivery. */
export function inboundByNumber(db: Database, client: number, deliveryNumber: string): Inbound | undefined {
  const sql = `${withNames} WHERE c.id = ? AND i.delivery_number = ?`;
  const row = db.get<object>(sql, [client, deliveryNumber]);
  return row && inboundOf(row);
}

/** The deliveries with that number, from all clients. */
export const inboundOfAnyClient = (db: Database, deliveryNumber: string): Inbound[] =>
  db
    .all<object>(`${withNames} WHERE i.delivery_number = ? ORDER BY c.client_id`, [deliveryNumber])
    .map(inboundOf);

/** Records that the goods of a delivery have arrived. */
export const markReceived = (db: Database, id: number): void =>
  updateRow(db, 'inbound', { id }, { status: 'received' });
