import { describe, expect, test } from 'vitest';
import { fold, folded, foldWords } from '../../../src/payload/words/fold.ts';
import { meaningOf, nameHasStem, valueHasStem, wordsOf } from '../../../src/payload/words/states.ts';
import { keysOf } from '../../../src/text/records.ts';

test.each([
  ['Ship-to Address 1', 'shiptoaddress1', 'ship to address 1'],
  ['shipToName', 'shiptoname', 'ship to name'],
  ['SHIP_TO_NAME', 'shiptoname', 'ship to name'],
  ['ProductSKUName', 'productskuname', 'product sku name'],
  ['Straße', 'strasse', 'strasse'],
  ['N° de téléphone', 'ndetelephone', 'n de telephone'],
  ['Główna łódź', 'glownalodz', 'glowna lodz'],
  ['Œuvre ø æ đ', 'oeuvreoaed', 'oeuvre o ae d'],
  [' - ', '', ''],
])('%s is compared as %s', (text, whole, words) => {
  expect(fold(text)).toBe(whole);
  expect(foldWords(text)).toBe(words);
});

test('an umlaut has two spellings', () => {
  expect(folded('käufer | kunde')).toEqual(['kaufer', 'kaeufer', 'kunde']);
});

describe('a whole value of one meaning', () => {
  test.each([
    ['Cancelled', 'cancelled'],
    ['REFUNDED', 'refunded'],
    ['partially_refunded', 'partly-refunded'],
    ['un-paid', 'unpaid'],
    ['Awaiting shipment', 'ship'],
    ['paid', 'ship'],
    ['unfulfilled', 'ship'],
    ['shipped', 'fulfilled'],
    ['Delivered', 'fulfilled'],
    ['on hold', 'on-hold'],
    ['Click & Collect', 'pickup'],
    ['Storniert', 'cancelled'],
    ['Rueckerstattet', 'refunded'],
    ['Nicht versandt', 'ship'],
    ['Annulée', 'cancelled'],
    ['en attente de paiement', 'unpaid'],
    ['Reembolsado', 'refunded'],
    ['pendiente de envío', 'ship'],
    ['Ritiro in negozio', 'pickup'],
    ['Spedito', 'fulfilled'],
    ['niet verzenden', 'on-hold'],
    ['deels terugbetaald', 'partly-refunded'],
    ['Opłacone', 'ship'],
    ['ANULOWANE', 'cancelled'],
    ['Aguardando pagamento', 'unpaid'],
    ['entregue', 'fulfilled'],
    ['Återbetald', 'refunded'],
    ['ej skickad', 'ship'],
  ])('%s: %s', (value, meaning) => {
    expect(meaningOf(value)).toBe(meaning);
  });

  test.each(
    'complete completed closed open received sent partial partially-shipped pending active processing done ok new confirmed'
      .split(' ')
      .concat([
        '',
        '-',
        '1',
        'yes',
        'not received',
        'cancelled - Bo',
        'erledigt',
        'abgeschlossen',
        'offen',
        'neu',
      ]),
  )('%s has none', (value) => {
    expect(meaningOf(value)).toBeUndefined();
  });

  test('no word has two meanings, in any two languages', () => {
    const words = keysOf(wordsOf()).flatMap((meaning) =>
      wordsOf()[meaning].map((word) => [word, meaning, meaningOf(word)] as const),
    );
    expect(words.filter(([, meaning, found]) => meaning !== found)).toEqual([]);
  });
});

test.each([
  'Status',
  'OrderStatus',
  'Is paid?',
  'shipcomplete',
  'Pick up',
  'Delivery?',
  'Fraud hold',
  'Order type',
  'Bestellstatus',
  'Zahlungsstatus',
  'Versandart',
  'Auftragsstorno',
  'État de la commande',
  'Estado del pago',
  'Stato ordine',
  'Betaalstatus',
  'Situação',
  'Fraktstatus',
])('the column %s may say what became of an order', (name) => {
  expect(nameHasStem(name)).toBe(true);
});

test.each(['Weight', 'Colour', 'Township', 'Membership', 'Household', 'Gewicht', 'Farbe', 'Anzahl', 'SKU'])(
  'the column %s may not',
  (name) => {
    expect(nameHasStem(name)).toBe(false);
  },
);

test.each([
  'not received',
  'Collect at hub',
  'CANCELLED - Bo',
  'Ada (do not send)',
  'Yes, shipped',
  'wurde storniert',
])('%s says what became of an order', (value) => {
  expect(valueHasStem(value)).toBe(true);
});

test.each([
  ...[
    'Shipley',
    'Anna Holden',
    'Block 5',
    '12 Estate Road',
    'Collection Lane',
    'Type 2',
    '3 Ship Street',
    'Courier Way',
  ],
  ...['Hold Farm', 'Lieferinger Hauptstraße', 'Statford', 'Returner Close', 'Yes', '4'],
  ...['12 rue du Livre', 'Anna Held', 'Example Shipping Ltd', 'Delivery Entrance, 5 High St', 'Mario Reso'],
])('%s does not', (value) => {
  expect(valueHasStem(value)).toBe(false);
});
