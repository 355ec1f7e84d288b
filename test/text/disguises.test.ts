import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, redactData } from '../../src/text/redact.ts';
import { sanitizeLine } from '../../src/text/sanitize.ts';
import { anyDisguise, breaks, disguised, encodings } from '../support/disguises.ts';

const secret = 'tok3n/of+the~Service.Ab-9_zz';
const redactor = createRedactor();
redactor.hide(secret);

describe('a disguised secret', () => {
  it.each(Object.entries(encodings))('is removed %s, whatever breaks it', (_, encoding) => {
    for (const between of breaks)
      for (const places of [[], [0], [3, 11], [1, 2, 5, 8, 13]]) {
        const { text, isShownIn } = disguised(secret, encoding, between, places);
        for (const around of [text, `before ${text} after`, `"${text}"`, `<p>x=${text}</p>`]) {
          const shown = redactor.redact(around);
          expect(isShownIn(shown), JSON.stringify([around, shown])).toBe(false);
          expect(isShownIn(sanitizeLine(shown)), JSON.stringify([around, shown])).toBe(false);
          expect(shown).toContain('[removed]');
        }
      }
  });

  it('is removed from any text', () => {
    fc.assert(
      fc.property(anyDisguise(secret), fc.string(), fc.string(), ({ text, isShownIn }, before, after) => {
        const around = `${before} ${text} ${after}`;
        expect(isShownIn(redactor.redact(around)) && isShownIn(sanitizeLine(redactor.redact(around)))).toBe(
          false,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a text about the token of the service', 'a text about the token of the service'],
    ['Bürgerstraße 5, 100% <b>new</b> & nice \\ good', 'Bürgerstraße 5, 100% <b>new</b> & nice \\ good'],
    [`x=${secret}&y=1`, 'x=[removed]&y=1'],
    [`(${encodeURIComponent(secret)})`, '([removed])'],
  ])('takes nothing with it that is as it is: %j', (text, shown) => {
    expect(redactor.redact(text)).toBe(shown);
  });

  it.each([
    `a  b ${secret.replace('3', '\u200b3')}  c%41 d`,
    `a <b>${secret.replace('k', '\u200bk')} and\u001b[0m ${secret.replace('k', '<i>k')} z`,
    `${secret} and ${secret.replace('k', ' k')}`,
  ])('takes the whole text with it: %j', (text) => {
    expect(redactor.redact(text)).toBe('[removed]');
  });

  it('is removed from data, names of members included', () => {
    const data = { a: [1, secret, null], [secret]: { b: 2n, c: true } };
    expect(redactData(data, redactor.redact)).toEqual({
      a: [1, '[removed]', null],
      '[removed]': { b: 2n, c: true },
    });
  });

  it.each(Object.entries(encodings))(
    'is removed %s from each text of data, whatever stands in the others',
    (_, encoding) => {
      const others = ['x <', '%', '\\', '\\u00', '&#', '\u001b]0;', '\u009b', '"password":"', '|', 'a > b'];
      for (const between of breaks) {
        const { text, isShownIn } = disguised(secret, encoding, between, [3, 11]);
        for (const other of others) {
          const shown = redactData({ before: other, in: [text], after: other }, redactor.redact);
          const { in: inside } = shown as { in: string[] };
          expect(isShownIn(inside[0] ?? ''), JSON.stringify([other, text, inside])).toBe(false);
        }
      }
    },
  );

  it('of less than 8 characters is only removed as it is', () => {
    const short = createRedactor();
    short.hide('data');
    expect(short.redact('data and da ta')).toBe('[removed] and da ta');
    expect(short.redact('d\u200bata and da ta')).toBe('[removed]');
  });
});
