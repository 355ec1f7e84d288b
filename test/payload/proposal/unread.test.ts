import { describe, expect, it } from 'vitest';
import { columns, file, plan } from './proposed.ts';

/** What is asked of a file with one more column, and what its first answers leave out. */
const found = async (header: string, ...cells: readonly string[]) => {
  const { asked, leftOut } = await plan(file(header, ...cells.map((cell) => `"${cell}"`)));
  return [asked, leftOut];
};

describe('a flag that nothing heeds is a question, unless its name is known to be beside the point', () => {
  it.each([
    ['Credit Hold', '', 'Y', 'P-2 on-hold'],
    ['Kreditsperre', '', 'X', 'P-2 on-hold'],
    ['Approved', 'Yes', 'No', 'P-2 on-hold'],
    ['Released', 'Yes', 'No', 'P-2 on-hold'],
    ['Ship?', 'Y', 'N', 'P-2 on-hold'],
    ['Ship flag', '1', '0', 'P-2 on-hold'],
    ['Enviar', 'sí', 'no', 'P-2 on-hold'],
    ['Freigabe', 'ja', 'nein', 'P-2 on-hold'],
    ['Versandfreigabe', 'ja', 'nein', 'P-2 on-hold'],
    ['Skipped', 'FALSE', 'TRUE', 'P-2 on-hold'],
    ['Sandbox', 'false', 'true', 'P-2 on-hold'],
    ['Angebot', '', 'ja', 'P-2 on-hold'],
    ['Devis', '', 'oui', 'P-2 on-hold'],
    ['Item removed', 'No', 'Yes', 'P-2 on-hold'],
    ['Physical', 'TRUE', 'FALSE', 'P-2 on-hold'],
    ['In stock', 'Yes', 'No', 'P-1 on-hold'],
    ['Processed at', '2026-11-25 10:00:00', '2026-11-25 11:00:00', 'P-1 fulfilled, P-2 fulfilled'],
    ['Udgår', '', 'x', 'P-2 on-hold'],
    ['Estettyjä', 'ei', 'kyllä', 'P-2 on-hold'],
    ['Freigabe', 'nein', 'nein', 'P-1 on-hold, P-2 on-hold'],
  ])('%s: %j and %j', async (header, one, other, leftOut) => {
    expect(await found(header, one, other)).toEqual([[header], leftOut.split(', ')]);
  });

  it('those that let an order go are the first choice, where most orders go', async () => {
    const { asked, leftOut } = await plan(file('Cobrado', 'Sí', 'No', 'Sí'));
    expect([asked, leftOut]).toEqual([['Cobrado'], ['P-2 on-hold']]);
  });

  it.each([
    ['Gift', 'TRUE', 'FALSE'],
    ['Geschenk', 'nein', 'ja'],
    ['Accepts Marketing', 'yes', 'no'],
    ['Tax exempt', 'no', 'yes'],
    ['Signature required', 'yes', 'no'],
    ['Email sent', 'yes', 'no'],
    ['Approved', '1', '1'],
    ['Parcels', '1', '1'],
    ['Shipping', '0', '0'],
    ['Customer group', '1', '0'],
    ['Faktura', 'tak', 'nie'],
    ['Rechnung verschickt', 'ja', 'ja'],
    ['Facture envoyée', 'oui', 'non'],
    ['Review request sent', '', 'yes'],
    ['Dankeskarte verschickt', '', 'x'],
    ['Fattura richiesta', 'Sì', 'No'],
    ['Retour gratuit', 'oui', 'oui'],
    ['Returns accepted', 'Yes', 'Yes'],
    ['Delivered by', 'DPD', ''],
    ['Bezorgd door', '', 'PostNL'],
    ['Kundenstatus', 'Gold', 'Silber'],
    ['Tax status', 'taxable', 'none'],
    ['Shipped orders count', '3', '0'],
    ['Gift card used', 'No', 'Yes'],
    ['Loyalty points', '12', ''],
    ['Geburtstag', '', '14.03.1982'],
    ['Kampanjkod', 'JUL', ''],
    ['gclid', '', 'EAIaIQ1'],
    ['Rechnung', 'ja', 'nein'],
    ['Signature confirmation recommended', 'false', 'true'],
    ['Return tracking number', 'RT1001', 'RT1002'],
    ['Processed at', '2026-11-25 10:00:00', '2026-11-25 10:00:00'],
  ])('%s: %j and %j', async (header, one, other) => {
    expect(await found(header, one, other)).toEqual([[], []]);
  });
});

describe('what may hold an order is a question', () => {
  it.each([
    ['a day to come that only some orders have', 'Deliver on', '', '2027-03-01', 'P-2 on-hold'],
    ['a day that is farther away than a promise', 'Scheduled for', '2026-11-28', '2027-03-01', 'P-2 on-hold'],
    ['a text of an unknown name that only some orders have', 'Acme', '', 'BOB', 'P-2 on-hold'],
    ['a unit of measure of several pieces', 'UoM', 'EA', 'CS', 'P-2 on-hold'],
    ['another measure of a line', 'Unit', 'kg', 'g', 'P-1 on-hold, P-2 on-hold'],
    ['a payment that is awaited', 'Awaiting payment', 'No', 'Yes', 'P-2 unpaid'],
    ['one that failed', 'Zahlung fehlgeschlagen', 'nein', 'ja', 'P-2 unpaid'],
    ['one in words', 'Verkaufseinheit', 'Stück', 'Karton', 'P-2 on-hold'],
    ['a part of the price', 'Paid amount', '100.00', '34.50', 'P-1 unpaid'],
    ['a place of another shop', 'Location', 'Northgate', 'Shop', 'P-2 not-kept'],
    ['a point of a carrier', 'Relay point ID', '', 'FR-1', 'P-2 pickup'],
    ["a buyer's wish to cancel", 'Customer note', '', 'bitte stornieren', 'P-2 on-hold'],
    ['a note of another address', 'Notes', '', 'NEW ADDRESS: 7 Elm Rd', 'P-2 on-hold'],
    ['a note to wait', 'Bemerkung', '', 'noch nicht versenden', 'P-2 on-hold'],
    ['a pause', 'Subscription', 'active', 'paused', 'P-2 on-hold'],
    ['Incoterms by which the buyer collects', 'Incoterm', 'DDP', 'EXW', 'P-2 pickup'],
  ])('%s: %s', async (_, header, one, other, leftOut) => {
    const [asked, left] = await found(header, one, other);
    expect([(asked as string[]).length, left]).toEqual([1, leftOut.split(', ')]);
  });

  it.each([
    ['Delivery date', '2026-11-28', '2026-12-05'],
    ['Best before', '', '2027-03-01'],
    ['Notes', '', 'Leave it with a neighbour'],
    ['Customer note', '', 'Please wait at the door'],
    ['UoM', 'EA', 'PCS'],
    ['Location', 'A-01', 'B-02'],
    ['Paid amount', '516.00', '34.50'],
    ['Payment status', 'collected', 'collected'],
    ['Pledged Status', 'collected', 'collected'],
    ['Custom field', '', ''],
  ])('and not %s with %j and %j', async (header, one, other) => {
    expect(await found(header, one, other)).toEqual([[], []]);
  });

  it.each([
    ['Ship Name', 'CANCELLED - Bo Muster', 'P-2 cancelled'],
    ['Ship Name', 'Bo Muster (HOLD)', 'P-2 on-hold'],
    ['Order Number', 'P-2 STORNIERT', 'P-2 STORNIERT cancelled'],
    ['Item Name', 'Stove - on hold', 'P-2 on-hold'],
    ['Item Name', 'Stove (PRE-ORDER ships March)', 'P-2 on-hold'],
    ['Item Name', 'RETURN: Stove', 'P-2 refunded'],
    ['Ship Name', 'TBC', 'P-2 on-hold'],
    ['SKU', 'n/a', 'P-2 on-hold'],
  ])('what somebody wrote into the cell of %s: %s', async (column, cell, leftOut) => {
    const at = columns.split(',').indexOf(column);
    const [header = '', first = '', second = ''] = file('Colour', 'red', 'green').split('\n');
    const marked = second.split(',').with(at, cell).join(',');
    const left = await plan([header, first, marked].join('\n'));
    expect([left.asked, left.leftOut]).toEqual([[`${column}: words`], [leftOut]]);
  });

  it.each([
    ['Cancelled orders November', true],
    ['Returns report', true],
    ['Stornierte Bestellungen', true],
    ['Unpaid orders', true],
    ['DO NOT SHIP', true],
    ['Abandoned carts', true],
    ['Shipped orders week 47', true],
    ['Orders to ship on 25 November', false],
    ['Open orders', false],
    ['Sales report', false],
    ['Bestellungen vom 25.11.2026', false],
  ])('a title above the columns: %s (%j)', async (title, isQuestion) => {
    const { asked, leftOut } = await plan(`${title},,\n${file('Colour', 'red', 'green')}`);
    expect([asked, leftOut]).toEqual(
      isQuestion ? [['row of the title'], ['P-1 on-hold', 'P-2 on-hold']] : [[], []],
    );
  });

  it('an amount of nothing, or no amount, is none that was paid, on other days too', async () => {
    const { map } = await plan(file('Paid amount', '516.00', '0.00'));
    expect(map.$leaveOut).toEqual([
      { column: 'Paid amount', in: ['0.00', '0'], reason: 'unpaid' },
      { column: 'Paid amount', empty: true, reason: 'unpaid' },
    ]);
  });
});

describe('what an answer leaves out by value', () => {
  it.each([
    ['Approved', ['Yes', 'No'], ['Yes']],
    ['Credit hold', ['', 'x'], ['']],
    ['Channel', ['Web', 'POS'], ['Web']],
    ['Offener Betrag', ['0,00', '25,00'], ['', '0', '0.00', '0,00']],
    ['Line action', ['add', 'remove'], ['add', 'remove']],
  ])('%s: what nobody has judged is not sent on another day', async (header, cells, kept) => {
    const { map } = await plan(file(header, ...cells.map((cell) => `"${cell}"`)));
    expect(map.$keep).toEqual([{ column: header, in: kept }]);
  });

  it('of texts that are others each day, the answer says that they go', async () => {
    const cells = Array.from({ length: 14 }, (_, at) => `tag ${at}`);
    const { map, proposal } = await plan(file('Tags', ...cells, 'hold'));
    expect(map.$keep).toBeUndefined();
    expect(proposal.questions[0]?.choices[0]?.means).toContain('and send all others');
  });
});

describe('a value that stops an order is a question in a column of any name', () => {
  it.each([
    ['merchant_item_state', 'paid', 'canceled', 'P-2 cancelled'],
    ['Customer status', 'Active', 'Blocked', 'P-2 on-hold'],
    ['Seller status', 'Accepted', 'Cancelled', 'P-2 cancelled'],
    ['supplier_status', 'open', 'cancelled', 'P-2 cancelled'],
    ['charge_status', 'SUCCESS', 'ERROR', 'P-2 on-hold'],
    ['Review status', 'Approved', 'Pending', 'P-2 unpaid'],
    ['Invoice status', 'Fully invoiced', 'Credited', 'P-2 refunded'],
    ['Line action', 'add', 'remove', 'P-2 cancelled'],
    ['Mode', 'live', 'test', 'P-2 on-hold'],
    ['Channel', 'Web', 'POS', 'P-2 pickup'],
    ['Sales Channel', 'Web', 'Amazon FBA', 'P-2 fulfilled'],
    ['Shipping Method', 'Standard', 'Digital delivery', 'P-2 not-goods'],
    ['Lieferart', 'DHL', 'per E-Mail', 'P-2 not-goods'],
    ['Modo de envío', 'Correos', 'Recogida', 'P-2 pickup'],
    ['Tags', 'vip', 'fraud check', 'P-2 on-hold'],
    ['Duplicate of', '', 'P-1', 'P-2 on-hold'],
    ['Doc type', 'SO', 'CN', 'P-1 on-hold, P-2 on-hold'],
    ['Document', 'Order', 'Refund', 'P-2 refunded'],
    ['Item type', 'Main', 'Sub', 'P-1 on-hold, P-2 on-hold'],
    ['Move type', '601', '653', 'P-1 on-hold, P-2 on-hold'],
  ])('%s: %s and %s', async (header, one, other, leftOut) => {
    expect(await found(header, one, other)).toEqual([[header], leftOut.split(', ')]);
  });

  it.each([
    ['Leveranssätt', 'PostNord', 'Hämta i butik', ['P-2 pickup']],
    ['Payment method', 'Credit', 'Debit', []],
    ['Colour', 'Red', 'Used', []],
    ['Shipping Method', 'Royal Mail', 'Express', []],
    ['Product type', 'Tent', 'Stove', []],
    ['Order key', 'wc_a', 'wc_b', []],
    ['Invoice status', 'To invoice', 'Fully invoiced', []],
  ])('%s: %s and %s needs none', async (header, one, other, leftOut) => {
    expect(await found(header, one, other)).toEqual([[], leftOut]);
  });
});

describe('money that is owed or was paid back is a question, in whatever words', () => {
  it.each([
    ['Erstattungsbetrag', 'partly-refunded'],
    ['Offener Betrag', 'unpaid'],
    ['Restbetrag', 'unpaid'],
    ['Solde dû', 'unpaid'],
    ['Saldo', 'unpaid'],
    ['Balance', 'unpaid'],
    ['Reste à payer', 'on-hold'],
    ['Arrears', 'on-hold'],
    ['Do zapłaty', 'on-hold'],
  ])('%s', async (header, reason) => {
    const [asked, leftOut] = await found(header, '0,00', '34,50');
    expect([asked, leftOut]).toEqual([[header], [`P-2 ${reason}`]]);
  });

  it.each(['Tip', 'Commission', 'Store credit used', 'Versandkosten', 'Rabatt'])(
    '%s is none',
    async (header) => {
      expect(await found(header, '0,00', '3,50')).toEqual([[], []]);
    },
  );
});

describe('what begins as all SKUs of the file do is a question', () => {
  it.each(['Extras', 'Also send', 'Free gift'])('in %s', async (header) => {
    expect(await found(header, '', 'AC-PEG x10')).toEqual([[header], ['P-2 on-hold']]);
  });

  it('but not the SKU again', async () => {
    expect(await found('Pick label', 'AC-TENT-2', 'AC-STOVE-GAS')).toEqual([[], []]);
  });
});
