import type { Database } from '../../storage/sqlite/database.ts';

/** How a warehouse answers slots: when told to, by confirming, or with one counter-offer before it confirms. */
export const fcPolicies = ['manual', 'auto', 'counter'] as const;

export type FcPolicy = (typeof fcPolicies)[number];

export interface Warehouse {
  readonly id: number;
  readonly name: string;
  readonly location_id: string;
  /** 1 if it accepts deliveries on Mondays. */
  readonly accepts_monday: number;
  readonly fc_policy: FcPolicy;
}

const tables = ['warehouses', 'client_warehouses'];

/** The client's warehouse with exactly that name. */
export const warehouseOfClient = (db: Database, client: number, name: string): Warehouse | undefined =>
  db.kept(tables, `${client} ${name}`, () =>
    db.get<Warehouse>(
      `SELECT w.id, w.name, w.location_id, w.accepts_monday, w.fc_policy FROM warehouses w
       JOIN client_warehouses cw ON cw.warehouse = w.id AND cw.client = ? WHERE w.name = ?`,
      [client, name],
    ),
  );
