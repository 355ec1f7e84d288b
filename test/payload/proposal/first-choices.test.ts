import { describe, expect, it } from 'vitest';
import { plan } from './proposed.ts';

/** Two lines of one order and a third of another, each with its own cells. */
const order = (header: string, ...rows: readonly string[]): string =>
  [
    `Order date;Name;Street;City;Zip;Country;${header}`,
    ...rows.map((cells, at) => `2026-11-25;Ina;${at < 2 ? 4 : 5} Quay St;Hull;HU1 1AA;GB;${cells}`),
  ].join('\n');
const goods = 'Qty;Unit price;Currency';

describe('of several choices, the likely one comes first', () => {
  it.each([
    [
      'what differs between the lines, and not the customer reference, for the SKU',
      `Order no;Uw referentie;Artikel;Omschrijving;${goods}`,
      ['1;PO-77;AC-T;Tent;2;9;GBP', '1;PO-77;AC-S;Stove;1;9;GBP', '2;;AC-T;Tent;1;9;GBP'],
      'Artikel',
    ],
    [
      "the seller's own code, and not the customer's",
      `Order no;Item name;Your code;Our code;${goods}`,
      ['1;Tent;C1;AC-T;2;9;GBP', '1;Stove;C2;AC-S;1;9;GBP', '2;Tent;C1;AC-T;1;9;GBP'],
      'Our code',
    ],
    [
      "the seller's own number, and not the supplier's code",
      `Order no;Item name;Supplier SKU;Article no;${goods}`,
      ['1;Tent;S-1;AC-T;2;9;GBP', '1;Stove;S-2;AC-S;1;9;GBP', '2;Tent;S-1;AC-T;1;9;GBP'],
      'Article no',
    ],
    [
      'the price that makes the total',
      'Order no;SKU;Item name;Qty;Unit price;Discounted unit price;Line total;Currency',
      [
        '1;AC-T;Tent;2;129.00;116.10;232.20;GBP',
        '1;AC-S;Stove;1;9.00;9.00;9.00;GBP',
        '2;AC-S;Stove;1;9;9;9;GBP',
      ],
      'Discounted unit price',
    ],
    [
      'what numbers each order, and not what all share',
      `Perk ID;Pledge ID;SKU;Item name;${goods}`,
      ['77;1;AC-T;Tent;2;9;GBP', '77;1;AC-S;Stove;1;9;GBP', '77;2;AC-T;Tent;1;9;GBP'],
      'Pledge ID',
    ],
    [
      'a number of an unknown name for the order, beside a Réf. that is the SKU',
      `Pièce;Réf.;Désignation;${goods}`,
      ['BC1;AC-T;Tente;2;9;EUR', 'BC1;AC-S;Réchaud;1;9;EUR', 'BC2;AC-T;Tente;1;9;EUR'],
      'Pièce',
    ],
    [
      'a bare Ref for the order, and not a Code that is rather that of the goods',
      `Ref;Code;SKU;Item name;${goods}`,
      ['A-1;C-1;AC-T;Tent;2;9;EUR', 'A-1;C-2;AC-S;Stove;1;9;EUR', 'A-2;C-1;AC-M;Mug;1;9;EUR'],
      'Ref',
    ],
  ])('%s', async (_, header, rows, first) => {
    const { proposal } = await plan(order(header, ...rows));
    expect(proposal.questions.map(({ choices: [choice] }) => choice?.means)).toEqual([first]);
  });

  it('a price in one of several currencies brings its own', async () => {
    const text = order('Order no;SKU;Item name;Qty;Price (USD);Price (EUR)', '1;AC-T;Tent;2;129.00;119.00');
    const { asked, sent } = await plan(text, { PricePerUnit: 'Price (EUR)' });
    expect(asked).toEqual(['PricePerUnit']);
    expect(sent[0]).toContain('at 119 EUR');
  });

  it('a charge is left out with the answer which column has the SKU', async () => {
    const rows = ['1;AC-T;Tent;2;9;GBP', '1;SHIPPING;Shipping charge;1;4;GBP', '2;AC-S;Stove;1;9;GBP'];
    const { leftOut, sent } = await plan(order(`Order no;Item;Description;${goods}`, ...rows));
    expect(leftOut).toEqual(['1 SHIPPING not-goods']);
    expect(sent[0]).toMatch(/: 2 AC-T \(Tent\) at 9 GBP$/);
  });

  it('a postcode, beside the number of a person at a locker', async () => {
    const text = order(
      `Order no;Postnummer;PLZ;SKU;Item name;${goods}`,
      '1;12345678;10115;AC-T;Tent;2;9;GBP',
    );
    const { sent } = await plan(text.replace('Zip;', 'Region;'));
    expect(sent[0]).toContain('10115, GB');
  });
});
