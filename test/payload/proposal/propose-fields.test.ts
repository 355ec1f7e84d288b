import { describe, expect, it } from 'vitest';
import { paymentEntry } from '../../../src/payload/proposal/entries.ts';
import { needsTimezone } from '../../../src/payload/proposal/propose.ts';
import { csv } from '../support.ts';
import { fieldOf, file, header, row } from './fields.ts';
import { proposed } from './proposed.ts';

it.each<[string, readonly (readonly string[])[], unknown]>([
  ['in one', [['2026-08-29'], ['2026-08-30']], { column: 'Ship by', date: 'YYYY-MM-DD' }],
  ['in two', [['2026-08-29'], ['30 Aug 2026']], { column: 'Ship by', date: ['YYYY-MM-DD', 'D MMM YYYY'] }],
  ['in that of the service', [['2026-08-29T10:00:00Z']], 'Ship by'],
])('dates are read by the formats in which they are written: %s', async (_, cells, entry) => {
  expect(await fieldOf('DispatchBy', file('Ship by', ...cells))).toEqual({
    entry,
    confidence: 'sure',
    columns: ['Ship by'],
  });
});

it.each([
  ['Dispatch by', '2026-08-29 10:00', true],
  ['Dispatch by', '2026-08-29T10:00:00Z', false],
])('the zone is asked for %s %s: %s', async (name, cell, expected) => {
  const text = file(name, [cell]).replaceAll('2026-08-28,', '2026-08-28T10:00:00Z,');
  expect(needsTimezone((await proposed(text)).proposal)).toBe(expected);
});

it.each(['Total', 'totals', 'Sum:', 'Gesamtsumme', 'Total général', 'Totaal'])(
  'a last row named %s is skipped',
  async (name) => {
    const { map } = await proposed(`${file('Qty', ['1'], ['2'])}\n${name},,,,,,,,,3`);
    expect(map.$skipRows).toEqual([{ column: 'Order #', in: [name] }]);
  },
);

it.each([
  ['yes', 'no'],
  ['Y', 'n'],
  ['true', 'false'],
  ['1', '0'],
  ['x', 'no'],
  ['ja', 'nein'],
  ['ja', 'nee'],
  ['oui', 'non'],
  ['si', 'no'],
  ['sí', 'no'],
  ['sì', 'no'],
  ['WAHR', 'FALSCH'],
  ['VRAI', 'FAUX'],
])('a flag may be %s or %s', async (yes, no) => {
  const { map } = await proposed(file('Cancelled', [no], [yes]));
  expect(map.$leaveOut).toEqual([{ column: 'Cancelled', in: [yes], reason: 'cancelled' }]);
});

it.each<[string, string, readonly (readonly string[])[], unknown]>([
  [
    'that of the column, where some orders are paid',
    'Payment status',
    [['paid'], ['pending']],
    { column: 'Payment status', map: { paid: 'PAID' }, default: 'UNPAID' },
  ],
  ['not told by words that mean nothing', 'Payment status', [['Visa'], ['Cash']], undefined],
  ['told by a day', 'Paid on', [['2026-08-29'], ['']], { const: 'PAID' }],
  ['told by a status of the order', 'Status', [['New'], ['Unpaid']], { const: 'PAID' }],
  ['not told by a day of cancelling', 'Cancelled at', [['2026-08-29'], ['']], undefined],
  ['not told by a status without it', 'Status', [['New'], ['Cancelled']], undefined],
])('the payment is %s', async (_, name, cells, entry) => {
  expect((await fieldOf('PaymentStatus', file(name, ...cells)))?.entry).toEqual(entry);
});

it.each([
  ['On hold', 'on-hold'],
  ['Refunded', 'refunded'],
])('an order with a yes under %s is left out as %s', async (name, reason) => {
  const { map } = await proposed(file(name, ['no'], ['yes']));
  expect(map.$leaveOut).toEqual([{ column: name, in: ['yes'], reason }]);
});

it('a date in which day and month may be swapped is likely, and both ways are known', async () => {
  const text = `${header}\n${row('R-1', '03/08/2026')}\n${row('R-2', '05/08/2026')}`;
  expect(await fieldOf('ReceivedDate', text)).toEqual({
    entry: { column: 'Date', date: 'DD/MM/YYYY' },
    swapped: { column: 'Date', date: 'MM/DD/YYYY' },
    confidence: 'likely',
    columns: ['Date'],
  });
});

it.each([
  ['from its column', 'Payment status', 'paid', { confidence: 'sure', columns: ['Payment status'] }],
  ['from another one', 'Paid on', '2026-08-29', { confidence: 'likely', columns: [] }],
])('a payment %s is as certain as it is', async (_, name, cell, expected) => {
  expect(await fieldOf('PaymentStatus', file(name, [cell], [cell]))).toMatchObject(expected);
});

it.each([
  ['Cancelled at', undefined],
  ['Paid at', { column: 'Paid at', date: 'YYYY-MM-DD' }],
])('the day of the order, if there is no other than %s', async (name, expected) => {
  const { map } = await proposed(`Order #,${name},SKU\nR-1,2026-08-28,AC-1\nR-2,,AC-2\n`);
  expect(map.ReceivedDate).toEqual(expected);
});

it('rows without a reference are orders, as far as anybody can tell', async () => {
  const { map } = await proposed('Status,City\nNew,Leeds\nShipped,York\n');
  expect(map).toMatchObject({
    $leaveOut: expect.arrayContaining([{ column: 'Status', in: ['Shipped'], reason: 'fulfilled' }]),
    $keep: [{ column: 'Status', in: ['New'] }],
  });
});

it.each<[string, string, unknown]>([
  ['2', '5.00', 'Qty'],
  ['2.0000', '5.00', { column: 'Qty', number: { decimal: 'point' } }],
  ['2.0', '"5,00"', { column: 'Qty', number: { decimal: 'point' } }],
  ['2.000', '5.00', { column: 'Qty', number: { decimal: 'point' } }],
  ['2.000', '"5,00"', 'Qty'],
  ['2.5', '5.00', undefined],
])('a quantity may have decimals that say nothing: %s beside a price of %s', async (qty, price, entry) => {
  expect((await fieldOf('Qty', file('Qty,Price', [qty, price])))?.entry).toEqual(entry);
});

it('a marketplace reference is proposed', async () => {
  expect((await fieldOf('Channel_Ref', file('Channel ref', ['C-1'])))?.entry).toBe('Channel ref');
});

it('payments in words that nobody knows are left as they are', () => {
  const column = (...cells: string[]) => ({ index: 0, name: 'Paid by', cells, rows: 2, dates: undefined });
  expect(paymentEntry(column('Visa', 'Cash'))).toBe('Paid by');
  expect(paymentEntry(column('paid', 'Cash', 'paid'))).toEqual({
    column: 'Paid by',
    map: { paid: 'PAID' },
    default: 'UNPAID',
  });
});

describe('the preset of a proposal', () => {
  const names =
    'Sale Date,Item Name,Quantity,Price,Currency,Transaction ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country,Order ID,Order Type,SKU';

  it.each<[string, object, string, string | undefined]>([
    ['given: used', { preset: 'etsy' }, file('Qty', ['1']), 'etsy'],
    [
      'saved, for a file of another shop: not used',
      { preset: 'etsy', presetIsSaved: true },
      file('Qty', ['1']),
      undefined,
    ],
    ['saved, for a file of its shop: used', { preset: 'etsy', presetIsSaved: true }, `${names}\n`, 'etsy'],
    ['recognised: used', {}, `${names}\n`, 'etsy'],
  ])('is %s', async (_, options, text, expected) => {
    expect((await proposed(text, options)).map.$extends).toBe(expected);
  });
});

it('a file with the names of the service needs no map', async () => {
  const { proposal, map } = await proposed(csv([{}]));
  expect(proposal.needsNoMap).toBe(true);
  expect(Object.keys(map).filter((name) => name.startsWith('$'))).toEqual([]);
  expect((await proposed(file('Qty', ['1']))).proposal.needsNoMap).toBeUndefined();
});

it('a file of blank lines is empty', async () => {
  await expect(proposed('\n\n , \n')).rejects.toThrow('is empty');
});
