import { dayMs, isoUtc, minuteMs } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';

/** A day soon after `now`, Tuesday to Friday, when every warehouse takes deliveries: `YYYY-MM-DD`. */
function deliveryDay(now: number): string {
  for (let ms = now + 3 * dayMs; ; ms += dayMs) {
    const date = ukDate(ms);
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
    if (weekday >= 2 && weekday <= 5) return date;
  }
}

const address = {
  FullName: 'Jo Field',
  Address1: '1 High Street',
  Town: 'York',
  PostCode: 'YO1 7HH',
  CountryCode: 'GB',
};

const client = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
const delivery = {
  Warehouse_Name: 'Northgate FC',
  items: [{ barcode: '2000000001012', Quantity: 12, SKU: 'AC-TENT-2' }],
};

/** Request bodies that an emulator with `exampleSeed` accepts at a given time (ms). */
export const exampleRequests = (now: number) => ({
  login: client,
  createOrder: {
    ReferenceNumber: 'WEB-1001',
    ReceivedDate: isoUtc(now - 30 * minuteMs),
    DispatchBy: isoUtc(now + dayMs),
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'Jo Field',
    warehouse_name: 'Northgate FC',
    OrderItems: [
      { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
    ],
    DeliveryAddress: address,
    BillingAddress: address,
  },
  createInbound: { PO_REFERENCE: 'IN-1001', ...delivery },
  bookSlot: {
    date: deliveryDay(now),
    window: 'morning',
    warehouse: 'Northgate FC',
    loadingType: 'palletised',
    numberOfSkus: 'lt_10',
    deliveryType: 'truck',
    palletCount: 4,
  },
  respondToSlot: {
    action: 'counter',
    proposedTime: londonTime(londonWindow(deliveryDay(now), 13)),
    comment: 'Not before noon',
  },
  createPurchaseOrder: {
    PO_REFERENCE: 'PO-1001',
    ...delivery,
    deliveryType: 'truck',
    loadingType: 'palletised',
  },
});

/** The data that the example requests need, at a given time (ms). */
export const exampleSeed = (now: number) => ({
  version: 1,
  rngSeed: 42,
  now: isoUtc(now),
  warehouses: [{ name: 'Northgate FC' }],
  clients: [
    {
      ...client,
      client_name: 'Acme Outdoor',
      role: 'full',
      warehouses: ['Northgate FC'],
      skuPrefixes: ['AC-'],
    },
  ],
  products: [
    {
      client: client.client_id,
      sku: 'AC-TENT-2',
      barcode: '2000000001012',
      title: 'Two-person tent',
      Height: 20,
      Width: 18,
      Depth: 60,
      Weight: 2.4,
      RetailPrice: 129,
      stock: [{ warehouse: 'Northgate FC', qty: 40, receivedAt: '-P90D' }],
    },
  ],
  orders: [
    {
      ...exampleRequests(now).createOrder,
      client: client.client_id,
      ReferenceNumber: 'MSF-1001',
      ShipFrom: 'MSF',
    },
  ],
});
