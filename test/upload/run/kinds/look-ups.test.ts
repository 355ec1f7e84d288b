import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/client/types.ts';
import type { Kind } from '../../../../src/upload/run/kinds/kind.ts';
import { inboundDeliveries, orders } from '../../../../src/upload/run/kinds/orders.ts';
import { purchaseOrders } from '../../../../src/upload/run/kinds/purchase-orders.ts';
import { answer, serviceWith, signal, taskOf } from '../../../support/upload/scripted-answers.ts';
import { refusal } from '../../../support/upload/upload-steps.ts';

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
      'is found by a number that is no text',
      [
        answer({ slotReference: 'S-1', usedByPoReference: 7 }),
        answer({ lw_po_number: 7, PO_REFERENCE: 'R-1', containerSize: '20ft' }),
      ],
      { kind: 'found', number: '7' },
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
      { kind: 'cannot-tell', seen: { number: 'LW-7' } },
    ],
    ['cannot be known where the slot is not found', [refusal(404)], { kind: 'cannot-tell' }],
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

  it('is impossible for a purchase order without a slot', async () => {
    const { api, asked } = serviceWith();
    const found = await purchaseOrders.lookUp(api, taskOf({ PO_REFERENCE: 'R-1' }), signal);
    const withoutSlot = 'it cannot be looked up without a slot';
    expect(found).toEqual({ kind: 'cannot-tell', error: withoutSlot, lacking: 'slotReference' });
    const afterLoss = taskOf({ PO_REFERENCE: 'R-1' }, 'R-1', 'check');
    expect(await purchaseOrders.lookUp(api, afterLoss, signal)).toEqual({
      kind: 'cannot-tell',
      error: `a run ledger that may have known it was lost, and ${withoutSlot}`,
      lacking: 'slotReference',
    });
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

  it.each([
    ['long references', 'x'.repeat(1_000_000)],
    ['many pages', 'x'],
  ])('are unknown if their list does not end: %s', async (_, text) => {
    let asked = 0;
    const attempt = async () => {
      asked += 1;
      return page([`${text}${asked}`], { has_more: true });
    };
    const api = { attempt } as unknown as Parameters<NonNullable<typeof orders.listMarketplace>>[0];
    expect(await orders.listMarketplace?.(api, signal)).toMatchObject({ reason: 'excessive' });
  });

  it('are unknown after an answer that is no list', async () => {
    const { api } = serviceWith(answer({ fine: true }, 200));
    expect(await orders.listMarketplace?.(api, signal)).toMatchObject({
      ...{ kind: 'failure', message: 'the service did not answer with a list of orders' },
    });
  });

  it('are unknown when a page cannot be read', async () => {
    const { api } = serviceWith(page(['A'], { total_pages: 2 }), refusal(500));
    expect(await orders.listMarketplace?.(api, signal)).toMatchObject({ kind: 'refusal', status: 500 });
  });
});
