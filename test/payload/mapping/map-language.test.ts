import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { mapped } from './mapped.ts';

describe('$extends and --preset beside a map', () => {
  const shop =
    'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Extra\n#1,paid,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,AC-9\n#2,voided,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,AC-9\n';
  const options = { warehouse: 'W', dispatchWithin: 1000 };
  it.each([
    ['$extends', { map: { $extends: 'shopify', SKU: 'Extra' } }],
    ['--preset', { preset: 'shopify', map: { SKU: 'Extra' } }],
    [
      '$extends, where the profile has another preset',
      { preset: 'etsy', map: { $extends: 'shopify', SKU: 'Extra' } },
    ],
  ])('%s: fields are replaced, rules stay', async (_, more) => {
    const { bodies, leftOut, problems } = await read(shop, { options: { ...options, ...more } });
    expect(problems).toEqual([]);
    expect(bodies.map((order) => [order.ReferenceNumber, order.OrderItems[0].SKU])).toEqual([['#1', 'AC-9']]);
    expect(leftOut).toMatchObject([{ reason: 'cancelled', orders: 1 }]);
  });
});

describe('an invalid map', () => {
  it.each<[object, RegExp]>([
    [{ $extend: 'shopify' }, /unknown member \$extend; did you mean \$extends\?/],
    [{ $extends: 'shopfy' }, /unknown preset shopfy; did you mean shopify\?/],
    [{ $extends: 7 }, /\$extends must be the name of a preset/],
    [{ $keep: [{ column: 'state' }] }, /\$keep must have either in or empty/],
    [{ $keep: [{ colum: 'state', in: ['a'] }] }, /\$keep has an unknown member colum; did you mean column\?/],
    [{ $keep: 'state' }, /\$keep must be a list/],
    [{ $leaveOut: [{ column: 'state', in: ['a'] }] }, /\$leaveOut\.reason must be one of cancelled/],
    [{ $leaveOut: [{ column: 'state', in: ['a'], reason: 'canceled' }] }, /did you mean cancelled\?/],
    [{ $skipRows: [{ column: 'state', in: [] }] }, /\$skipRows\.in must be a list of values/],
    [{ $sku: { '': 'x' } }, /a SKU is blank/],
    [{ Currency: { column: 'x', joint: [] } }, /unknown member joint/],
    [{ Currency: { join: ['a'], map: {} } }, /unknown member map/],
    [{ Currency: { join: [] } }, /join must be a name or a list of names/],
    [{ Currency: { const: {} } }, /const must be text or a number/],
    [{ Currency: { column: 'x', default: {} } }, /default must be text/],
    [{ ReceivedDate: { column: 'x', date: 'HH:mm' } }, /"HH:mm" has no year, month and day/],
    [{ Qty: { column: 'x', number: { decimal: 'dot' } } }, /decimal must be point or comma/],
    [{ Qty: { column: 'x', number: { currency: 'yes' } } }, /currency must be true or false/],
    [{ Qty: { column: 'x', number: 'point' } }, /number must be an object/],
    [{ Qty: { map: {} } }, /Qty must be "<column>"/],
  ])('%j', async (map, expected) => {
    await expect(mapped(map, [{}])).rejects.toThrow(expected);
    await expect(mapped(map, [{}])).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each<[object, string]>([
    [{ $keep: [{ column: 'Curency', in: ['a'] }] }, '$keep'],
    [{ $dropLines: [{ column: 'Curency', in: ['a'], reason: 'fulfilled' }] }, '$dropLines'],
    [{ PricePerUnit: { column: 'PricePerUnit', per: 'Curency' } }, 'PricePerUnit'],
    [{ Currency: { column: ['Currency', 'Curency'] } }, 'Currency'],
    [{ ChannelBuyerName: { join: ['Curency', 'Currency'] } }, 'ChannelBuyerName'],
  ])('names a column missing from the file: %j', async (map, member) => {
    const { problems, bodies } = await mapped(map, [{}]);
    expect(bodies).toEqual([]);
    expect(problems.map(({ message }) => message)).toContain(
      `the map reads ${member} from the column Curency, which the file does not have; did you mean Currency?`,
    );
  });
});
