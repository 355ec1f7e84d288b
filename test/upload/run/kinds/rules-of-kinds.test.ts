import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/client/types.ts';
import { CfiError } from '../../../../src/errors.ts';
import type { Kind } from '../../../../src/upload/run/kinds/kind.ts';
import { orderCancellations } from '../../../../src/upload/run/kinds/order-cancellations.ts';
import { inboundDeliveries, orders } from '../../../../src/upload/run/kinds/orders.ts';
import { purchaseOrders } from '../../../../src/upload/run/kinds/purchase-orders.ts';
import { slots } from '../../../../src/upload/run/kinds/slots.ts';
import { createRequests } from '../../../../src/upload/run/requests.ts';
import { type Action, atStart, type Progress } from '../../../../src/upload/run/work.ts';
import { answer, serviceWith, signal, taskOf } from '../../../support/upload/scripted-answers.ts';
import { refusal } from '../../../support/upload/upload-steps.ts';

/** The step after one request for a document of a kind. */
async function stepAfter(kind: Kind, action: Action, said: Attempt, progress: Progress = atStart('send')) {
  const { api } = serviceWith(said);
  const requests = createRequests(api, kind, { maxRetries: 2, keepChanged: false }, signal);
  const task = taskOf({ PO_REFERENCE: 'R-1', slotReference: 'S-1' }, 'R-1', 'send');
  return (await requests.make(action, task, progress)).next.step;
}

it.each<[string, Kind, Action]>([
  ['an order was perhaps created', orders, 'look-up'],
  ['a delivery was perhaps created', inboundDeliveries, 'look-up'],
  ['a slot was perhaps booked', slots, 'look-up'],
  ['a purchase order was not created', purchaseOrders, 'send'],
])('a failure that says retryable means: %s', async (_, kind, step) => {
  expect(await stepAfter(kind, 'send', refusal(503, { retryable: true }))).toMatchObject({ do: step });
});

it('a document that is refused is refused, although its explanation cannot be read', async () => {
  const { api } = serviceWith(refusal(400));
  const call = () => Promise.reject(new CfiError('unauthorized', 'the token has expired'));
  const requests = createRequests(
    { ...api, call },
    purchaseOrders,
    { maxRetries: 2, keepChanged: false },
    signal,
  );
  const task = taskOf({ PO_REFERENCE: 'R-1', Warehouse_Name: 'Northgate' }, 'R-1', 'send');
  const { next } = await requests.make('send', task, atStart('send'));
  expect(next.step).toMatchObject({ do: 'finish', result: { outcome: 'rejected', status: 400 } });
});

describe('a 409, after which nothing is found', () => {
  const refused = { ...atStart('send'), sends: 1, duplicate: true, status: 409, error: 'because' };
  const inTheWordsOfTheService = { result: { outcome: 'conflict', status: 409, error: 'because' } };

  it.each<[string, Kind, Attempt, object]>([
    ['an order exists: asked again', orders, refusal(404), { do: 'look-up' }],
    ['a delivery exists: asked again', inboundDeliveries, refusal(404), { do: 'look-up' }],
    [
      'a purchase order is refused',
      purchaseOrders,
      answer({ slotReference: 'S-1', usedByPoReference: null }),
      inTheWordsOfTheService,
    ],
    ['a slot is refused', slots, answer([]), inTheWordsOfTheService],
  ])('means: %s', async (_, kind, said, step) => {
    expect(await stepAfter(kind, 'look-up', said, refused)).toMatchObject(step);
  });
});

describe('what was ever seen outweighs that it is absent', () => {
  const seen = { number: 'N-7', doubt: 'N-7 was there' };
  const absent = {
    order: refusal(404),
    delivery: refusal(404),
    slot: answer([]),
    'purchase order': answer({ slotReference: 'S-1', usedByPoReference: null }),
    cancellation: answer({ ReferenceNumber: 'R-1', Status: 'Pending' }),
  };

  it.each<[keyof typeof absent, Kind]>([
    ['order', orders],
    ['delivery', inboundDeliveries],
    ['slot', slots],
    ['purchase order', purchaseOrders],
    ['cancellation', orderCancellations],
  ])('of an %s', async (what, kind) => {
    const lookUp =
      kind.name === 'slot' ? { ...kind, lookUp: async () => ({ kind: 'absent' }) as const } : kind;
    const lost = { ...atStart('look-up', { seen }), error: 'no answer' };
    expect(await stepAfter(lookUp, 'look-up', absent[what], atStart('look-up'))).toMatchObject({
      do: 'send',
    });
    expect(await stepAfter(lookUp, 'look-up', absent[what], lost)).toMatchObject({ do: 'look-up' });
    expect(await stepAfter(lookUp, 'look-up', absent[what], { ...lost, fruitless: 2 })).toMatchObject({
      do: 'finish',
      result: { outcome: 'unknown', error: expect.stringContaining('N-7 was there') },
    });
  });
});
