import { describe, expect, it } from 'vitest';
import type { Api, ApiResponse, Attempt } from '../../../src/client/types.ts';
import type { Task } from '../../../src/upload/ledger/run-ledger.ts';
import type { SlotBookings } from '../../../src/upload/ledger/slot-bookings.ts';
import {
  inboundDeliveries,
  type Kind,
  orders,
  purchaseOrders,
} from '../../../src/upload/run/kinds/document-kinds.ts';
import { slots } from '../../../src/upload/run/kinds/slots.ts';
import type { Start } from '../../../src/upload/run/progress.ts';

const signal = new AbortController().signal;

const answer = (data: unknown, status = 200, more: Partial<ApiResponse> = {}): Attempt => ({
  kind: 'answer',
  answer: { status, headers: {}, data, body: { data }, ...more },
});
const refusal = (status: number): Attempt => ({ kind: 'refusal', status, error: 'no', body: {} });

/** A service that gives these answers in turn, and the requests that it received. */
function serviceWith(...answers: readonly Attempt[]) {
  const asked: [string, unknown][] = [];
  const left = [...answers];
  const api = {
    attempt: async (endpoint: string, { params, query }: { params?: unknown; query?: unknown }) => {
      asked.push([endpoint, params ?? query]);
      return left.shift() ?? refusal(404);
    },
    call: async () => (left.shift() as Extract<Attempt, { kind: 'answer' }>).answer,
  } as unknown as Api;
  return { api, asked };
}

const taskOf = (body: object, reference = 'R-1', start: Start = 'look-up'): Task =>
  ({
    reference,
    start,
    document: { body: Buffer.from(JSON.stringify(body)), leftOutLines: [] },
  }) as unknown as Task;

const order = { ReferenceNumber: 'R-1', Currency: 'GBP', Status: 'Pending' };
const delivery = { PO_REFERENCE: 'R-1', warehouse_name: 'Northgate FC' };
const stored = { delivery_number: 'R-1', warehouse_name: 'Northgate FC' };

/** Answers without a record of the requested reference, which prove nothing. */
const proofless: readonly [string, unknown][] = [
  ['nothing', {}],
  ['null', null],
  ['text', 'ok'],
  ['an empty list', []],
  ['an error', { error: 'not found' }],
  ['a record without a reference', { Currency: 'GBP', warehouse_name: 'Northgate FC' }],
  ['several of others', [{ ReferenceNumber: 'R-2', PO_REFERENCE: 'R-2', slotReference: 'S-2' }]],
  [
    'another one',
    { ReferenceNumber: 'R-2', delivery_number: 'R-2', slotReference: 'S-2', PO_REFERENCE: 'R-2' },
  ],
  ['one that names it only somewhere', { Notes: 'R-1', ReferenceNumber: 'R-2', delivery_number: 'R-2' }],
];

describe('a look-up', () => {
  it.each<[string, Kind, object, object]>([
    ['an order', orders, order, order],
    ['a delivery', inboundDeliveries, delivery, stored],
  ])('of %s finds only a record with that reference', async (_, kind, body, record) => {
    const found = await kind.lookUp(serviceWith(answer(record)).api, taskOf(body), signal);
    expect(found).toMatchObject({ kind: 'found', comparison: { differing: [], compared: 1 } });
    const listed = await kind.lookUp(serviceWith(answer({ items: [record] })).api, taskOf(body), signal);
    expect(listed).toEqual(found);
    for (const status of [404, 410])
      expect(await kind.lookUp(serviceWith(refusal(status)).api, taskOf(body), signal)).toEqual({
        kind: 'absent',
      });
    for (const [what, data] of proofless)
      expect(await kind.lookUp(serviceWith(answer(data)).api, taskOf(body), signal), what).toMatchObject({
        kind: 'failure',
        reason: 'unreadable',
        maybeSent: false,
      });
  });

  const order1 = { PO_REFERENCE: 'R-1', slotReference: 'S-1', containerSize: '20ft' };

  it.each<[string, readonly Attempt[], object]>([
    [
      'is found by the slot that it used',
      [answer({ slotReference: 'S-1', usedByPoReference: 'R-1' })],
      { kind: 'found' },
    ],
    [
      'is found by the number that the slot names',
      [
        answer({ slotReference: 'S-1', usedByPoReference: 'LW-7' }),
        answer({ lw_po_number: 'LW-7', PO_REFERENCE: 'R-1', containerSize: '20ft' }),
      ],
      { kind: 'found', number: 'LW-7', comparison: { differing: [], compared: 2 } },
    ],
    [
      'is there with other content',
      [
        answer({ slotReference: 'S-1', usedByPoReference: 'LW-7' }),
        answer({ lw_po_number: 'LW-7', PO_REFERENCE: 'R-1', containerSize: '40ft' }),
      ],
      { kind: 'found', comparison: { differing: ['containerSize'], compared: 2 } },
    ],
    [
      'is absent while its slot is free',
      [answer({ slotReference: 'S-1', usedByPoReference: null })],
      { kind: 'absent' },
    ],
    [
      'is absent where another one has its slot',
      [
        answer({ slotReference: 'S-1', usedByPoReference: 'LW-7' }),
        answer({ lw_po_number: 'LW-7', PO_REFERENCE: 'R-2' }),
      ],
      { kind: 'absent' },
    ],
    [
      'is not known where the one that has its slot does not say whose it is',
      [answer({ slotReference: 'S-1', usedByPoReference: 'LW-7' }), answer({ lw_po_number: 'LW-7' })],
      { kind: 'failure', reason: 'unreadable' },
    ],
    [
      'is not known where the one that has its slot cannot be read',
      [answer({ slotReference: 'S-1', usedByPoReference: 'LW-7' }), refusal(404)],
      { kind: 'refusal', status: 404 },
    ],
    ['is not known where the slot is not found', [refusal(404)], { kind: 'refusal', status: 404 }],
    ...proofless.map(([what, data]): [string, readonly Attempt[], object] => [
      `is not known when the answer about its slot is ${what}`,
      [answer(data)],
      { kind: 'failure', reason: 'unreadable' },
    ]),
    ...proofless.map(([what, data]): [string, readonly Attempt[], object] => [
      `is not known when the answer about the one that has its slot is ${what}`,
      [
        answer({ slotReference: 'S-1', usedByPoReference: 'LW-7' }),
        answer(what === 'another one' ? { lw_po_number: 'LW-8', PO_REFERENCE: 'R-2' } : data),
      ],
      { kind: 'failure', reason: 'unreadable' },
    ]),
  ])('a purchase order %s', async (_, answers, finding) => {
    const { api } = serviceWith(...answers);
    expect(await purchaseOrders.lookUp(api, taskOf(order1), signal)).toMatchObject(finding);
  });

  it('finds an order whose answer shows its lines in another way', async () => {
    const { api } = serviceWith(answer({ ...order, OrderItems: 'two' }));
    const task = {
      ...taskOf(order, 'R-1', 'compare'),
      document: { ...taskOf(order).document, leftOutLines: [{}] },
    };
    expect(await orders.lookUp(api, task as unknown as Task, signal)).toMatchObject({
      kind: 'found',
      comparison: { differing: [] },
    });
  });

  it('is impossible for a purchase order without a slot', async () => {
    const { api, asked } = serviceWith();
    const found = await purchaseOrders.lookUp(api, taskOf({ PO_REFERENCE: 'R-1' }), signal);
    expect([found.kind, asked]).toEqual(['cannot-tell', []]);
  });
});

describe('a success', () => {
  const uuid = '7d0c7c3e-0000-4000-8000-000000000001';

  it.each<[string, Attempt, object]>([
    [
      'with the reference',
      answer({ ReferenceNumber: 'R-1', OrderId: { UUID: uuid, Number: 7 } }, 201),
      { kind: 'done', uuid, number: 7 },
    ],
    ['with an id alone', answer({ OrderId: { UUID: uuid } }, 200), { kind: 'done', uuid }],
    ['with a number alone', answer({ OrderNumber: '7' }, 200), { kind: 'done', number: '7' }],
    ['with an id as text', answer({ OrderId: uuid }, 200), { kind: 'done', uuid }],
    ['of 201 without a name', answer({ Status: 'Pending' }, 201), { kind: 'done', uuid: undefined }],
    ['of 200 without a name', answer({ Status: 'Pending' }, 200), { kind: 'failure', maybeSent: true }],
    ['of 201 with an error in it', answer({ error: 'no' }, 201), { kind: 'failure', maybeSent: true }],
    ['of 201 with nothing', answer(undefined, 201), { kind: 'failure', maybeSent: true }],
    ['of 201 with a list', answer([order], 201), { kind: 'failure', maybeSent: true }],
    [
      'about another order',
      answer({ ReferenceNumber: 'R-2', OrderId: { UUID: uuid } }, 201),
      { kind: 'failure', maybeSent: true },
    ],
    ['that is none', refusal(500), { kind: 'refusal', status: 500 }],
  ])('%s', (_, made, sent) => {
    expect(orders.sent(made, taskOf(order))).toMatchObject(sent);
  });

  it('keeps a 64-bit order number as a number, and a longer one as text', () => {
    const numberOf = (number: bigint) =>
      orders.sent(answer({ OrderId: { UUID: uuid, Number: number } }, 201), taskOf(order));
    expect(numberOf(2n ** 63n - 1n)).toMatchObject({ number: 2n ** 63n - 1n });
    expect(numberOf(2n ** 63n)).toMatchObject({ number: String(2n ** 63n) });
  });
});

describe('a slot in a file', () => {
  const request = { date: '2026-09-08', window: 'morning', warehouse: 'Northgate FC' };
  const own = { slotReference: 'S-9', ...request };
  const other = { slotReference: 'S-1', ...request };

  /** The kind after the existing slots have been read, with what it knows of earlier runs. */
  async function bound(known: Partial<SlotBookings> = {}) {
    const { api } = serviceWith(answer([other]));
    const prepared = await slots.prepare?.(api);
    const noted: string[] = [];
    const kind = prepared?.bind({
      uncertain: () => ({ before: new Set(['S-1']), accepted: false }),
      slotOf: () => undefined,
      isTaken: () => false,
      accepted: (reference) => void noted.push(reference),
      ...known,
    }) as Kind;
    return { kind, noted };
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
    ['an answer with an error is no list', { error: 'no' }, { kind: 'failure', reason: 'unreadable' }],
  ])('%s', async (_, list, finding) => {
    const { kind } = await bound();
    const { api } = serviceWith(answer(list));
    expect(await kind.lookUp(api, taskOf(request), signal)).toMatchObject(finding);
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
    expect(taken.kind.sent(answer(own, 201), taskOf(request))).toMatchObject({
      kind: 'failure',
      maybeSent: true,
    });
  });

  it('is not confirmed by an answer that names an earlier slot, or none', async () => {
    const { kind, noted } = await bound();
    expect(kind.sent(answer(other, 201), taskOf(request))).toMatchObject({
      kind: 'failure',
      maybeSent: true,
    });
    expect(noted).toEqual([]);
    expect(kind.sent(answer({}, 201), taskOf(request))).toMatchObject({ kind: 'failure', maybeSent: true });
    expect(noted).toEqual(['R-1']);
  });

  it('is not booked again if the service accepted it without showing it, or the ledger lost it', async () => {
    const accepted = await bound({ uncertain: () => ({ before: new Set(['S-1']), accepted: true }) });
    expect(
      await accepted.kind.lookUp(serviceWith(answer([other])).api, taskOf(request), signal),
    ).toMatchObject({ kind: 'failure' });
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
    ['has no slot that is known', undefined, [], { kind: 'cannot-tell' }],
  ])('%s', async (_, slot, answers, finding) => {
    const prepared = await slots.prepare?.(serviceWith(answer([])).api);
    const kind = prepared?.bind({
      uncertain: () => undefined,
      slotOf: () => slot,
      isTaken: () => false,
      accepted: () => {},
    });
    const { api, asked } = serviceWith(...answers);
    expect(await kind?.lookUp(api, taskOf(request, 'R-1', 'compare'), signal)).toMatchObject(finding);
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

describe('the marketplace orders', () => {
  const page = (references: readonly string[], pagination?: Record<string, unknown>): Attempt =>
    answer(
      references.map((reference) => ({ ReferenceNumber: reference })),
      200,
      pagination === undefined ? {} : { pagination },
    );

  it.each<[string, readonly Attempt[], readonly string[], number]>([
    ['of a list', [page(['A', 'B'])], ['A', 'B'], 1],
    ['of all pages', [page(['A'], { total_pages: 2 }), page(['B'], { total_pages: 2 })], ['A', 'B'], 2],
    [
      'of a service whose pages repeat',
      [page(['A'], { has_more: true }), page(['A'], { has_more: true })],
      ['A'],
      2,
    ],
    ['of none', [page([])], [], 1],
  ])('%s', async (_, answers, references, requests) => {
    const { api, asked } = serviceWith(...answers);
    const list = await orders.listMarketplace?.(api, signal);
    expect(list).toEqual({ kind: 'list', references: new Set(references) });
    expect(asked.map(([, query]) => query)).toEqual(
      [{ ship_from: 'MSF' }, { ship_from: 'MSF', page: 2 }].slice(0, requests),
    );
  });

  it('are unknown when a page cannot be read', async () => {
    const { api } = serviceWith(page(['A'], { total_pages: 2 }), refusal(500));
    expect(await orders.listMarketplace?.(api, signal)).toMatchObject({ kind: 'refusal', status: 500 });
  });
});
