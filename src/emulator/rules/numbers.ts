import type { RuleContext } from '../domain/context.ts';
import { purchaseOrderByNumber } from '../store/purchase-orders.ts';
import { slotByReference } from '../store/slots.ts';

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
