import { assumptionRules } from './assumptions/assumptions.ts';
import { authRules } from './auth.ts';
import { errorRules } from './errors.ts';
import { inboundRules } from './inbound.ts';
import { inventoryRules } from './inventory.ts';
import { limitRules } from './limits.ts';
import { msfRules } from './msf.ts';
import { orderRules } from './orders.ts';
import { purchaseOrderRules } from './purchase-orders.ts';
import type { ConformanceRule } from './rule.ts';
import { slotRules } from './slots.ts';
import { stockAgeRules } from './stock-age.ts';
import { versioningRules } from './versioning.ts';

/** Every rule of the service that the emulator follows, by area. */
export const ruleGroups: readonly (readonly [area: string, rules: readonly ConformanceRule[]])[] = [
  ['Sign-in', authRules],
  ['Inventory', inventoryRules],
  ['Stock age', stockAgeRules],
  ['Orders', orderRules],
  ['MSF orders', msfRules],
  ['Inbound deliveries', inboundRules],
  ['Slots', slotRules],
  ['Purchase orders', purchaseOrderRules],
  ['Errors', errorRules],
  ['Limits', limitRules],
  ['Versions', versioningRules],
  ['Assumptions', assumptionRules],
];
