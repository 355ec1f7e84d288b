import { describe, expect, it } from 'vitest';
import { file, plan } from './proposed.ts';

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
    ['Rechnung', 'ja', 'nein'],
    ['Signature confirmation recommended', 'false', 'true'],
    ['Return tracking number', 'RT1001', 'RT1002'],
    ['Processed at', '2026-11-25 10:00:00', '2026-11-25 10:00:00'],
  ])('%s: %j and %j', async (header, one, other) => {
    expect(await found(header, one, other)).toEqual([[], []]);
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
