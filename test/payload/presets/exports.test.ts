import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/types.ts';
import { read } from '../support.ts';

const folder = new URL('../../../fixtures/exports/', import.meta.url);
const names = readdirSync(folder);
const exports = names.filter((name) => !name.endsWith('.json'));

/** What a file of exports comes to, by hand. */
interface Expected {
  readonly preset: string;
  readonly timezone?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly prices?: Readonly<Record<string, number>>;
  /** Part of the message by which the whole file is refused. */
  readonly refused?: string;
  /** SKUs of each order that is sent. */
  readonly sent?: Readonly<Record<string, readonly string[]>>;
  readonly quantities?: Readonly<Record<string, readonly number[]>>;
  readonly towns?: Readonly<Record<string, string>>;
  readonly currency?: string;
  readonly leftOut?: Readonly<Record<string, string>>;
  /** By SKU. */
  readonly leftOutLines?: Readonly<Record<string, string>>;
}

const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(new URL(name.replace(/\.\w+$/, '.json'), folder), 'utf8'));

function optionsOf({ preset, timezone, set = {}, prices }: Expected): Partial<ReadingOptions> {
  return {
    preset,
    warehouse: 'Northgate FC',
    dispatchWithin: 86_400_000,
    set: Object.entries(set),
    ...(timezone === undefined ? {} : { timezone }),
    ...(prices === undefined ? {} : { prices: (sku: string) => prices[sku] }),
  };
}

interface Order {
  readonly ReferenceNumber: string;
  readonly Currency: string;
  readonly DeliveryAddress: { readonly Town: string };
  readonly OrderItems: readonly { readonly SKU: string; readonly Qty: number }[];
}

const contentOf = (name: string): Buffer => readFileSync(new URL(name, folder));
const refusing = exports.filter((name) => expectedOf(name).refused !== undefined);
const readable = exports.filter((name) => expectedOf(name).refused === undefined);

describe('exports of shops', () => {
  it.each(readable)('%s: each row comes to what is written beside it', async (name) => {
    const expected = expectedOf(name);
    const { problems, documents, bodies } = await read(contentOf(name), {
      options: optionsOf(expected),
      name,
    });
    expect(problems).toEqual([]);
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
    for (const { ReferenceNumber, Currency, DeliveryAddress, OrderItems } of orders) {
      if (expected.currency !== undefined) expect(Currency).toBe(expected.currency);
      const quantities = expected.quantities?.[ReferenceNumber];
      if (quantities !== undefined) expect(OrderItems.map(({ Qty }) => Qty)).toEqual(quantities);
      const town = expected.towns?.[ReferenceNumber];
      if (town !== undefined) expect(DeliveryAddress.Town).toBe(town);
    }
  });

  it.each(readable)('%s is recognised by its header', async (name) => {
    const { preset, ...rest } = expectedOf(name);
    const { preset: _, ...options } = optionsOf({ preset, ...rest });
    const { notices, problems } = await read(contentOf(name), { options, name, pieceSize: 100 });
    expect(problems).toEqual([]);
    expect(notices[0]).toMatch(new RegExp(`read with --preset ${preset}$`));
  });

  it.each(readable)('%s: with everything included nothing is left out', async (name) => {
    const include = [
      'cancelled',
      'refunded',
      'partly-refunded',
      'fulfilled',
      'unpaid',
      'on-hold',
      'pickup',
      'not-goods',
    ] as const;
    const { leftOut, documents } = await read(contentOf(name), {
      options: { ...optionsOf(expectedOf(name)), include },
      name,
    });
    expect(leftOut).toEqual([]);
    expect(documents.flatMap(({ leftOutLines = [] }) => leftOutLines)).toEqual([]);
  });

  it.each(readable)('%s comes to the same with its rows scattered', async (name) => {
    const expected = expectedOf(name);
    const text = contentOf(name).toString('utf8');
    if (/"[^"]*\n/.test(text) || expected.preset === 'ebay') return;
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

  it('does without a rule that needs a column which the file does not have', async () => {
    const text = contentOf('tiktok.csv').toString('utf8').replace('Tracking ID', 'Parcel');
    const { documents } = await read(text, { options: optionsOf(expectedOf('tiktok.csv')) });
    expect(documents.find(({ reference }) => reference === '576800000000000006')?.leftOut).toBeUndefined();
  });

  it.each(refusing)('%s is a report that cannot be used, and the error names the right one', async (name) => {
    const { preset, refused } = expectedOf(name);
    const withPreset = read(contentOf(name), { options: { preset }, name });
    await expect(withPreset).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(refused ?? ''),
      details: { hint: expect.stringMatching(/take|export again/) },
    });
    await expect(read(contentOf(name), { name })).rejects.toThrow(refused);
  });
});
