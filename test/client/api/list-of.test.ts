import { expect, it } from 'vitest';
import { listOf } from '../../../src/client/api/lists.ts';

it.each<[string, unknown, unknown[]]>([
  ['a list', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
  ['an empty list', [], []],
  ['a list in the first member', { orders: [{ a: 1 }] }, [{ a: 1 }]],
  ['a list in another member', { items: [{ a: 1 }] }, [{ a: 1 }]],
  ['an empty list in a member', { orders: [] }, []],
  ['records among other values', [null, { a: 1 }, 7], [{ a: 1 }]],
])('reads the records of %s', (_, data, records) => {
  expect(listOf({ data }, 'orders', 'orders', 'items')).toEqual(records);
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['text', 'none'],
  ['a record without a list', { orders: 3 }],
  ['a list in a member of another name', { rows: [{ a: 1 }] }],
  ['a list without records', [1, 'two', null]],
])('does not take %s for a list without records', (_, data) => {
  expect(() => listOf({ data }, 'orders', 'orders', 'items')).toThrowError(
    expect.objectContaining({
      code: 'unavailable',
      message: 'the service did not answer with a list of orders',
      details: { hint: 'try again in a moment' },
    }),
  );
});
