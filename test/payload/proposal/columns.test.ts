import { describe, expect, it } from 'vitest';
import { file, plan, sentOf } from './proposed.ts';

const row = 'Ina Muster,4 Quay St,Hull,HU1 1AA,GB,AC-TENT-2,Tent';
const columns = 'Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country,SKU,Item Name';
/** A file of one order with these columns for quantity and money, and their cells. */
const priced = (header: string, ...rows: readonly string[]): string =>
  [
    `Order Number,Order Date,${columns},${header}`,
    ...rows.map((cells, at) => `P-${at + 1},2026-11-25 10:00:00,${row},${cells}`),
  ].join('\n');
/** A file of one order with other columns for the address. */
const addressed = (header: string, cells: string): string =>
  `Order Number,Order Date,SKU,Item Name,Quantity,Price,Currency,${header}\nP-1,2026-11-25 10:00:00,AC-1,Tent,1,129.00,GBP,${cells}`;

const recipientOf = ({ sent }: { readonly sent: readonly string[] }) =>
  /^\S+ to (.*?): /.exec(sent[0] ?? '')?.[1];

it.each(['Delivery date', 'Requested delivery date', 'Comment date', 'Invoiced on'])(
  'the day of the order is not %s',
  async (other) => {
    const { asked, map } = await plan(
      `Order Number,Date,${other},${columns},Quantity,Price,Currency\nP-1,2026-11-24,2026-11-25,${row},1,129.00,GBP`,
    );
    expect([asked, map.ReceivedDate]).toEqual([[], { column: 'Date', date: 'YYYY-MM-DD' }]);
  },
);

describe('the price', () => {
  it.each([
    ['Quantity,Price,Currency', '2,129.00,GBP', 129],
    ['Quantity,Unit price,Line total,Currency', '2,129.00,258.00,GBP', 129],
    ['Quantity,Item price,Order total,Currency', '2,258.00,258.00,GBP', 129],
    ['Quantity,Line total,Currency', '2,258.00,GBP', 129],
    ['Quantity,Unit price (cents),Currency', '2,12900,GBP', 129],
    ['Quantity,Price,Order total,Currency', '1,12900,129.00,GBP', 129],
    ['Menge,Einzelpreis,Gesamtpreis,Währung', '2,129.00,258.00,EUR', 129],
    ['Quantity,Price (GBP)', '2,129.00', 129],
    ['Quantity,Price', '2,£129.00', 129],
    ['Quantity,Unit price paid,Total price,Currency', '2,129.00,258.00,GBP', 129],
    ['Menge,Betrag pro Stück,Währung', '2,129.00,EUR', 129],
    ['Qty,Each,Total items,Currency', '2,129.00,2,GBP', 129],
    ['Quantity,Price,Amount currency', '2,129.00,GBP', 129],
    ['Quantity,Price,Cur', '2,129.00,GBP', 129],
  ])('of %s, %s is %d', async (header, cells, price) => {
    const { asked, sent } = await plan(priced(header, cells));
    expect(asked).toEqual([]);
    expect(sent[0]).toContain(`at ${price} `);
  });

  it.each([
    ['Quantity,Price,Currency', '2,12900,GBP', ['PricePerUnit']],
    ['Quantity,Subtotal,Currency', '2,258.00,GBP', ['PricePerUnit']],
    ['Quantity,Price,Subtotal,Currency', '2,263.00,258.00,GBP', ['PricePerUnit']],
    ['Quantity,Factory price,Currency', '2,129.00,GBP', ['PricePerUnit']],
    ['Quantity,Cost price,Currency', '2,129.00,GBP', ['PricePerUnit']],
    ['Quantity,Unit price net,Unit price gross,Currency', '2,107.50,129.00,GBP', ['PricePerUnit']],
    ['Quantity,Price', '2,129.00', ['Currency']],
    ['Qty,Units,Price,Currency', '2,1,129.00,GBP', ['Qty']],
    ['Quantity,Price,Deal price,Currency', '2,150.00,129.00,GBP', ['PricePerUnit']],
    ['Quantity,Wishful qty,Price,Currency', '2,3,129.00,GBP', ['Wishful qty']],
  ])('of %s, %s asks %j', async (header, cells, asked) => {
    expect((await plan(priced(header, cells))).asked).toEqual(asked);
  });
});

describe('the recipient and the address', () => {
  it.each([
    [
      'Name,Address,City,Postcode,Country',
      'Ina,4 Quay St,Hull,HU1 1AA,GB',
      'Ina, 4 Quay St, Hull, HU1 1AA, GB',
    ],
    [
      'Name,Street,House number,City,Postcode,Country',
      'Ina,Quay St,4,Hull,HU1 1AA,GB',
      'Ina, 4 Quay St, Hull, HU1 1AA, GB',
    ],
    [
      'Naam,Straat,Huisnummer,Toevoeging,Plaats,Postcode,Land',
      'Ina,Kerkstraat,12,bis,Utrecht,3511 AA,NL',
      'Ina, Kerkstraat 12 bis, Utrecht, 3511 AA, NL',
    ],
    [
      'Ship Name,Ship Address,Ship City,Ship Postcode,Ship Country,Seller country,Store name',
      'Ina,4 Quay St,Hull,HU1 1AA,GB,DE,Shop',
      'Ina, 4 Quay St, Hull, HU1 1AA, GB',
    ],
    [
      'Customer name,Customer address,Customer city,Customer postcode,Customer country,Delivery name,Delivery address,Delivery city,Delivery postcode,Delivery country',
      'Otto,1 Bill St,Leeds,LS1 4AB,GB,Ina,4 Quay St,Hull,HU1 1AA,IE',
      'Ina, 4 Quay St, Hull, HU1 1AA, IE',
    ],
    [
      'Nombre,Apellidos,Dirección,Población,Código postal,País',
      'Ana,García,Calle Mayor 5,Madrid,28001,ES',
      'Ana García, Calle Mayor 5, Madrid, 28001, ES',
    ],
    [
      'Recipient,Ship Address 1,Ship Address 2,Apartment,Ship City,Ship Postcode,Ship Country',
      'Ina,4 Quay St,Old Mill,12,Hull,HU1 1AA,GB',
      'Ina, 4 Quay St, 12, Old Mill, Hull, HU1 1AA, GB',
    ],
    [
      'Förnamn,Efternamn,Gatuadress,Postnummer,Ort,Land',
      'Ina,Berg,Storgatan 5,11122,Stockholm,SE',
      'Ina Berg, Storgatan 5, Stockholm, 11122, SE',
    ],
  ])('of %s', async (header, cells, recipient) => {
    const found = await plan(addressed(header, cells));
    expect(found.asked).toEqual([]);
    expect(recipientOf(found)).toBe(recipient);
  });

  it("leaves the country open rather than take the seller's", async () => {
    const { missing, unused } = await plan(
      addressed('Name,Address,City,Postcode,Seller country', 'Ina,4 Quay St,Hull,HU1 1AA,DE'),
    );
    expect(missing).toContain('DeliveryAddress.Country');
    expect(unused).toContain('Seller country');
  });

  it.each([
    ['Ship Name,Gift recipient', 'Ina,Bob', ['DeliveryAddress.FullName']],
    ['Ship Name,Company', 'Ina,Rechnung Ltd', ['DeliveryAddress.Company']],
  ])('asks about %s', async (header, cells, asked) => {
    const place = 'Ship Address,Ship City,Ship Postcode,Ship Country';
    const found = await plan(addressed(`${header},${place}`, `${cells},4 Quay St,Hull,HU1 1AA,GB`));
    expect(found.asked).toEqual(asked);
  });

  it('asks where an order goes that has no delivery address of its own', async () => {
    const header =
      'Order Number,Order Date,SKU,Item Name,Quantity,Price,Currency,Name,Address,City,Postcode,Country,Ship Address,Ship City,Ship Postcode,Ship Country';
    const order = (name: string, ship: string) =>
      `${name},2026-11-25 10:00:00,AC-1,Tent,1,129.00,GBP,Ina,1 Bill St,Leeds,LS1 4AB,GB,${ship}`;
    const { asked, sent } = await plan(
      [header, order('P-1', '4 Quay St,Hull,HU1 1AA,IE'), order('P-2', ',,,')].join('\n'),
    );
    expect(asked).toEqual(['DeliveryAddress']);
    expect(sent.map((text) => text.split(': ')[0])).toEqual([
      'P-1 to Ina, 4 Quay St, Hull, HU1 1AA, IE',
      'P-2 to Ina, 1 Bill St, Leeds, LS1 4AB, GB',
    ]);
  });

  it('asks whose name it is where neither header nor rows say it', async () => {
    const content =
      'Order,Date,Name,Address,Town,Postcode,Country,SKU,Qty,Price,Currency\n1,2026-11-25 10:00,Ina,4 Quay St,Hull,HU1 1AA,GB,AC-1,1,34.50,GBP\n';
    expect((await plan(content)).asked).toContain('Name');
  });

  it('asks whether goods go to a billing address that is alone', async () => {
    const header = 'Billing name,Billing address,Billing city,Billing postcode,Billing country';
    const found = await plan(addressed(header, 'Ina,4 Quay St,Hull,HU1 1AA,GB'));
    expect(found.asked).toEqual(['DeliveryAddress']);
    expect(recipientOf(found)).toBe('Ina, 4 Quay St, Hull, HU1 1AA, GB');
  });
});

describe('the lines', () => {
  it('are several of a row where their columns are numbered', async () => {
    const content =
      'Order,Date,Customer,Address,Town,Postcode,Country,Currency,SKU 1,Qty 1,Price 1,Product 1,SKU 2,Qty 2,Price 2,Product 2\n' +
      '1,2026-11-25 10:00,Ina,4 Quay St,Hull,HU1 1AA,GB,GBP,A-1,1,10.50,Tent,B-1,2,5.25,Peg\n' +
      '2,2026-11-25 10:00,Bo,4 Quay St,Hull,HU1 1AA,GB,GBP,A-1,1,10.50,Tent,,,,\n';
    const { asked, sent } = await plan(content);
    expect(asked).toEqual([]);
    expect(sent.map((text) => text.split(': ')[1])).toEqual([
      '1 A-1 (Tent) at 10.5 GBP; 2 B-1 (Peg) at 5.25 GBP',
      '1 A-1 (Tent) at 10.5 GBP',
    ]);
  });

  it.each([
    ['Total', 'Total,,,,,,,,,,,,'],
    ['Razem', 'Razem,,,,,,,,,5,,,'],
    ['a total behind the last column', ',,,,,,,,Total,5,292.50,,'],
    ['a footer', '2 record(s) downloaded,,,,,,,,,,,,'],
    ['sums alone', ',,,,,,,,,5,292.50,,'],
  ])('are not %s', async (_, footer) => {
    const { asked, sent, problems } = await plan(`${file('Extra', 'a', 'b')}\n${footer}\n`);
    expect({ asked, problems, sent: sent.length }).toEqual({ asked: [], problems: [], sent: 2 });
  });

  it("takes the quantity of the line, and not the order's", async () => {
    const content = file('Line item quantity', '2', '1');
    expect(sentOf(await plan(content))).toEqual(['P-1 × 2', 'P-2 × 1']);
  });

  it('takes what is to ship, where a column says it', async () => {
    const found = await plan(file('Quantity to ship', '3', '0'));
    expect(sentOf(found)).toEqual(['P-1 × 3']);
    expect(found.leftOut).toEqual(['P-2 fulfilled']);
  });
});

describe('a date', () => {
  const dated = (date: string) =>
    `Order,Order date,Customer,Address,Town,Postcode,Country,SKU,Product,Qty,Price,Currency\n1,${date},Ina,4 Quay St,Hull,HU1 1AA,GB,AC-1,Tent,1,34.50,GBP\n`;

  it('that may have day or month first is a question, unless an option says it', async () => {
    const content = dated('02/11/2026');
    expect((await plan(content)).asked).toEqual(['ReceivedDate']);
    expect((await plan(content, {}, { dates: 'dmy' })).map.ReceivedDate).toEqual({
      column: 'Order date',
      date: 'DD/MM/YYYY',
    });
  });

  it.each([
    ['25/11/2026', 'DD/MM/YYYY'],
    ['11/12/2026', 'MM/DD/YYYY'],
    ['20 de agosto de 2026', 'D de MMMM de YYYY'],
    ['3. Oktober 2026', 'D. MMMM YYYY'],
    ['26/11/25', 'YY/MM/DD'],
    ['26/08/25', 'DD/MM/YY'],
    ['27/01/26', 'DD/MM/YY'],
    ['2026/9/5', 'YYYY/M/D'],
    ['11/25/2026 16:50 GMT', 'MM/DD/YYYY HH:mm Z'],
    ['2026-11-25 16:50:19 UTC+8', 'YYYY-MM-DD HH:mm:ss Z'],
  ])('%s is %s', async (cell, format) => {
    const { asked, map, problems } = await plan(dated(cell));
    expect(asked).toEqual([]);
    expect(map.ReceivedDate).toMatchObject({ date: format });
    expect(problems).toEqual([]);
  });

  it('of which one way is to come, and the other months ago, is a question', async () => {
    expect((await plan(dated('02/12/2026'))).asked).toEqual(['ReceivedDate']);
  });

  /** A file of an order for each list of cells. */
  const datedTwice = (columns: string, ...rows: readonly string[]): string =>
    [
      `Order,${columns},Customer,Address,Town,Postcode,Country,SKU,Product,Qty,Price,Currency`,
      ...rows.map((cells, at) => `${at},${cells},Ina,4 Quay St,Hull,HU1 1AA,GB,AC-1,Tent,1,34.50,GBP`),
    ].join('\n');
  const asked = async (columns: string, ...rows: readonly string[]) => {
    const given = { dispatchWithin: undefined };
    const { proposal } = await plan(datedTwice(columns, ...rows), {}, given as never);
    return proposal.questions.map(({ question, choices }) => [
      question,
      ...choices.map(({ means }) => means),
    ]);
  };

  it.each([
    ['02-11-2026', '11/09/2026', '02-11-2026 and 11/09/2026'],
    ['05/11/2026', '11/05/2026 10:00', '05/11/2026 and 11/05/2026 10:00'],
    ['11/12/2026', '10.11.2026', '11/12/2026 and 10.11.2026'],
    ['25/11/2026', '05/11/2026 10:00', '05/11/2026 10:00'],
  ])(
    'in a column of several formats is a question, unless its own proves it: %s and %s',
    async (one, other, example) => {
      expect(await asked('Order date,Ship by', `${one},2026-11-30`, `${other},2026-11-30`)).toEqual([
        [`Which comes first in Order date, as in ${example}?`, 'the day', 'the month'],
      ]);
    },
  );

  it('beside dates that prove both orders is read as the answer says, and these as they are', async () => {
    const text = datedTwice('Order date', '25/11/2026', '11/24/2026', '03/11/2026');
    const readIn = async (first: string) => (await plan(text, { ReceivedDate: first })).map.ReceivedDate;
    expect(await readIn('the day')).toMatchObject({ date: ['DD/MM/YYYY', 'MM/DD/YYYY'] });
    expect(await readIn('the month')).toMatchObject({ date: ['MM/DD/YYYY', 'DD/MM/YYYY'] });
  });

  it('is asked about where two columns are named equally well, with the order of day and month', async () => {
    expect(await asked('Order date,Ship by,Latest ship date', '2026-11-24,01/12/2026,2026-12-03')).toEqual([
      [
        'By when must the order be dispatched: Ship by (01/12/2026) or Latest ship date (2026-12-03)?',
        'Ship by, with the day first',
        'Ship by, with the month first',
        'Latest ship date',
      ],
    ]);
  });

  it('that was estimated stands back behind the last one to ship', async () => {
    expect(await asked('Order date,Estimated ship date,Ship by', '2026-11-24,2026-11-28,2026-12-03')).toEqual(
      [],
    );
  });

  it('that no format reads is not replaced by another column or the default of the profile in silence', async () => {
    const others = datedTwice('Order date,Invoice date', '24 Nov 2026 10:00 EST,2026-11-25');
    expect((await plan(others)).missing).toContain('ReceivedDate');
    const given = { fromProfile: { dispatchWithin: 'profile' } } as const;
    const rows = ['2026-11-24,2026-11-28', '2026-11-24,asap'];
    const found = await plan(datedTwice('Order date,Ship by', ...rows), {}, given);
    expect([found.sent.length, found.problems]).toEqual([
      1,
      ['DispatchBy is not a date in the format YYYY-MM-DD'],
    ]);
  });

  it('of which no order says anything leaves the default of the profile', async () => {
    const given = { fromProfile: { dispatchWithin: 'profile' } } as const;
    const rows = ['2026-11-24,n/a', '2026-11-24,-'];
    const found = await plan(datedTwice('Order date,Ship by', ...rows), {}, given);
    expect([found.sent.length, found.problems]).toEqual([2, []]);
  });

  it.each([
    'Despatch by',
    'Post by date',
    'Fulfil by',
    'Expédier avant',
    'Versenden bis',
    'Skicka senast',
    'Enviar até',
  ])('of a promise is found by its name: %s', async (name) => {
    const given = { fromProfile: { dispatchWithin: 'profile' } } as const;
    const { map } = await plan(datedTwice(`Order date,${name}`, '2026-11-24,2026-11-28'), {}, given);
    expect(map.DispatchBy).toEqual({ column: name, date: 'YYYY-MM-DD' });
  });

  it("is nobody's last name", async () => {
    expect(await asked('Order date,Ship by,Last updated', '2026-11-24,2026-12-03,2026-11-25')).toEqual([]);
  });
});

describe('a file that a preset nearly fits', () => {
  const header =
    'Name,Email,Payment state,Fulfillment Status,Currency,Shipping,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Cancelled at,Plug-in thing';
  const whole = header.replace('Payment state', 'Financial Status');
  const order = (name: string, payment: string) =>
    `${name},a@example.com,${payment},unfulfilled,GBP,3.95,2026-11-25 09:12:44 +0000,2,Tent,129.00,AC-TENT-2,Ina,4 Quay St,,,Hull,HU1 1AA,,GB,,Ina,4 Quay St,,,Hull,HU1 1AA,,GB,,,thing`;

  it('extends it with the difference, and heeds a status under another name', async () => {
    const { map, asked, sent, leftOut } = await plan(
      [header, order('#1', 'paid'), order('#2', 'voided')].join('\n'),
    );
    expect(map.$extends).toBe('shopify');
    expect(map.PaymentStatus).toMatchObject({ column: 'Payment state' });
    expect(asked).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(leftOut).toEqual(['#2 cancelled']);
  });

  it('does not take from another column what the preset finds in its own', async () => {
    const [one, other] = [order('#1', 'paid'), order('#2', 'paid')];
    const { map, asked } = await plan([`${header},Id`, `${one},5501`, `${other},5502`].join('\n'));
    expect([asked, map.$extends, map.ReferenceNumber]).toEqual([[], 'shopify', undefined]);
  });

  it.each([
    ['Shipping Address2', 'Flat 2', 'DeliveryAddress.Address2'],
    ['Shipping Company', 'Muster Ltd', 'DeliveryAddress.Company'],
    ['Shipping Province', 'Yorkshire', 'DeliveryAddress.Address2'],
  ])('asks about a part of the address under another name: %s', async (column, cell, id) => {
    const names = whole.split(',');
    const at = names.indexOf(column);
    const row = order('#1', 'paid').split(',');
    const { asked, map } = await plan(`${names.with(at, `Deluxe ${column}`)}\n${row.with(at, cell)}`);
    expect([asked, map.$extends]).toEqual([[id], 'shopify']);
  });

  it('asks about no place that a plug-in adds where the preset finds the whole address', async () => {
    const { asked, map } = await plan(`${whole},Hub city\n${order('#1', 'paid')},Leeds`);
    expect([asked, map.$extends]).toEqual([[], 'shopify']);
  });
});

describe('a column that a plug-in adds to the export of a preset', () => {
  const exported = (plugin: string, ...cells: readonly string[]): string => {
    const columns = 'Order ID,Sale Date,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country';
    return [plugin, ...cells]
      .map((cell, at) => {
        const own = `${at},11/24/26,Ina Muster,4 Quay St,Hull,HU1 1AA,United Kingdom`;
        const goods = at === 0 ? 'Item Name,SKU,Quantity,Price,Currency' : 'Tent,AC-TENT-2,2,9.00,GBP';
        return `${at === 0 ? columns : own},${goods},${cell}`;
      })
      .join('\n');
  };

  it.each([
    ['Pickup point', 'Locker 12', '', ['Pickup point'], '1 pickup'],
    ['Approved', 'tbc', 'yes', ['Approved'], '1 on-hold'],
    ['Approved', 'no', 'yes', ['Approved'], '1 on-hold'],
    ['Needs shipping', 'no', '', [], '1 not-goods'],
    ['Requested delivery date', '2026-12-24', '', ['Requested delivery date'], '1 on-hold'],
  ])('such as %s: %s', async (plugin, cell, other, asked, leftOut) => {
    const found = await plan(exported(plugin, cell, other), {}, { preset: 'etsy' });
    expect(found.map.$extends).toBe('etsy');
    expect([found.asked, found.leftOut]).toEqual([asked, [leftOut]]);
    expect(found.sent).toHaveLength(1);
  });

  it('is a part of the address, if it is one', async () => {
    const found = await plan(exported('Ship Address3', 'Flat 2'), {}, { preset: 'etsy' });
    expect([found.asked, found.sent[0]]).toEqual([[], expect.stringContaining('4 Quay St, Flat 2, Hull')]);
  });
});

describe('a file in another encoding', () => {
  const content =
    'Auftrag;Datum;Kunde;Straße;PLZ;Ort;Land;SKU;Bezeichnung;Menge;Preis;Währung\nA1;20.08.2026;Jörg Müller;Große Str. 5;10115;Berlin;DE;AC-1;Zelt;2;45,00;EUR\n';
  const bytesIn = (table: Readonly<Record<string, number>>): Uint8Array =>
    Uint8Array.from([...content].map((character) => table[character] ?? character.charCodeAt(0)));

  it.each([
    ['ibm850', { ö: 0x94, ü: 0x81, ß: 0xe1, ä: 0x84 }],
    ['macintosh', { ö: 0x9a, ü: 0x9f, ß: 0xa7, ä: 0x8a }],
    ['windows-1252', {}],
  ] as const)('%s is read in it', async (encoding, table) => {
    const found = await plan(bytesIn(table));
    expect(found.encoding).toBe(encoding);
    expect(recipientOf(found)).toBe('Jörg Müller, Große Str. 5, Berlin, 10115, DE');
  });
});
