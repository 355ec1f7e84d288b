import { describe, expect, it } from 'vitest';
import { plan } from './proposed.ts';

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
    const there = await plan(text, { [id]: `to ${second}, where it is filled` });
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
      ['leave out the orders that have the second: a person must look', 'to Address'],
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
