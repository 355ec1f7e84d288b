import { describe, expect, it } from 'vitest';
import type { RunLedger } from '../../../src/upload/ledger/run-ledger.ts';
import { orders } from '../../../src/upload/run/kinds/orders.ts';
import { purchaseOrders } from '../../../src/upload/run/kinds/purchase-orders.ts';
import { makeHome } from '../../support/cli.ts';
import { recordingAfter, runOrders } from '../../support/run-orders.ts';
import { states } from '../../support/upload/opened-ledger.ts';

const references = Array.from({ length: 40 }, (_, at) => `R-${at}`);
const posts = (asked: readonly string[]): string[] => asked.filter((each) => each.startsWith('POST'));

it('sends nothing more once outcomes cannot be recorded', async () => {
  const asked: string[] = [];
  const full = new Error('the disk is full');
  const run = runOrders(references, {
    ratePerSecond: 5,
    answer: (method, reference) => {
      asked.push(`${method} ${reference}`);
      return {};
    },
    recorded: (ledger) =>
      recordingAfter(ledger, (results) => {
        if (results.some(({ task }) => task.reference === 'R-1')) throw full;
      }),
  });
  await expect(run).rejects.toBe(full);
  expect(posts(asked).length).toBeLessThan(6);
});

describe('a run whose outcomes cannot be recorded', () => {
  const full = new Error('the disk is full');
  const stop = { reason: 'unexpected', message: 'no space is left' } as const;
  /** A ledger that refuses this many attempts to record. */
  const refusing = (attempts: number) => (ledger: RunLedger) => {
    let left = attempts;
    return recordingAfter(ledger, () => {
      if (left-- > 0) throw full;
    });
  };
  const limits = { answer: () => ({}), startTimer: () => () => {}, ratePerSecond: 5 };

  it('reports what was sent, and stops, if that is how it is to end', async () => {
    const { end, asked } = await runOrders(references, {
      ...limits,
      recorded: refusing(Number.POSITIVE_INFINITY),
      stopUnrecorded: (error) => (error === full ? stop : undefined),
    });
    const sent = posts(asked).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(references.length);
    expect(end).toMatchObject({ stop, unrecorded: true, left: references.length - sent });
    expect(end.counts).toMatchObject({ created: sent, unknown: 0 });
  });

  it('tries once more when nothing is under way', async () => {
    const home = makeHome();
    const { end, asked } = await runOrders(
      references,
      { ...limits, recorded: refusing(1), stopUnrecorded: () => stop },
      home,
    );
    expect(end).toMatchObject({ stop, counts: { created: posts(asked).length } });
    expect(end).not.toHaveProperty('unrecorded');
    expect(Object.values(states(home))).toEqual(posts(asked).map(() => 'created'));
  });

  it('reports the last outcomes too', async () => {
    const { end } = await runOrders(['R-1'], {
      answer: () => ({}),
      recorded: refusing(Number.POSITIVE_INFINITY),
      stopUnrecorded: () => stop,
    });
    expect(end).toMatchObject({ stop, unrecorded: true, left: 0, counts: { created: 1 } });
  });
});

it('records the outcomes so far before it waits for a service that asks for a pause', async () => {
  const events: string[] = [];
  let limited = false;
  await runOrders(references.slice(0, 4), {
    answer(_, reference) {
      if (reference !== 'R-2' || limited) return {};
      limited = true;
      return { status: 429, headers: { 'retry-after': '60' } };
    },
    advance: () => void events.push('waited'),
    recorded: (ledger) => recordingAfter(ledger, () => void events.push('recorded')),
  });
  expect(events.slice(0, 2)).toEqual(['recorded', 'waited']);
});

it.each<[string, number, readonly string[], number[]]>([
  ['all documents after a 429', 429, ['R-0', 'R-1'], [60_000]],
  ['the only document after another error', 503, ['R-0'], [60_000]],
  ['one of several documents', 503, ['R-0', 'R-1'], []],
])('reports a pause of %s', async (_, status, orders, expected) => {
  const pauses: number[] = [];
  let sent = 0;
  await runOrders(orders, {
    observer: { pause: (ms) => void pauses.push(ms) },
    concurrency: 1,
    answer: (method) =>
      method === 'POST' && ++sent === 1 ? { status, headers: { 'retry-after': '60' } } : {},
  });
  expect(pauses).toEqual(expected);
});

it('reports no pause of the embedded emulator, whose waits take no time', async () => {
  const pauses: number[] = [];
  let sent = 0;
  await runOrders(['R-0', 'R-1'], {
    embedded: true,
    observer: { pause: (ms) => void pauses.push(ms) },
    answer: (method) =>
      method === 'POST' && ++sent === 1 ? { status: 429, headers: { 'retry-after': '60' } } : {},
  });
  expect(pauses).toEqual([]);
});

it.each([
  ['as soon as it is repeated', false, 'status 503'],
  ['not in the embedded emulator, whose waits take no time', true, undefined],
])('reports a request that is repeated: %s', async (_, embedded, reason) => {
  const reasons: string[] = [];
  let sent = 0;
  await runOrders(['R-0'], {
    embedded,
    observer: { retrying: (said) => void reasons.push(said) },
    answer: (method) => (method === 'POST' && ++sent === 1 ? { status: 503 } : {}),
  });
  expect(reasons).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)]);
});

it.each([
  [false, ['POST R-0', 'GET R-0', 'POST R-0'], { created: 1, unknown: 0 }],
  [true, ['POST R-0', 'GET R-0'], { created: 0, unknown: 1 }],
])(
  'interrupted during a look-up: %s; an order not found is then sent again if not',
  async (ends, expected, counts) => {
    const interrupt = new AbortController();
    let sent = 0;
    const { asked, end } = await runOrders(['R-0'], {
      interrupted: interrupt.signal,
      answer(method) {
        if (method === 'POST') return sent++ === 0 ? { socket: 'reset' } : {};
        if (ends) interrupt.abort('SIGINT');
        return { status: 404, body: '{}' };
      },
    });
    expect([asked, end.counts]).toMatchObject([expected, counts]);
  },
);

it.each([
  [undefined, 375],
  ['7', 7000],
])('waits before it looks up an order after a 503 with Retry-After %s', async (asked, expected) => {
  const waits: number[] = [];
  let sent = 0;
  const { end } = await runOrders(['R-0'], {
    random: () => 0.5,
    advance: (ms) => void waits.push(ms),
    answer(method) {
      if (method === 'GET') return { status: 404, body: '{}' };
      if (sent++ > 0) return {};
      return { status: 503, headers: asked === undefined ? {} : { 'retry-after': asked } };
    },
  });
  expect(end.counts.created).toBe(1);
  expect(waits).toEqual([expected]);
});

it('ends when the service asks for a longer wait than 1 minute after a failure, and says how long', async () => {
  const { end, asked } = await runOrders(references, {
    answer: () => ({ status: 503, headers: { 'retry-after': '601' } }),
  });
  expect(end.stop).toEqual({
    reason: 'unavailable',
    message: 'the service asks for a wait of 11 minutes',
    retryAfterMs: 601_000,
  });
  expect(posts(asked)).toHaveLength(2);
});

it('waits for exactly 1 minute if asked to', async () => {
  let sent = 0;
  const { end } = await runOrders(['R-0'], {
    answer(method) {
      if (method === 'GET') return { status: 404, body: '{}' };
      return sent++ > 0 ? {} : { status: 503, headers: { 'retry-after': '60' } };
    },
  });
  expect([end.stop, end.counts.created]).toEqual([undefined, 1]);
});

it.each([
  [3, 3, 'max-errors'],
  [40, 40, undefined],
  [undefined, 40, undefined],
])(
  'with --max-errors %s, tries at least %i of 40 orders that are refused',
  async (maxErrors, least, reason) => {
    const { end } = await runOrders(references, {
      ...(maxErrors === undefined ? {} : { maxErrors }),
      answer: () => ({ status: 400, body: '{"success":false,"error":"no"}' }),
    });
    expect(end.stop?.reason).toBe(reason);
    expect(end.counts.rejected).toBeGreaterThanOrEqual(least);
    expect(end.counts.rejected + end.left).toBe(40);
    if (maxErrors !== undefined) expect(end.counts.rejected).toBeLessThanOrEqual(maxErrors + 1);
  },
);

it('counts the failures that are already recorded, and stops at exactly so many', async () => {
  let limited = false;
  const { end } = await runOrders(references, {
    concurrency: 1,
    maxErrors: 3,
    answer(_, reference) {
      if (reference !== 'R-2' || limited) return { status: 400, body: '{"success":false,"error":"no"}' };
      limited = true;
      return { status: 429 };
    },
  });
  expect(end).toMatchObject({ left: 37, counts: { rejected: 3 }, stop: { reason: 'max-errors' } });
});

it.each([
  [400, 'did you mean B?', 'no; did you mean B?'],
  [400, undefined, 'no'],
  [422, 'did you mean B?', 'no'],
])('explains a refusal with status %i, if possible (%s), as: %s', async (status, more, error) => {
  const errors: unknown[] = [];
  await runOrders(['R-0', 'R-1'], {
    explain: async () => more,
    answer: (_, reference) => (reference === 'R-0' ? { status, body: '{"success":false,"error":"no"}' } : {}),
    recorded: (ledger) =>
      recordingAfter(ledger, (results) => {
        for (const { task, result } of results) errors.push([task.reference, result.outcome, result.error]);
      }),
  });
  expect(errors.sort()).toEqual([
    ['R-0', 'rejected', error],
    ['R-1', 'created', undefined],
  ]);
});

it('does not count successes as errors', async () => {
  const { end } = await runOrders(references, {
    maxErrors: 3,
    answer: (_, reference) => (Number(reference.slice(2)) % 20 === 0 ? { status: 400, body: '{}' } : {}),
  });
  expect(end).toMatchObject({ left: 0, counts: { created: 38, rejected: 2 } });
  expect(end.stop).toBeUndefined();
});

it('reads the marketplace orders once to explain references that the service has but does not show', async () => {
  const errors: (string | undefined)[] = [];
  const { asked, end } = await runOrders(references.slice(0, 3), {
    answer(method, reference) {
      if (method === 'POST') return { status: 409, body: '{"success":false,"error":"exists"}' };
      if (!reference.includes('ship_from')) return { status: 404, body: '{}' };
      return { status: 200, body: '{"success":true,"data":[{"ReferenceNumber":"R-1"}]}' };
    },
    recorded: (ledger) =>
      recordingAfter(ledger, (results) => {
        for (const { result } of results) errors.push(result.error);
      }),
  });
  expect(end.counts.conflict).toBe(3);
  expect(asked.filter((each) => each.includes('ship_from'))).toEqual(['GET order?ship_from=MSF']);
  const [hidden, named] = [/not even among the marketplace/, /a marketplace order has this reference/];
  expect(errors.sort()).toEqual([named, hidden, hidden].map((each) => expect.stringMatching(each)));
});

it('shows its progress', async () => {
  const created: number[] = [];
  await runOrders(references, {
    answer: () => ({}),
    observer: { progress: (counts) => void created.push(counts.created) },
  });
  expect(created.at(-1)).toBe(40);
});

it('leaves no timer behind when it stops', async () => {
  const timers = new Set<number>();
  let started = 0;
  await runOrders(references, {
    answer: () => ({ status: 403, body: '{"success":false,"error":"Forbidden"}' }),
    startTimer() {
      started += 1;
      const timer = started;
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  });
  expect([started, timers.size]).toEqual([1, 0]);
});

it('stops when the service does not answer at all while an order uses all its tries', async () => {
  const { end, asked } = await runOrders(references, { answer: () => ({ socket: 'reset' }) });
  expect(end.stop?.reason).toBe('unavailable');
  expect(new Set(asked).size).toBeLessThan(8);
});

const unauthorized = { status: 401, body: '{"success":false,"error":"Unauthorized"}' };

it('stops when a new token does not help, also if the service fails in between', async () => {
  let requests = 0;
  const { end } = await runOrders(['R-0'], {
    renew: async () => true,
    answer: () => (++requests % 2 === 0 ? { status: 503 } : unauthorized),
  });
  expect(end.stop).toMatchObject({ reason: 'unauthorized', status: 401 });
  expect(end.counts.created).toBe(0);
});

it.each([
  ['becomes slow: fewer', 10, 900, 1],
  ['always takes as long: as many as at the start', 200, 200, 2],
])('at a service that %s requests at the same time', async (_, firstMs, laterMs, expected) => {
  let inProgress = 0;
  const most: number[] = [];
  await runOrders(references, {
    answer(_method, reference) {
      inProgress += 1;
      most.push(inProgress);
      return { delayMs: Number(reference.slice(2)) < 20 ? firstMs : laterMs };
    },
    kind: {
      ...orders,
      sent(made, task) {
        inProgress -= 1;
        return orders.sent(made, task);
      },
    },
  });
  expect(Math.max(...most.slice(0, 20))).toBe(2);
  expect(Math.max(...most.slice(-10))).toBe(expected);
});

it.each([
  [
    'a number',
    { lw_po_number: 'LW-1', error: 'no response from Linnworks' },
    ['R-0: no response from Linnworks; LW-1 stays reserved, sending again'],
  ],
  ['nothing', { error: 'no response from Linnworks' }, []],
])('says that the service reserves %s for a purchase order that is sent again', async (_, said, notes) => {
  const noted: string[] = [];
  let sent = 0;
  const { end, asked } = await runOrders(['R-0'], {
    kind: purchaseOrders,
    answer: () =>
      sent++ === 0 ? { status: 503, body: JSON.stringify({ success: false, retryable: true, ...said }) } : {},
    observer: { note: (line) => void noted.push(line) },
  });
  expect([noted, asked.length, end.counts.created]).toEqual([notes, 2, 1]);
});
