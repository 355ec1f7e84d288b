/** An endpoint of the service. Its path is relative to the base address; `{name}` is one encoded segment. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** False only for sign-in, which issues the token. */
  readonly auth: boolean;
}

const read = <const Path extends string>(path: Path) => ({ method: 'GET', path, auth: true }) as const;
const post = <const Path extends string>(path: Path) => ({ method: 'POST', path, auth: true }) as const;
const remove = <const Path extends string>(path: Path) => ({ method: 'DELETE', path, auth: true }) as const;

/** The whole service. Bodies are in `schemas.ts`, kept separate so that a read needs no schema library. */
export const endpoints = {
  login: { method: 'POST', path: '/auth/login', auth: false },
  inventory: read('/inventory'),
  stockAge: read('/inventory/stock-age/{sku}'),
  stockAgeList: read('/inventory/stock-age'),
  createOrder: post('/outbound'),
  getOrder: read('/order/{referenceNumber}'),
  listOrders: read('/order'),
  cancelOrder: post('/order/{order_id}/cancel'),
  createInbound: post('/inbound'),
  getInbound: read('/inbound/{deliveryNumber}'),
  bookSlot: post('/inbound-slot'),
  getSlot: read('/inbound-slot/{slotReference}'),
  listSlots: read('/inbound-slot'),
  respondToSlot: post('/inbound-slot/{slotReference}/respond'),
  cancelSlot: remove('/inbound-slot/{slotReference}'),
  createPurchaseOrder: post('/inbound-po'),
  getPurchaseOrder: read('/inbound-po/{poReference}'),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
