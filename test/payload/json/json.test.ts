import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { body, csv, read } from '../support.ts';

const json = (content: unknown) =>
  read(typeof content === 'string' ? content : JSON.stringify(content), { name: 'orders.json' });
const second = { ...body, ReferenceNumber: 'R-2' };
const two = [body, second];

describe('the forms of a JSON file', () => {
  it.each<[string, string, unknown[]]>([
    ['one object', JSON.stringify(body), [body]],
    ['an array', JSON.stringify(two), two],
    ['one object a line', two.map((order) => JSON.stringify(order)).join('\n'), two],
    ['a byte-order mark', `\ufeff${JSON.stringify(two)}`, two],
    ['escapes', JSON.stringify(body).replace('Ada', '\\u0041d\\u0061'), [body]],
  ])('%s', async (_, content, expected) => {
    for (const pieceSize of [65_536, 1, 3, 50]) {
      const { bodies } = await read(content, { name: 'orders.json', pieceSize });
      expect(bodies).toEqual(expected);
    }
  });

  it.each(['-', 'orders.txt', 'orders.json', 'orders.ndjson', 'orders.jsonl'])(
    'is recognised under the name %s',
    async (name) => {
      expect((await read(JSON.stringify(two), { name })).bodies).toEqual(two);
    },
  );

  it.each(['orders.json', 'orders.ndjson'])('reads the sample %s', async (name) => {
    const content = await readFile(new URL(`../../../fixtures/json/${name}`, import.meta.url));
    const { problems, bodies } = await read(content, { name });
    expect(problems).toEqual([]);
    expect(bodies.map((order) => order.ReferenceNumber)).toEqual(['JSON-1', 'JSON-2', 'JSON-3']);
  });

  it('is recognised in UTF-16', async () => {
    expect(
      (await read(Buffer.from(`\ufeff${JSON.stringify(two)}`, 'utf16le'), { name: '-' })).bodies,
    ).toEqual(two);
  });

  it('numbers the documents', async () => {
    const { documents } = await json(two);
    expect(documents.map(({ lines }) => lines)).toEqual([[1], [2]]);
  });

  it('says that an empty list leaves nothing to do', async () => {
    const { total, notices } = await json('[ ]');
    expect({ total, notices }).toEqual({
      total: 0,
      notices: ['orders.json is an empty list'],
    });
  });

  it('gives the same text as the same order in CSV, in any member order', async () => {
    const turned = Object.fromEntries(
      Object.entries({
        ...body,
        OrderItems: [Object.fromEntries(Object.entries(body.OrderItems[0] ?? {}).reverse())],
      }).reverse(),
    );
    const [one] = (await json(turned)).documents;
    const [other] = (await read(csv([{}]))).documents;
    expect(one?.body).toBe(other?.body);
    const [changed] = (await json({ ...body, Currency: 'EUR' })).documents;
    expect(changed?.body).not.toBe(one?.body);
  });
});

it('names the defaults of the profile that filled a document', async () => {
  const { DispatchBy: _, warehouse_name: __, ...rest } = body;
  const fromProfile = { warehouse: 'W', dispatchWithin: '36h', skuMap: 'skus.csv', timezone: 'UTC' };
  const given = { warehouse: 'W', dispatchWithin: 129_600_000, timezone: 'UTC', fromProfile };
  const skuMap = new Map([[body.OrderItems[0]?.SKU ?? '', 'AC-9']]);
  const { notices, bodies } = await read(JSON.stringify(rest), {
    name: 'a.json',
    options: { ...given, skuMap },
  });
  expect(bodies).toMatchObject([{ warehouse_name: 'W', OrderItems: [{ SKU: 'AC-9' }] }]);
  expect(notices).toEqual([
    'warehouse: W (profile default)',
    'dispatch-within: 36h (profile default)',
    'sku-map: skus.csv (profile default)',
  ]);
});
