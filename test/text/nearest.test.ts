import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest, saidAs } from '../../src/text/nearest.ts';

it.each([
  ['dispatch', 'dispatched', 'a letter missing'],
  ['despatched', 'dispatched', 'another letter'],
  ['dispatcedh', 'dispatched', 'two letters swapped'],
  ['Dispatched-', 'dispatched', 'capitals and punctuation, which are no edits'],
  ['deipsatched', 'dispatched', 'several edits, one for every three letters'],
])('takes %s for %s: %s', (text, meant) => {
  expect(nearest(text, ['delivered', meant, 'cancelled'])).toBe(meant);
});

it.each(['shipped', 'dispatch note', ''])('takes %s for none of the candidates', (text) => {
  expect(nearest(text, ['delivered', 'cancelled', 'pending'])).toBeUndefined();
});

it('takes the nearest of several, and the first of those that are equally near', () => {
  expect(nearest('statsu', ['stature', 'status', 'state'])).toBe('status');
  expect(nearest('paid', ['pail', 'pain'])).toBe('pail');
});

it('finds a name with two neighbours swapped anywhere', () => {
  const name = fc.string({ minLength: 4, maxLength: 30, unit: fc.constantFrom('a', 'b', 'c', 'd', 'e') });
  fc.assert(
    fc.property(name, fc.nat(), (text, place) => {
      const at = place % (text.length - 1);
      const swapped = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
      expect(nearest(swapped, ['zzzzzzzz', text])).toBe(text);
    }),
  );
});

it.each([
  ['3', 'SLOT-000003', true],
  ['003', 'SLOT-000003', true],
  ['0', 'SLOT-000', true],
  ['50155', '#50155', true],
  ['#50155', '50155', true],
  ['slot 000003', 'SLOT-000003', true],
  ['3', 'SLOT-000013', false],
  ['3', 'A-1-3', false],
  ['3', '3A', false],
  ['', 'SLOT-', false],
  ['SLOT-3', 'SLOT-000003', false],
])('%s may be meant by %s: %s', (word, reference, expected) =>
  expect(saidAs([word])(reference).has(word)).toBe(expected),
);

it('a reference may be meant by several words', () =>
  expect([...saidAs(['4', '3', '#3', 'slot 3'])('SLOT-3')]).toEqual(['slot 3', '3', '#3']));
