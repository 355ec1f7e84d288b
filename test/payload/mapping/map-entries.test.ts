import { describe, expect, it } from 'vitest';
import { csv, read } from '../support.ts';
import { identity, mapped, type Row, sent } from './mapped.ts';

describe('an entry of a map', () => {
  it.each<[string, unknown, Row, unknown]>([
    ['a column', 'buyer', { buyer: ' Bo ' }, 'Bo'],
    ['a column in another case', 'BUYER', { buyer: 'Bo' }, 'Bo'],
    ['several columns, the first filled', { column: ['nick', 'buyer'] }, { nick: ' ', buyer: 'Bo' }, 'Bo'],
    ['join', { join: ['first', 'last'], with: ' ' }, { first: 'Bo', last: 'Ek' }, 'Bo Ek'],
    ['join, with a blank between', { join: ['first', 'last'] }, { first: 'Bo', last: 'Ek' }, 'Bo Ek'],
    [
      'join without blank parts',
      { join: ['first', 'mid', 'last'], with: '-' },
      { first: 'Bo', mid: '', last: 'Ek' },
      'Bo-Ek',
    ],
    ['const', { const: 'Shop' }, {}, 'Shop'],
    ['an apostrophe at the start', 'buyer', { buyer: "'t Hart" }, "'t Hart"],
    ['map', { column: 'kind', map: { VIP: 'Very' } }, { kind: ' vip ' }, 'Very'],
    [
      'default for what the map does not list',
      { column: 'kind', map: { a: 'A' }, default: 'Z' },
      { kind: 'b' },
      'Z',
    ],
    ['default for a blank cell', { column: 'kind', default: 'Z' }, { kind: '' }, 'Z'],
    [
      'default for a blank cell, with a map',
      { column: 'kind', map: { a: 'A' }, default: 'Z' },
      { kind: '' },
      'Z',
    ],
  ])('%s', async (_, entry, row, expected) => {
    expect(await sent('ChannelBuyerName', entry, row)).toBe(expected);
  });

  it('does not apply the default to the blank cells of later rows', async () => {
    const PaymentStatus = { column: 'kind', map: { paid: 'PAID' }, default: 'UNPAID' };
    const rows = [{ kind: 'paid' }, { kind: '' }];
    const { bodies, problems } = await mapped({ PaymentStatus }, rows);
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([{ PaymentStatus: 'PAID' }]);
    const contradicted = await mapped({ PaymentStatus }, [{ kind: 'paid' }, { kind: 'open' }]);
    expect(contradicted.problems).toMatchObject([{ line: 3, found: 'UNPAID' }]);
  });

  it.each<[string, string, string]>([
    ['DD/MM/YYYY HH:mm:ss', '01/09/2026 17:30:05', '2026-09-01T16:30:05Z'],
    ['MM/DD/YY', '09/01/26', '2026-08-31T23:00:00Z'],
    ['M/D/YYYY h:mm A', '9/1/2026 12:05 AM', '2026-08-31T23:05:00Z'],
    ['M/D/YYYY h:mm A', '9/1/2026 12:05 pm', '2026-09-01T11:05:00Z'],
    ['D-MMM-YY', '1-sep-26', '2026-08-31T23:00:00Z'],
    ['D MMMM YYYY', '1 September 2026', '2026-08-31T23:00:00Z'],
    ['D-MMM-YY', '01-Okt-26', '2026-09-30T23:00:00Z'],
    ['D-MMM-YY', '01-MÄR-26', '2026-03-01T00:00:00Z'],
    ['D MMM YYYY', '1 dic 2026', '2026-12-01T00:00:00Z'],
    ['D MMM YYYY', '1 aoû 2026', '2026-07-31T23:00:00Z'],
    ['D-MMM-YYYY', '1-mrt-2026', '2026-03-01T00:00:00Z'],
    ['D MMM YYYY', '1 paź 2026', '2026-09-30T23:00:00Z'],
    ['MMM D, YYYY H:mm', 'Sep 1, 2026 7:05', '2026-09-01T06:05:00Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2026-09-01 10:00:00 +0530', '2026-09-01T04:30:00Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2026-09-01 10:00:00 +05:30', '2026-09-01T04:30:00Z'],
    ['YYYY-MM-DD HH:mm:ss Z', '2026-09-01 10:00:00 UTC', '2026-09-01T10:00:00Z'],
    ['MMM D, YYYY, h:mm A Z', 'Sep 1, 2026, 3:15 pm PDT(UTC-7)', '2026-09-01T22:15:00Z'],
    ['MMM D, YYYY, h:mm A Z', 'Sep 1, 2026, 3:15 am GMT(UTC+0)', '2026-09-01T03:15:00Z'],
    ['D/M/YYYY HH:mm Z', '1/9/2026 10:00 UTC+5:30', '2026-09-01T04:30:00Z'],
    ['D/M/YYYY HH:mm Z', '1/9/2026 10:00 GMT+0530', '2026-09-01T04:30:00Z'],
    ['D MMM YYYY', '1  Sep\t2026', '2026-08-31T23:00:00Z'],
    ['hh:mm:ss A D.M.YYYY', '01:00:00 PM 1.9.2026', '2026-09-01T12:00:00Z'],
  ])('date %s reads %s', async (date, text, expected) => {
    const options = { timezone: 'Europe/London' };
    expect(await sent('ReceivedDate', { column: 'when', date }, { when: text }, options)).toBe(expected);
  });

  it.each(['+0530', '+05:30'])('keeps the zone %s of a DispatchBy', async (zone) => {
    const entry = { column: 'when', date: 'YYYY-MM-DD HH:mm Z' };
    expect(await sent('DispatchBy', entry, { when: `2026-09-03 17:00 ${zone}` })).toBe(
      '2026-09-03T17:00:00+05:30',
    );
  });

  it('reads a DispatchBy day as the end of that day', async () => {
    const entry = { column: 'when', date: 'YYYY-MM-DD' };
    const options = { timezone: 'Europe/London' };
    expect(await sent('DispatchBy', entry, { when: '2026-09-03' }, options)).toBe('2026-09-03T22:59:59Z');
  });

  it.each<[string, string, string?]>([
    ['DD/MM/YYYY', '2026-09-01'],
    ['DD/MM/YYYY', '1/9/2026'],
    ['DD/MM/YYYY', '31/02/2026', 'is not a valid date and time'],
    ['D/M/YYYY h:mm A', '1/9/2026 13:05 PM'],
    ['D/M/YYYY h:mm A', '1/9/2026 0:05 AM'],
    ['YYYY-MM-DD HH:mm', '2026-09-01 25:00', 'is not a valid date and time'],
  ])(
    'date %s refuses %s, and says what it found',
    async (date, text, said = `is not a date in the format ${date}`) => {
      const { problems } = await mapped({ ReceivedDate: { column: 'when', date } }, [{ when: text }], {
        timezone: 'Europe/London',
      });
      expect(problems).toMatchObject([
        {
          reference: 'R-1',
          column: 'when',
          field: 'ReceivedDate',
          found: text,
          message: `ReceivedDate ${said}`,
        },
      ]);
    },
  );

  it('needs the zone of a date without one', async () => {
    const { problems } = await mapped({ ReceivedDate: { column: 'when', date: 'DD/MM/YYYY' } }, [
      { when: '01/09/2026' },
    ]);
    expect(problems).toMatchObject([{ found: '01/09/2026', message: expect.stringContaining('--timezone') }]);
  });

  it.each<[object, string, number, string?]>([
    [{ decimal: 'point' }, '1,234.50', 1234.5],
    [{ decimal: 'comma' }, '1.234,50', 1234.5],
    [{ decimal: 'comma' }, '12,5', 12.5],
    [{}, '12.50', 12.5],
    [{ currency: true }, '£129.00', 129],
    [{ currency: true }, 'GBP 129.00', 129],
    [{ currency: true }, '129.00 GBP', 129],
    [{ currency: true }, 'US $1,045.99', 1045.99, 'USD'],
    [{ decimal: 'comma', currency: true }, '1\u00a0234,50 €', 1234.5, 'EUR'],
    [{ currency: true }, '12.50', 12.5],
  ])('number %j reads %s', async (number, text, expected, Currency = 'GBP') => {
    expect(await sent('PricePerUnit', { column: 'cost', number }, { cost: text, Currency })).toBe(expected);
  });

  it.each<[object, string]>([
    [{ decimal: 'point' }, '2.0000'],
    [{ decimal: 'comma' }, '2,0'],
    [{}, '2'],
  ])('a quantity of number %j reads %s as a whole number', async (number, text) => {
    expect(await sent('Qty', { column: 'pieces', number }, { pieces: text })).toBe(2);
  });

  it.each<[unknown, Row, number]>([
    [{ column: 'cost', number: { decimal: 'point' } }, { cost: '12.50' }, 12.5],
    [{ column: 'cost', number: { currency: true } }, { cost: '12,50 €', Currency: 'EUR' }, 12.5],
    [{ column: 'cost', number: {} }, { cost: '1.212,50' }, 1212.5],
    [{ const: 12.5 }, {}, 12.5],
    ['cost', { cost: '12,50' }, 12.5],
    [{ join: ['euros', 'cents'], with: ',' }, { euros: '12', cents: '50' }, 12.5],
  ])('with --decimal comma, %j reads %j', async (entry, row, expected) => {
    expect(await sent('PricePerUnit', entry, { PricePerUnit: '1', ...row }, { decimal: 'comma' })).toBe(
      expected,
    );
  });

  it.each<[object, string]>([
    [{}, '£129.00'],
    [{ decimal: 'point' }, '12,50'],
    [{ decimal: 'point' }, '1,23.50'],
    [{ currency: true }, 'free'],
    [{ currency: true }, '(12.50)'],
  ])('number %j refuses %s', async (number, text) => {
    const { problems } = await mapped({ PricePerUnit: { column: 'cost', number } }, [{ cost: text }]);
    expect(problems).toMatchObject([{ column: 'cost', field: 'PricePerUnit', found: text }]);
  });

  it.each<[object, string, string]>([
    [{}, 'PricePerUnit must be a number', 'a number, for example 1,234.50'],
    [{ decimal: 'comma' }, 'PricePerUnit must be a number', 'a number, for example 1.234,50'],
    [
      { currency: true },
      'PricePerUnit must be an amount of money',
      'an amount, for example 1,234.50 or £1,234.50',
    ],
  ])('number %j says what it expects', async (number, message, expected) => {
    const { problems } = await mapped({ PricePerUnit: { column: 'cost', number } }, [{ cost: 'free' }]);
    expect(problems).toMatchObject([{ message, expected }]);
  });

  it('reports what the map does not list, also where a number is expected', async () => {
    const entry = { column: 'size', map: { small: '1.50' }, number: { decimal: 'point' } };
    const { problems } = await mapped({ PricePerUnit: entry }, [{ size: 'large' }]);
    expect(problems).toMatchObject([{ message: 'PricePerUnit is not one of the values in the map' }]);
  });

  it('takes the currency from beside the price if no column gives it', async () => {
    const { Currency: _, ...others } = identity;
    const price = { column: 'cost', number: { currency: true } };
    const read1 = (rows: readonly Row[], options = {}) =>
      read(csv(rows), { options: { ...options, map: { ...others, PricePerUnit: price } } });
    expect((await read1([{ cost: '€5.00' }])).bodies[0]).toMatchObject({ Currency: 'EUR' });
    const given = await read1([{ cost: '€5.00' }], { set: [['Currency', 'GBP']] });
    expect(given.bodies[0]).toMatchObject({ Currency: 'GBP' });
    const euros = await mapped({ PricePerUnit: price, Currency: { const: 'GBP' } }, [{ cost: '€5.00' }]);
    expect(euros.problems).toMatchObject([{ field: 'Currency', found: 'EUR', expected: 'GBP' }]);
    const column = await mapped({ PricePerUnit: price }, [{ cost: '€5.00' }]);
    expect(column.problems).toMatchObject([{ field: 'Currency', found: 'EUR', expected: 'GBP' }]);
    const two = await read1([{ cost: '€5.00' }, { cost: '£5.00' }]);
    expect(two.problems).toMatchObject([{ field: 'Currency', found: 'GBP', expected: 'EUR', line: 3 }]);
    expect((await read1([{ cost: '5.00' }])).problems).toMatchObject([{ field: 'Currency' }]);
    expect((await read1([{ cost: '¥5.00' }])).problems).toMatchObject([{ field: 'Currency', found: '¥' }]);
    // A code says more than a sign, which several currencies have.
    expect((await read1([{ cost: '$5.00 USD' }])).bodies[0]).toMatchObject({ Currency: 'USD' });
    for (const [cost, found] of [
      ['$5.00 CAD', 'CAD'],
      ['USD 5.00 EUR', 'USD EUR'],
    ] as const)
      expect((await read1([{ cost }])).problems).toMatchObject([{ field: 'Currency', found }]);
  });

  it('divides the price of the whole quantity, to the cent or not at all', async () => {
    const entry = { column: 'total', per: 'Qty' };
    expect(await sent('PricePerUnit', entry, { total: '10.00', Qty: '4' })).toBe(2.5);
    const blank = await mapped({ PricePerUnit: entry }, [{ total: '' }]);
    expect(blank.problems).toMatchObject([{ message: 'PricePerUnit is required' }]);
    const { problems } = await mapped({ PricePerUnit: entry }, [{ total: '10.00', Qty: '3' }]);
    expect(problems).toMatchObject([
      { field: 'PricePerUnit', message: expect.stringContaining('does not divide') },
    ]);
  });
});

describe('SKUs, prices and free lines', () => {
  it('$sku and the SKU map give the SKU of the warehouse', async () => {
    const { bodies } = await mapped(
      { $sku: { 'OLD-1': 'AC-1' } },
      [{ SKU: 'OLD-1' }, { SKU: 'OLD-2' }, { SKU: 'X' }],
      {
        skuMap: new Map([['OLD-2', 'AC-2']]),
      },
    );
    expect(bodies[0]?.OrderItems.map(({ SKU }: { SKU: string }) => SKU)).toEqual(['AC-1', 'AC-2', 'X']);
    const plain = await read(csv([{ SKU: 'OLD-2' }]), { options: { skuMap: new Map([['OLD-2', 'AC-2']]) } });
    expect(plain.bodies[0]?.OrderItems[0].SKU).toBe('AC-2');
  });

  it('prices fill a blank price and a missing column; a SKU without one is an error', async () => {
    const prices = (sku: string): number | undefined => ({ 'AC-TENT-2': 7.5 })[sku];
    for (const price of ['', undefined]) {
      const { bodies, problems } = await read(
        csv([{ PricePerUnit: price }, { PricePerUnit: price, SKU: 'X' }]),
        { options: { prices } },
      );
      expect(bodies).toEqual([]);
      expect(problems).toMatchObject([
        {
          line: 3,
          field: 'PricePerUnit',
          message: 'PricePerUnit is missing: --prices has no price for the SKU X',
        },
      ]);
    }
    const { bodies } = await read(csv([{ PricePerUnit: undefined }]), { options: { prices } });
    expect(bodies[0]?.OrderItems[0].PricePerUnit).toBe(7.5);
    expect((await read(csv([{ PricePerUnit: 'free' }]), { options: { prices } })).problems).toHaveLength(1);
  });

  it.each([0, -1])('a price list containing %d is reported like a bad cell', async (price) => {
    const { bodies, problems } = await read(csv([{ PricePerUnit: '' }]), {
      options: { prices: () => price },
    });
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 2, field: 'PricePerUnit', found: String(price) }]);
  });

  it('sends free lines at the smallest price when they are included, and says so', async () => {
    expect((await read(csv([{ PricePerUnit: '0.00' }]))).problems).toHaveLength(1);
    const { bodies, notices } = await read(csv([{ PricePerUnit: '0.00' }]), {
      options: { include: ['free-lines'] },
    });
    expect(bodies[0]?.OrderItems[0].PricePerUnit).toBe(0.01);
    const listed = await read(csv([{ PricePerUnit: '' }]), {
      options: { include: ['free-lines'], prices: () => 0 },
    });
    expect(listed.bodies[0]?.OrderItems[0].PricePerUnit).toBe(0.01);
    expect(notices).toContain('1 order with free lines, sent at 0.01 each: R-1');
  });
});

it('an unreadable cell in the first row is reported once, without follow-up errors for the other rows', async () => {
  const { problems } = await mapped({ ReceivedDate: { column: 'on', date: 'DD/MM/YYYY' } }, [
    { on: 'soon' },
    { on: '01/09/2026', SKU: 'B-1', OrderLineNumber: '2' },
  ]);
  expect(problems.map(({ line, column }) => [line, column])).toEqual([[2, 'on']]);
});
