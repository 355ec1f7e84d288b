import { expect, it } from 'vitest';
import { beginningsOf } from '../../src/contract/problems.ts';
import { parseSeed } from '../../src/emulator/seed/schema.ts';
import { checkBody } from '../../src/emulator/service/check-body.ts';
import { line, orderBody } from '../support/emulator/stock.ts';

/** So many entries, each made by the function; `seen` counts those that somebody has looked at. */
function watched(length: number, make: (at: number) => object) {
  let seen = 0;
  const list = Array.from({ length }, (_, at) =>
    Object.defineProperty(make(at), 'SKU', {
      enumerable: true,
      get() {
        seen += 1;
        return `AC-${at}`;
      },
    }),
  );
  return { list, seen: () => seen };
}

it('a value is cut at all of its lists that are long', () => {
  const value = { a: Array(3000).fill(0), b: [1], c: 'x'.repeat(5000), d: [{ e: Array(2500).fill(0) }] };
  const first = { ...value, a: Array(1000).fill(0), d: [{ e: Array(1000).fill(0) }] };
  const second = { ...value, a: Array(2000).fill(0), d: [{ e: Array(2000).fill(0) }] };
  expect([...beginningsOf(value)]).toEqual([first, second]);
  for (const whole of [{ a: Array(1000).fill(0) }, [1, 2], null, 'text'])
    expect([...beginningsOf(whole)]).toEqual([]);
});

const many = 100_000;

it.each([
  [
    'a body',
    (list: object[]) => checkBody('createOrder', orderBody('R-1', { OrderItems: list }), {} as never),
    'OrderItems[0].ItemTitle is required',
  ],
  ['a seed', (orders: object[]) => parseSeed({ version: 1, orders }), 'warehouses is required'],
  [
    'an order of a seed',
    (list: object[]) => parseSeed({ version: 1, orders: [{ OrderItems: list }] }),
    'warehouses is required',
  ],
])('the first problem of a long list in %s is found without a check of all of it', (_, check, problem) => {
  const entries = watched(many, () => ({}));
  expect(() => check(entries.list)).toThrow(problem);
  // One look at each is for the length of lists.
  expect(entries.seen()).toBeLessThan(many + 10_000);
});

it('the first problem of a long list may be behind any number of good entries', () => {
  const lines = Array.from({ length: 5000 }, (_, at) => line({ OrderLineNumber: String(at + 1) }));
  const checked = (items: object[]) =>
    checkBody('createOrder', orderBody('R-1', { OrderItems: items }), {} as never);
  expect(checked(lines)).toEqual(orderBody('R-1', { OrderItems: lines }));
  expect(() => checked([...lines, line({ Qty: 0 })])).toThrow('OrderItems[5000].Qty');
});
