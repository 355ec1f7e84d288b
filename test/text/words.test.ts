import { spawnSync } from 'node:child_process';
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

/** What is left of a word for PowerShell to interpret, outside of its quotes and within those that expand variables. */
const seenByPowerShell = (word: string): string =>
  word.replaceAll(
    /['\u2018-\u201b][^'\u2018-\u201b]*['\u2018-\u201b]|["\u201c-\u201e][^$`"\u201c-\u201e]*["\u201c-\u201e]/g,
    '',
  );

it.each(["S-1'; calc; '", "'", "a''b", 'x’; calc; ‘', '‛$(calc)‚', "“$(calc)”'`calc`", `"'"; calc`])(
  '%j, quoted, is nothing but text in PowerShell, and one word in POSIX shells',
  (word) => {
    expect(seenByPowerShell(quoteWord(word))).toBe('');
    expect(splitWords(quoteWord(word))).toEqual([word]);
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoteWord(word)}`], { encoding: 'utf8' });
    expect(stdout).toBe(word);
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
