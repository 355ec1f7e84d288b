import type { EndpointName } from '../../contract/endpoints.ts';
import type { ClientContext, Rule, RuleContext, RuleForMany } from '../engine/context.ts';

/** A rule that works with an account, and the one that has none yet. */
export type AnyRule = Rule<ClientContext> | Rule<RuleContext>;

/** Which rule answers which endpoint. Each is loaded on its first call, so that one command pays for one resource. */
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

/** How requests of an endpoint are done together, and what that writes. */
export interface ManyRule {
  readonly together: RuleForMany;
  readonly mode: 'write' | 'orders';
}

/** Endpoints whose requests are done together where several come at once. */
export const manyRoutes: Readonly<Partial<Record<EndpointName, () => Promise<ManyRule>>>> = {
  createOrder: async () => ({
    together: (await import('../rules/orders/orders.ts')).createOrders,
    mode: 'orders',
  }),
};
