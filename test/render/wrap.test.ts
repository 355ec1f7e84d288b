import { expect, it } from 'vitest';
import { wrapText } from '../../src/render/text.ts';

it.each([
  ['breaks at spaces', 'one two three', 8, ['one two', 'three']],
  ['keeps a time whole', 'to Tue 8 Sep 13:00 BST?', 22, ['to', 'Tue 8 Sep 13:00 BST?']],
  ['keeps a time with its year whole', 'to Tue 8 Sep 2026 13:00?', 22, ['to', 'Tue 8 Sep 2026 13:00?']],
  ['breaks a time at spaces if there is no room', 'Tue 8 Sep 13:00 BST', 15, ['Tue 8 Sep 13:00', 'BST']],
  ['breaks a longer word', 'abcdefgh', 5, ['abcde', 'fgh']],
])('%s', (_, text, width, expected) => {
  expect(wrapText(text, width)).toEqual(expected);
});
