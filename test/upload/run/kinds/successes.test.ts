import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/client/types.ts';
import { orders } from '../../../../src/upload/run/kinds/orders.ts';
import { purchaseOrders } from '../../../../src/upload/run/kinds/purchase-orders.ts';
import { answer, taskOf } from '../../../support/upload/scripted-answers.ts';
import { refusal } from '../../../support/upload/upload-steps.ts';

const order = { ReferenceNumber: 'R-1', Currency: 'GBP', Status: 'Pending' };

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
    ['with an id under another name', answer({ OrderUUID: uuid }, 200), { kind: 'done', uuid }],
    [
      'whose id and number are neither text nor numbers',
      answer({ ReferenceNumber: 'R-1', OrderId: { UUID: 7, Number: {} } }, 200),
      { kind: 'done', uuid: undefined, number: undefined },
    ],
    ['of 201 without a name', answer({ Status: 'Pending' }, 201), { kind: 'done', uuid: undefined }],
    ['of 200 without a name', answer({ Status: 'Pending' }, 200), { kind: 'failure', maybeSent: true }],
    ['of 201 with an error in it', answer({ error: 'no' }, 201), { kind: 'failure', maybeSent: true }],
    ['of 201 with nothing', answer(undefined, 201), { kind: 'failure', maybeSent: true }],
    ['of 201 with a list', answer([order], 201), { kind: 'failure', maybeSent: true }],
    [
      'about another order',
      answer({ ReferenceNumber: 'R-2', OrderId: { UUID: uuid } }, 201),
      { kind: 'failure', maybeSent: true, message: 'the answer is about R-2' },
    ],
    [
      'about an order with a very long reference',
      answer({ ReferenceNumber: 'R'.repeat(100) }, 201),
      { kind: 'failure', message: `the answer is about ${'R'.repeat(80)}` },
    ],
    ['that is none', refusal(500), { kind: 'refusal', status: 500 }],
  ])('%s', (_, made, sent) => {
    expect(orders.sent(made, taskOf(order))).toMatchObject(sent);
  });

  it.each([['LW-7'], [7]])('of a purchase order has its number as text: %j', (number) => {
    const made = answer({ lw_po_number: number, PO_REFERENCE: 'R-1' }, 201);
    expect(purchaseOrders.sent(made, taskOf({ PO_REFERENCE: 'R-1' }))).toMatchObject({
      number: String(number),
    });
  });

  it('keeps a 64-bit order number as a number, and a longer one as text', () => {
    const numberOf = (number: bigint) =>
      orders.sent(answer({ OrderId: { UUID: uuid, Number: number } }, 201), taskOf(order));
    expect(numberOf(2n ** 63n - 1n)).toMatchObject({ number: 2n ** 63n - 1n });
    expect(numberOf(2n ** 63n)).toMatchObject({ number: String(2n ** 63n) });
  });
});
