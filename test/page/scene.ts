import type { ServedEmulator } from './served-emulator.ts';

const address = {
  ...{
    FullName: 'Jo Field',
    Address1: '1 High Street',
    Town: 'York',
    PostCode: 'YO1 7HH',
    CountryCode: 'GB',
  },
};

/** An order that the service accepts, of `lines` as `[SKU, quantity]`. */
export const order = (
  ReferenceNumber: string,
  lines: readonly (readonly [sku: string, quantity: number])[],
  changes: object = {},
) => ({
  ...{ ReferenceNumber, ReceivedDate: '2026-09-01T07:30:00Z', DispatchBy: '2026-09-02T16:00:00Z' },
  ...{ Currency: 'GBP', PaymentStatus: 'PAID', ChannelBuyerName: 'Jo Field', warehouse_name: 'Northgate FC' },
  OrderItems: lines.map(([SKU, Qty], index) => ({
    ...{ SKU, Qty, ItemTitle: SKU, PricePerUnit: 129, OrderLineNumber: String(index + 1) },
  })),
  ...{ DeliveryAddress: address, BillingAddress: address },
  ...changes,
});

/** A request for a delivery slot that the service accepts. */
export const slot = (changes: object = {}) => ({
  ...{ date: '2026-09-03', window: 'morning', warehouse: 'Northgate FC', loadingType: 'palletised' },
  ...{ numberOfSkus: 'lt_10', deliveryType: 'truck', palletCount: 8 },
  ...changes,
});

/** A seed in which emu-acme has one article and Northgate FC is the only warehouse. */
export const withArticle = (sku: string) => ({
  ...{ version: 1, now: '2026-09-01T08:00:00Z', warehouses: [{ name: 'Northgate FC' }] },
  clients: [
    {
      ...{
        client_name: 'Acme Outdoor',
        client_id: 'emu-acme',
        client_secret: 'emu-acme-secret',
        role: 'full',
      },
      ...{ warehouses: ['Northgate FC'], skuPrefixes: [''] },
    },
  ],
  products: [{ client: 'emu-acme', sku, barcode: '2000000001012', title: 'Tent', stock: [] }],
});

/** A morning at the warehouse, with an example of everything the page shows. */
export async function playMorning({ service, control }: ServedEmulator): Promise<void> {
  const acme = (method: string, path: string, body?: object) => service('emu-acme', method, path, body);
  const book = async (changes: object): Promise<string> =>
    (await acme('POST', '/inbound-slot', slot(changes))).body.data.slotReference;
  const used = await book({ date: '2026-09-02' });
  await control('POST', `/fc/slots/${used}/confirm`);
  const items = [
    { SKU: 'AC-TENT-2', barcode: '', Quantity: 40 },
    { SKU: 'AC-TENT-2-1', barcode: '', Quantity: 24 },
  ];
  await acme('POST', '/inbound-po', {
    ...{ PO_REFERENCE: 'AUTUMN-STOCK', Warehouse_Name: 'Northgate FC', slotReference: used, items },
  });
  const countered = await book({ window: 'afternoon', deliveryType: 'container', containerSize: '40ft' });
  const offer = { proposedTime: '2026-09-04T09:00:00+01:00', comment: 'Bay 2 is closed on Thursday.' };
  await control('POST', `/fc/slots/${countered}/counter`, offer);
  await acme('POST', `/inbound-slot/${countered}/respond`, {
    ...{ action: 'counter', proposedTime: '2026-09-04T13:00:00+01:00', comment: 'The ship docks at noon.' },
  });
  await book({ date: '2026-09-08', palletCount: 12 });
  await acme('POST', '/inbound', {
    ...{ PO_REFERENCE: 'RETURNS-0831', Warehouse_Name: 'Northgate FC' },
    items: [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 3 }],
  });
  await control('POST', '/faults', { match: { path: '/order/*' }, when: { times: 1 }, do: { status: 503 } });
  await acme('POST', '/outbound', order('WEB-10231', [['AC-TENT-2', 1]]));
  const two = [
    ['AC-TENT-2', 2],
    ['AC-TENT-2-1', 1],
  ] as const;
  await acme('POST', '/outbound', order('WEB-10232', two));
  await acme('POST', '/outbound', order('WEB-10231', [['AC-TENT-2', 1]]));
  await acme('GET', '/order/WEB-10231');
}
