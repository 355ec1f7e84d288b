import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { presetNames } from '../../../../src/text/preset-names.ts';
import type { Outcome } from '../../../support/cli.ts';
import { type ExportedOrder, exportOf, facts, layout, type Shop } from '../../../support/exports/shop.ts';
import { shops } from '../../../support/exports/shops.ts';
import { openTestbed } from '../../../support/testbed.ts';
import { dataOf, homeWith } from '../../../support/upload/home-with.ts';

const days = 3;

/** Orders of a shop, each with its state on every day, and the layout of that day's file. */
const historyOf = ({ state }: Shop) =>
  fc.record({
    orders: fc.array(fc.record({ facts, states: fc.array(state, { minLength: days, maxLength: days }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    layouts: fc.array(layout, { minLength: days, maxLength: days }),
  });

type History = ReturnType<typeof historyOf> extends fc.Arbitrary<infer Value> ? Value : never;

type Units = Readonly<Record<string, number>>;

/** The part of an order that must be shipped; undefined if there is none. */
const shipped = ({ against, ships }: ExportedOrder): Units | undefined =>
  against.length === 0 && Object.keys(ships).length > 0 ? ships : undefined;

const prices = Object.fromEntries(
  Array.from({ length: 6 }, (_, index) => [0, 1, 2].map((line) => [`SKU${index}x${line}`, 12.5])).flat(),
);

interface LeftOut {
  readonly ReferenceNumber: string;
  readonly reason: string;
  readonly created?: true;
}

/** Reasons that must be reported for an order the warehouse already has. */
const grave = ['cancelled', 'refunded', 'on-hold'];

/** Checks the report on an order that is not sent in full. */
function checkLeftOut(
  { reference, against, dropped }: ExportedOrder,
  reported: readonly LeftOut[],
  isHeld: boolean,
) {
  const [entry] = reported.filter(({ ReferenceNumber }) => ReferenceNumber === reference);
  const allowed = against.length > 0 ? against : Object.values(dropped);
  expect(allowed, reference).toContain(entry?.reason);
  const mustTell =
    isHeld && allowed.some((reason) => grave.includes(reason)) && !allowed.includes('fulfilled');
  if (mustTell) expect([reference, entry?.created]).toEqual([reference, true]);
  if (!isHeld) expect([reference, entry?.created]).toEqual([reference, undefined]);
}

/** Whether an order may count as unchanged although the file has less of it than was sent: the rest has left. */
function isQuiet({ dropped, ships }: ExportedOrder, sent: Units): boolean {
  const missing = Object.keys(sent).filter((sku) => ships[sku] === undefined);
  return (
    Object.entries(ships).every(([sku, qty]) => sent[sku] === qty) &&
    missing.every((sku) => dropped[sku] === 'fulfilled')
  );
}

/** Uploads each day's export, and checks what was shipped and reported. */
async function playDays(shop: Shop, { orders, layouts }: History): Promise<void> {
  const { cfi, acme, requests } = await openTestbed();
  const home = homeWith('prices.json', JSON.stringify(prices));
  const sent = new Map<string, Units>();
  for (const [day, style] of layouts.entries()) {
    const today = orders.map((each, index) => shop.order(index, each.facts, each.states[day]));
    const file = exportOf(shop, today, style);
    writeFileSync(join(home, 'export.csv'), file);
    const line = ['order', 'create', 'export.csv', '--preset', shop.preset, '--json', ...shop.options];
    const outcome: Outcome = await cfi([...line, '--warehouse', 'Northgate FC'], { home });
    expect([0, 6, 9], `${file}\n${outcome.stderr}`).toContain(outcome.code);
    const reported = dataOf(outcome).leftOut as LeftOut[];
    for (const order of today) {
      const { reference } = order;
      const ships = shipped(order);
      const before = sent.get(reference);
      if (ships === undefined) checkLeftOut(order, reported, before !== undefined);
      else {
        expect(reported.map(({ ReferenceNumber }) => ReferenceNumber)).not.toContain(reference);
        if (before === undefined) sent.set(reference, ships);
        else if (!isQuiet(order, before)) expect([reference, outcome.code]).not.toEqual([reference, 0]);
      }
      const { status, body } = await acme.get(`/order/${encodeURIComponent(reference)}`);
      const stored = (body.data?.OrderItems as { SKU: string; Qty: number }[] | undefined)?.map(
        ({ SKU, Qty }) => [SKU, Qty] as const,
      );
      expect([reference, status, stored && Object.fromEntries(stored)]).toEqual(
        sent.has(reference) ? [reference, 200, sent.get(reference)] : [reference, 404, undefined],
      );
      expect(stored?.length ?? 0).toBe(Object.keys(sent.get(reference) ?? {}).length);
    }
    if (reported.some(({ created }) => created)) expect(outcome.code).not.toBe(0);
  }
  const posted = (await requests()).filter((request) => request === 'POST /outbound');
  expect(posted, 'posts').toHaveLength(sent.size);
}

it.each(presetNames)('plays an export of %s', (name) => {
  expect(shops.map(({ preset }) => preset)).toContain(name);
});

it.each(shops.map((each) => [each.name, each] as const))(
  '%s: daily uploads ship every line exactly once unless it must not ship, however statuses change',
  (_, shop) =>
    fc.assert(
      fc.asyncProperty(historyOf(shop), (history) => playDays(shop, history)),
      { numRuns: 1 },
    ),
  120_000,
);

it('reports an uploaded order with one line shipped and a later one to be cancelled', async () => {
  const shop = shops.find(({ name }) => name === 'amazon, unshipped orders') as Shop;
  const tent = { title: 'Tent', qty: 1, cents: 1, sku: '' };
  const someone = { name: 'Ada Example', street: '1 Mill Lane', note: '', way: 0 };
  const asBefore = { shipped: [0, 0, 0], asks: -1 };
  const shipped = { shipped: [1, 0, 0], asks: -1 };
  await playDays(shop, {
    orders: [
      { facts: { ...someone, goods: [tent, tent] }, states: [asBefore, { ...shipped, asks: 1 }] },
      { facts: { ...someone, goods: [tent] }, states: [asBefore, shipped] },
    ],
    layouts: Array(2).fill({ quotesAll: false, lineBreak: '\n', blankRows: false, scattered: true }),
  });
});
