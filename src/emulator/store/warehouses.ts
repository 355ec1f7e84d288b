import type { FcPolicy } from '../warehouse/fc-policies.ts';
import type { Database } from './database/database.ts';

/** A warehouse, as stored. */
export interface Warehouse {
  readonly id: number;
  readonly name: string;
  readonly location_id: string;
  /** 1 if it accepts deliveries on Mondays. */
  readonly accepts_monday: number;
  readonly fc_policy: FcPolicy;
}

/** The client's warehouse with exactly that name; cached, because every order names one. */
export const warehouseOfClient = (db: Database, client: number, name: string): Warehouse | undefined =>
  db.cached(
    `warehouse ${client} ${name}`,
    () =>
      db.get<Warehouse>(
        `SELECT w.id, w.name, w.location_id, w.accepts_monday, w.fc_policy FROM warehouses w
         JOIN client_warehouses cw ON cw.warehouse = w.id AND cw.client = ? WHERE w.name = ?`,
        client,
        name,
      ),
    'orders',
  );
