import { describe, expect, it } from 'vitest';
import { escapeJsonControls, sanitizeLine, sanitizeText } from '../../src/text/sanitize.ts';

describe('text for a terminal', () => {
  it.each([
    ['plain text, ümläuts, 日本語, 👩‍👩‍👧', 'plain text, ümläuts, 日本語, 👩‍👩‍👧'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007after', 'after'],
    ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001bP1;2q~data\u001b\\after', 'after'],
    ['\u001b[2J\u001b[1;1Hgone', 'gone'],
    ['\u009b31mred', 'red'],
    ['\u009d0;title\u0007after', 'after'],
    ['bell\u0007 back\u0008space null\u0000 del\u007f', 'bell backspace null del'],
    ['user\u202Egpj.exe', 'usergpj.exe'],
    ['\u2066isolated\u2069 \u200fmarks\ufeff', 'isolated marks'],
    ['cut off \u001b', 'cut off '],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['a\tb', 'a\tb'],
  ])('%j', (text, shown) => {
    expect(sanitizeText(text)).toBe(shown);
  });

  it('puts the breaks and tabs of a cell on one line', () => {
    expect(sanitizeLine('one\r\n\ttwo\n\nthree')).toBe('one two three');
  });
});

it('JSON text for a terminal is the same data with every control character escaped', () => {
  const data = { name: 'a\u009b31m\u202e\u2028\u007fb\u001b' };
  const text = escapeJsonControls(JSON.stringify(data));
  expect(JSON.parse(text)).toEqual(data);
  expect(text).toMatch(/^[\x20-\x7e]*$/);
});
