import { closeSync, openSync, writeSync } from 'node:fs';

const hour = 3_600_000;
const at = (hours: number): string => `${new Date(Date.now() + hours * hour).toISOString().slice(0, 19)}Z`;
/** Orders dated today: a dispatch time in the past would cause a warning for every row. */
const [received, dispatchBy] = [at(-1), at(48)];

const header =
  'ReferenceNumber,ReceivedDate,DispatchBy,Currency,PaymentStatus,ChannelBuyerName,warehouse_name,' +
  'DeliveryAddress.FullName,DeliveryAddress.Address1,DeliveryAddress.Town,DeliveryAddress.PostCode,' +
  'DeliveryAddress.CountryCode,SKU,ItemTitle,Qty,PricePerUnit';

const orderRow = (index: number): string =>
  `B-${index},${received},${dispatchBy},GBP,PAID,Buyer ${index},Northgate FC,Buyer ${index},` +
  `${index} High Street,London,SW1A 1AA,GB,AC-TENT-2,Two-person tent,${1 + (index % 5)},12.50`;

/** Writes a CSV file of one-line orders, B-0 and on. Returns its path. */
export const writeOrders = (file: string, count: number): string => writeCsv(file, header, count, orderRow);

/** The sixty columns of a Shopify orders export. */
const shopColumns = (
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,' +
  'Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,' +
  'Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,' +
  'Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,' +
  'Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,' +
  'Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,' +
  'Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,' +
  'Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount'
).split(',');

const created = `${new Date().toISOString().slice(0, 10)} 09:12:44 +0100`;

/** One line of the export: an order of one line; every tenth order is cancelled. */
function shopRow(index: number): string {
  const address = [`Buyer ${index}`, `${index} High Street`, `${index} High Street`, '', '', 'London'];
  const place = ["'SW1A 1AA", 'ENG', 'GB', "'+44 20 7946 0000"];
  return [
    ...[`#${index}`, `buyer${index}@example.com`, 'paid', created, 'unfulfilled', '', 'no', 'GBP', '25.00'],
    ...[
      '3.95',
      '4.82',
      '28.95',
      '',
      '',
      'Standard',
      created,
      '2',
      'Two-person tent',
      '12.50',
      '',
      'AC-TENT-2',
    ],
    ...['true', 'true', 'pending', ...address, ...place, ...address, ...place, '', ''],
    ...[
      index % 10 === 0 ? created : '',
      'Shopify Payments',
      `c${index}.1`,
      '0.00',
      'Example',
      '',
      '',
      '',
      '',
    ],
    ...[String(5_000_000_000_000 + index), '', 'Low', 'web', ''],
  ].join(',');
}

/** Writes a Shopify orders export. Returns its path. */
export const writeShopExport = (file: string, count: number): string =>
  writeCsv(file, shopColumns.join(','), count, shopRow);

/** Writes a CSV file of any size in pieces of a megabyte. */
function writeCsv(file: string, head: string, count: number, row: (index: number) => string): string {
  const out = openSync(file, 'w');
  let text = `${head}\n`;
  for (let index = 0; index < count; index++) {
    text += `${row(index)}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(out, text);
    text = '';
  }
  writeSync(out, text);
  closeSync(out);
  return file;
}

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
    ReceivedDate: received,
    DispatchBy: dispatchBy,
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
