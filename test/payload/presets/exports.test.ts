import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leaveOutReasons } from '../../../src/payload/document/reasons.ts';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { presetNames } from '../../../src/text/preset-names.ts';
import { present } from '../../../src/text/records.ts';
import { read, readAll, restGiven, sourceOf } from '../support.ts';

const folder = new URL('../../../fixtures/exports/', import.meta.url);
const names = readdirSync(folder);
const exports = names.filter((name) => !name.endsWith('.json'));

/** The expected result of an export file, worked out by hand. */
interface Expected {
  readonly preset?: string;
  /** The map for a file that no preset can read. */
  readonly map?: unknown;
  readonly encoding?: string;
  readonly timezone?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly prices?: Readonly<Record<string, number>>;
  /** Part of the message that refuses the whole file. */
  readonly refused?: string;
  /** SKUs of each sent order. */
  readonly sent?: Readonly<Record<string, readonly string[]>>;
  readonly quantities?: Readonly<Record<string, readonly number[]>>;
  readonly towns?: Readonly<Record<string, string>>;
  readonly pricesPerUnit?: Readonly<Record<string, readonly number[]>>;
  /** In UTC. */
  readonly received?: Readonly<Record<string, string>>;
  /** Invalid fields, by order. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly currency?: string;
  readonly leftOut?: Readonly<Record<string, string>>;
  /** By SKU. */
  readonly leftOutLines?: Readonly<Record<string, string>>;
}

const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(new URL(name.replace(/\.\w+$/, '.json'), folder), 'utf8'));

function optionsOf({ preset, map, encoding, timezone, set = {}, prices }: Expected): Partial<ReadingOptions> {
  return {
    ...present({ preset, map, encoding, timezone }),
    warehouse: 'Northgate FC',
    dispatchWithin: 86_400_000,
    set: Object.entries(set),
    ...(prices === undefined ? {} : { prices: (sku: string) => prices[sku] }),
  };
}

interface Order {
  readonly ReferenceNumber: string;
  readonly Currency: string;
  readonly ReceivedDate: string;
  readonly DeliveryAddress: { readonly Town: string };
  readonly OrderItems: readonly {
    readonly SKU: string;
    readonly Qty: number;
    readonly PricePerUnit: number;
  }[];
}

const contentOf = (name: string): Buffer => readFileSync(new URL(name, folder));
const refusing = exports.filter((name) => expectedOf(name).refused !== undefined);
const readable = exports.filter((name) => expectedOf(name).refused === undefined);

describe('shop exports', () => {
  it.each(presetNames)('include one of %s', (name) => {
    expect(readable.map((file) => expectedOf(file).preset)).toContain(name);
  });

  it.each(readable)('%s: each row has the result noted beside it', async (name) => {
    const expected = expectedOf(name);
    const { problems, documents, bodies } = await read(contentOf(name), {
      options: optionsOf(expected),
      name,
    });
    const wrong: Record<string, string[]> = {};
    for (const { reference = '', field = '' } of problems)
      wrong[reference] = [...(wrong[reference] ?? []), field];
    expect(wrong).toEqual(expected.errors ?? {});
    const orders = bodies as Order[];
    const skus = orders.map(({ ReferenceNumber, OrderItems }) => [
      ReferenceNumber,
      OrderItems.map(({ SKU }) => SKU),
    ]);
    expect(Object.fromEntries(skus)).toEqual(expected.sent);
    const left = documents.flatMap(({ reference, leftOut }) =>
      leftOut === undefined ? [] : [[reference, leftOut]],
    );
    expect(Object.fromEntries(left)).toEqual(expected.leftOut);
    const lines = documents.flatMap(({ leftOutLines = [] }) =>
      leftOutLines.map(({ SKU, reason }) => [SKU, reason]),
    );
    expect(Object.fromEntries(lines)).toEqual(expected.leftOutLines);
    for (const { ReferenceNumber, ReceivedDate, Currency, DeliveryAddress, OrderItems } of orders) {
      if (expected.currency !== undefined) expect(Currency).toBe(expected.currency);
      const quantities = expected.quantities?.[ReferenceNumber];
      if (quantities !== undefined) expect(OrderItems.map(({ Qty }) => Qty)).toEqual(quantities);
      const prices = expected.pricesPerUnit?.[ReferenceNumber];
      if (prices !== undefined) expect(OrderItems.map(({ PricePerUnit }) => PricePerUnit)).toEqual(prices);
      const received = expected.received?.[ReferenceNumber];
      if (received !== undefined) expect(ReceivedDate).toBe(received);
      const town = expected.towns?.[ReferenceNumber];
      if (town !== undefined) expect(DeliveryAddress.Town).toBe(town);
    }
  });

  const ofPresets = readable.filter((name) => expectedOf(name).preset !== undefined);

  it.each(ofPresets)('%s is recognised by its header', async (name) => {
    const { preset, ...rest } = expectedOf(name);
    const { notices } = await read(contentOf(name), { options: optionsOf(rest), name, pieceSize: 100 });
    expect(notices[0]).toMatch(new RegExp(`read with --preset ${preset}$`));
  });

  it('is recognised by a header of thousands of characters that arrives in small pieces', async () => {
    const [header = '', ...rows] = contentOf('shopify.csv').toString().split('\r\n');
    const quoted = header.replaceAll(/[^,]+/g, (name) => `"${name}${' '.repeat(200)}"`);
    const { preset, ...rest } = expectedOf('shopify.csv');
    const reading = { options: optionsOf(rest), pieceSize: 100 };
    const { notices } = await read([quoted, ...rows].join('\r\n'), reading);
    expect(notices[0]).toMatch(new RegExp(`read with --preset ${preset}$`));
  });

  it.each(readable)('%s: leaves nothing out when everything is included', async (name) => {
    const { leftOut, documents } = await read(contentOf(name), {
      options: { ...optionsOf(expectedOf(name)), include: leaveOutReasons },
      name,
    });
    expect(leftOut).toEqual([]);
    expect(documents.flatMap(({ leftOutLines = [] }) => leftOutLines)).toEqual([]);
  });

  it.each(readable)('%s gives the same result with its rows scattered', async (name) => {
    const expected = expectedOf(name);
    const text = contentOf(name).toString('utf8');
    if (/"[^"]*\n/.test(text) || expected.preset === 'ebay' || expected.encoding !== undefined) return;
    const [header = '', ...rows] = text.trimEnd().split('\r\n');
    const skips = expected.preset === 'tiktok' ? 1 : 0;
    const turned = [
      header,
      ...rows.slice(0, skips),
      ...rows.slice(skips).filter((_, index) => index % 2 === 0),
      ...rows.slice(skips).filter((_, index) => index % 2 === 1),
    ];
    const plain = await read(text, { options: optionsOf(expected), name });
    const scattered = await read(turned.join('\r\n'), { options: optionsOf(expected), name });
    const sets = ({ documents }: typeof plain) =>
      Object.fromEntries(
        documents.map(({ reference, leftOut, leftOutLines = [] }) => [
          reference,
          [leftOut, leftOutLines.length],
        ]),
      );
    expect(sets(scattered)).toEqual(sets(plain));
    expect([scattered.total, scattered.problemCount]).toEqual([plain.total, plain.problemCount]);
    expect(scattered.leftOut.map(({ reason, orders, lines }) => [reason, orders, lines]).sort()).toEqual(
      plain.leftOut.map(({ reason, orders, lines }) => [reason, orders, lines]).sort(),
    );
  });

  it('skip a rule that needs a column missing from the file', async () => {
    const text = contentOf('tiktok.csv').toString('utf8').replace('Tracking ID', 'Parcel');
    const { documents } = await read(text, { options: optionsOf(expectedOf('tiktok.csv')) });
    expect(documents.find(({ reference }) => reference === '576800000000000006')?.leftOut).toBeUndefined();
  });

  it.each(refusing)('%s is an unusable report, and the error names the right one', async (name) => {
    const { preset, refused } = expectedOf(name);
    const withPreset = read(contentOf(name), { options: { preset: preset ?? '' }, name });
    await expect(withPreset).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(refused ?? ''),
      details: { hint: expect.stringMatching(/choose|export again/) },
    });
    await expect(read(contentOf(name), { name })).rejects.toThrow(refused);
  });
});

describe('an eBay report sorted in a spreadsheet', () => {
  const columns =
    'Sales record number,Order number,Buyer name,Post to name,Post to address 1,Post to city,Post to postcode,' +
    'Post to country,Item number,Custom label,Item title,Quantity,Sold for,Sale date,Paid on date,Dispatched on date';
  const own = (number: string, shipped = ''): string =>
    `1,${number},Rae,Rae,4 Quay St,Hull,HU1 1AA,United Kingdom,,,,,,21-Jul-26,21-Jul-26,${shipped}`;
  const item = (number: string, sku: string): string => `1,${number},,,,,,,110,${sku},Thing,1,£9.99,,,`;
  const sortedFile = [item('A', 'A-1'), item('B', 'B-1'), item('C', 'C-1'), own('A'), own('B', '22-Jul-26')]
    .concat(item('A', 'A-2'), item('B', 'B-2'), item('D', 'D-1'), own('D'), own('E'), own('F'))
    .concat(item('A', 'A-3'), item('F', 'F-1'))
    .join('\n');
  const options = {
    preset: 'ebay',
    warehouse: 'Northgate FC',
    dispatchWithin: 86_400_000,
    timezone: 'Europe/London',
  };

  it('takes a row without an item number for an item if it has a title or a label', async () => {
    const row = own('G').replace(',,,,,,21', ',,SKU-1,Thing,2,£9.99,21');
    const { bodies, problems } = await read(`${columns}\n${row}\n`, { options });
    expect([problems, bodies.length, (bodies[0] as Order).OrderItems[0]?.Qty]).toEqual([[], 1, 2]);
  });

  it('joins the items to their order rows, wherever those are', async () => {
    const { bodies, documents, total, invalid, problems } = await read(`${columns}\n${sortedFile}\n`, {
      options,
    });
    const skus = (bodies as Order[]).map(({ ReferenceNumber, OrderItems }) => [
      ReferenceNumber,
      ...OrderItems.map(({ SKU }) => SKU),
    ]);
    expect(skus).toEqual([
      ['A', 'A-1', 'A-2', 'A-3'],
      ['D', 'D-1'],
      ['F', 'F-1'],
    ]);
    expect(documents.find(({ reference }) => reference === 'B')?.leftOut).toBe('fulfilled');
    // C has no row that says it was paid, and E none with an item.
    expect(documents.find(({ reference }) => reference === 'C')?.leftOut).toBe('unpaid');
    expect([total, invalid]).toEqual([4, 1]);
    expect(new Set(problems.map(({ reference }) => reference))).toEqual(new Set(['E']));
  });

  it('leaves out an order that is paid for by its own row and shipped by all of its items', async () => {
    const rows = [own('A'), own('B'), item('B', 'B-1'), item('A', 'A-1').replace(/,$/, ',22-Jul-26')];
    const { documents, problems, total, invalid, leftOut } = await read([columns, ...rows, ''].join('\n'), {
      options,
    });
    expect(problems).toEqual([]);
    expect(documents).toMatchObject([
      { reference: 'A', leftOut: 'fulfilled', invalid: false, lines: [2, 5] },
      { reference: 'B', invalid: false, lines: [3, 4] },
    ]);
    expect([total, invalid]).toEqual([1, 0]);
    expect(leftOut).toEqual([{ reason: 'fulfilled', orders: 1, lines: 0, references: ['A'] }]);
  });

  it('counts an order as valid once its items are there', async () => {
    const rows = [own('A'), own('B'), item('B', 'B-1'), item('A', 'A-1')];
    for (const set of [[], [['Currency', 'GBP']]] as [string, string][][]) {
      const read1 = await read([columns, ...rows, ''].join('\n'), { options: { ...options, set } });
      expect([read1.problems, read1.total, read1.invalid, read1.bodies.length]).toEqual([[], 2, 0, 2]);
    }
  });

  it('does not send an order that another file also has', async () => {
    const file = (name: string) => sourceOf(`${columns}\n${sortedFile}\n`, name);
    const { bodies, total, invalid } = await readAll([file('a.csv'), file('b.csv')], { options });
    expect(bodies).toEqual([]);
    expect(invalid).toBe(total);
  });
});

it('reports the most serious of several reasons, so that an order with the warehouse is not overlooked', async () => {
  const columns =
    'Reference Number,Received date,Status,Parked,Processed,Shipping customer name,Item SKU,Quantity\n';
  const row = (reference: string, ...cells: string[]): string =>
    [reference, '01/09/2026 09:00', ...cells, 'Ada', 'A', '1\n'].join(',');
  const { documents } = await read(
    columns + row('1', 'UNPAID', 'true', '') + row('2', 'PENDING', 'true', '1') + row('3', 'RETURN', '', '1'),
    { options: { preset: 'linnworks', timezone: 'Europe/London', set: restGiven } },
  );
  expect(documents.map(({ leftOut }) => leftOut)).toEqual(['on-hold', 'fulfilled', 'refunded']);
});
