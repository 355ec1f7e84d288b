import { expect, it } from 'vitest';
import { wrapText } from '../../src/render/width.ts';

it.each([
  ['breaks at spaces', 'one two three', 8, ['one two', 'three']],
  ['keeps a time whole', 'to 2026-09-08 13:00 +01:00?', 24, ['to', '2026-09-08 13:00 +01:00?']],
  ['keeps a time without an offset whole', 'to 2026-09-08 13:00?', 18, ['to', '2026-09-08 13:00?']],
  [
    'breaks a time at spaces if there is no room',
    '2026-09-08 13:00 +01:00',
    20,
    ['2026-09-08 13:00', '+01:00'],
  ],
  ['breaks a longer word', 'abcdefgh', 5, ['abcde', 'fgh']],
])('%s', (_, text, width, expected) => {
  expect(wrapText(text, width)).toEqual(expected);
});
