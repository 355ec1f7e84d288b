const header =
  'ReferenceNumber,ReceivedDate,DispatchBy,Currency,PaymentStatus,ChannelBuyerName,warehouse_name,' +
  'DeliveryAddress.FullName,DeliveryAddress.Address1,DeliveryAddress.Town,DeliveryAddress.PostCode,' +
  'DeliveryAddress.CountryCode,SKU,ItemTitle,Qty,PricePerUnit';

/** One row of a valid order; `changes` by column. */
export function orderRow(
  reference: string,
  changes: { Qty?: string; PaymentStatus?: string; Buyer?: string; DispatchBy?: string } = {},
): string {
  const { Qty = '1', PaymentStatus = 'PAID', Buyer = 'Ada Lovelace' } = changes;
  const { DispatchBy = '2026-09-03T17:00:00+01:00' } = changes;
  return (
    `${reference},2026-09-01T08:00:00Z,${DispatchBy},GBP,${PaymentStatus},${Buyer},Northgate FC,` +
    `${Buyer},1 High Street,London,SW1A 1AA,GB,AC-TENT-2,Two-person tent,${Qty},12.50`
  );
}

export const ordersCsv = (rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;

/** `count` orders, `R-0` onwards. */
export const manyOrders = (count: number, prefix = 'R-'): string =>
  ordersCsv(Array.from({ length: count }, (_, index) => orderRow(`${prefix}${index}`)));
