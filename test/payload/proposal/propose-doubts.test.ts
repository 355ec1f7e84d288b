import { describe, expect, it } from 'vitest';
import { header, row } from './orders.ts';
import { proposed } from './proposed.ts';

/** The map proposed for orders with a further column. */
async function mapWith(column: string, cells: readonly string[]) {
  const { map } = await proposed(
    [`${header},${column}`, ...cells.map((cell, at) => row(`R-${at}`, cell))].join('\n'),
  );
  return map;
}

describe('a state', () => {
  const unknown = ['Awaiting approval', 'Awaiting bank wire', 'In preparation'];

  it.each([
    ['current_state', 'Shipped', 'fulfilled'],
    ['Order state', 'Canceled', 'cancelled'],
    ['Stato ordine', 'Spedito', 'fulfilled'],
  ])('of the order is recognised by one status that does not ship: %s', async (column, status, reason) => {
    const { $leaveOut } = await mapWith(column, [...unknown, status]);
    expect($leaveOut).toContainEqual({ column, in: unknown, reason: 'on-hold' });
    expect($leaveOut).toContainEqual({ column, in: expect.arrayContaining([status]), reason });
  });

  it('that is a part of the address is none, even if it reads like an answer', async () => {
    const map = await mapWith('Ship To State', ['NO', 'MI', 'TO', 'RM']);
    expect([map.$leaveOut, map.$keep, map['DeliveryAddress.Region']]).toEqual([
      undefined,
      undefined,
      'Ship To State',
    ]);
  });
});

describe('an amount', () => {
  it.each(['total_shipping', 'VAT', 'Discount', 'Amount paid', 'Refunded', 'Rabatt', 'Gesamt'])(
    'that is not the price of the goods is not proposed for it: %s',
    async (column) => {
      expect(await mapWith(column, ['3.95', '4.95'])).not.toHaveProperty('PricePerUnit');
    },
  );

  it('with another name may be it', async () => {
    expect(await mapWith('Ours', ['3.95', '4.95'])).toHaveProperty('PricePerUnit', 'Ours');
  });
});

it.each([
  'Huisnummertoevoeging verzending',
  'Huisnummer toevoeging',
  'Hausnummerzusatz',
  'House number suffix',
])('what comes after the house number is not lost: %s', async (column) => {
  expect(await mapWith(column, ['A', 'bis'])).toHaveProperty(['DeliveryAddress.Address2'], column);
});
