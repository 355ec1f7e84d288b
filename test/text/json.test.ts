import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson, jsonExcess, jsonFault, jsonParts, parseJson, stringifyJson } from '../../src/text/json.ts';

describe('JSON', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '{"a":[12345678901234567890,{"b":1}],"c":"1234567890123456789"}',
    '[1,90071992547409930000000001]',
    '{"a":0.5,"b":[9007199254740993,null,true,""]}',
  ])('%s is unchanged by reading and writing', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it.each([
    ['[1234567890123456.5]', [1234567890123456.5]],
    ['[1234567890123456e2]', [1234567890123456e2]],
    ['{"__proto__":[90071992547409920]}', JSON.parse('{"__proto__":[90071992547409920]}')],
    ['[9007199254740991]', [9007199254740991]],
    ['{"a":1,"a":90071992547409920}', { a: 90071992547409920n }],
    [
      '{"x\\"1":[1,"1234567890123456789"],"y":12345678901234567}',
      { 'x"1': [1, '1234567890123456789'], y: 12345678901234567n },
    ],
  ])('%s is read normally', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('keeps the digits of whole numbers up to 1,000, because more would take seconds', () => {
    const long = '9'.repeat(1000);
    expect(stringifyJson(parseJson(`[${long}]`))).toBe(`[${long}]`);
    for (const length of [1001, 10_000_000])
      expect(parseJson(`[${'9'.repeat(length)},${long}]`)).toEqual([Number.POSITIVE_INFINITY, BigInt(long)]);
  });

  it('is otherwise read and written like JSON.parse and JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
        expect(stringifyJson(JSON.parse(text), 2)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
    expect(stringifyJson(undefined)).toBeUndefined();
    expect(() => parseJson('{')).toThrow(SyntaxError);
  });
});

it.each<[string, (text: string) => string]>([
  ['alone', (text) => `"${text}"`],
  ['in a record', (text) => `{"a":"${text}"}`],
  ['in a list', (text) => `[1,"${text}",2]`],
])('JSON with a text is not read if that is too long for V8: %s', (_, around) => {
  const fault = 'holds a text of more than 10,000,000 characters';
  expect(jsonExcess(around('aB,'.repeat(4_000_000)))).toBe(fault);
  expect(jsonExcess(around('aB,'.repeat(3_000_000)))).toBeUndefined();
});

it('JSON of any size is written in parts, none of which is large, as JSON.stringify does at one go', () => {
  const item = (at: number) => ({
    at,
    texts: ['"', '\n', 'x'.repeat(200)],
    none: {},
    list: [],
    gone: undefined,
  });
  const many = Array.from({ length: 2000 }, (_, at) => item(at));
  for (const value of [
    many,
    { many, 'a"b': many, not: undefined, last: [[many]] },
    [undefined, many],
    1,
    'x',
    null,
  ]) {
    for (const indent of [0, 2]) {
      const parts = [...jsonParts(value, indent)];
      expect(parts.join('')).toBe(JSON.stringify(value, undefined, indent));
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(100_000);
    }
  }
  expect([...jsonParts([many, 12345678901234567890n])].join('')).toMatch(/,12345678901234567890\]$/);
});

it('a fault is looked for in the first part of a text', () => {
  expect(jsonFault(`[${'1,'.repeat(1_000_000)}`)).toBe('it cannot be read');
  expect(jsonFault(`[;${'1,'.repeat(1_000_000)}`)).toBe('";" is not allowed there, at line 1, column 2');
});

it.each([
  ['{"a": 1\n "b": 2}', 'a comma is missing, at line 2, column 2'],
  ['[1\n\n  2]', 'a comma is missing, at line 3, column 3'],
  ['{"a": 1,\r\n  "b": 2,\r\n}', 'there is a comma too many, at line 3, column 1'],
  ['[1, 2, ]', 'there is a comma too many, at line 1, column 8'],
  ['{"a" 1}', 'a colon is missing, at line 1, column 6'],
  ["{'a': 1}", 'a name in double quotes is missing, at line 1, column 2'],
  ['{"a": “b”}', '"“" is not allowed there, at line 1, column 7'],
  ['{"a": 😀}', '"😀" is not allowed there, at line 1, column 7'],
  ['{"a": 1} x', 'something follows its end, at line 1, column 10'],
  ['{"a": 1, "a": 2, b}', 'a name in double quotes is missing, at line 1, column 18'],
  ['{"a": "x', 'it ends too early'],
  ['', 'it ends too early'],
  ['['.repeat(200_000), 'it cannot be read'],
])('what is wrong in JSON is said of %j', (text, fault) => {
  expect(isJson(text)).toBe(false);
  expect(jsonFault(text)).toBe(fault);
});
