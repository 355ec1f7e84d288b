import type { FcPolicy } from '../warehouse/fc-policies.ts';
import type { Database } from './database/database.ts';

/** A warehouse, as it is stored. */
export interface Warehouse {
  readonly id: number;
  readonly name: string;
  readonly location_id: string;
  /** 1 where slots can be booked on Mondays. */
  readonly accepts_monday: number;
  readonly fc_policy: FcPolicy;
}

/** The warehouse of that exact name among those configured for the client. */
export const warehouseOfClient = (db: Database, client: number, name: string): Warehouse | undefined =>
  db.get<Warehouse>(
    `SELECT w.id, w.name, w.location_id, w.accepts_monday, w.fc_policy FROM warehouses w
     JOIN client_warehouses cw ON cw.warehouse = w.id AND cw.client = ? WHERE w.name = ?`,
    client,
    name,
  );
