import fc from 'fast-check';
import { type Facts, goodsOf, type Shop, shop, sorted } from './shop.ts';

interface Spelling {
  readonly name: string;
  readonly zone: string;
  readonly sign: string;
  day(day: number): string;
  /** The American or the British name of a column. */
  word(british: string, american: string): string;
}

const thousands = (cents: number): string =>
  (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An order with several items has its own row above theirs; there are blank lines, a title and footers. */
function seller({ name, zone, sign, day, word }: Spelling): Shop {
  const to = (what: string): string => word(`Post to ${what}`, `Ship To ${what}`);
  const postcode = to(word('postcode', 'zip'));
  const shippedOn = word('Dispatched on date', 'Shipped On Date');
  const collect = 'Click and Collect';
  const service = word('Delivery service', 'Shipping Service');
  return shop({
    name,
    preset: 'ebay',
    options: ['--timezone', zone, '--dispatch-within', '48h'],
    before: ['', '"Orders report"', ''],
    after: ['', '7,record(s) downloaded,from 21-Jul-26', 'Seller ID : example_shop'],
    columns: [
      ...['Sales record number', 'Order number', 'Buyer username', 'Buyer name', 'Buyer email', 'Buyer note'],
      ...[to('name'), to('phone'), to('address 1'), to('address 2'), to('city'), postcode, to('country')],
      ...['Item number', 'Item title', 'Custom label', 'Quantity', 'Sold for', 'Total price', 'Sale date'],
      ...['Paid on date', word('Post by date', 'Ship By Date'), shippedOn, service, collect],
    ],
    state: fc.record({
      paid: fc.constantFrom(true, true, true, false),
      all: fc.constantFrom(false, false, false, true),
      lines: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(false, false, true))),
    }),
    order(index: number, facts: Facts, { paid, all, lines }) {
      const goods = goodsOf(index, facts);
      const numbers = { 'Sales record number': 400 + index, 'Order number': `12-0000${index}-1` };
      const isShipped = (line: number): boolean => all || (lines[line] as boolean);
      const collected = facts.way % 6 === 0;
      const inPerson = facts.way % 6 === 1;
      const own = {
        ...numbers,
        'Buyer username': 'rae_b',
        'Buyer name': facts.name,
        'Buyer note': facts.note,
        [to('name')]: facts.name,
        [to('phone')]: '+44 113 496 0003',
        [to('address 1')]: facts.street,
        [to('city')]: 'Hull',
        [postcode]: 'HU1 1AA',
        [to('country')]: 'United Kingdom',
        'Total price': `${sign}132.95`,
        'Sale date': day(29),
        'Paid on date': paid ? day(30) : '',
        [service]: inPerson ? 'Collection in person' : 'Royal Mail 48',
        [collect]: collected ? 'Yes' : '',
      };
      const items = goods.map(({ sku, title, qty, cents }, line) => ({
        ...numbers,
        'Item number': 110_000 + line,
        'Item title': title,
        'Custom label': sku,
        Quantity: qty,
        'Sold for': sign + thousands(cents),
        [shippedOn]: isShipped(line) && !(all && goods.length > 1) ? day(31) : '',
      }));
      const rows =
        goods.length === 1
          ? [{ ...own, ...items[0] }]
          : [{ ...own, [shippedOn]: all ? day(31) : '' }, ...items];
      const against = [
        ...(paid ? [] : ['unpaid']),
        ...(collected || inPerson ? ['pickup'] : []),
        ...(all ? ['fulfilled'] : []),
      ];
      const reference = numbers['Order number'];
      return {
        reference,
        rows,
        against,
        ...sorted(goods, ({ qty }, line) => (isShipped(line) ? 'fulfilled' : qty)),
      };
    },
  });
}

export const ebayUk = seller({
  name: 'ebay, british',
  zone: 'Europe/London',
  sign: '£',
  day: (day) => `${day}-Aug-26`,
  word: (british) => british,
});

export const ebayUs = seller({
  name: 'ebay, american',
  zone: 'America/Los_Angeles',
  sign: '$',
  day: (day) => `Aug-${day}-26`,
  word: (_, american) => american,
});
