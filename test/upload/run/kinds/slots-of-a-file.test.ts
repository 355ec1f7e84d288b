import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/client/types.ts';
import { slots, slotsBeforeBooking } from '../../../../src/upload/run/kinds/slots.ts';
import { createLateArrivals } from '../../../../src/upload/run/late-arrivals.ts';
import type { SlotBookings, UncertainBooking } from '../../../../src/upload/run/work.ts';
import { answer, serviceWith, signal, taskOf } from '../../../support/upload/scripted-answers.ts';
import { refusal } from '../../../support/upload/upload-steps.ts';

const lostWait = { ms: 60_000, tell: () => {} };

/** A ledger that knows nothing of slots. */
const nothingKnown: SlotBookings = {
  uncertain: () => undefined,
  slotOf: () => undefined,
  isTaken: () => false,
  repeated: () => {},
  unchecked: () => [],
  checked: () => {},
  begin: () => {},
  seen: () => [],
  saw: () => {},
};

describe('a slot in a file', () => {
  const request = { date: '2026-09-08', window: 'morning', warehouse: 'Northgate FC' };
  const own = { slotReference: 'S-9', ...request };
  const other = { slotReference: 'S-1', ...request };

  /** What the ledger knows of an uncertain booking of it. */
  const doubt = (known: Partial<UncertainBooking> = {}): UncertainBooking => ({
    before: new Set(['S-1']),
    isRepeated: false,
    bodies: [request],
    sentBeforeMs: 90_000,
    ...known,
  });

  /** The kind after the existing slots have been read, with what it knows of earlier runs. */
  async function bound(known: Partial<SlotBookings> = {}) {
    const { api } = serviceWith(answer([other]));
    const list = await slotsBeforeBooking(api, createLateArrivals(api, lostWait));
    const { kind } = list.forBooking({
      ...nothingKnown,
      uncertain: () => doubt(),
      ...known,
    });
    return { kind };
  }

  it.each<[string, unknown, object]>([
    ['a new slot for the same is its own', [other, own], { kind: 'found', number: 'S-9' }],
    ['a slot that was there before is not', [other], { kind: 'absent' }],
    ['a new slot for something else is not', [other, { ...own, window: 'afternoon' }], { kind: 'absent' }],
    [
      'a new slot that does not show what it is for may be',
      [other, { slotReference: 'S-9' }],
      { kind: 'failure', reason: 'unreadable' },
    ],
    [
      'an answer without slots where there were some is no list',
      [],
      { kind: 'failure', reason: 'unreadable' },
    ],
    ['an answer with nothing is no list', {}, { kind: 'failure', reason: 'unreadable' }],
    [
      'a part of the slots says nothing',
      { slots: [other], pagination: { has_more: true } },
      { kind: 'failure', reason: 'unreadable' },
    ],
    ['an answer with an error is no list', { error: 'no' }, { kind: 'failure', reason: 'unreadable' }],
  ])('%s', async (_, list, finding) => {
    const { kind } = await bound();
    const { api } = serviceWith(answer(list));
    expect(await kind.lookUp(api, taskOf(request), signal)).toMatchObject(finding);
  });

  it('is its own if the list shows one value of the booking', async () => {
    const { kind } = await bound();
    const { api } = serviceWith(answer([other, { slotReference: 'S-9', date: request.date }]));
    expect(await kind.lookUp(api, taskOf(request), signal)).toMatchObject({ kind: 'found', number: 'S-9' });
  });

  it('is not known if the list cannot be read, or is empty where an earlier run or this one saw slots', async () => {
    const { kind } = await bound();
    expect(await kind.lookUp(serviceWith(refusal(500)).api, taskOf(request), signal)).toEqual(refusal(500));
    const task = taskOf(request, 'R-1', 'check');
    expect(await kind.lookUp(serviceWith(answer([])).api, task, signal)).toMatchObject({
      kind: 'cannot-tell',
    });
  });

  it('is not absent in a list without a slot that was shown before', async () => {
    const { kind } = await bound();
    const { api } = serviceWith(answer([{ slotReference: 'S-2', date: '2026-09-10' }]));
    expect(await kind.lookUp(api, taskOf(request), signal)).toMatchObject({
      kind: 'failure',
      message: 'the list of slots does not show S-1, as it did before',
    });
  });

  it('does not say that it looked for duplicates where it was interrupted in between', async () => {
    const checked: string[] = [];
    const { kind } = await bound({
      unchecked: () => [['R-1', doubt(), 'S-9']],
      checked: (references) => void checked.push(...references),
    });
    const { api } = serviceWith(answer([other, own, { ...own, slotReference: 'S-10' }]));
    const interrupted = new AbortController();
    const attempt: typeof api.attempt = (...request) => {
      interrupted.abort('SIGINT');
      return api.attempt(...request);
    };
    const errors = await kind.findDuplicates({ ...api, attempt }, interrupted.signal);
    const said = errors.map(({ message }) => message);
    expect([checked, said]).toEqual([[], ['it could not be checked whether a slot was booked twice']]);
  });

  it('is its own if any list since the first attempt has shown it, in this run or an earlier one', async () => {
    const noted: unknown[] = [];
    const afternoon = { ...request, window: 'afternoon' };
    const { kind } = await bound({
      uncertain: (reference) => doubt({ bodies: [reference === 'R-0' ? afternoon : request] }),
      saw: (slots) => void noted.push(...slots),
    });
    const missing = serviceWith(answer([other, own]), answer([other]));
    const ofOther = taskOf(afternoon, 'R-0');
    expect(await kind.lookUp(missing.api, ofOther, signal)).toMatchObject({ kind: 'absent' });
    expect(noted.at(-1)).toEqual(['S-9', own]);
    expect(await kind.lookUp(missing.api, taskOf(request), signal)).toMatchObject({
      kind: 'found',
      number: 'S-9',
    });
    const later = await bound({ seen: () => [['S-9', own]] });
    const { api } = serviceWith(answer([other]));
    expect(await later.kind.lookUp(api, taskOf(request), signal)).toMatchObject({
      kind: 'found',
      number: 'S-9',
    });
  });

  it('is refused, or of unknown outcome, as the service says', async () => {
    const { kind } = await bound();
    expect(kind.sent(refusal(400), taskOf(request))).toEqual(refusal(400));
  });

  it('is never a slot that belongs to another row', async () => {
    const { kind } = await bound();
    expect(kind.sent(answer(own, 201), taskOf(request))).toMatchObject({ kind: 'done', number: 'S-9' });
    const { api } = serviceWith(answer([other, own]));
    expect(await kind.lookUp(api, taskOf(request, 'R-2'), signal)).toEqual({ kind: 'absent' });
    expect(kind.sent(answer(own, 201), taskOf(request, 'R-2'))).toMatchObject({
      kind: 'failure',
      maybeSent: true,
    });
    const taken = await bound({ isTaken: (slot) => slot === 'S-9' });
    expect(await taken.kind.lookUp(serviceWith(answer([other, own])).api, taskOf(request), signal)).toEqual({
      kind: 'absent',
    });
  });

  it('is not confirmed by an answer that names an earlier slot, or none', async () => {
    const { kind } = await bound();
    expect(kind.sent(answer(other, 201), taskOf(request))).toMatchObject({
      kind: 'failure',
      message: 'the answer is about S-1, which was booked before',
      maybeSent: true,
    });
    expect(kind.sent(answer({}, 201), taskOf(request))).toMatchObject({
      kind: 'failure',
      maybeSent: true,
      seen: { doubt: 'the service accepted the booking without showing a slot' },
    });
  });

  it('is not booked again if the ledger lost it', async () => {
    const forgot = await bound();
    const found = await forgot.kind.lookUp(
      serviceWith(answer([other, own])).api,
      taskOf(request, 'R-1', 'check'),
      signal,
    );
    expect(found).toMatchObject({ kind: 'cannot-tell', error: expect.stringContaining('S-1') });
  });
});

describe('a slot in a file with changed content', () => {
  const request = { date: '2026-09-08', window: 'morning' };

  it.each<[string, string | undefined, readonly Attempt[], object]>([
    [
      'is compared with the slot',
      'S-9',
      [answer({ slotReference: 'S-9', date: '2026-09-09' })],
      { kind: 'found', number: 'S-9', comparison: { differing: ['date'] } },
    ],
    ['is gone', 'S-9', [refusal(404)], { kind: 'absent' }],
    ['is gone for good', 'S-9', [refusal(410)], { kind: 'absent' }],
    ['cannot be read', 'S-9', [refusal(500)], { kind: 'refusal', status: 500 }],
    [
      'is answered with another slot',
      'S-9',
      [answer({ slotReference: 'S-8' })],
      { kind: 'failure', reason: 'unreadable', maybeSent: false },
    ],
    ['has no slot that is known', undefined, [], { kind: 'cannot-tell', error: 'its slot is unknown' }],
  ])('%s', async (_, slot, answers, finding) => {
    const before = serviceWith(answer([])).api;
    const list = await slotsBeforeBooking(before, createLateArrivals(before, lostWait));
    const { kind } = list.forBooking({ ...nothingKnown, slotOf: () => slot });
    const { api, asked } = serviceWith(...answers);
    expect(await kind.lookUp(api, taskOf(request, 'R-1', 'compare'), signal)).toMatchObject(finding);
    expect(asked).toEqual(slot === undefined ? [] : [['getSlot', { slotReference: slot }]]);
  });

  it('is neither sent nor looked up before the list of slots has been read', async () => {
    const { api, asked } = serviceWith();
    expect(await slots.lookUp(api, taskOf(request), signal)).toMatchObject({ kind: 'cannot-tell' });
    expect(slots.sent(answer({ slotReference: 'S-9' }, 201), taskOf(request))).toMatchObject({
      kind: 'failure',
      maybeSent: true,
    });
    expect(slots.sent(refusal(400), taskOf(request))).toEqual(refusal(400));
    expect(asked).toEqual([]);
  });
});
