import type { EndpointName } from '../contract/endpoints.ts';
import type { ClientContext, Rule, RuleContext, RuleForMany } from './context.ts';

/** A rule that works with an account, and the one that has none yet. */
export type AnyRule = Rule<ClientContext> | Rule<RuleContext>;

/** Which rule answers which endpoint. Each is loaded on its first call, so that one command pays for one resource. */
export const routes: Readonly<Record<EndpointName, () => Promise<AnyRule>>> = {
  login: async () => (await import('./rules/login.ts')).login,
  inventory: async () => (await import('./rules/inventory.ts')).getInventory,
  stockAge: async () => (await import('./rules/stock-age.ts')).getStockAge,
  stockAgeList: async () => (await import('./rules/stock-age-list.ts')).listStockAge,
  createOrder: async () => (await import('./rules/orders.ts')).createOrder,
  getOrder: async () => (await import('./rules/orders.ts')).getOrder,
  listOrders: async () => (await import('./rules/order-lists.ts')).listOrders,
  cancelOrder: async () => (await import('./rules/orders.ts')).cancelOrder,
  createInbound: async () => (await import('./rules/inbound.ts')).createInbound,
  getInbound: async () => (await import('./rules/inbound.ts')).getInbound,
  bookSlot: async () => (await import('./rules/slots.ts')).bookSlot,
  getSlot: async () => (await import('./rules/slots.ts')).getSlot,
  listSlots: async () => (await import('./rules/slots.ts')).listSlots,
  respondToSlot: async () => (await import('./rules/slots.ts')).respondToSlot,
  cancelSlot: async () => (await import('./rules/slots.ts')).cancelSlot,
  createPurchaseOrder: async () => (await import('./rules/purchase-orders.ts')).createPurchaseOrder,
  getPurchaseOrder: async () => (await import('./rules/purchase-orders.ts')).getPurchaseOrder,
};

/** How requests of an endpoint are done together, and what that writes. */
export interface ManyRule {
  readonly together: RuleForMany;
  readonly mode: 'write' | 'orders';
}

/** Endpoints whose requests are done together where several come at once. */
export const manyRoutes: Readonly<Partial<Record<EndpointName, () => Promise<ManyRule>>>> = {
  createOrder: async () => ({ together: (await import('./rules/orders.ts')).createOrders, mode: 'orders' }),
};
