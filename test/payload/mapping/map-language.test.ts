import { describe, expect, it } from 'vitest';
import { csv, read } from '../support.ts';
import { identity, mapped } from './mapped.ts';

describe('$extends and --preset beside a map', () => {
  const shop =
    'Name,Financial Status,Lineitem name,Lineitem sku,Lineitem quantity,Lineitem price,Currency,Created at,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,Extra\n#1,paid,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,AC-9\n#2,voided,Tent,T-1,1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB,AC-9\n';
  const options = { warehouse: 'W', dispatchWithin: 1000 };
  it.each([
    ['$extends', { map: { $extends: 'shopify', SKU: 'Extra' } }],
    ['--preset', { preset: 'shopify', map: { SKU: 'Extra' } }],
    [
      '$extends, where the profile has another preset',
      { preset: 'etsy', presetIsSaved: true, map: { $extends: 'shopify', SKU: 'Extra' } },
    ],
  ])('%s: fields are replaced, rules stay', async (_, more) => {
    const { bodies, leftOut, problems } = await read(shop, { options: { ...options, ...more } });
    expect(problems).toEqual([]);
    expect(bodies.map((order) => [order.ReferenceNumber, order.OrderItems[0].SKU])).toEqual([['#1', 'AC-9']]);
    expect(leftOut).toMatchObject([{ reason: 'cancelled', orders: 1 }]);
  });

  it('must not contradict each other', async () => {
    const more = { preset: 'etsy', map: { $extends: 'shopify' } };
    await expect(read(shop, { options: { ...options, ...more } })).rejects.toThrow(
      '--preset is etsy, but the map extends shopify',
    );
  });
});

it("a map's rules are added to those of the preset that it extends", async () => {
  const rows = ['T-1,New', 'T-1,Late', 'T-1,Void', ',Total', 'GIFT,New', 'T-1,Lost'].map(
    (cells, at) => `#${at},paid,Tent,${cells},1,5.00,GBP,2026-09-01 10:00:00 +0100,A,B,C,D,GB`,
  );
  const header =
    'Name,Financial Status,Lineitem name,Lineitem sku,State,Lineitem quantity,Lineitem price,Currency,Created at,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country';
  const map = {
    $extends: 'shopify',
    $keep: [{ column: 'State', in: ['new', 'void', 'lost'] }],
    $leaveOut: [{ column: 'State', in: ['void'], reason: 'cancelled' }],
    $dropLines: [{ column: 'Lineitem sku', in: ['gift'], reason: 'not-goods' }],
    $skipRows: [{ column: 'State', in: ['total'] }],
    $sku: { 'T-1': 'AC-1' },
  };
  const { bodies, documents, problems } = await read([header, ...rows, ''].join('\n'), {
    options: { warehouse: 'W', dispatchWithin: 1000, map },
  });
  expect(problems).toEqual([]);
  expect(documents.map(({ reference, leftOut }) => [reference, leftOut])).toEqual([
    ['#0', undefined],
    ['#1', 'not-kept'],
    ['#2', 'cancelled'],
    ['#4', 'not-goods'],
    ['#5', undefined],
  ]);
  expect(bodies[0].OrderItems[0].SKU).toBe('AC-1');
});

describe('an invalid map', () => {
  it.each<[object, RegExp]>([
    [{ $extend: 'shopify' }, /unknown member \$extend; did you mean \$extends\?/],
    [{ $extends: 'shopfy' }, /unknown preset shopfy; did you mean shopify\?/],
    [{ $extends: 7 }, /\$extends must be the name of a preset/],
    [{ $keep: [{ column: 'state' }] }, /\$keep\[0\] must have exactly one of in, empty, filled and future/],
    [
      { $keep: [{ column: 'state', filled: true, empty: true }] },
      /must have exactly one of in, empty, filled and future/,
    ],
    [{ $keep: [{ column: 'state', filled: false }] }, /\$keep\[0\]\.filled must be true/],
    [{ $skipRows: [{ column: 'state', future: true }] }, /must have future and date together/],
    [
      { $skipRows: [{ column: 'state', filled: true, date: 'YYYY-MM-DD' }] },
      /must have future and date together/,
    ],
    [{ $skipRows: [{ column: 'state', future: true, date: 'HH:mm' }] }, /has no year, month and day/],
    [{ $statuses: [{ column: 'state' }] }, /\$statuses has no value of state in ship or leaveOut/],
    [{ $statuses: [{ column: 'state', ship: [], leaveOut: {} }] }, /no value of state in ship or leaveOut/],
    [{ $statuses: [{ ship: ['a'] }] }, /\$statuses\[0\]\.column must be the name of a column/],
    [{ $statuses: [{ column: 'state', ship: ['a'], off: 'line' }] }, /unknown member off; did you mean of\?/],
    [{ $statuses: [{ column: 'state', ship: ['a'], of: 'lines' }] }, /\$statuses\[0\]\.of must be line/],
    [{ $statuses: [{ column: 'state', leaveOut: ['a'] }] }, /leaveOut must be an object, for example/],
    [
      { $statuses: [{ column: 'state', leaveOut: { canceled: ['a'] } }] },
      /leaves out by state for an unknown reason canceled; did you mean cancelled\?/,
    ],
    [
      { $statuses: [{ column: 'state', ship: ['Paid'], leaveOut: { unpaid: [' paid'] } }] },
      /\$statuses has +paid of state twice, as ship and as unpaid/,
    ],
    [
      {
        $statuses: [
          { column: 'state', ship: [''] },
          { column: 'State', leaveOut: { unpaid: [' '] } },
        ],
      },
      /\$statuses has the blank value of State twice, as ship and as unpaid/,
    ],
    [
      {
        $statuses: [
          { column: 'state', ship: ['a'] },
          { column: 'state', ship: ['b'], of: 'line' },
        ],
      },
      /\$statuses has state once for orders and once for lines/,
    ],
    [{ $unused: [7] }, /\$unused\[0\] must be a column, or an object/],
    [{ $unused: [{ column: 'state', blank: false }] }, /\$unused\[0\]\.blank must be true/],
    [{ $repeated: 'all' }, /\$repeated must be lines or same/],
    [
      { $keep: [{ colum: 'state', in: ['a'] }] },
      /\$keep\[0\] has an unknown member colum; did you mean column\?/,
    ],
    [{ $keep: 'state' }, /\$keep\[0\] must be an object, for example/],
    [{ $keep: [{ column: 'state', in: ['a'] }, 'state'] }, /\$keep\[1\] must be an object, for example/],
    [{ $keep: [{ column: 'state', empty: 'yes' }] }, /\$keep\[0\]\.empty must be true or false/],
    [{ $deliveryFromBilling: 'yes' }, /\$deliveryFromBilling must be true or false/],
    [{ $keep: [{ column: 'state', in: 'new' }] }, /\$keep\[0\]\.in must be a list of values/],
    [{ $keep: [{ column: 'state', in: ['a', null] }] }, /\$keep\[0\]\.in\[1\] must be text or a number/],
    [{ $leaveOut: [{ column: 'state', in: ['a'] }] }, /\$leaveOut\[0\]\.reason must be one of cancelled/],
    [{ $leaveOut: [{ column: 'state', in: ['a'], reason: 'canceled' }] }, /did you mean cancelled\?/],
    [{ $skipRows: [{ column: 'state', in: [] }] }, /\$skipRows\[0\]\.in must be a list of values/],
    [{ $sku: { '': 'x' } }, /a SKU is blank \(x\)/],
    [{ $sku: { x: ' ' } }, /\$sku\.x is blank/],
    [{ $sku: ['x'] }, /\$sku must be an object/],
    [{ zzzzzz: 'x' }, /^--map: unknown field zzzzzz$/],
    [{ Currency: { column: 'x', joint: [] } }, /unknown member joint/],
    [{ Currency: { join: ['a'], map: {} } }, /unknown member map/],
    [{ Currency: { const: 'GBP', map: {} } }, /unknown member map/],
    [{ Currency: { column: 'x', map: 'GBP' } }, /map must be an object/],
    [{ Currency: { column: 'x', map: null } }, /map must be an object/],
    [{ Currency: { column: 'x', map: [] } }, /map must be an object/],
    [{ Currency: { column: ['x', 7] } }, /column must be a name or a list of names/],
    [{ Currency: { column: ['x', ' '] } }, /column must be a name or a list of names/],
    [{ Currency: { join: ['a'], with: 7 } }, /Currency\.with must be text/],
    [{ Currency: { join: [] } }, /join must be a name or a list of names/],
    [{ Currency: { join: Array(1001).fill('x') } }, /join must be at most 1,000 names/],
    [{ Currency: { join: ['x', 'y'], with: '-'.repeat(101) } }, /with must be at most 100 characters/],
    [{ Currency: { const: {} } }, /const must be text or a number/],
    [{ Currency: { column: 'x', default: {} } }, /default must be text/],
    [{ ReceivedDate: { column: 'x', date: 7 } }, /date must be a name or a list of names/],
    [{ ReceivedDate: { column: 'x', date: 'HH:mm' } }, /"HH:mm" has no year, month and day/],
    [{ ReceivedDate: { column: 'x', date: 'YYYY-MM' } }, /"YYYY-MM" has no year, month and day/],
    [{ ReceivedDate: { column: 'x', date: 'DD/MM' } }, /"DD\/MM" has no year, month and day/],
    [{ ReceivedDate: { column: 'x', date: 'DD YYYY' } }, /"DD YYYY" has no year, month and day/],
    [
      { Qty: { column: 'x', number: { decimals: 'point' } } },
      /unknown member decimals; did you mean decimal/,
    ],
    [{ Qty: { column: 'x', number: { decimal: 'dot' } } }, /decimal must be point or comma/],
    [{ Qty: { column: 'x', number: { currency: 'yes' } } }, /currency must be true or false/],
    [{ Qty: { column: 'x', number: 'point' } }, /number must be an object/],
    [{ Qty: { map: {} } }, /Qty must be "<column>"/],
  ])('%j', async (map, expected) => {
    await expect(mapped(map, [{}])).rejects.toThrow(expected);
    await expect(mapped(map, [{}])).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each<object>([
    { ChannelBuyerName: 'buyer' },
    { $keep: [{ column: 'Buyer', filled: true }] },
    { $statuses: [{ column: 'buyer', ship: ['Ada'] }] },
    { $notes: ['buyer'] },
  ])('must not read a column that appears twice: %j', async (member) => {
    const once = csv([{ buyer: 'Ada' }]);
    const twice = once.replace('buyer', 'buyer,buyer').replace(',Ada\n', ',Ada,Bo\n');
    const { problems, bodies } = await read(twice, { options: { map: { ...identity, ...member } } });
    expect(bodies).toEqual([]);
    expect(problems).toMatchObject([{ line: 1, column: 'buyer', message: 'the column buyer appears twice' }]);
  });

  it('names a column that nothing in the file resembles', async () => {
    const { problems } = await mapped({ Currency: 'zzzzzz' }, [{}]);
    expect(problems.map(({ message }) => message)).toContain(
      'the map reads Currency from the column zzzzzz, which the file does not have',
    );
  });

  it.each<[object, string]>([
    [{ $keep: [{ column: 'Curency', in: ['a'] }] }, '$keep'],
    [{ $statuses: [{ column: 'Curency', ship: ['a'] }] }, '$statuses'],
    [{ $notes: 'Curency' }, '$notes'],
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
