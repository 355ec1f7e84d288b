import { describe, expect, it } from 'vitest';
import { bookSlotOnce } from '../../src/client/api/book-slot.ts';
import type { Api, ApiAnswer } from '../../src/client/types.ts';
import { CfiError } from '../../src/errors.ts';

const request = {
  date: '2026-09-08',
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'palletised',
  numberOfSkus: 'lt_10',
} as const;
const slot = (reference: string, changes: object = {}) => ({
  ...request,
  slotReference: reference,
  scheduleStatus: 'pending_ops',
  ...changes,
});
const answer = (data: unknown): ApiAnswer => ({ status: 200, headers: {}, data, body: { data } });
const lost = new CfiError('timeout', 'no answer; whether it took effect is not known');

/** A service that keeps `slots`; each booking does what the next of `bookings` says. */
function serviceWith(
  slots: object[],
  bookings: ('books' | 'books-and-loses' | 'loses' | 'refuses')[],
  listBroken = () => false,
) {
  const done: string[] = [];
  const api: Api = {
    baseUrl: 'https://service.test/v1',
    clientId: 'acme',
    transport: {
      send: () => Promise.reject(lost),
      wait: async () => {},
      now: () => 0,
      monotonicNow: () => 0,
      close: async () => {},
    },
    async call(endpoint) {
      done.push(endpoint);
      if (endpoint === 'listSlots') {
        if (listBroken()) throw new CfiError('unavailable', 'down');
        return answer([...slots]);
      }
      const how = bookings.shift() ?? 'books';
      if (how === 'refuses') throw new CfiError('invalid-input', 'date is in the past');
      if (how !== 'loses') slots.push(slot(`SLOT-${slots.length + 1}`));
      if (how !== 'books') throw lost;
      return answer(slots.at(-1));
    },
    attempt: () => Promise.reject(lost),
    renew: async () => false,
    close: async () => {},
  };
  return { api, done };
}

describe('booking a slot', () => {
  it('lists the slots first, then books once', async () => {
    const { api, done } = serviceWith([], ['books']);
    expect((await bookSlotOnce(api, request)).data).toMatchObject({ slotReference: 'SLOT-1' });
    expect(done).toEqual(['listSlots', 'bookSlot']);
  });

  it('finds the slot whose answer was lost instead of booking another', async () => {
    const slots = [slot('OLD-1')];
    const { api, done } = serviceWith(slots, ['books-and-loses']);
    expect((await bookSlotOnce(api, request)).data).toMatchObject({ slotReference: 'SLOT-2' });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
    expect(slots).toHaveLength(2);
  });

  it('books again when the request came to nothing', async () => {
    const slots: object[] = [slot('OLD-1', { date: '2026-09-09' })];
    const { api, done } = serviceWith(slots, ['loses', 'books']);
    await bookSlotOnce(api, request);
    expect(done).toEqual(['listSlots', 'bookSlot', 'listSlots', 'bookSlot']);
    expect(slots).toHaveLength(2);
  });

  it('does not take a slot that somebody else booked for its own', async () => {
    const slots: object[] = [];
    const { api } = serviceWith(slots, ['loses', 'books']);
    slots.push(slot('OTHER', { window: 'afternoon' }));
    expect((await bookSlotOnce(api, request)).data).toMatchObject({ slotReference: 'SLOT-2' });
  });

  it('gives up with a certain answer: nothing was booked', async () => {
    const slots: object[] = [];
    const { api, done } = serviceWith(slots, Array(9).fill('loses'));
    await expect(bookSlotOnce(api, request)).rejects.toThrow(/no slot was booked/);
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(5);
    expect(slots).toEqual([]);
  });

  it('says that it is not certain when the list cannot be read either', async () => {
    let lists = 0;
    const { api, done } = serviceWith([], ['books-and-loses'], () => ++lists > 1);
    await expect(bookSlotOnce(api, request)).rejects.toMatchObject({
      details: { hint: expect.stringContaining('slot list') },
    });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it('passes a refusal on', async () => {
    const { api } = serviceWith([], ['refuses']);
    await expect(bookSlotOnce(api, request)).rejects.toThrow('date is in the past');
  });
});
