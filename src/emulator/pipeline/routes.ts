import type { EndpointName } from '../../contract/endpoints.ts';
import type { Rule, RuleForMany } from '../engine/context.ts';
import type { WriteMode } from '../store/database/value-cache.ts';

/** The rule of each endpoint, loaded on its first call so that a command loads only the rules it needs. */
export const routes: { readonly [Name in EndpointName]: () => Promise<Rule<Name>> } = {
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
interface ManyRule<Name extends EndpointName> {
  readonly together: RuleForMany<Name>;
  readonly mode: WriteMode;
}

/** Endpoints that process simultaneous requests together. */
export const manyRoutes: { readonly [Name in EndpointName]?: () => Promise<ManyRule<Name>> } = {
  createOrder: async () => ({
    together: (await import('../rules/orders/orders.ts')).createOrders,
    mode: 'orders',
  }),
};
