import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { file, plan, sentOf, usual } from './proposed.ts';

/** A file of one order for Ina Muster, with these columns for the rest. */
const order = (header: string, ...rows: readonly string[]): string =>
  [
    `Order Number,Order Date,Item Name,Currency,${header}`,
    ...rows.map((cells, at) => `P-${at + 1},2026-11-25 10:00:00,Tent,GBP,${cells}`),
  ].join('\n');
const address = 'Ship Name,Ship Address 1,Ship City,Ship Postcode,Ship Country';
const ina = 'Ina Muster,4 Quay St,Hull,HU1 1AA,GB';
const line = 'SKU,Quantity,Unit Price';
const tent = 'AC-TENT-2,2,129.00';

describe('what the file leaves open is a question', () => {
  it.each([
    ['an address, beside columns that are always blank', 'Ship Company,Giftee address', ',9 Side St'],
    ['a second SKU with a word that nobody knows', 'Alt SKU', 'AC-TENT-3'],
    ['the number of a dispatch that is no tracking number', 'Shipment ID', '77'],
    ['a label, with which a parcel may have left', 'Shipping label created', '2026-11-25'],
    ['money that was paid back', 'Refunded', '34.50'],
    ['more paid back than was ordered', 'Refunded', '129.00'],
    ['the state of an order, which is no region', 'Estado de la orden', 'Por revisar'],
    ['the state of a payment', 'Estado del pago', 'Recibido'],
  ])('%s: %s', async (_, header, cells) => {
    const { asked, map } = await plan(file(header, cells));
    expect(asked).toHaveLength(1);
    expect(header.split(',').some((name) => asked[0]?.includes(name))).toBe(true);
    expect(map).not.toHaveProperty('DeliveryAddress.Region');
  });

  it.each([
    ['Artikel-Nr,Eigene Artikelnr', '556677,AC-TENT-2', ['SKU']],
    ['Artikel-Nr,SKU', '556677,AC-TENT-2', []],
  ])('which of %s is the SKU', async (header, cells, asked) => {
    const found = await plan(order(`${address},Quantity,Unit Price,${header}`, `${ina},2,129.00,${cells}`));
    expect(found.asked).toEqual(asked);
  });

  it.each([
    ['SKU', 'Warehouse SKU', 'W-1', ['SKU', 'Warehouse SKU']],
    ['Currency', 'Payment currency', 'EUR', ['Currency', 'Payment currency']],
  ])('which %s, beside %s', async (id, header, cells, choices) => {
    const { proposal } = await plan(file(header, cells));
    const [question] = proposal.questions;
    expect(question?.id).toBe(id);
    expect(question?.choices.map(({ means }) => means)).toEqual(choices);
  });

  it.each([
    ['GB', 'GBP'],
    ['Deutschland', 'EUR'],
    ['USA', 'USD'],
  ])('which currency, that of parcels to %s first', async (country, first) => {
    const text = order(`${address},${line}`, `${ina},${tent}`).replaceAll(',GB,', `,${country},`);
    const { proposal } = await plan(text.replace('Currency,', '').replace('GBP,', ''));
    const [{ id, choices: [choice] = [] } = {}] = proposal.questions;
    expect([id, choice?.means]).toEqual(['Currency', first]);
  });

  it('whether what is shipped to a place goes there', async () => {
    const found = await plan(file('Shipped to', 'Home', 'Office'));
    expect({ asked: found.asked, leftOut: found.leftOut }).toEqual({
      asked: ['DeliveryAddress.FullName'],
      leftOut: [],
    });
  });

  it.each(['Order qty', 'Total qty'])('whether %s is the quantity of a line', async (header) => {
    const more = `${address},SKU,Unit Price,${header}`;
    const { asked, sent } = await plan(order(more, `${ina},AC-TENT-2,129.00,2`), { Qty: header });
    expect(asked).toEqual(['Qty']);
    expect(sent[0]).toContain(': 2 AC-TENT-2');
  });

  it('a bare number, where no street has one', async () => {
    const header = `Nombre,Dirección,Número,Ciudad,Código postal,País,${line}`;
    const asks = await plan(order(header, `Ina Muster,Calle Mayor,4,Madrid,28013,ES,${tent}`));
    expect(asks.asked).toEqual(['DeliveryAddress.Address1']);
    expect(asks.sent[0]).toContain('to Ina Muster, Calle Mayor 4, Madrid');
    const clear = await plan(order(header, `Ina Muster,Calle Mayor 4,1,Madrid,28013,ES,${tent}`));
    expect(clear.asked).toEqual([]);
  });

  it('where an order goes that has no address of its own, beside a flag that says so', async () => {
    const header = `Naam,Straat,Postcode,Plaats,Land,Afwijkend afleveradres,Aflever naam,Aflever straat,Aflever postcode,Aflever plaats,Aflever land,${line}`;
    const found = await plan(
      order(
        header,
        `Otto,Kerkstraat 1,3511 AA,Utrecht,NL,Ja,Ina,Dorpsweg 4,1000 AA,Amsterdam,NL,${tent}`,
        `Bo,Kerkstraat 2,3511 AA,Utrecht,NL,Nee,,,,,,${tent}`,
      ),
    );
    expect(found.asked).toEqual(['DeliveryAddress']);
    expect(found.sent.map((text) => text.split(':')[0])).toEqual([
      'P-1 to Ina, Dorpsweg 4, Amsterdam, 1000 AA, NL',
      'P-2 to Bo, Kerkstraat 2, Utrecht, 3511 AA, NL',
    ]);
  });
});

describe('what needs no question', () => {
  it.each(['MwSt', 'USt', 'MwSt-Satz'])('the tax in %s', async (header) => {
    const { asked, unused } = await plan(file(header, '19'));
    expect({ asked, unused }).toEqual({ asked: [], unused: [header] });
  });

  it("the order's only number, with a word that nobody knows", async () => {
    const content = file('Notes', '').replace('Order Number', 'acme-order-id');
    const { asked, sent } = await plan(content);
    expect({ asked, reference: sent[0]?.split(' ')[0] }).toEqual({ asked: [], reference: 'P-1' });
  });

  it("the SKU in the merchant's article number, beside a barcode", async () => {
    const content = file('EAN', '4012345678911').replace(',SKU,', ',Merchant article number,');
    const { asked, sent } = await plan(content);
    expect({ asked, sent }).toEqual({ asked: [], sent: [expect.stringContaining(': 4 AC-TENT-2 (Tent)')] });
  });

  it('a last name in a column of that word alone', async () => {
    const header = `First,Last,Street,City,Zip,Country,${line}`;
    const { asked, sent } = await plan(order(header, `Ina,Muster,4 Quay St,Hull,HU1 1AA,GB,${tent}`));
    expect(asked).toEqual([]);
    expect(sent[0]).toContain('to Ina Muster, ');
  });

  it('a number of the house that the street has already', async () => {
    const header = `Ship Name,Ship Address 1,Ship House Number,Ship City,Ship Postcode,Ship Country,${line}`;
    const { asked, sent } = await plan(order(header, `Ina Muster,4 Quay St,4,Hull,HU1 1AA,GB,${tent}`));
    expect(asked).toEqual([]);
    expect(sent[0]).toContain('to Ina Muster, 4 Quay St, Hull');
  });

  it('a buyer, where the column for one is always blank', async () => {
    const { map, problems } = await plan(file('Customer name', '', ''));
    expect({ buyer: map.ChannelBuyerName, problems }).toEqual({ buyer: 'Ship Name', problems: [] });
  });

  it.each([
    ...['Numero spedizione', 'Codice spedizione', 'Paket-ID', 'Numer listu', 'Nr śledzenia'],
    "N° d'expédition",
    'Número de envío',
    'Versandnummer',
    'Verzendnummer',
    'Número de envio',
    'T&T',
  ])('the number of a parcel in %s: it was shipped', async (header) => {
    const found = await plan(file(header, '', 'JD77'));
    expect({ asked: found.asked, sent: sentOf(found) }).toEqual({ asked: [], sent: ['P-1 × 4'] });
  });
});

describe('what a column of refunds or of a line says', () => {
  it.each([
    ['Refund status', 'none', 'partial', ['P-2 partly-refunded']],
    ['Refund status', 'No', 'Completed', ['P-2 refunded']],
    ['Collected', 'FALSE', 'TRUE', ['P-2 pickup']],
    ['Line cancelled', 'N', 'Y', ['P-2 cancelled']],
    ['Cancelled by', '', 'Buyer', ['P-2 cancelled']],
    ['Archived', 'false', 'true', ['P-2 fulfilled']],
    ['Draft', 'No', 'Yes', ['P-2 on-hold']],
    ['RMA', '', 'R-1', ['P-2 refunded']],
    ['Abgeholt', '', 'ja', ['P-2 pickup']],
    ['Versand erfolgt', 'nein', 'ja', ['P-2 fulfilled']],
    ['Data anulowania', '', '2026-11-25', ['P-2 cancelled']],
    ['Cantidad devuelta', '0', '1', ['P-2 refunded']],
    ['Quantità residua', '4', '0', ['P-2 fulfilled']],
    ['Ship via', 'DPD', 'Collect', ['P-2 pickup']],
    ['Already sent to warehouse', 'No', 'Yes', ['P-2 fulfilled']],
    ['Sent to fulfilment', '', '2026-11-25', ['P-2 fulfilled']],
  ])('%s, with %s and %s', async (header, one, other, leftOut) => {
    const found = await plan(file(header, one, other));
    expect({ asked: found.asked, leftOut: found.leftOut }).toEqual({ asked: [], leftOut });
  });
});

describe('a value of a later file is not sent unseen', () => {
  const later = async (header: string, today: readonly string[], tomorrow: string) => {
    const { map } = await plan(file(header, ...today));
    return JSON.stringify([map.$keep, map.$leaveOut]).includes(tomorrow);
  };

  it.each([
    ['Betald', ['Ja'], '{"column":"Betald","in":["Ja"]}'],
    ['Approved', ['Yes', 'Yes'], '{"column":"Approved","in":["Yes"]}'],
    ['Qty to ship', ['', ''], '{"column":"Qty to ship","in":[""]}'],
    ['Approved', ['', ''], '{"column":"Approved","in":["false","no",'],
    ['Order type', ['', ''], '{"column":"Order type","in":[""]}'],
    ['Ship after', ['', ''], '{"column":"Ship after","in":[""]}'],
    ['Second SKU', ['', ''], '{"column":"Second SKU","in":[""]}'],
    ['Paid', ['Yes', 'Yes'], '{"column":"Paid","in":["Yes"]}'],
    ['Status', ['', 'Cancelled'], '{"column":"Status","in":[""]}'],
    ['Refunded Amount', ['0.00', '0.00'], '{"column":"Refunded Amount","in":["","0.00"]}'],
  ])('%s, which has %j in this one', async (header, today, rule) => {
    expect(await later(header, today, rule)).toBe(true);
  });

  it.each([
    ['Collection', 'SS27'],
    ['Is test', 'false'],
    ['Return policy', '30 days'],
    ['Address type', 'business'],
    ['Delivered by', 'DPD'],
    ['Envío gratis', 'sí'],
    ['Rechnung verschickt', 'ja'],
  ])('%s, blank in this one, stops no order that has %s in it', async (header, cell) => {
    const { map } = await plan(file(header, '', ''));
    const { bodies, problems } = await read(file(header, '', cell), {
      options: { ...usual, set: [['PaymentStatus', 'PAID']], map },
    });
    expect([bodies.length, problems]).toEqual([2, []]);
  });

  it.each([
    ['Pickup point', 'Locker 5', 'pickup'],
    ['Acme dispatched', '2026-11-25', 'fulfilled'],
    ['Acme hold', 'waiting for stock', 'on-hold'],
    ['Acme refunded', '2026-11-25', 'refunded'],
    ['On hold', 'yes', 'on-hold'],
  ])('%s, blank in this one, leaves out an order that has %s in it', async (header, cell, reason) => {
    const { map } = await plan(file(header, '', ''));
    const { documents } = await read(file(header, '', cell), {
      options: { ...usual, set: [['PaymentStatus', 'PAID']], map },
    });
    expect(documents.map(({ leftOut }) => leftOut)).toEqual([undefined, reason]);
  });

  it('a hold of another kind than a yes is refused on a later day', async () => {
    const { map } = await plan(file('On hold', '', ''));
    const { bodies, problems } = await read(file('On hold', '', 'customer asked'), {
      options: { ...usual, set: [['PaymentStatus', 'PAID']], map },
    });
    expect([bodies.length, problems[0]?.column]).toEqual([1, 'On hold']);
  });

  it('a column of which every value is left out by another is used, asked about or listed', async () => {
    const { map } = await plan(file('Status,Dispute last status', 'Disputed,needs_response', 'New,'));
    expect(map.$keep).toContainEqual({ column: 'Dispute last status', in: [''] });
  });

  it('a footer is skipped whatever it counts', async () => {
    const { map, sent } = await plan(`${file('Note', '', '')}\n3 record(s) downloaded`);
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(map.$skipRows)).not.toContain('record(s)');
  });

  it('a column that only orders have that are left out is listed', async () => {
    const { map, asked } = await plan(file('Order status,Status', 'Shipped,P', 'Cancelled,C'));
    expect({ asked, unused: map.$unused }).toEqual({ asked: [], unused: ['Status'] });
  });

  it('an amount that was paid is no sign of what is owed', async () => {
    const { missing, unused } = await plan(file('Customer paid', '516.00', '34.50'));
    expect({ missing, unused }).toEqual({ missing: ['PaymentStatus'], unused: ['Customer paid'] });
  });
});
