import { describe, expect, it } from 'vitest';
import { matchingSlots, slotsIn } from '../../../src/client/api/write-once/slot-list.ts';

const slot = { slotReference: 'S-1', date: '2026-09-08', window: 'morning' };

describe('the slots of an answer', () => {
  it.each<[string, unknown]>([
    ['a list', [slot]],
    ['a list under slots', { slots: [slot], total: 1 }],
    ['a list under items', { items: [slot] }],
    ['a list with entries that are no slots', [null, 'S-2', { date: '2026-09-09' }, slot]],
  ])('%s', (_, data) => {
    expect([...(slotsIn(data) ?? [])]).toEqual([['S-1', slot]]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a slot', slot],
    ['text', 'S-1'],
    ['an object under slots', { slots: { 'S-1': slot } }],
  ])('%s is no list', (_, data) => {
    expect(slotsIn(data)).toBeUndefined();
  });
});

it('a slot may be the one that was booked if it is new and shows nothing else', () => {
  const slots = new Map<string, Record<string, unknown>>([
    ['S-1', slot],
    ['S-2', { ...slot, slotReference: 'S-2', window: 'afternoon' }],
    ['S-3', { ...slot, slotReference: 'S-3' }],
    ['S-4', { slotReference: 'S-4' }],
  ]);
  const found = matchingSlots(
    { date: '2026-09-08', window: 'morning' },
    slots,
    (reference) => reference !== 'S-1',
  );
  expect(found.map(({ reference, compared }) => [reference, compared])).toEqual([
    ['S-3', 2],
    ['S-4', 0],
  ]);
});
