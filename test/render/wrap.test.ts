import { expect, it } from 'vitest';
import { wrapMessage, wrapText } from '../../src/render/text.ts';

it.each([
  ['breaks at spaces', 'one two three', 8, ['one two', 'three']],
  ['keeps a time whole', 'to Tue 8 Sep 13:00 BST?', 22, ['to', 'Tue 8 Sep 13:00 BST?']],
  ['keeps a time with its year whole', 'to Tue 8 Sep 2026 13:00?', 22, ['to', 'Tue 8 Sep 2026 13:00?']],
  ['breaks a time at spaces if there is no room', 'Tue 8 Sep 13:00 BST', 15, ['Tue 8 Sep 13:00', 'BST']],
  ['breaks a longer word', 'abcdefgh', 5, ['abcde', 'fgh']],
])('%s', (_, text, width, expected) => {
  expect(wrapText(text, width)).toEqual(expected);
});

it.each([
  ['breaks at spaces, and indents what follows', 'one two three', 8, 'one two\n  three'],
  ['keeps the indent of a line', '  one two three', 9, '  one two\n    three'],
  ['wraps each line apart', 'one two\nthree four', 8, 'one two\nthree\n  four'],
  ['keeps a longer word whole', 'see /a/very/long/path here', 10, 'see\n  /a/very/long/path\n  here'],
  ['keeps a command whole', 'run: cfi order runs 7 --json', 12, 'run:\n  cfi order runs 7 --json'],
  [
    'ends a command at punctuation',
    'run cfi order runs; then wait',
    20,
    'run\n  cfi order runs;\n  then wait',
  ],
  [
    'does not end a command within quotes',
    "run cfi order get 'A; B' 'it'\\''s, C', or wait",
    20,
    "run\n  cfi order get 'A; B' 'it'\\''s, C',\n  or wait",
  ],
  ['leaves an empty line', 'one\n\ntwo', 10, 'one\n\ntwo'],
  ['counts columns, not characters', '東京 東京 東京', 10, '東京 東京\n  東京'],
])('a message: %s', (_, text, width, expected) => {
  expect(wrapMessage(text, width)).toBe(expected);
});
