import { describe, expect, it } from 'vitest';
import { csv, read } from '../support.ts';
import { identity } from './mapped.ts';

describe('--map', () => {
  const mapped = (map: unknown, text = csv([{}])) => read(text, { options: { map } });

  it('translates without regard to case and surrounding blanks, in the file and in the map', async () => {
    const paid = { column: 'Paid', map: { ' Settled\u00a0': 'PAID', OPEN: 'UNPAID' } };
    const rows = [{ Paid: 'SETTLED ' }, { ReferenceNumber: 'R-2', Paid: 'open' }];
    const { bodies, problems } = await mapped({ ...identity, PaymentStatus: paid }, csv(rows));
    expect(problems).toEqual([]);
    expect(bodies.map(({ PaymentStatus }) => PaymentStatus)).toEqual(['PAID', 'UNPAID']);
  });

  it('refuses a value missing from the translation, with its position', async () => {
    const { problems } = await mapped({
      ...identity,
      PaymentStatus: { column: 'PaymentStatus', map: { settled: 'PAID' } },
    });
    expect(problems).toMatchObject([
      { line: 2, column: 'PaymentStatus', field: 'PaymentStatus', found: 'PAID', expected: 'one of settled' },
    ]);
  });

  it.each([
    ['a title', 'Orders of our shop\n\n'],
    ['a title in cells', 'Orders;;\n;;\n'],
    ['several titles', 'Our shop\nSeptember 2026\n'],
  ])('finds the header below %s, whatever the delimiter', async (_, title) => {
    const { bodies, problems } = await mapped(identity, title + csv([{ ReferenceNumber: 'R-7' }], ';'));
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([{ ReferenceNumber: 'R-7' }]);
  });

  it('names a source column that is missing, with the nearest', async () => {
    const { problems } = await mapped({ ...identity, Currency: 'Curency' });
    expect(problems.map(({ message }) => message)).toContain(
      'the map reads Currency from the column Curency, which the file does not have; did you mean Currency?',
    );
  });

  it('misses in the map, not in the file, what only the map does not have', async () => {
    const { Currency: _, SKU: __, ...others } = identity;
    const { problems } = await mapped(others);
    expect(problems.map(({ message }) => message)).toEqual([
      'the map has no entry for Currency; you can give --set Currency=VALUE instead',
      'the map has no entry for SKU',
    ]);
  });

  it.each<[unknown, RegExp]>([
    [{ Currancy: 'Currency' }, /--map: unknown field Currancy; did you mean Currency\?/],
    [{ Status: 'Currency' }, /Status is set by the service/],
    [{ Currency: 7 }, /--map: Currency must be/],
    [{ Currency: { colum: 'x' } }, /Currency has an unknown member colum; did you mean column\?/],
    [{ Currency: { column: 'x', const: 'y' } }, /Currency cannot have column and const together/],
    [{ Currency: { column: 'x', map: { a: {} } } }, /--map: Currency.map.a must be text/],
    [[], /must be a JSON object/],
    ['x', /must be a JSON object/],
  ])('refuses %j', async (map, expected) => {
    await expect(mapped(map)).rejects.toThrow(expected);
  });

  it('fills the fields of purchase orders too', async () => {
    const map = {
      PO_REFERENCE: 'po',
      Warehouse_Name: { const: 'Northgate FC' },
      SKU: 'item',
      Quantity: 'count',
    };
    const { bodies } = await read('po,item,count\nP-1,AC-1,2\n', {
      kind: 'purchase-order',
      options: { map },
    });
    expect(bodies).toEqual([
      { PO_REFERENCE: 'P-1', Warehouse_Name: 'Northgate FC', items: [{ SKU: 'AC-1', Quantity: 2 }] },
    ]);
  });
});
