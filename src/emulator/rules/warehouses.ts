import { type ClientContext, ServiceError } from '../engine/context.ts';
import { type Warehouse, warehouseOfClient } from '../store/warehouses.ts';

/**
 * The client's warehouse that a request names in `field`. Refuses an unknown warehouse, or another client's, and names
 * it.
 */
export function warehouseNamed(context: ClientContext, field: string, name: string): Warehouse {
  const warehouse = warehouseOfClient(context.db, context.client.id, name);
  if (warehouse !== undefined) return warehouse;
  context.assume('A-11');
  throw new ServiceError(400, `${field} "${name}" is not one of your warehouses`);
}
