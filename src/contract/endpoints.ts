/** An endpoint of the service. Its path is relative to the base address; `{name}` is one encoded segment. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** False only for sign-in, which issues the token. */
  readonly auth: boolean;
}

/** The whole service. Bodies are in `schemas.ts`, kept separate so that a read needs no schema library. */
export const endpoints = {
  login: { method: 'POST', path: '/auth/login', auth: false },
  inventory: { method: 'GET', path: '/inventory', auth: true },
  stockAge: { method: 'GET', path: '/inventory/stock-age/{sku}', auth: true },
  stockAgeList: { method: 'GET', path: '/inventory/stock-age', auth: true },
  createOrder: { method: 'POST', path: '/outbound', auth: true },
  getOrder: { method: 'GET', path: '/order/{referenceNumber}', auth: true },
  listOrders: { method: 'GET', path: '/order', auth: true },
  cancelOrder: { method: 'POST', path: '/order/{order_id}/cancel', auth: true },
  createInbound: { method: 'POST', path: '/inbound', auth: true },
  getInbound: { method: 'GET', path: '/inbound/{deliveryNumber}', auth: true },
  bookSlot: { method: 'POST', path: '/inbound-slot', auth: true },
  getSlot: { method: 'GET', path: '/inbound-slot/{slotReference}', auth: true },
  listSlots: { method: 'GET', path: '/inbound-slot', auth: true },
  respondToSlot: { method: 'POST', path: '/inbound-slot/{slotReference}/respond', auth: true },
  cancelSlot: { method: 'DELETE', path: '/inbound-slot/{slotReference}', auth: true },
  createPurchaseOrder: { method: 'POST', path: '/inbound-po', auth: true },
  getPurchaseOrder: { method: 'GET', path: '/inbound-po/{poReference}', auth: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
