import { describe, expect, test } from 'vitest';
import { fold, folded, foldWords } from '../../../src/payload/words/fold.ts';
import { meaningOf, nameHasStem, valueHasStem, wordsOf } from '../../../src/payload/words/states.ts';
import { keysOf } from '../../../src/text/records.ts';
import { listOf } from '../../../src/text/words.ts';

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
  const each = (values: string, meaning: string) => listOf(values).map((value) => [value, meaning] as const);

  test.each([
    ...each('Cancelled | Storniert | Annulée | ANULOWANE', 'cancelled'),
    ...each('REFUNDED | Rueckerstattet | Reembolsado | Återbetald', 'refunded'),
    ...each('partially_refunded | deels terugbetaald', 'partly-refunded'),
    ...each('un-paid | en attente de paiement | Aguardando pagamento', 'unpaid'),
    ...each(
      'Awaiting shipment | paid | unfulfilled | Nicht versandt | pendiente de envío | Opłacone',
      'ship',
    ),
    ...each('ej skickad', 'ship'),
    ...each('shipped | Delivered | Spedito | entregue', 'fulfilled'),
    ...each('on hold | niet verzenden', 'on-hold'),
    ...each('Click & Collect | Ritiro in negozio', 'pickup'),
  ])('%s: %s', (value, meaning) => {
    expect(meaningOf(value)).toBe(meaning);
  });

  test.each([
    '',
    ...listOf(`
      complete | completed | closed | open | received | sent | partial | partially-shipped | pending | active |
      processing | done | ok | new | confirmed | - | 1 | yes | not received | cancelled - Bo | erledigt |
      abgeschlossen | offen | neu`),
  ])('%s has none', (value) => {
    expect(meaningOf(value)).toBeUndefined();
  });

  test('no word has two meanings, in any two languages', () => {
    const words = keysOf(wordsOf()).flatMap((meaning) =>
      wordsOf()[meaning].map((word) => [word, meaning, meaningOf(word)] as const),
    );
    expect(words.filter(([, meaning, found]) => meaning !== found)).toEqual([]);
  });
});

test.each(
  listOf(`
    Status | OrderStatus | Is paid? | shipcomplete | Pick up | Delivery? | Fraud hold | Order type |
    Packed | Not before | Frühester Termin | Label printed | Picked? | Kommissioniert | Bestellstatus | Zahlungsstatus | Versandart | Auftragsstorno | État de la commande | Estado del pago |
    Stato ordine | Betaalstatus | Situação | Fraktstatus`),
)('the column %s may say what became of an order', (name) => {
  expect(nameHasStem(name)).toBe(true);
});

test.each(['Weight', 'Colour', 'Township', 'Membership', 'Household', 'Gewicht', 'Farbe', 'Anzahl', 'SKU'])(
  'the column %s may not',
  (name) => {
    expect(nameHasStem(name)).toBe(false);
  },
);

test.each(
  listOf(
    'not received | Collect at hub | CANCELLED - Bo | Ada (do not send) | Yes, shipped | wurde storniert',
  ),
)('%s says what became of an order', (value) => {
  expect(valueHasStem(value)).toBe(true);
});

test.each(
  listOf(`
    Shipley | Anna Holden | Block 5 | 12 Estate Road | Collection Lane | Type 2 | 3 Ship Street | Courier Way |
    Hold Farm | Lieferinger Hauptstraße | Statford | Returner Close | Yes | 4 | 12 rue du Livre | Anna Held |
    Example Shipping Ltd | Delivery Entrance, 5 High St | Mario Reso`),
)('%s does not', (value) => {
  expect(valueHasStem(value)).toBe(false);
});
