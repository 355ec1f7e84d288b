import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/text/redact.ts';

const secret = 'a "very" secret/+%';
const spellings: readonly (readonly [name: string, text: string])[] = [
  ['as it is', secret],
  ['as JSON', JSON.stringify(secret).slice(1, -1)],
  ['in an address', encodeURIComponent(secret)],
  ['in a form', new URLSearchParams({ s: secret }).toString().slice(2)],
  ['as base64', Buffer.from(secret).toString('base64')],
];

describe('a redactor', () => {
  it.each(spellings)('hides a secret %s', (_, text) => {
    const redactor = createRedactor();
    redactor.hide(secret);
    expect(redactor.redact(`<${text}> and <${text}>`)).toBe('<[removed]> and <[removed]>');
  });

  it('hides a secret with half a character', () => {
    const redactor = createRedactor();
    redactor.hide('ab\ud800cd');
    expect(redactor.redact('<ab\ud800cd>')).toBe('<[removed]>');
  });

  it('hides the longer of two secrets completely', () => {
    const redactor = createRedactor();
    redactor.hide('abcd');
    redactor.hide('abcdefgh');
    expect(redactor.redact('abcdefgh abcd')).toBe('[removed] [removed]');
  });

  it.each(['', 'a', 'abc'])('leaves %j, which is too short for a secret', (short) => {
    const redactor = createRedactor();
    redactor.hide(short);
    expect(redactor.redact('a text with abc')).toBe('a text with abc');
  });

  it.each([
    ['{"client_secret": "x\\"y", "a": 1}', '{"client_secret": "[removed]", "a": 1}'],
    ['{"access_token":"cut off', '{"access_token":"[removed]"'],
    ['{"Password":"x"}', '{"Password":"[removed]"}'],
    ['?client_secret=abc&page=2', '?client_secret=[removed]&page=2'],
    ['Authorization: Bearer abcdefghijklmnop.q', 'Authorization: Bearer [removed]'],
    ['bearer of news', 'bearer of news'],
  ])('turns %s into %s without knowing the secret', (text, shown) => {
    expect(createRedactor().redact(text)).toBe(shown);
  });
});

describe('a long text', () => {
  const secret = 'tok3n-of-the-Service-Ab9';
  const disguise = `tok<b>3n</b>-of-the-${'\u200b'.repeat(100)}Serv\u001b[0mice-\\u0041b%39`;
  const redactor = createRedactor();
  redactor.hide(secret);

  it.each(['x', ' ', '%', '🙂'])(
    'has no secret where its parts meet among %j, and loses nothing else',
    (filler) => {
      const length = 2 ** 20 + 2 ** 18;
      for (const place of [2 ** 20 - 2 ** 17 - 50, 2 ** 20 - 100, 2 ** 20 - 12, 2 ** 20]) {
        const before = filler.repeat(place / filler.length);
        const after = filler.repeat((length - place) / filler.length);
        const shown = redactor.redact(before + secret + after);
        expect(shown === `${before}[removed]${after}`, `${JSON.stringify(filler)} at ${place}`).toBe(true);
        expect(redactor.redact(before + disguise + after) === '[removed]').toBe(true);
      }
    },
  );

  it('has none that is longer than an expression may be', () => {
    const long = 'tok3n-of-the-Service'.repeat(3000);
    const redactor = createRedactor();
    redactor.hide(long);
    expect(redactor.redact(`${'x '.repeat(3000)}${long}`)).not.toContain('tok3n');
  });

  it('has none of many', () => {
    const shown = redactor.redact(`${secret} `.repeat(40_000));
    expect(shown.replaceAll('[removed]', '').trim()).toBe('');
    expect(redactor.redact(`${disguise} `.repeat(20_000))).toBe('[removed]');
  });
});
