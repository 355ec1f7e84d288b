import type { Database } from '../../storage/sqlite/database.ts';

/** A stored legacy delivery with the names of its client and warehouse. */
export interface Inbound {
  readonly delivery_number: string;
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
export interface NewInbound {
  readonly client: number;
  readonly delivery_number: string;
  readonly warehouse: number;
  readonly received_at: number;
  readonly body: InboundBody;
}

/** Returns false if the client already has a delivery with that number. */
export const insertInbound = (db: Database, inbound: NewInbound): boolean =>
  db.run(
    `INSERT INTO inbound (client, delivery_number, warehouse, status, received_at, body)
     VALUES (?, ?, ?, 'pending', ?, ?) ON CONFLICT (client, delivery_number) DO NOTHING`,
    inbound.client,
    inbound.delivery_number,
    inbound.warehouse,
    inbound.received_at,
    JSON.stringify(inbound.body),
  ) === 1;

type Row<T extends Inbound> = Omit<T, 'body'> & { readonly body: string };

const fromRow = <T extends Inbound>(row: Row<T>) => ({ ...row, body: JSON.parse(row.body) as InboundBody });

/** A client's delivery. */
export function inboundByNumber(db: Database, client: number, deliveryNumber: string): Inbound | undefined {
  const row = db.get<Row<Inbound>>(
    `SELECT i.delivery_number, i.status, i.received_at, i.body, c.client_name, w.name AS warehouse_name, w.location_id
     FROM inbound i JOIN clients c ON c.id = i.client JOIN warehouses w ON w.id = i.warehouse
     WHERE i.client = ? AND i.delivery_number = ?`,
    client,
    deliveryNumber,
  );
  return row && fromRow(row);
}

/** A delivery with its client's id. */
export interface OwnedInbound extends Inbound {
  readonly id: number;
  readonly client_id: string;
}

/** The deliveries with that number, from all clients. */
export const inboundOfAnyClient = (db: Database, deliveryNumber: string): OwnedInbound[] =>
  db
    .all<Row<OwnedInbound>>(
      `SELECT i.id, i.delivery_number, i.status, i.received_at, i.body, c.client_id, c.client_name,
         w.name AS warehouse_name, w.location_id
       FROM clients c CROSS JOIN inbound i ON i.client = c.id JOIN warehouses w ON w.id = i.warehouse
       WHERE i.delivery_number = ? ORDER BY c.client_id`,
      deliveryNumber,
    )
    .map(fromRow);

/** Records that the goods of a delivery have arrived. */
export const markReceived = (db: Database, id: number): number =>
  db.run("UPDATE inbound SET status = 'received' WHERE id = ?", id);
