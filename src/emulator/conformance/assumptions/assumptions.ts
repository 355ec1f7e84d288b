import { assumed } from '../rule.ts';
import { deliveryAssumptions } from './deliveries.ts';
import { generalAssumptions } from './everywhere.ts';
import { orderAssumptions } from './orders.ts';
import { purchaseOrderAssumptions } from './purchase-orders.ts';
import { slotAssumptions } from './slots.ts';
import { stockAssumptions } from './stock.ts';

const texts = {
  ...orderAssumptions,
  ...stockAssumptions,
  ...deliveryAssumptions,
  ...slotAssumptions,
  ...purchaseOrderAssumptions,
  ...generalAssumptions,
};

/** The id of a decision that the emulator makes where the specification is silent. */
export type AssumptionId = keyof typeof texts;

/** What the emulator answers where the specification is silent, by id. The client relies on none of these answers. */
export const assumptionRules = assumed(texts).sort((a, b) => (a.id < b.id ? -1 : 1));
