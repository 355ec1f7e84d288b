import { assumptionRules } from './assumptions.ts';
import { inboundRules, purchaseOrderRules, slotRules } from './deliveries.ts';
import { authRules, errorRules, limitRules, versioningRules } from './everywhere.ts';
import { inventoryRules, msfRules, orderRules, stockAgeRules } from './orders-and-stock.ts';
import type { ConformanceRule } from './rule.ts';

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
