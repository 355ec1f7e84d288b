import { expect, it } from 'vitest';
import { newBloomFilter } from '../../../src/upload/terms/bloom-filter.ts';

it('never calls a text new that it has seen, and nearly all others', () => {
  const seen = newBloomFilter();
  const texts = Array.from({ length: 50_000 }, (_, at) => `R-${at}`).concat(
    '',
    'é',
    '\ud800',
    'x'.repeat(9999),
  );
  expect(texts.filter((text) => seen.add(text)).length).toBeLessThan(50);
  expect(texts.filter((text) => !seen.add(text))).toEqual([]);
});
