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

it.each<[string, string, number, number, string]>([
  ['breaks at spaces, and indents what follows', 'one two three', 8, 2, 'one two\n  three'],
  ['keeps the indent of a line', '  one two three', 9, 2, '  one two\n    three'],
  ['wraps each line apart', 'one two\nthree four', 8, 0, 'one two\nthree\nfour'],
  ['keeps a long word whole and where it is', 'see /a/long/path here', 10, 0, 'see /a/long/path\nhere'],
  ['keeps a command whole', 'now run: cfi order runs 7', 20, 2, 'now run:\n  cfi order runs 7'],
  ['leaves a longer one to the terminal', 'run: cfi order runs 7', 12, 2, 'run: cfi order runs 7'],
  [
    'ends a command at punctuation',
    'run cfi order runs; then wait',
    18,
    0,
    'run\ncfi order runs;\nthen wait',
  ],
  [
    'does not end a command within quotes',
    "run cfi order get 'A; B' 'it'\"'\"'s, C', or wait",
    36,
    0,
    "run\ncfi order get 'A; B' 'it'\"'\"'s, C',\nor wait",
  ],
  ['leaves an empty line', 'one\n\ntwo', 10, 0, 'one\n\ntwo'],
  ['counts columns, not characters', '東京 東京 東京', 10, 2, '東京 東京\n  東京'],
])('a message: %s', (_, text, width, hang, expected) => {
  expect(wrapMessage(text, width, hang)).toBe(expected);
});
