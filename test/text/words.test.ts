import { describe, expect, it } from 'vitest';
import { counted, listed, quoteWord, splitWords } from '../../src/text/words.ts';

describe('a command line as words', () => {
  it.each([
    ['notify --to ops', ['notify', '--to', 'ops']],
    [`say "it's here" 'or "not"'`, ['say', "it's here", 'or "not"']],
    ['a\\ b "c\\"d" \'e\\f\'', ['a b', 'c"d', 'e\\f']],
    ['', []],
    ['say ""', ['say', '']],
    ['say "', undefined],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it.each([
    ['C:\\tools\\notify.exe -m done', ['C:\\tools\\notify.exe', '-m', 'done']],
    [
      '"C:\\Program Files\\Notify\\notify.exe" \\\\server\\share',
      ['C:\\Program Files\\Notify\\notify.exe', '\\\\server\\share'],
    ],
    ['say "the \\"big\\" one"', ['say', 'the "big" one']],
  ])('on Windows, %j', (line, words) => {
    expect(splitWords(line, 'win32')).toEqual(words);
  });
});

it.each(['plain-1.csv', 'a b', "it's", '$HOME', 'C:\\orders.csv', ''])(
  '%j, quoted, is one word again',
  (word) => {
    expect(splitWords(quoteWord(word))).toEqual([word]);
  },
);

it('counts use the singular and the plural', () => {
  expect([counted(1, 'unit'), counted(0, 'unit'), counted(2, 'delivery', 'deliveries')]).toEqual([
    '1 unit',
    '0 units',
    '2 deliveries',
  ]);
});

it.each([
  [[], ''],
  [['1 GBP'], '1 GBP'],
  [['1 GBP', '2 EUR'], '1 GBP and 2 EUR'],
  [['1 GBP', '2 EUR', '3 USD'], '1 GBP, 2 EUR and 3 USD'],
])('lists %j as people do', (words, text) => {
  expect(listed(words)).toBe(text);
});
