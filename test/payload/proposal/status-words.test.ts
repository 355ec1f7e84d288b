import { describe, expect, it } from 'vitest';
import { paymentMeaning, statusMeaning, wordsToStop } from '../../../src/payload/proposal/status-words.ts';

it.each<[string, readonly string[]]>([
  ['send', ['Processing', 'in Bearbeitung', 'en cours', 'procesando', 'in lavorazione', 'in behandeling']],
  ['cancelled', ['Voided', 'storniert', 'annulé', 'anulado', 'annullato', 'geannuleerd']],
  ['refunded', ['Returned', 'erstattet', 'remboursée', 'devuelto', 'reso', 'terugbetaald']],
  [
    'partly-refunded',
    ['Partially_Refunded', 'teilweise erstattet', 'partiellement remboursé', 'parcialmente reembolsado'],
  ],
  ['fulfilled', ['Shipped', 'versandt', 'expédiée', 'enviado', 'spedito', 'verzonden']],
  ['unpaid', ['Pending payment', 'unbezahlt', 'impayé', 'pendiente', 'in attesa', 'onbetaald']],
  ['on-hold', [' On hold ', 'angehalten', 'bloqué', 'retenido', 'sospeso', 'in de wacht']],
  ['pickup', ['Click & Collect', 'Selbstabholung', 'retrait en magasin', 'recogida', 'ritiro', 'afhalen']],
])('a status means %s in every language', (meaning, words) => {
  expect(words.map(statusMeaning)).toEqual(words.map(() => meaning));
});

it.each<[string, string | undefined, readonly string[]]>([
  ['not paid yet', 'unpaid', ['Open', 'Offen', 'processing', 'In Bearbeitung', 'nieuw', 'unpaid']],
  ['paid', 'send', ['Completed', 'abgeschlossen', 'Captured', 'paid', 'bezahlt', 'authorised']],
  ['paid back', 'refunded', ['Refunded', 'erstattet']],
  ['unknown', undefined, ['Visa']],
])('a payment is %s', (_, meaning, words) => {
  expect(words.map(paymentMeaning)).toEqual(words.map(() => meaning));
});

it.each<[string, string]>([
  ['A EXPEDIER', 'send'],
  ['Pendiente de envío', 'send'],
  ['Niet betaald', 'unpaid'],
  ['Nicht bezahlt', 'unpaid'],
  ['EXPEDIEE', 'fulfilled'],
  ['Annulee', 'cancelled'],
  ['ZURUCKERSTATTET', 'refunded'],
  ['PRECOMMANDE', 'on-hold'],
  ['wyslane', 'fulfilled'],
])('a status may lack its accents: %s means %s', (word, meaning) => {
  expect(statusMeaning(word)).toBe(meaning);
});

it('lists a word with its accent for later files, if this one has it without', () => {
  expect(wordsToStop(['annulee'])).toContainEqual({ value: 'annulée', meaning: 'cancelled' });
});

it.each<[string, string]>([
  ['OUT_FOR_DELIVERY', 'fulfilled'],
  ['Partiellement expédié', 'fulfilled'],
  ['Non expédié', 'send'],
  ['investigate', 'on-hold'],
  ['accept', 'send'],
  ['Partially dispatched', 'fulfilled'],
  ['Teilweise versandt', 'fulfilled'],
  ['WILL_NOT_DELIVER', 'cancelled'],
  ['Denied', 'cancelled'],
  ['Reversed', 'refunded'],
  ['Incomplete', 'unpaid'],
  ['Teilweise bezahlt', 'unpaid'],
  ['Disputed', 'on-hold'],
  ['Awaiting pickup', 'pickup'],
  ['AWAITING_PROCESSING', 'send'],
  ['Unshipped', 'send'],
])('%s means %s', (word, meaning) => {
  expect(statusMeaning(word)).toBe(meaning);
});

it('an unknown word has no meaning', () => {
  expect(statusMeaning('Lost')).toBeUndefined();
});

describe('the words that a later file may have', () => {
  const wordsFor = (...seen: readonly string[]): string[] => wordsToStop(seen).map(({ value }) => value);

  it('are in the language of those of today', () => {
    expect(wordsFor('Neu', 'xyz')).toEqual([
      'storniert',
      'abgebrochen',
      'storno',
      'erstattet',
      'retourniert',
      'zurückerstattet',
    ]);
    expect(wordsFor('Betaald')).toEqual(['geannuleerd', 'terugbetaald', 'geretourneerd']);
  });

  it('are English if nothing is known, and not those of today', () => {
    const english = ['cancelled', 'canceled', 'voided', 'refunded', 'returned', 'fully refunded'];
    expect(wordsFor()).toEqual(english);
    expect(wordsFor('Lost', 'VOIDED')).toEqual(english.filter((word) => word !== 'voided'));
  });
});
