import type { RuleContext } from '../engine/context.ts';
import { purchaseOrderByNumber } from '../store/purchase-orders.ts';
import { slotByReference } from '../store/slots.ts';

/** The next of a sequence that is not taken yet: a seed may have used some under names of its own. */
function nextFree(prefix: string, next: () => number, isTaken: (name: string) => boolean): string {
  for (;;) {
    const name = `${prefix}${String(next()).padStart(6, '0')}`;
    if (!isTaken(name)) return name;
  }
}

/** A slot reference that no client has, for example `SLOT-000123`. */
export const nextSlotReference = ({ ids, db }: RuleContext): string =>
  nextFree(
    'SLOT-',
    () => ids.next('slot'),
    (reference) => slotByReference(db, reference) !== undefined,
  );

/** A purchase order number that no client has, for example `LW-000123`. */
export const nextPurchaseOrderNumber = ({ ids, db }: RuleContext): string =>
  nextFree(
    'LW-',
    () => ids.next('purchase-order'),
    (number) => purchaseOrderByNumber(db, number) !== undefined,
  );
