import { describe, expect, it } from 'vitest';
import { allSlotsIn, matchingSlots, slotsIn } from '../../../src/client/api/slot-list.ts';

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
    ['a list of records without a reference', [{ date: '2026-09-08' }]],
    ['a list of references', ['S-1', 'S-2']],
  ])('%s is no list', (_, data) => {
    expect(slotsIn(data)).toBeUndefined();
  });
});

it.each<[string, unknown, boolean]>([
  ['a list of slots', [slot], true],
  ['an empty list', [], true],
  [
    'a list with a record that has no reference, which may be any slot',
    [slot, { date: '2026-09-08' }],
    false,
  ],
  ['a list with another value', { slots: [slot, null] }, false],
  ['no list', {}, false],
])('%s shows all slots: %3$s', (_, data, areAll) => {
  expect(allSlotsIn({ status: 200, received: { headers: {} }, data, body: data }) !== undefined).toBe(areAll);
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
