const address = {
  FullName: 'Ada Example',
  Address1: '1 High Street',
  Town: 'Leeds',
  PostCode: 'LS1 1AA',
  CountryCode: 'GB',
};

/** A one-line order as JSON text. */
export const orderBody = (reference: string): string =>
  JSON.stringify({
    ReferenceNumber: reference,
    ReceivedDate: '2026-09-01T08:00:00Z',
    DispatchBy: '2026-09-03T17:00:00Z',
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'Ada Example',
    warehouse_name: 'Northgate FC',
    DeliveryAddress: address,
    BillingAddress: address,
    OrderItems: [
      { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 1, PricePerUnit: 129, OrderLineNumber: '1' },
    ],
  });
