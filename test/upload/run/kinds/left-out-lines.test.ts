import { describe, expect, it } from 'vitest';
import { orders } from '../../../../src/upload/run/kinds/orders.ts';
import type { Start, Task } from '../../../../src/upload/run/work.ts';
import { answer, serviceWith, signal, taskOf } from '../../../support/upload/scripted-answers.ts';
import { refusal } from '../../../support/upload/upload-steps.ts';

const line = (SKU: string, more: object = {}): object => ({ SKU, Qty: 1, ...more });
const leftOut = (SKU: string): object => ({ SKU, reason: 'refunded' });
const orderOf = (...lines: unknown[]): object => ({ ReferenceNumber: 'R-1', OrderItems: lines });

/** Looks up an order of which the file now leaves out some lines. */
async function lookedUp(
  file: { lines: readonly object[]; leftOut: readonly object[]; start?: Start },
  stored: object,
) {
  const task = taskOf(orderOf(...file.lines), 'R-1', file.start ?? 'compare');
  const document = { ...task.document, leftOutLines: file.leftOut };
  return orders.lookUp(serviceWith(answer(stored)).api, { ...task, document } as unknown as Task, signal);
}

describe('an order of which the file now leaves out lines', () => {
  const [a, b, c] = [line('A'), line('B'), line('C')];

  it.each<[string, readonly object[], object, readonly object[]]>([
    [
      'has all of them at the service',
      [leftOut('B'), leftOut('C')],
      orderOf(a, b, c),
      ['B', 'C'].map(leftOut),
    ],
    ['has some of them at the service', [leftOut('B'), leftOut('C')], orderOf(c, a), [leftOut('C')]],
    ['has none of them at the service', [leftOut('B')], orderOf(a), []],
  ])('%s: it has not changed', async (_, lines, stored, held) => {
    expect(await lookedUp({ lines: [a], leftOut: lines }, stored)).toMatchObject({
      kind: 'found',
      comparison: { differing: [] },
      held,
    });
  });

  it('has not changed, however many lines of one SKU it has, and in which order', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => line('A', { PricePerUnit: at + 1 }));
    const found = await lookedUp(
      { lines: many.slice(1000), leftOut: many.slice(0, 1000).map(() => leftOut('A')) },
      orderOf(...many.toReversed()),
    );
    expect(found).toMatchObject({ kind: 'found', comparison: { differing: [] } });
    expect((found as { held?: readonly object[] }).held).toHaveLength(1000);
  });

  it.each<[string, readonly object[], object, readonly string[]]>([
    ['has a line there that the file does not name', [a], orderOf(a, c), ['OrderItems']],
    ['lacks a line there', [a, c], orderOf(a, b), ['OrderItems']],
    ['has another quantity there', [line('A', { Qty: 2 })], orderOf(a, b), ['OrderItems[0].Qty']],
  ])('%s: it has changed', async (_, lines, stored, differing) => {
    expect(await lookedUp({ lines, leftOut: [leftOut('B')] }, stored)).toMatchObject({
      kind: 'found',
      comparison: { differing },
    });
  });

  it('has changed if another field has, or an own line is replaced by one that the file does not name', async () => {
    const file = { lines: [a], leftOut: [leftOut('B')] };
    const stored = { ...orderOf(a, b), Currency: 'GBP' };
    const task = { ...taskOf({ ...orderOf(a), Currency: 'EUR' }, 'R-1', 'compare') };
    const document = { ...task.document, leftOutLines: file.leftOut };
    const found = await orders.lookUp(
      serviceWith(answer(stored)).api,
      { ...task, document } as unknown as Task,
      signal,
    );
    expect(found).toMatchObject({ comparison: { differing: ['Currency'] } });
    expect(await lookedUp(file, orderOf(c))).not.toHaveProperty('held');
  });

  it('still has a line there that was refunded, even if another field or line has changed', async () => {
    const held = [leftOut('B')];
    expect(await lookedUp({ lines: [line('A', { Qty: 2 })], leftOut: held }, orderOf(a, b))).toMatchObject({
      comparison: { differing: ['OrderItems[0].Qty'] },
      held,
    });
    expect(await lookedUp({ lines: [a], leftOut: held }, orderOf(a, b, c))).toMatchObject({
      comparison: { differing: ['OrderItems'] },
      held,
    });
  });

  it('pairs lines of the same product by their content', async () => {
    const [cheap, dear] = [line('A', { PricePerUnit: 1 }), line('A', { PricePerUnit: 2 })];
    for (const kept of [cheap, dear])
      expect(await lookedUp({ lines: [kept], leftOut: [leftOut('A')] }, orderOf(cheap, dear))).toMatchObject({
        comparison: { differing: [] },
        held: [leftOut('A')],
      });
  });

  it.each([
    ['as text', 'two'],
    ['with something else among them', [line('A'), null]],
    ['not at all', undefined],
  ])('says nothing of lines that the service shows %s', async (_, lines) => {
    const stored = { ReferenceNumber: 'R-1', Currency: 'GBP', OrderItems: lines };
    const found = await lookedUp({ lines: [a], leftOut: [leftOut('B')] }, stored);
    expect(found).toMatchObject({ kind: 'found', comparison: { unshown: [] } });
    expect(found).not.toHaveProperty('held');
  });

  it('is compared as it was sent after a lost answer', async () => {
    const file = { lines: [a], leftOut: [leftOut('B')], start: 'look-up' } as const;
    expect(await lookedUp(file, orderOf(a, b))).toMatchObject({ comparison: { differing: ['OrderItems'] } });
  });

  it('may be absent, or unreadable', async () => {
    const task = taskOf(orderOf(a), 'R-1', 'compare');
    const document = { ...task.document, leftOutLines: [leftOut('B')] };
    const { api } = serviceWith(refusal(404), refusal(500));
    const lookUp = () => orders.lookUp(api, { ...task, document } as unknown as Task, signal);
    expect([await lookUp(), await lookUp()]).toEqual([{ kind: 'absent' }, refusal(500)]);
  });
});
