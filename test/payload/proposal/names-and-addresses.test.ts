import { describe, expect, it } from 'vitest';
import { file, plan } from './proposed.ts';

const goods = 'SKU;Item name;Qty;Unit price;Currency';
const order = (header: string, ...rows: readonly string[]): string =>
  [
    `Order no;Order date;${header};${goods}`,
    ...rows.map((cells, at) => `${at + 1};2026-11-25;${cells};BOX;Box;1;29.00;GBP`),
  ].join('\n');
const placesOf = ({ sent }: { readonly sent: readonly string[] }): string[] =>
  sent.map((text) => text.replace(/: 1 BOX.*/, ''));

describe('a second whole address', () => {
  const parts = (of: (part: string) => string): string =>
    ['Name', 'Address', 'City', 'Zip', 'Country'].map(of).join(';');
  const [one, two] = ['Ina Muster;4 Quay St;Hull;HU1 1AA;GB', 'Dee Gift;9 High St;York;YO1 1AA;GB'];

  it.each([
    ['Alt', parts((part) => `Alt ${part}`)],
    ['Secondary', parts((part) => `Secondary ${part}`)],
    ['End User', parts((part) => `End User ${part}`)],
    ['2', parts((part) => `${part} 2`)],
    ['Abweichend', 'Abweichender Name;Abweichende Straße;Abweichender Ort;Abweichende PLZ;Abweichendes Land'],
    ['Autre', 'Autre nom;Autre adresse;Autre ville;Autre CP;Autre pays'],
    ['Inny', 'Inny odbiorca;Inny adres;Inne miasto;Inny kod pocztowy;Inny kraj'],
    [
      'Alternatief',
      'Alternatieve naam;Alternatief adres;Alternatieve plaats;Alternatieve postcode;Alternatief land',
    ],
  ])('is one question: %s', async (_, header) => {
    const text = order(`${parts((part) => part)};${header}`, `${one};;;;;`, `${one};${two}`);
    const [, second = ''] = header.split(';');
    const id = `DeliveryAddress: ${second}`;
    const first = await plan(text);
    expect({ asked: first.asked, leftOut: first.leftOut, sent: placesOf(first) }).toEqual({
      asked: [id],
      leftOut: ['2 on-hold'],
      sent: ['1 to Ina Muster, 4 Quay St, Hull, HU1 1AA, GB'],
    });
    const there = await plan(text, { [id]: `to ${second}, where it is filled in` });
    expect(placesOf(there)).toEqual([
      '1 to Ina Muster, 4 Quay St, Hull, HU1 1AA, GB',
      '2 to Dee Gift, 9 High St, York, YO1 1AA, GB',
    ]);
    const here = await plan(text, { [id]: 'to Address' });
    expect(new Set(placesOf(here).map((place) => place.slice(2)))).toEqual(
      new Set(['to Ina Muster, 4 Quay St, Hull, HU1 1AA, GB']),
    );
  });

  it('is one of two, where no third is there', async () => {
    const header = `${parts((part) => `Mailing ${part}`)};${parts((part) => `Physical ${part}`)}`;
    const found = await plan(order(header, `${one};${two}`), {
      DeliveryAddress: 'to Physical Address',
    });
    expect(placesOf(found)).toEqual(['1 to Dee Gift, 9 High St, York, YO1 1AA, GB']);
  });

  it('is never mixed with the second line of the first', async () => {
    const header = `${parts((part) => part)};Address line 2;${parts((part) => `Alt ${part}`)}`;
    const { proposal } = await plan(order(header, `${one};Flat 3;${two}`, `${one};;;;;;`));
    expect(proposal.questions.map(({ choices }) => choices.map(({ means }) => means))).toEqual([
      ['leave out the orders that have the second one, to check by hand', 'to Address'],
    ]);
  });
});

describe('a name in parts', () => {
  const place = 'Street;City;Zip;Country';
  const [quay, asked] = ['4 Quay St;Hull;HU1 1AA;GB', ['DeliveryAddress.FullName']];

  it.each([
    ['Name 1;Name 2;Name 3', 'Muster GmbH;Ina;Tor 4', 'Muster GmbH Ina Tor 4', asked],
    ['Name;Name2', 'Ina;Muster', 'Ina Muster', asked],
    ['SHIPPING_NAME1;SHIPPING_NAME2', 'Ina;Muster', 'Ina Muster', asked],
    ['Recipient name line 1;Recipient name line 2', 'Ina;Muster', 'Ina Muster', asked],
    ['Nombre;Apellido 1;Apellido 2', 'Ina;Muster;Lopez', 'Ina Muster Lopez', []],
    ['Nombre;Primer apellido;Segundo apellido', 'Ina;Muster;Lopez', 'Ina Muster Lopez', ['Segundo apellido']],
    [
      'Name;Company 1;Company 2',
      'Ina;Muster GmbH;Lager',
      'Ina, Muster GmbH Lager',
      ['DeliveryAddress.Company'],
    ],
    ['Titel;Vorname;Nachname', 'Herr Dr.;Ina;Muster', 'Ina Muster', []],
    ['Recipient title;First name;Last name', 'Mevr.;Ina;Muster', 'Ina Muster', []],
  ])('is whole by the first answer: %s', async (header, cells, name, questions) => {
    const found = await plan(order(`${header};${place}`, `${cells};${quay}`));
    expect(found.asked).toEqual(questions);
    expect(placesOf(found)).toEqual([`1 to ${name}, 4 Quay St, Hull, HU1 1AA, GB`]);
  });
});

it('the unit of a delivery is that of a flat', async () => {
  const header = 'ship_to_name;ship_to_street;ship_to_unit;ship_to_city;ship_to_zip;ship_to_country';
  const found = await plan(order(header, 'Ina;4 Quay St;4B;Hull;HU1 1AA;GB'));
  expect(found.asked).toEqual([]);
  expect(placesOf(found)).toEqual(['1 to Ina, 4 Quay St, 4B, Hull, HU1 1AA, GB']);
});

it('the last digits of a ZIP code are no line of the address', async () => {
  const header = 'Name;Addr1;Addr2;City;Zip;Zip4;Country';
  const found = await plan(order(header, 'Ina;4 Quay St;Apt 4;Austin;78701;1234;US'));
  expect(found.asked).toEqual([]);
  expect(placesOf(found)).toEqual(['1 to Ina, 4 Quay St, Apt 4, Austin, 78701, US']);
});

describe('the parts of an address', () => {
  const address = 'Recipient;Delivery address;City;Zip;Country';
  const where = async (header: string, street: string, cells: string, country = 'GB') => {
    const found = await plan(order(`${address};${header}`, `Ina;${street};Hull;HU1 1AA;${country};${cells}`));
    return [
      found.asked,
      placesOf(found).map((place) => place.slice('1 to Ina, '.length, -', Hull, HU1 1AA, GB'.length)),
    ];
  };

  it.each([
    [
      'Delivery suburb;Delivery address line 2;Delivery floor;Delivery building;Delivery apartment',
      'Headingley;Rear;2nd floor;Mill House;9B',
      '4 Quay St, 9B, Mill House, 2nd floor, Rear, Headingley',
    ],
    [
      'District;Address line 3;Address line 2',
      'Headingley;Yard;Flat 3',
      '4 Quay St, Flat 3, Yard, Headingley',
    ],
    ['Floor;Addition', '2;bis', '4 Quay St, bis, 2'],
    ['Stiege;Top', '2;14', '4 Quay St, 14, 2'],
    ['m.', '7', '4 Quay St, 7'],
    ['Line 2', 'Flat 3', '4 Quay St, Flat 3'],
    ['Ship line 2', 'Mill House', '4 Quay St, Mill House'],
    ['Buzzer', '12', '4 Quay St, 12'],
    ['Interphone', 'Muster', '4 Quay St, Muster'],
    ['Citofono', 'Muster', '4 Quay St, Muster'],
    ['Domofon', '12', '4 Quay St, 12'],
    ['Klingel', 'Muster', '4 Quay St, Muster'],
    ['Türnummer', '7', '4 Quay St, 7'],
  ])('are in its order: %s', async (header, cells, place) => {
    expect(await where(header, '4 Quay St', cells)).toEqual([[], [place]]);
  });

  it.each([
    ['Additional info', 'Flat 3'],
    ['Info', 'Flat 3'],
    ['Delivery info', 'Apt 12'],
  ])('are asked about in %s', async (header, cell) => {
    expect(await where(header, '4 Quay St', cell)).toEqual([
      ['DeliveryAddress.Address2'],
      [`4 Quay St, ${cell}`],
    ]);
  });

  it.each([
    ['Comments', 'Flat 3'],
    ['Order notes', 'Apt 12'],
    ['Additional info', 'please call'],
  ])('are none in %s: %s', async (header, cell) => {
    expect(await where(header, '4 Quay St', cell)).toEqual([[], ['4 Quay St']]);
  });

  it.each([
    ['House number', 'High Street', '12', '12 High Street'],
    ['House number;Addition', 'High Street', '12;bis', '12 bis High Street'],
    ['House number', '4 Quay St', '4', '4 Quay St'],
  ])('%s goes with a street of another name: %s', async (header, street, cells, place) => {
    expect(await where(header, street, cells)).toEqual([[], [place]]);
  });

  it('a house number is that of the street beside it', async () => {
    const [asked, places] = await where('Street;House number', 'High Street', 'Side St;12');
    expect([asked, places]).not.toEqual([[], ['12 High Street']]);
  });
});

describe('a column named for the delivery', () => {
  const made = (header: string, ...cells: readonly string[]) =>
    plan(
      order(
        `Customer;Street;City;Zip;Country;${header}`,
        ...cells.map((cell) => `Ina Muster;4 Quay St;Hull;HU1 1AA;GB;${cell}`),
      ),
    );

  it.each([
    ['Destination', 'France', ['DeliveryAddress.Country']],
    ['Final destination', 'FR', ['DeliveryAddress.Country']],
    ['Destino', 'Francia', ['DeliveryAddress.Country']],
    ['Destination', 'United Kingdom', []],
    ['Destination', 'EU', ['DeliveryAddress.Address2']],
    ['Ship to', 'Zone 2', ['DeliveryAddress.Address2']],
    ['Destination', 'Leeds depot', ['DeliveryAddress.FullName']],
    ['Livraison', 'Bo', ['DeliveryAddress.FullName']],
    ['Delivery', 'Royal Mail', []],
    ['Lieferung', 'DHL Paket', []],
    ['Livraison', 'Colissimo', []],
    ['Consegna', 'Express', []],
    ['Delivery', '4.95', []],
    ['Ship to', 'Home', ['DeliveryAddress.FullName']],
    ['Delivery info', 'Ring twice', []],
  ])('%s is no recipient with %s', async (header, cell, asked) => {
    const found = await made(header, cell);
    expect([found.asked, placesOf(found)]).toEqual([
      asked,
      ['1 to Ina Muster, 4 Quay St, Hull, HU1 1AA, GB'],
    ]);
  });

  it.each([
    ['Country name', 'France', ['DeliveryAddress.Country']],
    ['Country code', 'FR', ['DeliveryAddress.Country']],
    ['Country code', 'UK', []],
    ['Country name', 'United Kingdom', []],
  ])('a second country is a question where it is another: %s %s', async (header, cell, asked) => {
    expect((await made(header, cell)).asked).toEqual(asked);
  });

  it('may be shortened', async () => {
    const { asked, map } = await made('Dest. country', 'FR');
    expect([asked, map['DeliveryAddress.CountryCode']]).toEqual([[], 'Dest. country']);
  });

  it.each([
    ['Recipient', '{"column":["Recipient","Customer"]}', ['Ina Muster', 'Grandma']],
    ['Deliver to', '{"column":["Deliver to","Customer"]}', ['Ina Muster', 'Grandma']],
    ['Attn', '{"column":["Attn","Customer"]}', ['Ina Muster', 'Grandma']],
    ['Empfänger', '{"column":["Empfänger","Customer"]}', ['Ina Muster', 'Grandma']],
    ['Name 2', '{"join":["Customer","Name 2"],"with":" "}', ['Ina Muster', 'Ina Muster Grandma']],
  ])('leaves the parcels to the buyer where only some orders have it: %s', async (header, entry, names) => {
    const found = await made(header, '', 'Grandma');
    expect(found.asked).toEqual(['DeliveryAddress.FullName']);
    expect(JSON.stringify(found.map['DeliveryAddress.FullName'])).toBe(entry);
    expect(placesOf(found).map((place) => place.replace(/^. to ([^,]*),.*/, '$1'))).toEqual(names);
    expect(found.map.ChannelBuyerName).toBe('Customer');
  });
});

describe('where the buyer found the shop', () => {
  const head = 'Nr;Datum;Naam;Adres;Postcode;Plaats;Land;Artikelnr;Omschrijving;Aantal;Stukprijs;Valuta';
  const row = 'B1;25-11-2026;Sanne;Kerkstraat 12;3511 AB;Utrecht;NL;BOX;Doos;1;29.00;EUR';

  it.each(['Via', 'via', 'Gevonden via', 'Hittade oss via'])('is no street: %s', async (name) => {
    const found = await plan(`${head};${name}\n${row};Insta`);
    expect([found.asked, placesOf(found)]).toEqual([
      [],
      ['B1 to Sanne, Kerkstraat 12, Utrecht, 3511 AB, NL'],
    ]);
  });

  it('but the street of an Italian file is', async () => {
    const found = await plan(
      `${head.replace('Adres', 'Via;N. civico')}\n${row.replace('Kerkstraat 12', 'Via Roma;12')}`,
    );
    expect([found.asked, found.sent.length, found.problems]).toEqual([[], 1, []]);
  });
});

describe('a bare code beside a town', () => {
  const head =
    'Nr zam.;Data;Imię i nazwisko;Ulica i nr;Kod;Miejscowość;Kraj;Symbol;Towar;Szt.;Cena szt.;Waluta';
  const row = (kod: string): string =>
    `Z/1;25.11.2026;Agnieszka;ul. Lipowa 12;${kod};Warszawa;Polska;BOX;Pudełko;1;29.00;EUR`;

  it.each(['00-120', '1200-195', '3511 AB'])('is the postcode, where it looks like one: %s', async (kod) => {
    const found = await plan(`${head}\n${row(kod)}`);
    expect([found.asked, placesOf(found)]).toEqual([
      [],
      [`Z/1 to Agnieszka, ul. Lipowa 12, Warszawa, ${kod}, Polska`],
    ]);
  });

  it('but not where the file has another, or the cells are other codes', async () => {
    const other = await plan(`${head};Kod pocztowy\n${row('00-120')};31-147`);
    expect(other.map['DeliveryAddress.PostCode']).toBe('Kod pocztowy');
    expect((await plan(`${head}\n${row('A-77')}`)).missing).toContain('DeliveryAddress.PostCode');
  });
});

describe('beside a recipient of its own for the delivery', () => {
  it.each([
    ['Template name', 'Standard', 'Standard'],
    ['survey_pet_name', '', 'Rex'],
    ['Pupil name', '', 'Rhys E'],
    ['Pledge level', 'Explorer', 'Explorer'],
    ['Company', 'Peak Ltd', 'Peak Ltd'],
  ])('%s (%s, %s) needs no question', async (name, one, other) => {
    const found = await plan(file(name, one, other));
    expect([found.asked, found.sent.length]).toEqual([[], 2]);
    expect(found.map['DeliveryAddress.FullName']).toBe('Ship Name');
  });

  it.each([
    ['Correct name', '', 'Dee'],
    ['Collector name', '', 'Dee'],
    ['Neuer Name', '', 'Dee'],
    ['Company', 'Peak Ltd', 'Quay Ltd'],
  ])('but %s (%s, %s) does', async (name, one, other) => {
    expect((await plan(file(name, one, other))).asked).toHaveLength(1);
  });
});

it.each([
  ['Pago aceptado', []],
  ['Aberto', []],
  ['Pago verificado', ['Estado: Pago verificado']],
])('a state of payment beside an address is the status: %s', async (value, asked) => {
  const found = await plan(file('Estado', value, value));
  expect([found.asked, found.map.$keep]).toEqual([asked, [{ column: 'Estado', in: [value] }]]);
});
