import { describe, expect, it } from 'vitest';
import { type Answers, file, plan, sentOf } from './proposed.ts';

/** What is asked, sent and left out of a file with these columns, for the first row of each order. */
const outcome = async (more: string, rows: readonly string[], answers: Answers = {}) => {
  const found = await plan(file(more, ...rows), answers);
  return { asked: found.asked, sent: sentOf(found), leftOut: found.leftOut };
};

describe('a number with one mark', () => {
  const goods =
    'Order Number,Order Date,Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country,SKU,Item Name,Currency';
  const order = '2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-PEG,Peg,GBP';
  const made = async (quantity: string, price: string, answers: Answers = {}) => {
    const quoted = [quantity, price].map((cell) => `"${cell}"`).join(',');
    const { asked, sent } = await plan(`${goods},Quantity,Unit Price\nP-1,${order},${quoted}\n`, answers);
    return { asked, sent: sent.map((text) => text.split(': ')[1]) };
  };

  it.each<[string, string, Answers, string[], string]>([
    ['1,000', '0.10', {}, ['Qty'], '1000 AC-PEG (Peg) at 0.1 GBP'],
    ['1.000', '0,10', {}, ['Qty'], '1000 AC-PEG (Peg) at 0.1 GBP'],
    ['1.000', '0,10', { Qty: '1, with decimals' }, ['Qty'], '1 AC-PEG (Peg) at 0.1 GBP'],
    ['2.0000', '129.00', {}, [], '2 AC-PEG (Peg) at 129 GBP'],
    ['1', '1.299', {}, ['PricePerUnit'], '1 AC-PEG (Peg) at 1299 GBP'],
    ['1', '1,299', {}, ['PricePerUnit'], '1 AC-PEG (Peg) at 1299 GBP'],
    ['1', '1.299', { PricePerUnit: '1.299 is 1.299' }, ['PricePerUnit'], '1 AC-PEG (Peg) at 1.299 GBP'],
    ['1', '1.299,00', {}, [], '1 AC-PEG (Peg) at 1299 GBP'],
    ['1', '1,299.00', {}, [], '1 AC-PEG (Peg) at 1299 GBP'],
    ['1', '0.125', {}, [], '1 AC-PEG (Peg) at 0.125 GBP'],
  ])('%s at %s is read only where it is clear', async (quantity, price, answers, asked, line) => {
    expect(await made(quantity, price, answers)).toEqual({ asked, sent: [line] });
  });
});

describe('what must not be shipped', () => {
  it.each<[string, readonly string[], string[], string[]]>([
    ['Notes', ['', 'DO NOT SEND!'], [], ['P-2 on-hold']],
    ['Notes', ['', 'Cancelled - paid back'], [], ['P-2 cancelled']],
    ['Bemerkung', ['', 'nicht senden: zieht um'], [], ['P-2 on-hold']],
    ['Seller note', ['', 'Do not ship'], [], ['P-2 on-hold']],
    ['Seller note', ['-', 'Do not ship'], [], ['P-2 on-hold']],
    ['Marketplace cancelled at', ['', '2026-11-25'], ['Marketplace cancelled at'], ['P-2 on-hold']],
    ['Seller cancel reason', ['No stock', ''], ['Seller cancel reason'], ['P-1 on-hold']],
    ['Cancelled by seller', ['2', '0'], ['Cancelled by seller'], ['P-1 on-hold']],
    ['Vendor shipped qty', ['2', '0'], ['Vendor shipped qty'], ['P-1 on-hold']],
    ['Vendor shipped on', ['2026-11-25', ''], ['Vendor shipped on'], ['P-1 on-hold']],
    ['Seller tracking number', ['', 'JD00012345678'], ['Seller tracking number'], ['P-2 on-hold']],
    ['Seller tracking number', ['', ''], [], []],
    ['Seller paid on', ['2026-11-25', ''], [], []],
    ['Shop notes', ['', 'Please wait until Monday'], ['Shop notes'], ['P-2 on-hold']],
    ['Merchant comment', ['', 'Customer cancelled by phone'], ['Merchant comment'], ['P-2 on-hold']],
    ['Supplier notes', ['Fragile', 'Fragile'], [], []],
    ['Customer note', ['', 'Send it to my new address: 9 Elm Rd'], ['Customer note'], ['P-2 on-hold']],
    ['Delivery instructions', ['', 'To 9 Elm Rd instead'], ['Delivery instructions'], ['P-2 on-hold']],
    ['Kundenhinweis', ['', 'Bitte an andere Adresse liefern'], ['Kundenhinweis'], ['P-2 on-hold']],
    ['Delivery instructions', ['', 'Leave at the right door: ring 12'], [], []],
    ['Delivery instructions', ['', 'Call 01482555777 instead of ringing'], [], []],
    ['Delivery note', ['', 'DN4471'], ['Delivery note'], ['P-2 on-hold']],
    ['Notes', ['', 'Gate code 4471'], [], []],
    ['Remarques', ['', 'Ne pas expédier'], [], ['P-2 on-hold']],
    ['Drop Shipment', ['No', 'Yes'], [], ['P-2 fulfilled']],
    ['Status', ['Open', 'onhold'], [], ['P-2 on-hold']],
    ['Tracking', ['', 'Parcels'], ['Tracking'], ['P-2 fulfilled']],
    ['Pickup point', ['', 'Locker 12'], ['Pickup point'], ['P-2 pickup']],
    ['Special requests', ['', 'Leave it with a neighbour'], ['Special requests'], ['P-2 on-hold']],
    ['Return address', ['1 Mill St', '1 Mill St'], [], []],
    ['Notes', ['', 'Please do not bend'], [], []],
    ['Processed', ['No', 'Yes'], ['Processed'], ['P-2 fulfilled']],
    ['Exported', ['', '2026-11-25'], ['Exported'], ['P-2 fulfilled']],
    ['Delivery note no', ['', 'DN-77'], ['Delivery note no'], ['P-2 fulfilled']],
    ['Lieferschein-Nr.', ['', 'LS-77'], ['Lieferschein-Nr.'], ['P-2 fulfilled']],
    ['Courier ref', ['', 'JD00012345678'], [], ['P-2 fulfilled']],
    ['Colli', ['1', '2'], ['Colli'], ['P-1 fulfilled', 'P-2 fulfilled']],
    ['Shipping label', ['', 'https://x.example/1.pdf'], ['Shipping label'], []],
    ['Gesendet am', ['', '25.11.2026'], [], ['P-2 fulfilled']],
    ['Afgehandeld', ['', 'ja'], [], ['P-2 fulfilled']],
    ['Fulfillment by', ['seller', 'FBA'], [], ['P-2 fulfilled']],
    ['Dispute', ['', 'Open'], ['Dispute'], ['P-2 on-hold']],
    ['Fraud', ['low', 'high'], ['Fraud'], ['P-1 on-hold', 'P-2 on-hold']],
    ['On hold', ['', 'customer asked'], [], ['P-2 on-hold']],
    ['Balance due', ['0.00', '129.00'], ['Balance due'], ['P-2 unpaid']],
    ['Balance due', ['129.00', '129.00'], [], []],
    ['Amount paid', ['258.00', '0.00'], [], ['P-2 unpaid']],
    ['Flag', ['', 'CANCELLED'], [], ['P-2 cancelled']],
    ['Remarks', ['', 'CXL'], [], ['P-2 cancelled']],
    ['Is gift card', ['No', 'Yes'], [], ['P-2 not-goods']],
    ['Pack size', ['10', '1'], ['Pack size'], []],
    ['Pack size', ['1', '1'], [], []],
    ['Ship after', ['2026-11-20', '2026-12-24'], ['Ship after'], ['P-2 on-hold']],
    ['Ship after', ['01/02/2026', '12/05/2026'], ['Ship after'], ['P-2 on-hold']],
    ['Ship after', ['-', 'week 50'], ['Ship after'], ['P-2 on-hold']],
    ['Do not ship before', ['', 'Tue 8 Dec 2026'], ['Do not ship before'], ['P-2 on-hold']],
    ['Embargo until', ['2026-11-20', '2026-12-05'], ['Embargo until'], ['P-2 on-hold']],
    ['Postponed to', ['', '2026-12-05'], ['Postponed to'], ['P-2 on-hold']],
    ['Lieferung ab', ['20.11.2026', '05.12.2026'], ['Lieferung ab'], ['P-2 on-hold']],
    ['Enviar después de', ['20/11/2026', '28/11/2026'], ['Enviar después de'], ['P-2 on-hold']],
    ['Non prima del', ['20/11/2026', '28/11/2026'], ['Non prima del'], ['P-2 on-hold']],
    ['Niet voor', ['20-11-2026', '28-11-2026'], ['Niet voor'], ['P-2 on-hold']],
    ['Nie wcześniej niż', ['20.11.2026', '28.11.2026'], ['Nie wcześniej niż'], ['P-2 on-hold']],
    ['Não antes de', ['20/11/2026', '28/11/2026'], ['Não antes de'], ['P-2 on-hold']],
    ['Inte före', ['2026-11-20', '2026-11-28'], ['Inte före'], ['P-2 on-hold']],
    ['Nicht vor', ['', '24.12.2026'], ['Nicht vor'], ['P-2 on-hold']],
    ['Release date', ['', '2026-03-01'], [], []],
    ['Versand', ['offen', 'erledigt'], [], ['P-2 fulfilled']],
    ['Versand', ['4,90', '0,00'], [], []],
    ['Gelöscht', ['0', '1'], [], ['P-2 cancelled']],
    ['transactions.state', ['Bezahlt', 'Offen'], [], ['P-2 unpaid']],
    ['Backorder quantity', ['0', '2'], [], ['P-2 on-hold']],
    ['Refunded?', ['0', '1'], [], ['P-2 refunded']],
    ['Service point', ['', '8001-A'], ['Service point'], ['P-2 pickup']],
    ['Pickup location ID', ['1', '1'], ['Pickup location ID'], ['P-1 pickup', 'P-2 pickup']],
    ['Ready to ship', ['Yes', 'No'], [], ['P-2 on-hold']],
    ['Ready for dispatch on', ['', '2026-11-25'], [], []],
    ['Stock fulfilment status', ['Not fulfilled', 'Fulfilled'], [], ['P-2 fulfilled']],
    ['Required ship date', ['2026-11-27', '2026-11-27'], [], []],
    ['Quantity pending fulfilment', ['4', '0'], [], ['P-2 fulfilled']],
    ['Sync status', ['', 'Complete'], ['Sync status: Complete'], ['P-2 on-hold']],
    ['Status changed', ['2026-11-25', '2026-11-24'], [], []],
    ['SLA type', ['Normal', 'Express'], [], []],
    ['Acme type', ['Normal', 'Refund'], [], ['P-2 refunded']],
    ['Dispatch ID', ['9', '9'], [], []],
    ['Dispatch ID', ['9', '10'], ['Dispatch ID'], []],
    ['Request ID', ['R-7', 'R-8'], [], []],
    ['Ship complete', ['Pending', 'Submitted'], [], []],
    ['Credit', ['0.00', '10.00'], [], []],
  ])('%s: %j', async (more, rows, asked, leftOut) => {
    const found = await outcome(more, rows);
    expect({ asked: found.asked, leftOut: found.leftOut }).toEqual({ asked, leftOut });
  });

  it('a row that takes back what another has leaves the order out', async () => {
    const head =
      'Order Number,Order Date,Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country,SKU,Item Name,Quantity,Unit Price,Currency';
    const row = (reference: string, quantity: number) =>
      `${reference},2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-TENT-2,Tent,${quantity},129.00,GBP`;
    const found = await plan([head, row('P-1', 2), row('P-1', -1), row('P-2', 1)].join('\n'));
    expect([sentOf(found), found.leftOut]).toEqual([['P-2 × 1'], ['P-1 partly-refunded']]);
  });

  it.each([
    ['Return / refund status', ['']],
    ['Fulfillment status', ['']],
    ['Payment status', ['']],
    ['Fulfilled by', ['']],
    ['Processed', ['']],
    ['Amount refunded', ['', '0', '0.00']],
    ['Balance due', ['', '0', '0.00']],
  ])('what a blank column says in a later file is not sent over unseen: %s', async (column, kept) => {
    const { map, asked } = await plan(file(column, '', ''));
    expect([asked, map.$keep]).toEqual([[], [{ column, in: kept }]]);
  });

  it('a flag of a later file is heeded, though this one has none', async () => {
    const { map } = await plan(file('Requires shipping', 'true', 'true'));
    expect(map.$dropLines).toEqual([
      {
        column: 'Requires shipping',
        in: expect.arrayContaining(['false', 'no', '0', 'nein']),
        reason: 'not-goods',
      },
    ]);
  });
});

it.each(['Ordered', 'Bestellt'])(
  '%s with counts is the quantity, where no column is called so',
  async (name) => {
    const found = await plan(
      `Order Number,Order Date,Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country,SKU,Item Name,${name},Shipped,Unit Price,Currency\n` +
        'P-1,2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-TENT-2,Tent,5,2,129.00,GBP\n',
    );
    expect([found.asked, sentOf(found)]).toEqual([[], ['P-1 × 3']]);
  },
);

describe('a delivery address in one cell beside the address of the payer', () => {
  const head =
    'Order,Date,Name,Address,Town,Postcode,Country,Delivery address (if different),SKU,Title,Qty,Price,Currency';
  const text = (other: string) =>
    `${head}\nP-1,2026-11-25,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,"${other}",AC-TENT-2,Tent,1,129.00,GBP\n`;

  it('is not put into the town of the payer', async () => {
    const found = await plan(text('9 Side St, Leeds LS1 1AA'));
    expect([found.asked, found.sent, found.leftOut]).toEqual([
      ['DeliveryAddress.Address1'],
      [],
      ['P-1 on-hold'],
    ]);
  });

  it('is no question where it is the same', async () => {
    const found = await plan(text('4 Quay St'));
    expect([found.asked, found.sent.length]).toEqual([[], 1]);
  });
});

describe('a name and an address', () => {
  /** The recipient and the street of a file with these columns beside `Name` and `Address`. */
  const parcelOf = async (columns: string, cells: string) => {
    const found = await plan(
      `Order,Date,${columns},Town,Postcode,Country,SKU,Title,Qty,Price,Currency\n` +
        `P-1,2026-11-25,${cells},Hull,HU1 1AA,GB,AC-TENT-2,Tent,1,129.00,GBP\n`,
    );
    return [found.sent.map((text) => text.split(', Hull')[0]), found.asked];
  };

  it.each(['Delivery slot', 'Delivery driver', 'Delivery point', 'Receiver GLN', 'Customer tier'])(
    '%s is nobody',
    async (column) => {
      expect(await parcelOf(`Name,Address,${column}`, 'Ina Muster,4 Quay St,North')).toEqual([
        ['P-1 to Ina Muster, 4 Quay St'],
        [],
      ]);
    },
  );

  it('a name for the delivery with a word that nobody knows is a question beside another', async () => {
    const [, asked] = await parcelOf('Name,Address,Delivery driver name', 'Ina Muster,4 Quay St,Bo');
    expect(asked).toEqual(['DeliveryAddress.FullName']);
  });

  it.each([
    [
      'Voornaam,Tussenvoegsel,Achternaam,Straat',
      'Jan,van der,Berg,Dorpsstraat 5',
      'Jan van der Berg, Dorpsstraat 5',
    ],
    ['First name,Middle name,Last name,Address', 'Ina,Jo,Muster,4 Quay St', 'Ina Jo Muster, 4 Quay St'],
    ['First name,Middle name,Last name,Address', 'Ina,,Muster,4 Quay St', 'Ina Muster, 4 Quay St'],
    ['Name,Straat,Huisnr.,Toev.', 'Ina Muster,Dorpsstraat,5,bis', 'Ina Muster, 5 bis Dorpsstraat'],
    ['Name,Straße,HNr.,HNr. Zusatz', 'Ina Muster,Ringweg,5,a', 'Ina Muster, 5a Ringweg'],
    ['Name,Address,Unit', 'Ina Muster,4 Quay St,5B', 'Ina Muster, 4 Quay St, 5B'],
    ['Name,Address,Unit', 'Ina Muster,4 Quay St,pcs', 'Ina Muster, 4 Quay St'],
    ['Name,Adresse,Bât.', 'Ina Muster,4 Quay St,B', 'Ina Muster, 4 Quay St, B'],
    ['Name,Address,Gate code', 'Ina Muster,4 Quay St,C-12', 'Ina Muster, 4 Quay St, C-12'],
  ])('%s: %s', async (columns, cells, to) => {
    const [sent] = await parcelOf(columns, cells);
    expect(sent).toEqual([`P-1 to ${to}`]);
  });

  it('a number in a column of an unknown name is asked for, where no street has one', async () => {
    const [, asked] = await parcelOf('Name,Address,Hsx', 'Ina Muster,Quay St,12');
    expect(asked).toEqual(['DeliveryAddress.Address1']);
  });
});

it('takes a heading that is repeated among the rows for no order', async () => {
  const [head = '', ...rows] = file('Status', 'Open', 'Open').split('\n');
  const found = await plan([head, rows[0], head, rows[1]].join('\n'));
  expect([found.asked, found.sent.length]).toEqual([[], 2]);
});

it("what the seller's own columns say is not sent unseen in a later file", async () => {
  const { map } = await plan(file('Marketplace cancelled at,Seller name', ',Acme', ',Acme'));
  expect(map.$keep).toEqual([{ column: 'Marketplace cancelled at', in: [''] }]);
});

describe('money that was paid back, beside counts of refunded units', () => {
  it.each([
    [['1,129.00', '0,34.50'], ['Refund amount'], [], ['P-1 partly-refunded', 'P-2 partly-refunded']],
    [['1,129.00', '0,0.00'], [], ['P-1 × 3', 'P-2 × 1'], []],
    [['0,0.00', '1,34.50'], [], ['P-1 × 4'], ['P-2 refunded']],
  ])('is a question where they show none: %j', async (rows, asked, sent, leftOut) => {
    const found = await plan(file('Refunded qty,Refund amount', ...rows));
    expect([found.asked, sentOf(found), found.leftOut]).toEqual([asked, sent, leftOut]);
  });

  it('leaves what is left to the counts if these decide', async () => {
    const text = file('Refunded qty,Refund amount', '1,129.00', '0,34.50');
    const found = await plan(text, { 'Refund amount': 'yes, send it' });
    expect([sentOf(found), found.problems]).toEqual([['P-1 × 3', 'P-2 × 1'], []]);
  });
});
