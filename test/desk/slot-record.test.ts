import { describe, expect, it } from 'vitest';
import { isSameState } from '../../src/desk/read.ts';
import { isOpen, openOffer, proposals, slotPhase, waitingSince } from '../../src/desk/slot-record.ts';
import { statusText } from '../../src/desk/slot-view.ts';

it.each([
  ['pending', { scheduleStatus: 'pending_ops' }],
  ['answer-needed', { scheduleStatus: 'pending_customer' }],
  ['confirmed', { scheduleStatus: 'confirmed' }],
  ['confirmed', { scheduleStatus: 'consumed' }],
  ['confirmed', { scheduleStatus: 'Used' }],
  ['confirmed', { scheduleStatus: 'arrived', usedByPoReference: 'LW-1' }],
  ['confirmed', { scheduleStatus: 'arrived', usedByPoReference: 1 }],
  ['cancelled', { scheduleStatus: 'cancelled' }],
  ['cancelled', { scheduleStatus: 'cancelled', usedByPoReference: 'LW-1' }],
  ['other', { scheduleStatus: 'arrived' }],
  ['other', {}],
])('the phase of a slot is %s for %j', (phase, slot) => {
  expect(slotPhase(slot)).toBe(phase);
});

it.each(['arrived', 'constructor', '__proto__'])(
  'a status %s that is not published is shown',
  (scheduleStatus) => {
    expect(statusText({ scheduleStatus }, 0)).toBe(scheduleStatus);
  },
);

const at = (hour: number): string => `2026-09-01T0${hour}:00:00Z`;

describe('the other side has been waiting', () => {
  const created = { createdAt: at(1) };
  const updated = { ...created, updatedAt: at(2) };
  const proposed = { ...updated, schedule: { proposals: [{ createdAt: at(3) }, { createdAt: at(4) }] } };

  it.each([
    ['the last proposal', proposed, at(4)],
    ['the last change', updated, at(2)],
    ['the last change, if the proposals have no time', { ...updated, schedule: { proposals: [{}] } }, at(2)],
    ['the booking', created, at(1)],
  ])('since %s', (_, slot, since) => {
    expect(waitingSince(slot)).toBe(Date.parse(since));
  });

  it('for an unknown time if the record shows none', () => {
    expect(waitingSince({})).toBeUndefined();
  });
});

describe('the open offer is the newest', () => {
  const offer = (hour: number, more: object): object => ({
    proposedBy: 'ops',
    proposedTime: at(hour),
    ...more,
  });
  const [older, newer] = [offer(9, { createdAt: at(1) }), offer(8, { createdAt: at(3) })];
  const answer = { proposedBy: 'client', proposedTime: at(7), created_at: at(2) };

  it.each([
    ['of a list in the order of time', [older, answer, newer], at(8)],
    ['of a list that begins with the newest', [newer, answer, older], at(8)],
    ['the last one where the times do not tell', [newer, answer, offer(9, {})], at(9)],
  ])('%s', (_, listed, time) => {
    const slot = { scheduleStatus: 'pending_customer', schedule: { proposals: listed } };
    expect(openOffer(slot)).toMatchObject({ time, proposals: 3 });
    expect(proposals(slot).at(-1)).toMatchObject({ proposedTime: time });
  });
});

it.each([
  ['is open at its time', {}, at(5), true],
  ['is over a moment later', {}, '2026-09-01T05:00:00.001Z', false],
  ['is not open once it is used', { scheduleStatus: 'used' }, at(4), false],
  ['is not open once it is cancelled', { scheduleStatus: 'cancelled' }, at(4), false],
])('a slot %s', (_, more, now, open) => {
  const slot = { scheduleStatus: 'confirmed', schedule: { confirmedTime: at(5) }, ...more };
  expect(isOpen(slot, Date.parse(now))).toBe(open);
});

it.each([
  ['a further offer of the same time', { offers: 1 }, { offers: 2 }, false],
  ['a list that shows no proposals', { offers: 1 }, {}, true],
  ['what an earlier version reported', {}, { offers: 1 }, true],
])('the state after %s', (_, before, now, same) => {
  const state = { status: 'pending_customer', time: '2026-09-08T13:00:00Z' };
  expect(isSameState({ ...state, ...before }, { ...state, ...now })).toBe(same);
});
