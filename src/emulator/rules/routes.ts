import type { EndpointName } from '../../contract/endpoints.ts';
import type { ClientContext, Reply, RuleContext } from '../domain/context.ts';
import type { Rule } from './rule.ts';

/** The rule of each endpoint, loaded on its first call so that a command loads only the rules it needs. */
const routes: { readonly [Name in EndpointName]: () => Promise<Rule<Name>> } = {
  login: async () => (await import('./login.ts')).login,
  inventory: async () => (await import('./inventory.ts')).getInventory,
  stockAge: async () => (await import('./inventory.ts')).getStockAge,
  stockAgeList: async () => (await import('./inventory.ts')).listStockAge,
  createOrder: async () => (await import('./orders.ts')).createOrder,
  getOrder: async () => (await import('./orders.ts')).getOrder,
  listOrders: async () => (await import('./orders.ts')).listOrders,
  cancelOrder: async () => (await import('./orders.ts')).cancelOrder,
  createInbound: async () => (await import('./inbound.ts')).createInbound,
  getInbound: async () => (await import('./inbound.ts')).getInbound,
  bookSlot: async () => (await import('./slots.ts')).bookSlot,
  getSlot: async () => (await import('./slots.ts')).getSlot,
  listSlots: async () => (await import('./slots.ts')).listSlots,
  respondToSlot: async () => (await import('./slots.ts')).respondToSlot,
  cancelSlot: async () => (await import('./slots.ts')).cancelSlot,
  createPurchaseOrder: async () => (await import('./purchase-orders.ts')).createPurchaseOrder,
  getPurchaseOrder: async () => (await import('./purchase-orders.ts')).getPurchaseOrder,
};

/** A rule of some endpoint, for a request that was checked against it; with the account if it takes a token. */
export type AnyRule = (
  context: RuleContext | ClientContext,
  request: { params: Readonly<Record<string, string>>; query: URLSearchParams; body: unknown },
) => Reply;

/** The rule of an endpoint. Only here a cast says that a request was routed and checked for the rule that it meets. */
export const ruleOf = async (name: EndpointName): Promise<AnyRule> => (await routes[name]()) as AnyRule;
