import { describe, expect, it } from 'vitest';
import { createRedactor, redactData } from '../../src/text/redact.ts';

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
    [
      '{"password":"a","b":{"password":"c\\\\"},"d":1}',
      '{"password":"[removed]","b":{"password":"[removed]"},"d":1}',
    ],
  ])('turns %s into %s without knowing the secret', (text, shown) => {
    expect(createRedactor().redact(text)).toBe(shown);
  });
});

it('removes what may be a secret of any length, for which an expression with steps back has no stack', () => {
  const { redact } = createRedactor();
  const length = 10_000_000;
  const escapes = '\\n'.repeat(length);
  expect(redact(`{"password":"${escapes}"}`)).toBe('{"password":"[removed]"}');
  expect(redact(`bearer ${'x'.repeat(length)}`)).toBe('bearer [removed]');
});

describe('a secret of two words or more', () => {
  const secret = 'tok3n/of+the~Service.Ab-9_zz';
  const redactor = createRedactor();
  redactor.hide(secret);

  it.each([
    ['in basic authentication', `Basic ${Buffer.from(`acme:${secret}`).toString('base64')}`],
    ['after a longer ID', `Basic ${Buffer.from(`acme1:${secret}`).toString('base64')}`],
    ['within a text', `Basic ${Buffer.from(`{"t":"${secret}","n":1}`).toString('base64')}`],
    ['for addresses', `Basic ${Buffer.from(`?>?${secret}`).toString('base64url')}`],
  ])('is removed with its word from Base64 %s', (_, text) => {
    expect(redactor.redact(`<${text}>`)).toBe('<Basic [removed]>');
  });

  it.each([
    ['a text about the token of the service', 'a text about the token of the service'],
    [`x=${secret}&y=1`, 'x=[removed]&y=1'],
    [`(${encodeURIComponent(secret)})`, '([removed])'],
  ])('takes nothing with it: %j', (text, shown) => {
    expect(redactor.redact(text)).toBe(shown);
  });

  it('is removed from data, names of members included', () => {
    const data = { a: [1, secret, null], [secret]: { b: 2n, c: true } };
    expect(redactData(data, redactor.redact)).toEqual({
      a: [1, '[removed]', null],
      '[removed]': { b: 2n, c: true },
    });
  });

  it('is removed from a long text, however often it is in it', () => {
    const shown = redactor.redact(`${secret} `.repeat(40_000));
    expect(shown.replaceAll('[removed]', '').trim()).toBe('');
  });

  it('is removed if it is long itself', () => {
    const long = 'tok3n-of-the-Service'.repeat(3000);
    const redactor = createRedactor();
    redactor.hide(long);
    expect(redactor.redact(`${'x '.repeat(3000)}${long}`)).not.toContain('tok3n');
  });
});
