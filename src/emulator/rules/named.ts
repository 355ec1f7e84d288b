import { type ClientContext, type RuleContext, ServiceError } from '../domain/context.ts';
import { purchaseOrderByNumber } from '../store/inbound.ts';
import { slotByReference } from '../store/slots.ts';
import { type Product, productBySku, productsByBarcode } from '../store/stock.ts';
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

/** How an inbound line identifies its product; a blank field counts as absent. */
interface NamedItem {
  readonly SKU?: string | undefined;
  readonly barcode?: string | undefined;
}

const given = (value: string | undefined): string | undefined => (value?.trim() ? value : undefined);

function described(item: NamedItem, index: number): string {
  const sku = given(item.SKU);
  const barcode = given(item.barcode);
  if (sku === undefined) return barcode === undefined ? `items[${index}]` : `barcode ${barcode}`;
  return barcode === undefined ? sku : `${sku} (barcode ${barcode})`;
}

/** A line with the product that it names. */
export interface ResolvedItem<Item> {
  readonly item: Item;
  readonly product: Product;
}

/** What happens when several products share a barcode: the line is refused, or its SKU selects one of them. */
type AmbiguousBarcode = 'refused' | 'sku-decides';

/**
 * Finds exactly one product of the client for each line: by barcode, or by SKU if the barcode is unknown or absent
 * . A barcode that several products share is ambiguous unless `whenAmbiguous` lets the SKU decide. If any line
 * does not match exactly one product, throws a 400 that lists all such lines.
 */
export function resolveItems<Item extends NamedItem>(
  context: ClientContext,
  items: readonly Item[],
  whenAmbiguous: () => AmbiguousBarcode = () => 'refused',
): ResolvedItem<Item>[] {
  const unknown: string[] = [];
  const ambiguous: string[] = [];
  const resolved: ResolvedItem<Item>[] = [];
  for (const [index, item] of items.entries()) {
    const barcode = given(item.barcode);
    const sku = given(item.SKU);
    const found = barcode === undefined ? [] : productsByBarcode(context.db, context.client.id, barcode);
    const named = found.filter((product) => product.sku === sku);
    const decided = found.length > 1 && whenAmbiguous() === 'sku-decides' && named.length === 1;
    const matches = decided ? named : found;
    const product =
      matches[0] ?? (sku === undefined ? undefined : productBySku(context.db, context.client.id, sku));
    if (matches.length === 0 && product !== undefined) context.assume('A-46');
    if (matches.length > 1) ambiguous.push(described(item, index));
    else if (product === undefined) unknown.push(described(item, index));
    else resolved.push({ item, product });
  }
  if (unknown.length === 0 && ambiguous.length === 0) return resolved;
  context.assume('A-42');
  const parts = [
    ...(unknown.length > 0 ? [`unknown items: ${unknown.join(', ')}`] : []),
    ...(ambiguous.length > 0 ? [`ambiguous items: ${ambiguous.join(', ')}`] : []),
  ];
  const message = parts.join('; ');
  throw new ServiceError(400, message.charAt(0).toUpperCase() + message.slice(1));
}

/** The next unused name of a sequence; a seed may already use some of them. */
function nextFree(prefix: string, next: () => number, isTaken: (name: string) => boolean): string {
  for (;;) {
    const name = `${prefix}${String(next()).padStart(6, '0')}`;
    if (!isTaken(name)) return name;
  }
}

/** A slot reference that no client uses yet, for example `SLOT-000123`. */
export const nextSlotReference = ({ ids, db }: RuleContext): string =>
  nextFree(
    'SLOT-',
    () => ids.next('slot'),
    (reference) => slotByReference(db, reference) !== undefined,
  );

/** A purchase order number that no client uses yet, for example `LW-000123`. */
export const nextPurchaseOrderNumber = ({ ids, db }: RuleContext): string =>
  nextFree(
    'LW-',
    () => ids.next('purchase-order'),
    (number) => purchaseOrderByNumber(db, number) !== undefined,
  );
