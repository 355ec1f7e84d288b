import { describe, expect, it } from 'vitest';
import { cancelOrderOnce } from '../../../src/client/api/cancel-order.ts';
import { defaultRetryPolicy } from '../../../src/client/retry.ts';
import type { Api } from '../../../src/client/types.ts';
import { CfiError } from '../../../src/errors.ts';

const notFound = new CfiError('not-found', 'no', { status: 404 });
const conflict = new CfiError('conflict', 'shipped', { status: 409 });
const down = new CfiError('unavailable', 'down', { status: 503, maybeSent: true });
const retrying = { policy: { ...defaultRetryPolicy, maxRetries: 2 }, random: () => 0.5 };

type Said = object | CfiError;

/** A service with scripted answers to `POST id` and `GET reference`, the last of which repeats; records its requests. */
function serviceWith(answers: Readonly<Record<string, readonly Said[]>>) {
  const asked: string[] = [];
  const counts: Record<string, number> = {};
  const api = {
    transport: { wait: async () => {} },
    retrying,
    async call(endpoint: string, { params = {} }: { params?: Record<string, string> }) {
      const key = endpoint === 'cancelOrder' ? `POST ${params.order_id}` : `GET ${params.referenceNumber}`;
      asked.push(key);
      const told = answers[key] ?? [notFound];
      const at = Math.min(counts[key] ?? 0, told.length - 1);
      counts[key] = at + 1;
      const said = told[at];
      if (said instanceof CfiError) throw said;
      return { status: 200, received: { headers: {} }, data: said, body: said };
    },
    commandFor: (...words: string[]) => ['cfi', ...words].join(' '),
  } as unknown as Api;
  const cancel = () => cancelOrderOnce(api, 'R-1', undefined);
  return { cancel, asked };
}

const pending = { ReferenceNumber: 'R-1', Status: 'Pending' };
const cancelled = { ReferenceNumber: 'R-1', Status: 'Cancelled' };
const named = { ...pending, OrderId: { UUID: 'u-1', Number: 7 } };

describe('cancelling an order', () => {
  it.each<[string, Said]>([
    ['its status', cancelled],
    ['its reference alone', { ReferenceNumber: 'R-1' }],
    ['another spelling', { ReferenceNumber: 'R-1', OrderStatus: ' canceled ' }],
  ])('is confirmed by %s', async (_, said) => {
    const { cancel, asked } = serviceWith({ 'POST R-1': [said] });
    expect(await cancel()).toEqual({ outcome: 'cancelled', data: said, status: 200 });
    expect(asked).toEqual(['POST R-1']);
  });

  it.each<[string, Said]>([
    ['another status', pending],
    ['no reference', { Status: 'Cancelled' }],
    ['another order', { ReferenceNumber: 'R-2', Status: 'Cancelled' }],
    ['a status that only holds the word', { ReferenceNumber: 'R-1', Status: 'Not cancelled' }],
  ])('is not confirmed by %s, so the order is looked up', async (_, said) => {
    const { cancel, asked } = serviceWith({ 'POST R-1': [said], 'GET R-1': [cancelled] });
    expect(await cancel()).toEqual({ outcome: 'cancelled', data: cancelled, status: 200 });
    expect(asked).toEqual(['POST R-1', 'GET R-1']);
    const never = serviceWith({ 'POST R-1': [said], 'GET R-1': [pending] });
    await expect(never.cancel()).rejects.toMatchObject({
      message:
        'the service accepted the request without showing its effect; order R-1 may or may not be cancelled',
      details: { maybeSent: true },
    });
    expect(never.asked.filter((each) => each === 'POST R-1')).toHaveLength(1);
  });

  it('tries the UUID, then the number, if the service does not know the reference', async () => {
    const byUuid = serviceWith({ 'GET R-1': [named], 'POST u-1': [cancelled] });
    expect(await byUuid.cancel()).toMatchObject({ outcome: 'cancelled' });
    expect(byUuid.asked).toEqual(['POST R-1', 'GET R-1', 'POST u-1']);
    const byNumber = serviceWith({ 'GET R-1': [named], 'POST 7': [cancelled] });
    expect(await byNumber.cancel()).toMatchObject({ outcome: 'cancelled' });
    expect(byNumber.asked).toEqual(['POST R-1', 'GET R-1', 'POST u-1', 'GET 7', 'POST 7']);
  });

  it('never uses a number that is, or may be, the reference of another order', async () => {
    for (const other of [{ ReferenceNumber: '7' }, down]) {
      const { cancel, asked } = serviceWith({ 'GET R-1': [named], 'GET 7': [other], 'POST 7': [cancelled] });
      await expect(cancel()).rejects.toBe(notFound);
      expect(asked).not.toContain('POST 7');
    }
  });

  it.each<[string, object]>([
    ['shows no ids', pending],
    ['is another', { ...named, ReferenceNumber: 'R-2' }],
    ['names itself again', { ...pending, OrderId: { UUID: 'R-1' } }],
    ['has ids of other kinds', { ...pending, OrderId: { UUID: {}, Number: true } }],
  ])('is refused when the record %s', async (_, record) => {
    const { cancel, asked } = serviceWith({ 'GET R-1': [record] });
    await expect(cancel()).rejects.toBe(notFound);
    expect(asked).toEqual(['POST R-1', 'GET R-1']);
  });

  it('passes on a refusal when another id gets an answer other than unknown order', async () => {
    const { cancel } = serviceWith({ 'GET R-1': [named], 'POST u-1': [new CfiError('forbidden', 'no')] });
    await expect(cancel()).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('succeeds if the order was already cancelled, and is a conflict if refused', async () => {
    const before = serviceWith({ 'POST R-1': [conflict], 'GET R-1': [cancelled] });
    expect(await before.cancel()).toEqual({ outcome: 'existing', data: cancelled, status: 409 });
    for (const found of [pending, { ReferenceNumber: 'R-2', Status: 'Cancelled' }, down])
      await expect(serviceWith({ 'POST R-1': [conflict], 'GET R-1': [found] }).cancel()).rejects.toBe(
        conflict,
      );
  });

  it('is retried after a lost answer only if the order is not cancelled', async () => {
    const done = serviceWith({ 'POST R-1': [down], 'GET R-1': [cancelled] });
    expect(await done.cancel()).toMatchObject({ outcome: 'cancelled' });
    expect(done.asked).toEqual(['POST R-1', 'GET R-1']);
    const again = serviceWith({ 'POST R-1': [down, cancelled], 'GET R-1': [pending] });
    expect(await again.cancel()).toMatchObject({ outcome: 'cancelled' });
    expect(again.asked).toEqual(['POST R-1', 'GET R-1', 'POST R-1']);
    const late = serviceWith({ 'POST R-1': [down, conflict], 'GET R-1': [pending, cancelled] });
    expect(await late.cancel()).toEqual({ outcome: 'cancelled', data: cancelled, status: 409 });
  });

  it('is looked up again while look-ups prove nothing', async () => {
    const { cancel, asked } = serviceWith({ 'POST R-1': [down], 'GET R-1': [{}, down, cancelled] });
    expect(await cancel()).toMatchObject({ outcome: 'cancelled' });
    expect(asked).toEqual(['POST R-1', 'GET R-1', 'GET R-1', 'GET R-1']);
  });

  it('has an unknown outcome if a conflict follows a lost answer and the order cannot be read', async () => {
    const { cancel } = serviceWith({ 'POST R-1': [down, conflict], 'GET R-1': [pending, down] });
    await expect(cancel()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'shipped; order R-1 may or may not be cancelled (down)',
      details: { maybeSent: true },
    });
    const refused = serviceWith({ 'POST R-1': [down, conflict], 'GET R-1': [pending] });
    await expect(refused.cancel()).rejects.toBe(conflict);
  });

  it('reports what is known when it is never confirmed', async () => {
    const not = serviceWith({ 'POST R-1': [down], 'GET R-1': [pending] });
    await expect(not.cancel()).rejects.toMatchObject({
      message: expect.stringContaining('order R-1 is not cancelled'),
      details: { maybeSent: false },
    });
    expect(not.asked.filter((each) => each === 'POST R-1')).toHaveLength(3);
    const unclear = serviceWith({ 'POST R-1': [down], 'GET R-1': [{}] });
    await expect(unclear.cancel()).rejects.toMatchObject({
      message: expect.stringContaining('order R-1 may or may not be cancelled'),
      details: { maybeSent: true },
    });
    expect(unclear.asked.filter((each) => each === 'POST R-1')).toHaveLength(1);
  });
});
