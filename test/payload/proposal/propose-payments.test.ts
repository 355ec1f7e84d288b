import { describe, expect, it } from 'vitest';
import { later, proposedFor } from './proposed.ts';

describe('a proposal for prices and payments', () => {
  it.each<[string, string, readonly string[], string, unknown]>([
    ['a price of one', 'Price', ['12.50'], 'PricePerUnit', 'Price'],
    [
      'a price with its currency',
      'Price',
      ['£12.50'],
      'PricePerUnit',
      { column: 'Price', number: { decimal: 'point', currency: true } },
    ],
    ['a price of them all', 'Line Total', ['25.00'], 'PricePerUnit', { column: 'Line Total', per: 'Qty' }],
    ['the currency of a header', 'Price (EUR)', ['12.50'], 'Currency', { const: 'EUR' }],
    [
      'a payment',
      'Payment status',
      ['paid'],
      'PaymentStatus',
      { column: 'Payment status', map: { paid: 'PAID' }, default: 'UNPAID' },
    ],
    [
      'what is not paid',
      'Payment status',
      ['pending'],
      '$leaveOut',
      [{ column: 'Payment status', in: ['pending'], reason: 'unpaid' }, ...later('Payment status')],
    ],
    [
      'a day of payment',
      'Paid on',
      ['2026-08-29', ''],
      '$leaveOut',
      [{ column: 'Paid on', empty: true, reason: 'unpaid' }],
    ],
    ['a payment that is completed', 'Payment completed on', ['2026-08-29'], '$leaveOut', undefined],
    ['no refund in words beside nothing', 'Refunded', ['0.00', 'n/a'], '$keep', undefined],
    [
      'amounts that are refunded, however many',
      'Refunded amount',
      ['£0.00', ...Array.from({ length: 20 }, (_, at) => `-£${at + 1}.50`)],
      '$keep',
      [{ column: 'Refunded amount', in: ['£0.00'] }],
    ],
    [
      'amounts that are refunded, beside blanks',
      'Refund',
      ['', '5.00'],
      '$leaveOut',
      [{ column: 'Refund', in: ['5.00'], reason: 'refunded' }],
    ],
    ['no refund yet', 'Rückerstattung', ['', ''], '$keep', [{ column: 'Rückerstattung', in: [''] }]],
    [
      'an open payment',
      'Zahlungsstatus',
      ['Bezahlt', 'Offen'],
      '$keep',
      [{ column: 'Zahlungsstatus', in: ['Bezahlt'] }],
    ],
    [
      'a completed payment',
      'Payment status',
      ['completed', 'open'],
      'PaymentStatus',
      { column: 'Payment status', map: { completed: 'PAID' }, default: 'UNPAID' },
    ],
    ['nothing in what an order paid', 'Order Paid', ['0', '45.00'], '$leaveOut', undefined],
    ['no payment in what an order paid', 'Order Paid', ['0', '45.00'], 'PaymentStatus', undefined],
    ['no refund in an amount that every order has', 'Returned value', ['4.99', '5.99'], '$keep', undefined],
    [
      'no payment in the ways of delivery',
      'Shipping method',
      ['Flat rate', 'Pickup'],
      'PaymentStatus',
      undefined,
    ],
    [
      'a payment of some orders',
      'Paid',
      ['yes', 'no'],
      'PaymentStatus',
      { column: 'Paid', map: { yes: 'PAID' }, default: 'UNPAID' },
    ],
    [
      'what is not paid yet',
      'Paid',
      ['yes', 'no'],
      '$leaveOut',
      [{ column: 'Paid', in: ['no'], reason: 'unpaid' }],
    ],
    [
      'no payment in words that nobody knows',
      'Payment',
      ['Visa', 'Mastercard', 'paid'],
      '$leaveOut',
      undefined,
    ],
    ['no day of payment if no order has one', 'Paid on', ['', ''], '$leaveOut', undefined],
    [
      'what is refunded where it is closed',
      'Status',
      ['processing', 'complete', 'closed'],
      '$leaveOut',
      [
        { column: 'Status', in: ['complete'], reason: 'fulfilled' },
        { column: 'Status', in: ['closed', 'refunded', 'returned', 'fully refunded'], reason: 'refunded' },
        { column: 'Status', in: ['cancelled', 'canceled', 'voided'], reason: 'cancelled' },
      ],
    ],
    [
      'what is not marked as paid',
      'Paid',
      ['x', ''],
      '$leaveOut',
      [{ column: 'Paid', in: [''], reason: 'unpaid' }],
    ],
    [
      'a mark for a payment',
      'Paid',
      ['x', ''],
      'PaymentStatus',
      { column: 'Paid', map: { x: 'PAID' }, default: 'UNPAID' },
    ],
  ])('finds %s', async (_, column, values, field, expected) => {
    expect(await proposedFor(column, values, field)).toEqual(expected);
  });
});
