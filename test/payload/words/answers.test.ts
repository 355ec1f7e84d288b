import { expect, test } from 'vitest';
import { isNothing, isTotal, yesOrNo } from '../../../src/payload/words/answers.ts';
import { isNoteName, speaksOfStopping } from '../../../src/payload/words/states.ts';
import { listOf } from '../../../src/text/words.ts';

test.each([
  ...listOf('Yes | TRUE | 1 | ✓ | Ja').map((value) => [value, 'yes'] as const),
  ...listOf('no | False | 0 | - | Nein').map((value) => [value, 'no'] as const),
  ...['', '2', 'yes please'].map((value) => [value, undefined] as const),
])('the answer %s: %s', (value, answer) => {
  expect(yesOrNo(value)).toBe(answer);
});

test.each([
  ...['', ' '],
  ...listOf('no | 0 | 0.00 | 0,00 € | £0.00 | EUR 0.00 | - | n/a | None | 0000-00-00 | 0000-00-00 00:00:00'),
])('%j is nothing', (value) => {
  expect(isNothing(value)).toBe(true);
});

test.each(['1', '0.01', 'yes', '2026-01-01', 'ABC000', 'new', 'Noah'])('%s is something', (value) => {
  expect(isNothing(value)).toBe(false);
});

test.each(
  listOf(`
    Note | Notes | customer_note | Customer note | Buyer note | Gift message | Order comments |
    Note from customer | Remark from buyer | Private Notes | Bemerkung | Kundenkommentar |
    Nachricht des Käufers | Interne Notiz`),
)('%s is the name of notes', (name) => {
  expect(isNoteName(name)).toBe(true);
});

test.each(
  listOf('Notebook | Note Attributes | Reference | Message ID | Delivery note number | Hinweisschild'),
)('%s is not', (name) => {
  expect(isNoteName(name)).toBe(false);
});

test.each(
  listOf(`
    Please CANCEL this | customer rang: do not send | Don't ship yet | on hold till Monday | HOLD | stock held | refund issued |
    bitte stornieren | nicht versenden! | Geld zurück | ne pas expédier | no enviar | non spedire |
    niet verzenden | nie wysyłać | não enviar | skicka inte`),
)('the note "%s" speaks of stopping', (note) => {
  expect(speaksOfStopping(note)).toBe(true);
});

test.each(
  listOf(`
    Happy birthday! | leave with neighbour | please stop by the back door | for the household | ring twice |
    Bitte beim Nachbarn abgeben`),
)('the note "%s" does not', (note) => {
  expect(speaksOfStopping(note)).toBe(false);
});

test.each(['Total', 'SUM', 'Grand total:', 'Summe', 'Gesamt', 'Orders confirmed:'])(
  '%s is of a row of totals',
  (value) => {
    expect(isTotal(value)).toBe(true);
  },
);

test.each(['', 'Total Camping', '12', 'Do not send these:'])('%j is not', (value) => {
  expect(isTotal(value)).toBe(false);
});
