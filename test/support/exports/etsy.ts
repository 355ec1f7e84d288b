import fc from 'fast-check';
import { goodsOf, pounds, shop, sorted } from './shop.ts';

/** Every row has the order's cells; dates have the month first. The last line may be a download. */
export const etsy = shop({
  name: 'etsy',
  preset: 'etsy',
  options: ['--timezone', 'Europe/London', '--dispatch-within', '96h'],
  columns: [
    ...[
      'Sale Date',
      'Item Name',
      'Buyer',
      'Quantity',
      'Price',
      'Order Shipping',
      'Currency',
      'Transaction ID',
    ],
    ...[
      'Date Paid',
      'Date Shipped',
      'Ship Name',
      'Ship Address1',
      'Ship Address2',
      'Ship City',
      'Ship State',
    ],
    ...[
      'Ship Zipcode',
      'Ship Country',
      'Order ID',
      'Variations',
      'Order Type',
      'Listings Type',
      'InPerson Location',
    ],
    ...['SKU'],
  ],
  state: fc.record({
    paid: fc.constantFrom(true, true, true, false),
    shipped: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(false, false, true))),
  }),
  order(index, facts, { paid, shipped }) {
    const goods = goodsOf(index, facts);
    const inPerson = facts.way % 6 === 0;
    const isDownload = (line: number): boolean => facts.way % 4 === 1 && line === goods.length - 1;
    return {
      reference: `60${index}`,
      rows: goods.map(({ sku, title, qty, cents }, line) => ({
        'Sale Date': '08/29/26',
        'Item Name': title,
        Buyer: `${facts.name} (kit1)`,
        Quantity: qty,
        Price: pounds(cents),
        'Order Shipping': '4.00',
        Currency: 'GBP',
        'Transaction ID': 4600 + line,
        'Date Paid': paid ? '08/29/2026' : '',
        'Date Shipped': shipped[line] ? '08/31/2026' : '',
        'Ship Name': facts.name,
        'Ship Address1': facts.street,
        'Ship City': 'Aarhus',
        'Ship Zipcode': '8000',
        'Ship Country': 'Denmark',
        'Order ID': `60${index}`,
        Variations: facts.note,
        'Order Type': inPerson ? 'in person' : 'online',
        'Listings Type': isDownload(line) ? 'digital' : 'listing',
        SKU: sku,
      })),
      against: [...(inPerson ? ['pickup'] : []), ...(paid ? [] : ['unpaid'])],
      ...sorted(goods, ({ qty }, line) => {
        if (shipped[line]) return 'fulfilled';
        return isDownload(line) ? 'not-goods' : qty;
      }),
    };
  },
});
