import { describe, expect, it } from 'vitest';
import { documentNamer, isNumbered, nameColumns } from '../../../src/payload/document/reading.ts';

const body = { date: '2026-09-01', window: 'AM', warehouse: 'Northgate FC' };
const given = (name: string, duplicate = '') => ({ given: name, duplicate });

describe('the name of a document without a reference at the service', () => {
  it('is the one that the file gives, numbered if it is taken', () => {
    const nameOf = documentNamer();
    const names = ['a', 'a', 'b', 'a'].map((name) => nameOf(given(name), body, '{}'));
    expect(names).toEqual(['a', 'a (2)', 'b', 'a (3)']);
  });

  it('is the same in every reading of the same content, and different for other content', () => {
    const [first, again, other] = ['{"a":1}', '{"a":1}', '{"a":2}'].map((text) =>
      documentNamer()(given(''), body, text),
    );
    expect(first).toMatch(/^2026-09-01 AM Northgate FC [0-9a-f]{8}$/);
    expect([again === first, other === first]).toEqual([true, false]);
  });

  it('is that of the earlier reading, if it was a duplicate of the same name', () => {
    expect(documentNamer()(given('a', 'a (3)'), body, '{}')).toBe('a (3)');
    for (const duplicate of ['b (3)', 'a (x)', 'a (3) ', 'a', 'a (1234567890)'])
      expect(documentNamer()(given('a', duplicate), body, '{}')).toBe('a');
  });

  it.each([
    ['a (2)', true],
    ['a b (123456789)', true],
    ['a (1234567890)', false],
    ['a(2)', false],
    ['a  (2)', false],
    [' (2)', false],
    ['a (2) ', false],
    ['a', false],
  ])('%j is numbered: %s', (name, expected) => {
    expect(isNumbered(name)).toBe(expected);
  });

  it('is in the reference, or a column of the user’s own', () => {
    const names = ['_note', 'date', '_line', '_field', '_code', '_error', '_twin', 'reference'];
    expect(nameColumns(names, 'reference')).toEqual(['reference', '_note']);
  });
});
