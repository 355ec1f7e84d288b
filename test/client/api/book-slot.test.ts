import { describe, expect, it } from 'vitest';
import { bookSlotOnce } from '../../../src/client/api/book-slot.ts';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';
import type { Api, ApiResponse } from '../../../src/client/types.ts';
import { CfiError } from '../../../src/errors.ts';

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
const answer = (data: unknown): ApiResponse => ({
  status: 200,
  received: { headers: {} },
  data,
  body: { data },
});
const lost = new CfiError('timeout', 'no answer; it may have taken effect', {
  maybeSent: true,
  reason: 'no answer',
});
const retrying = { policy: defaultRetryPolicy, random: () => 0.5 };
const lostWait = { ms: 60_000, tell: () => {} };

/** Books with the usual settings; the answer. */
const book = async (api: Api, more: Partial<Api['retrying']> = {}): Promise<ApiResponse> =>
  (await bookSlotOnce({ ...api, retrying: { ...retrying, ...more } }, request, lostWait)).answer;

/** A service that keeps `slots`; each booking does what the next entry of `bookings` says. */
function serviceWith(
  slots: object[],
  bookings: ('books' | 'books-and-loses' | 'loses' | 'refuses')[],
  listBroken = () => false,
) {
  const done: string[] = [];
  const api: Api = {
    baseUrl: 'https://service.test/v1',
    clientId: 'acme',
    commandFor: (...words) => ['cfi', ...words].join(' '),
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
    retrying,
    attempt: () => Promise.reject(lost),
    renew: async () => false,
    close: async () => {},
  };
  return { api, done };
}

describe('booking a slot', () => {
  it('lists the slots first, then books once', async () => {
    const { api, done } = serviceWith([], ['books']);
    expect((await book(api)).data).toMatchObject({ slotReference: 'SLOT-1' });
    expect(done).toEqual(['listSlots', 'bookSlot']);
  });

  it('finds the slot whose answer was lost instead of booking another', async () => {
    const slots = [slot('OLD-1')];
    const { api, done } = serviceWith(slots, ['books-and-loses']);
    expect((await book(api)).data).toMatchObject({ slotReference: 'SLOT-2' });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
    expect(slots).toHaveLength(2);
  });

  it('says that a slot may be booked when it is interrupted after a lost answer', async () => {
    const interrupt = new AbortController();
    const { api, done } = serviceWith([], ['loses']);
    const wait: Api['transport']['wait'] = async (_, signal) => {
      interrupt.abort('SIGTERM');
      signal?.throwIfAborted();
    };
    const booking = book({ ...api, transport: { ...api.transport, wait } }, { signal: interrupt.signal });
    await expect(booking).rejects.toMatchObject({
      code: 'cancelled',
      exitCode: 143,
      message: 'terminated; a slot may or may not have been booked',
      details: { maybeSent: true, hint: expect.stringContaining('cfi slot list') },
    });
    expect(done).toEqual(['listSlots', 'bookSlot']);
  });

  it('books again when the request had no effect', async () => {
    const slots: object[] = [slot('OLD-1', { date: '2026-09-09' })];
    const { api, done } = serviceWith(slots, ['loses', 'books']);
    await book(api);
    expect(done).toEqual(['listSlots', 'bookSlot', 'listSlots', 'bookSlot']);
    expect(slots).toHaveLength(2);
  });

  it('does not claim a slot that somebody else booked', async () => {
    const slots: object[] = [];
    const { api } = serviceWith(slots, ['loses', 'books']);
    slots.push(slot('OTHER', { window: 'afternoon' }));
    expect((await book(api)).data).toMatchObject({ slotReference: 'SLOT-2' });
  });

  it('gives up with a definite answer: nothing was booked', async () => {
    const slots: object[] = [];
    const { api, done } = serviceWith(slots, Array(9).fill('loses'));
    await expect(book(api)).rejects.toMatchObject({
      message: expect.stringContaining('no slot was booked'),
      details: { retryable: true },
    });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(5);
    expect(slots).toEqual([]);
  });

  it('reports an unknown outcome when the list cannot be read either', async () => {
    let lists = 0;
    const { api, done } = serviceWith([], ['books-and-loses'], () => ++lists > 1);
    await expect(book(api)).rejects.toMatchObject({
      details: { hint: expect.stringContaining('slot list') },
    });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an error', { error: 'try later' }],
    ['null', null],
    ['an empty list where there were slots', []],
    ['a part of the slots', { slots: [slot('OLD-1')], pagination: { has_more: true } }],
  ])('books nothing more based on a list that is %s', async (_, data) => {
    const { api, done } = serviceWith([slot('OLD-1')], ['loses']);
    let lists = 0;
    const call: Api['call'] = async (endpoint, input) =>
      endpoint === 'listSlots' && ++lists > 1 ? answer(data) : api.call(endpoint, input);
    await expect(book({ ...api, call })).rejects.toMatchObject({
      details: { maybeSent: true, hint: expect.stringContaining('slot list') },
    });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it('claims no slot if only some of them were listed before the booking', async () => {
    const { api, done } = serviceWith([slot('OLD-1'), slot('OLD-2')], ['loses']);
    let lists = 0;
    const some = { slots: [slot('OLD-1')], pagination: { page: 1, total_pages: 2 } };
    const call: Api['call'] = async (endpoint, input) =>
      endpoint === 'listSlots' && ++lists === 1 ? answer(some) : api.call(endpoint, input);
    await expect(book({ ...api, call })).rejects.toMatchObject({
      message: expect.stringContaining('a slot may or may not have been booked'),
      details: { maybeSent: true },
    });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it('claims a new slot that shows one value of its request', async () => {
    const { api, done } = serviceWith([], ['books-and-loses']);
    const shown = { slotReference: 'SLOT-1', date: request.date };
    const call: Api['call'] = async (endpoint, input) => {
      const said = await api.call(endpoint, input);
      return endpoint === 'listSlots' && done.includes('bookSlot') ? answer([shown]) : said;
    };
    expect(await book({ ...api, call })).toMatchObject({ data: shown });
  });

  it('waits longer before each look-up, and books nothing if the slots cannot be listed first', async () => {
    const { api } = serviceWith([], Array(9).fill('loses'));
    const waits: number[] = [];
    const transport = { ...api.transport, wait: async (ms: number) => void waits.push(ms) };
    await expect(book({ ...api, transport })).rejects.toThrow();
    expect(waits).toEqual([375, 750, 1_500, 3_000, 6_000]);
    const unlisted = serviceWith([], []);
    const call: Api['call'] = async () => answer({ error: 'try later' });
    await expect(book({ ...unlisted.api, call })).rejects.toMatchObject({
      message: expect.stringContaining('nothing was booked'),
      details: { retryable: true },
    });
  });

  it.each([4, 0])(
    'ends when it is interrupted during the look-up, and says that a slot may have been booked (%i retries)',
    async (maxRetries) => {
      let lists = 0;
      const interrupted = new AbortController();
      const { api } = serviceWith([], ['loses']);
      const call: Api['call'] = async (endpoint, input) => {
        if (endpoint !== 'listSlots' || ++lists === 1) return api.call(endpoint, input);
        interrupted.abort();
        throw new CfiError('cancelled', 'the request was cancelled');
      };
      const policy = { ...defaultRetryPolicy, maxRetries };
      const booking = book({ ...api, call }, { policy, signal: interrupted.signal });
      await expect(booking).rejects.toMatchObject({
        code: 'cancelled',
        exitCode: 130,
        message: expect.stringContaining('a slot may or may not have been booked'),
        details: { maybeSent: true },
      });
      expect(lists).toBe(2);
    },
  );

  it('neither claims a new slot that does not show its request nor books another', async () => {
    const { api, done } = serviceWith([], ['books-and-loses']);
    const call: Api['call'] = async (endpoint, input) => {
      const said = await api.call(endpoint, input);
      return endpoint === 'listSlots' && done.includes('bookSlot')
        ? answer([{ slotReference: 'SLOT-1', scheduleStatus: 'pending_ops' }])
        : said;
    };
    await expect(book({ ...api, call })).rejects.toMatchObject({
      message: expect.stringContaining('SLOT-1'),
      details: { maybeSent: true },
    });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it('books nothing when the list cannot be read first', async () => {
    const { api, done } = serviceWith([], []);
    const call: Api['call'] = async (endpoint, input) =>
      endpoint === 'listSlots' ? answer({ error: 'try later' }) : api.call(endpoint, input);
    await expect(book({ ...api, call })).rejects.toThrow('nothing was booked');
    expect(done).toEqual([]);
  });

  it('looks up a booking when the answer names no slot', async () => {
    const { api, done } = serviceWith([], ['books']);
    const call: Api['call'] = async (endpoint, input) => {
      const said = await api.call(endpoint, input);
      return endpoint === 'bookSlot' ? answer({}) : said;
    };
    const booked = await book({ ...api, call });
    expect(booked.data).toMatchObject({ slotReference: 'SLOT-1' });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it('finds the new slot when the answer names one that was there before', async () => {
    const { api, done } = serviceWith([slot('SLOT-1', { date: '2026-09-15' })], ['books']);
    const call: Api['call'] = async (endpoint, input) => {
      const said = await api.call(endpoint, input);
      return endpoint === 'bookSlot' ? answer(slot('SLOT-1')) : said;
    };
    const booked = await book({ ...api, call });
    expect(booked.data).toMatchObject({ slotReference: 'SLOT-2' });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(1);
  });

  it('says that a slot may be booked when the answer names an older one and there is no new one', async () => {
    const { api, done } = serviceWith([slot('SLOT-1')], []);
    const call: Api['call'] = async (endpoint, input) =>
      endpoint === 'bookSlot' ? answer(slot('SLOT-1')) : api.call(endpoint, input);
    await expect(book({ ...api, call })).rejects.toMatchObject({
      message: expect.stringContaining('a slot may or may not have been booked'),
      details: { maybeSent: true },
    });
    expect(done).not.toContain('bookSlot');
  });

  it('looks again before it repeats a booking, after a wait, if an earlier one is still without an answer', async () => {
    const { api, done } = serviceWith([], ['loses', 'books-and-loses', 'books']);
    let bookings = 0;
    const call: Api['call'] = async (endpoint, input) => {
      if (endpoint !== 'bookSlot' || ++bookings !== 2) return api.call(endpoint, input);
      // The first booking takes effect only now.
      await api.call(endpoint, input).catch(() => {});
      await input?.beforeRepeat?.({ kind: 'refusal', status: 429, error: 'Rate limited', body: undefined });
      return api.call(endpoint, input);
    };
    const booked = await book({ ...api, call });
    expect(booked.data).toMatchObject({ slotReference: 'SLOT-1' });
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(2);
  });

  it('tries only as often as the retry policy allows', async () => {
    const { api, done } = serviceWith([], Array(9).fill('loses'));
    const once = { policy: { ...defaultRetryPolicy, maxRetries: 1 } };
    await expect(book(api, once)).rejects.toThrow('no slot was booked');
    expect(done.filter((name) => name === 'bookSlot')).toHaveLength(2);
  });

  it('passes a refusal on', async () => {
    const { api } = serviceWith([], ['refuses']);
    await expect(book(api)).rejects.toThrow('date is in the past');
  });
});

/** A service that holds bookings: each arrives so many ms after it was sent. Only those that arrive at once get an answer. */
function slowService(...delays: number[]) {
  const slots: object[] = [];
  const sentAt: number[] = [];
  const told: number[] = [];
  let now = 0;
  const arriving: number[] = [];
  const arrive = (): void => {
    for (const at of arriving.splice(0))
      if (at <= now) slots.push(slot(`SLOT-${slots.length + 1}`));
      else arriving.push(at);
  };
  const transport = {
    ...serviceWith([], []).api.transport,
    wait: async (ms: number) => {
      now += ms;
      arrive();
    },
    monotonicNow: () => now,
  };
  const call: Api['call'] = async (endpoint) => {
    if (endpoint === 'listSlots') return answer([...slots]);
    const delay = delays[sentAt.length] ?? 0;
    sentAt.push(now);
    arriving.push(now + delay);
    now += 1_000;
    arrive();
    if (delay === 0) return answer(slots.at(-1));
    throw new CfiError('timeout', 'no answer', { maybeSent: true, mayArrive: true });
  };
  const tell = (leftMs: number): void => void told.push(leftMs);
  const api = { ...serviceWith([], []).api, transport, call };
  return {
    slots,
    sentAt,
    told,
    now: () => now,
    book: (ms: number, more = {}) =>
      bookSlotOnce({ ...api, retrying: { ...retrying, ...more } }, request, { ms, tell }),
  };
}

describe('a booking that may still arrive', () => {
  it('is looked for until it can no longer arrive, and is not sent again if it arrives', async () => {
    const { book, slots, sentAt, told, now } = slowService(50_000);
    const { answer, twins } = await book(60_000);
    expect([answer.data, twins]).toEqual([slots[0], []]);
    expect(sentAt).toEqual([0]);
    expect(told).toEqual([60_000 - 375]);
    expect(now()).toBeLessThan(61_000);
  });

  it.each([0, 1, 4])('is sent again only when it can no longer arrive (%i retries)', async (maxRetries) => {
    const { book, slots, sentAt, now } = slowService(Number.POSITIVE_INFINITY, 0);
    const booking = book(60_000, { policy: { ...defaultRetryPolicy, maxRetries } });
    if (maxRetries === 0) {
      await expect(booking).rejects.toThrow('no slot was booked');
      expect([sentAt, now()]).toEqual([[0], 61_000]);
    } else {
      expect((await booking).twins).toEqual([]);
      expect([sentAt, slots.length]).toEqual([[0, 61_000], 1]);
    }
  });

  it.each([
    ['arrives while the next one is sent', [5_500, 0], 4_000],
    ['arrives after the next one, whose answer is lost too', [10_000, 3_000], 5_000],
  ])('is reported if it %s', async (_, delays, ms) => {
    const { book, slots, sentAt } = slowService(...delays);
    const { answer, twins } = await book(ms);
    expect([sentAt.length, slots.length]).toEqual([2, 2]);
    const { slotReference: booked } = answer.data as { slotReference: string };
    const twin = booked === 'SLOT-1' ? 'SLOT-2' : 'SLOT-1';
    expect(twins).toMatchObject([
      { exitCode: 9, message: expect.stringContaining(`${twin} was booked as well`) },
    ]);
    expect(twins[0]?.details.hint).toContain(`cfi slot cancel ${twin}`);
  });
});
