import type { EndpointName } from '../../contract/endpoints.ts';

/** What the OpenAPI document says of an endpoint beside its schemas. */
export interface Operation {
  readonly summary: string;
  /** Status of success; further ones are plausible where the specification is silent, 204 without a body. */
  readonly success: readonly [number, ...number[]];
  /** What it refuses with beside what any endpoint may answer. */
  readonly refusals: readonly number[];
  /** A body that is accepted. */
  readonly example?: object;
}

const address = {
  FullName: 'Jo Field',
  Address1: '1 High Street',
  Town: 'York',
  PostCode: 'YO1 7HH',
  CountryCode: 'GB',
};

const order = {
  ReferenceNumber: 'WIRE-1',
  ReceivedDate: '2026-09-01T07:30:00Z',
  DispatchBy: '2026-09-02T17:00:00+01:00',
  Currency: 'GBP',
  PaymentStatus: 'PAID',
  ChannelBuyerName: 'Jo Field',
  warehouse_name: 'Northgate FC',
  OrderItems: [
    { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
  ],
  DeliveryAddress: address,
  BillingAddress: address,
};

const slot = {
  date: '2026-09-04',
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'palletised',
  numberOfSkus: 'lt_10',
  deliveryType: 'truck',
};

const delivery = {
  PO_REFERENCE: 'IN-1',
  Warehouse_Name: 'Northgate FC',
  items: [{ barcode: '2000000001012', Quantity: 12, SKU: 'AC-TENT-2' }],
};

const purchaseOrder = {
  ...delivery,
  PO_REFERENCE: 'PO-1',
  deliveryType: 'truck',
  loadingType: 'palletised',
};

/** What the document says of each endpoint beyond the contract's table. */
export const operations: Readonly<Record<EndpointName, Operation>> = {
  login: {
    summary: 'Sign in',
    success: [200, 201],
    refusals: [400],
    example: { client_id: 'emu-acme', client_secret: 'emu-acme-secret' },
  },
  inventory: { summary: 'Stock of every location, a page of SKUs each', success: [200], refusals: [400] },
  stockAge: { summary: 'Age of the stock of one SKU', success: [200], refusals: [400, 404] },
  stockAgeList: { summary: 'Age of the stock of all SKUs', success: [200], refusals: [400] },
  createOrder: { summary: 'Create an outbound order', success: [201], refusals: [400, 409], example: order },
  getOrder: { summary: 'Read an order', success: [200], refusals: [404] },
  listOrders: {
    summary: 'Orders of a channel reference, or all MSF orders',
    success: [200],
    refusals: [400],
  },
  cancelOrder: {
    summary: 'Cancel an order',
    success: [200, 204],
    refusals: [400, 404, 409],
    example: { reason: 'The customer changed her mind' },
  },
  createInbound: {
    summary: 'Announce an inbound delivery',
    success: [201],
    refusals: [400, 409],
    example: delivery,
  },
  getInbound: { summary: 'Read an inbound delivery', success: [200], refusals: [404] },
  bookSlot: { summary: 'Ask for a delivery slot', success: [201], refusals: [400], example: slot },
  getSlot: { summary: 'Read a slot', success: [200], refusals: [404] },
  listSlots: { summary: 'All slots', success: [200], refusals: [] },
  respondToSlot: {
    summary: "Accept or counter the warehouse's offer",
    success: [200],
    refusals: [400, 404, 409],
    example: { action: 'counter', proposedTime: '2026-09-08T13:00:00+01:00', comment: 'Not before noon' },
  },
  cancelSlot: { summary: 'Cancel an unused slot', success: [200, 204], refusals: [404, 409] },
  createPurchaseOrder: {
    summary: 'Create a purchase order',
    success: [201, 200],
    refusals: [400, 404, 409, 502],
    example: purchaseOrder,
  },
  getPurchaseOrder: { summary: 'Read a purchase order', success: [200], refusals: [404] },
};
