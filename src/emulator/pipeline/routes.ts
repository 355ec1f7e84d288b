import type { EndpointName } from '../../contract/endpoints.ts';
import type { ClientContext, Rule, RuleContext, RuleForMany } from '../engine/context.ts';

/** A rule for a signed-in account, or one that needs no account. */
export type AnyRule = Rule<ClientContext> | Rule<RuleContext>;

/** The rule of each endpoint, loaded on its first call so that a command loads only the rules it needs. */
export const routes: Readonly<Record<EndpointName, () => Promise<AnyRule>>> = {
  login: async () => (await import('../rules/login.ts')).login,
  inventory: async () => (await import('../rules/inventory.ts')).getInventory,
  stockAge: async () => (await import('../rules/stock-age/stock-age.ts')).getStockAge,
  stockAgeList: async () => (await import('../rules/stock-age/stock-age-list.ts')).listStockAge,
  createOrder: async () => (await import('../rules/orders/orders.ts')).createOrder,
  getOrder: async () => (await import('../rules/orders/orders.ts')).getOrder,
  listOrders: async () => (await import('../rules/orders/order-lists.ts')).listOrders,
  cancelOrder: async () => (await import('../rules/orders/orders.ts')).cancelOrder,
  createInbound: async () => (await import('../rules/inbound.ts')).createInbound,
  getInbound: async () => (await import('../rules/inbound.ts')).getInbound,
  bookSlot: async () => (await import('../rules/slots/slots.ts')).bookSlot,
  getSlot: async () => (await import('../rules/slots/slots.ts')).getSlot,
  listSlots: async () => (await import('../rules/slots/slots.ts')).listSlots,
  respondToSlot: async () => (await import('../rules/slots/slots.ts')).respondToSlot,
  cancelSlot: async () => (await import('../rules/slots/slots.ts')).cancelSlot,
  createPurchaseOrder: async () =>
    (await import('../rules/purchase-orders/purchase-orders.ts')).createPurchaseOrder,
  getPurchaseOrder: async () =>
    (await import('../rules/purchase-orders/purchase-orders.ts')).getPurchaseOrder,
};

/** How requests to an endpoint are processed together, and what they write. */
export interface ManyRule {
  readonly together: RuleForMany;
  readonly mode: 'write' | 'orders';
}

/** Endpoints that process simultaneous requests together. */
export const manyRoutes: Readonly<Partial<Record<EndpointName, () => Promise<ManyRule>>>> = {
  createOrder: async () => ({
    together: (await import('../rules/orders/orders.ts')).createOrders,
    mode: 'orders',
  }),
};
