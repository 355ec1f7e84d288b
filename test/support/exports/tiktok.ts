import fc from 'fast-check';
import { goodsOf, pounds, shop, sorted } from './shop.ts';

/** Order status, substatus, tracking id and buyer request, with their meaning. */
const statuses: readonly (readonly [string, string, string, string, string?])[] = [
  ['To ship', 'Awaiting shipment', '', ''],
  ['To ship', 'Awaiting shipment', '', ''],
  ['To ship', 'Awaiting shipment', '', ''],
  ['To ship', 'Awaiting collection', '', ''],
  ['To ship', 'Awaiting collection', 'JD0001', '', 'fulfilled'],
  ['To ship', 'Awaiting shipment', '', 'Cancel', 'on-hold'],
  ['To ship', 'On hold', '', '', 'on-hold'],
  ['Unpaid', 'Unpaid', '', '', 'unpaid'],
  ['Shipped', 'In transit', 'JD0001', '', 'fulfilled'],
  ['Completed', 'Completed', 'JD0001', '', 'fulfilled'],
  ['Canceled', 'Canceled', '', 'Cancel', 'cancelled'],
  ['CANCELLED', 'Cancelled', '', '', 'cancelled'],
];

/** Numbers end with a tab, amounts name their currency, and a second row explains the columns. */
export const tiktok = shop({
  name: 'tiktok',
  preset: 'tiktok',
  tabbed: true,
  options: ['--timezone', 'Europe/London', '--dispatch-within', '48h'],
  explained: ['Platform unique order ID.,"Order status, see help."'],
  columns: [
    ...['Order ID', 'Order Status', 'Order Substatus', 'Cancelation/Return Type', 'SKU ID', 'Seller SKU'],
    ...[
      'Product Name',
      'Quantity',
      'Sku Quantity of return',
      'SKU Unit Original Price',
      'Created Time',
      'Paid Time',
    ],
    ...['Cancelled Time', 'Fulfillment Type', 'Tracking ID', 'Buyer Message', 'Buyer Username', 'Recipient'],
    ...['Phone #', 'Country', 'State', 'Post Town', 'Zipcode', 'Detail Address'],
  ],
  state: fc.record({
    status: fc.constantFrom(...statuses),
    returned: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(0, 0, 1, 3))),
  }),
  order(index, facts, { status, returned }) {
    const goods = goodsOf(index, facts);
    const [state, substatus, tracking, request, meaning] = status;
    const gone = goods.map(({ qty }, line) => Math.min(qty, returned[line] as number));
    const reference = `57680000000000000${index}`;
    return {
      reference,
      rows: goods.map(({ sku, title, qty, cents }, line) => ({
        'Order ID': reference,
        'Order Status': state,
        'Order Substatus': substatus,
        'Cancelation/Return Type': request,
        'SKU ID': `172900${line}`,
        'Seller SKU': sku,
        'Product Name': title,
        Quantity: qty,
        'Sku Quantity of return': gone[line] as number,
        'SKU Unit Original Price': `GBP ${pounds(cents)}`,
        'Created Time': facts.way % 2 === 0 ? '30/08/2026 13:03:57' : '08/30/2026 01:03:57 PM',
        'Cancelled Time': meaning === 'cancelled' ? '31/08/2026 09:00:00' : '',
        'Fulfillment Type': 'Fulfillment by seller',
        'Tracking ID': tracking,
        'Buyer Message': facts.note,
        Recipient: facts.name,
        'Phone #': '(+44)7*****01',
        Country: 'United Kingdom',
        'Post Town': 'Ely',
        Zipcode: 'CB7 1AA',
        'Detail Address': facts.street,
      })),
      against: meaning === undefined ? [] : [meaning],
      ...sorted(goods, ({ qty }, line) => qty - (gone[line] as number) || 'refunded'),
    };
  },
});
