import { describe, expect, it } from 'vitest';
import { bySku, difference, openUnits } from '../../../src/emulator/page/parts/records.ts';

const line = (SKU: string, ordered: number, delivered: number) => ({ SKU, title: SKU, ordered, delivered });

describe('quantities on the page', () => {
  it.each([
    [10, 10, ''],
    [10, 7, '3 short'],
    [10, 12, '2 over'],
  ])('of %i expected, %i counted are "%s"', (expected, count, text) => {
    expect(difference(expected, count)).toBe(text);
  });

  it('never expect less than nothing', () => {
    expect([openUnits(line('A', 5, 2)), openUnits(line('A', 5, 8))]).toEqual([3, 0]);
  });

  it('count a SKU on several lines once', () => {
    expect(bySku([line('A', 5, 1), line('B', 2, 0), line('A', 3, 0)])).toEqual([
      line('A', 8, 1),
      line('B', 2, 0),
    ]);
  });
});
