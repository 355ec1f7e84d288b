import { expect, it } from 'vitest';
import { beginning } from '../../src/text/words.ts';

it.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  ['a😀b', 1, 'a'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['😀', 1, ''],
])('the beginning of %j, at most %i units, has no half character: %j', (text, most, expected) => {
  expect(beginning(text, most)).toBe(expected);
});
