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
  const lengths = [...beginningsOf({ a: Array(3000).fill(0), b: [1], c: 'x'.repeat(5000) })].map(
    ({ a, b, c }) => [a, b, c].map((each) => (each as string).length),
  );
  expect(lengths).toEqual([
    [1000, 1, 5000],
    [2000, 1, 5000],
  ]);
  for (const whole of [{ a: Array(1000).fill(0) }, [1, 2], null, 'text'])
    expect([...beginningsOf(whole)]).toEqual([]);
});

it('the first problem of a long list is found without a look at all of it', () => {
  const lines = watched(100_000, () => ({}));
  const body = orderBody('R-1', { OrderItems: lines.list });
  expect(() => checkBody('createOrder', body, {} as never)).toThrow('OrderItems[0].ItemTitle is required');
  expect(lines.seen()).toBeLessThan(5000);
  const orders = watched(100_000, () => ({}));
  expect(() => parseSeed({ version: 1, orders: orders.list })).toThrow('warehouses is required');
  expect(orders.seen()).toBeLessThan(5000);
});

it('the first problem of a long list may be behind any number of good entries', () => {
  const lines = Array.from({ length: 5000 }, (_, at) => line({ OrderLineNumber: String(at + 1) }));
  const checked = (items: object[]) =>
    checkBody('createOrder', orderBody('R-1', { OrderItems: items }), {} as never);
  expect(checked(lines)).toEqual(orderBody('R-1', { OrderItems: lines }));
  expect(() => checked([...lines, line({ Qty: 0 })])).toThrow('OrderItems[5000].Qty');
});
