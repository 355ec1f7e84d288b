import type { Database } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';

/** A change of stock: positive for a receipt, negative for a dispatch. */
export interface Movement {
  readonly warehouse: number;
  readonly quantity: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Records a movement of a product's stock and its cause. */
export const addMovement = (db: Database, product: number, movement: Movement, cause: string): number =>
  db.run(
    'INSERT INTO movements (product, warehouse, quantity, at, cause) VALUES (?, ?, ?, ?, ?)',
    product,
    movement.warehouse,
    movement.quantity,
    movement.at,
    cause,
  );

/** Records movements of several products, by the product's id, in sequence. */
export const addMovements = (
  db: Database,
  movements: readonly (readonly [product: number, movement: Movement])[],
  cause: string,
): void =>
  insertRows(
    db,
    'movements',
    ['product', 'warehouse', 'quantity', 'at', 'cause'],
    movements.map(([product, { warehouse, quantity, at }]) => [product, warehouse, quantity, at, cause]),
  );

/** A product's movements in all warehouses, oldest first. */
export const movementsOf = (db: Database, product: number): Movement[] =>
  db.all<Movement>(
    'SELECT warehouse, quantity, at FROM movements WHERE product = ? ORDER BY at, id',
    product,
  );
