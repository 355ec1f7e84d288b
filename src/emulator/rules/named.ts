import { capital } from '../../text/words.ts';
import { type ClientContext, nextName, type RuleContext, refusal } from '../domain/context.ts';
import { type Warehouse, warehouseOfClient } from '../store/clients.ts';
import { purchaseOrderByNumber } from '../store/inbound.ts';
import { slotByReference } from '../store/slots.ts';
import { type Product, productBySku, productsByBarcode } from '../store/stock.ts';

/** The client's warehouse that a request names in `field`. Refuses any other by its name. */
export function warehouseNamed(context: ClientContext, field: string, name: string): Warehouse {
  const warehouse = warehouseOfClient(context.db, context.client.id, name);
  if (warehouse !== undefined) return warehouse;
  throw refusal(context, 'A-11', 400, `${field} "${name}" is not one of your warehouses`);
}

/** How an inbound line identifies its product; a blank field counts as absent. */
interface NamedItem {
  readonly SKU?: string | undefined;
  readonly barcode?: string | undefined;
}

/** The text unless it is blank. */
export const given = (value: string | undefined): string | undefined => (value?.trim() ? value : undefined);

function described(item: NamedItem, index: number): string {
  const sku = given(item.SKU);
  const barcode = given(item.barcode);
  if (sku === undefined) return barcode === undefined ? `items[${index}]` : `barcode ${barcode}`;
  return barcode === undefined ? sku : `${sku} (barcode ${barcode})`;
}

/**
 * Finds exactly one product of the client for each line: by barcode, or by SKU if the barcode is unknown or absent
 * . A barcode that several products share is ambiguous unless `skuDecides`. If any line does not match exactly one
 * product, throws a 400 that lists all such lines.
 */
export function resolveItems<Item extends NamedItem>(
  context: ClientContext,
  items: readonly Item[],
  skuDecides: () => boolean = () => false,
) {
  const unknown: string[] = [];
  const ambiguous: string[] = [];
  const resolved: { item: Item; product: Product }[] = [];
  for (const [index, item] of items.entries()) {
    const barcode = given(item.barcode);
    const sku = given(item.SKU);
    const found = barcode === undefined ? [] : productsByBarcode(context.db, context.client.id, barcode);
    const named = found.filter((product) => product.sku === sku);
    const decided = found.length > 1 && skuDecides() && named.length === 1;
    const matches = decided ? named : found;
    const product =
      matches[0] ?? (sku === undefined ? undefined : productBySku(context.db, context.client.id, sku));
    if (matches.length === 0 && product !== undefined) context.assume('A-46');
    if (matches.length > 1) ambiguous.push(described(item, index));
    else if (product === undefined) unknown.push(described(item, index));
    else resolved.push({ item, product });
  }
  if (unknown.length === 0 && ambiguous.length === 0) return resolved;
  const parts = Object.entries({ 'unknown items': unknown, 'ambiguous items': ambiguous })
    .filter(([, lines]) => lines.length > 0)
    .map(([what, lines]) => `${what}: ${lines.join(', ')}`);
  throw refusal(context, 'A-42', 400, capital(parts.join('; ')));
}

/** A slot reference that neither a client nor the seed uses yet, for example `SLOT-000123`. */
export const nextSlotReference = ({ db }: RuleContext): string =>
  nextName(db, 'slot', 'SLOT-', (reference) => slotByReference(db, reference) !== undefined);

/** A purchase order number that no client uses yet, for example `LW-000123`. */
export const nextPurchaseOrderNumber = ({ db }: RuleContext): string =>
  nextName(db, 'purchase-order', 'LW-', (number) => purchaseOrderByNumber(db, number) !== undefined);
