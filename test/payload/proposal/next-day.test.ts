import { expect, it } from 'vitest';
import { read } from '../support.ts';
import { header, row } from './orders.ts';
import { proposed } from './proposed.ts';

/** Why the orders and lines of a later file are left out, with the map proposed for an earlier one. */
async function leftOutNextDay(column: string, today: readonly string[], tomorrow: readonly string[]) {
  const columns = `${header},Price (GBP),Payment,${column}`;
  const fileOf = (cells: readonly string[], name: string): string =>
    [columns, ...cells.map((cell, at) => row(`${name}-${at}`, '9.99', 'PAID', cell))].join('\n');
  const { map } = await proposed(fileOf(today, 'A'));
  const { documents, problems } = await read(fileOf(tomorrow, 'B'), {
    options: {
      map: { ...map, PaymentStatus: { const: 'PAID' } },
      warehouse: 'Northgate FC',
      dispatchWithin: 86_400_000,
    },
  });
  expect(problems).toEqual([]);
  return documents.map(({ leftOut }) => leftOut);
}

it.each<[string, string, readonly string[], readonly string[], readonly (string | undefined)[]]>([
  ['a status that nobody had', 'Status', ['New'], ['new', 'Lost', ''], [undefined, 'not-kept', 'not-kept']],
  ['a cancelled status that nobody had', 'Status', ['New', ''], ['', 'Canceled'], [undefined, 'cancelled']],
  ['a refund that nobody had', 'Payment status', ['paid'], ['Paid', 'Refunded'], [undefined, 'refunded']],
  ['a status where there was none', 'Fulfilment status', ['', ''], ['', 'sent'], [undefined, 'not-kept']],
  ['a status after a day without new orders', 'Status', ['Shipped'], ['Lost'], ['not-kept']],
  ['a yes where there were only noes', 'Cancelled', ['no', 'no'], ['No', 'YES'], [undefined, 'cancelled']],
  ['another word where there were only noes', 'Cancelled', ['n'], ['n', 'partly'], [undefined, 'not-kept']],
  ['a cross where nothing was', 'Cancelled', ['', ''], ['', 'x'], [undefined, 'cancelled']],
  ['a refund beside no refund', 'Refunded', ['0.00'], ['0.00', '12.50'], [undefined, 'not-kept']],
  ['a reason where nothing was', 'Cancel reason', ['', ''], ['', 'Too late'], [undefined, 'cancelled']],
  ['a gift card where none was', 'Gift card', ['', ''], ['', 'yes'], [undefined, 'not-goods']],
  ['what a gift card paid', 'Gift card amount', ['', ''], ['', '10.00'], [undefined, undefined]],
  ['what another gift card paid', 'Gift card used', ['0', '5'], ['1', '5'], [undefined, undefined]],
  ['a new way of delivery', 'Shipping method', ['Post', 'Pickup'], ['Express'], [undefined]],
])('a map that is used again does not send what must not be sent: %s', async (_, ...given) => {
  const [column, today, tomorrow, expected] = given;
  expect(await leftOutNextDay(column, today, tomorrow)).toEqual(expected);
});

it('a map that is used again sends the goods beside a gift card', async () => {
  const columns = `${header},Price (GBP),Line requires shipping`;
  const { map } = await proposed([columns, row('A-1', '9', 'true'), row('A-2', '9', 'true')].join('\n'));
  const { documents, problems } = await read(
    [columns, row('B-1', '9', 'true'), row('B-1', '9', 'false')].join('\n'),
    {
      options: {
        map: { ...map, PaymentStatus: { const: 'PAID' } },
        warehouse: 'Northgate FC',
        dispatchWithin: 86_400_000,
      },
    },
  );
  expect(problems).toEqual([]);
  expect(documents.map(({ leftOut, leftOutLines }) => [leftOut, leftOutLines?.length])).toEqual([
    [undefined, 1],
  ]);
});

it('a map that is used again does not send a line with a status that no line had', async () => {
  const { map } = await proposed(
    [`${header},Price (GBP),Line status`, row('A-1', '9', 'New'), row('A-1', '9', 'Shipped')].join('\n'),
  );
  const options = {
    map: { ...map, PaymentStatus: { const: 'PAID' } },
    warehouse: 'Northgate FC',
    dispatchWithin: 86_400_000,
  };
  const statuses = [
    ['B-1', 'Shipped', 'New'],
    ['B-2', 'New', 'Refunded'],
    ['B-3', 'New', 'Lost'],
    ['B-4', 'Shipped', 'Shipped'],
  ] as const;
  const rows = statuses.flatMap(([order, ...each]) => each.map((status) => row(order, '9', status)));
  const { documents, problems } = await read([`${header},Price (GBP),Line status`, ...rows].join('\n'), {
    options,
  });
  expect(problems).toEqual([]);
  expect(
    documents.map(({ leftOut, leftOutLines }) => leftOut ?? leftOutLines?.map(({ reason }) => reason)),
  ).toEqual([['fulfilled'], ['refunded'], 'not-kept', 'fulfilled']);
});
