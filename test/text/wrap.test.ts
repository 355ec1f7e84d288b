import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapLines } from '../../src/text/words.ts';

describe('text that fits a terminal', () => {
  it.each([
    ['fits', 'one two', 7, 'one two'],
    ['breaks at words', 'one two three', 8, 'one two\nthree'],
    ['keeps the indent', '  one two three', 10, '  one two\n  three'],
    [
      'goes on under the second column',
      '  --page N  which page, counted from 1 on, of all that there are',
      40,
      '  --page N  which page, counted from 1\n            on, of all that there are',
    ],
    ['leaves a long word whole', 'abcdefghij klm', 5, 'abcdefghij\nklm'],
  ])('%s', (_, text, width, expected) => {
    expect(wrapLines(text, width)).toBe(expected);
  });

  it('loses no word at any width', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 60 }), fc.nat(8), (list, width, indent) => {
        const text = ' '.repeat(indent) + list.join(' ');
        expect(wrapLines(text, width).split(/\s+/).filter(Boolean)).toEqual(list);
      }),
    );
  });
});
