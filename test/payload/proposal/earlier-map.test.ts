import { describe, expect, it } from 'vitest';
import type { MapMembers } from '../../../src/payload/proposal/questions.ts';
import { answeredMap, plain, proposalFor } from './proposed.ts';

/** The map of a plain file with more columns, with its questions answered. */
async function mapOf(
  columns: string,
  cells: readonly string[],
  answers: Readonly<Record<string, string>> = {},
) {
  return answeredMap(await proposalFor(plain(columns, ...cells)), answers);
}

/** What is asked about a later file that starts from a map. */
async function askedNext(map: MapMembers, columns: string, ...cells: readonly string[]) {
  const { map: next, questions } = await proposalFor(plain(columns, ...cells), {}, map);
  return { next, asked: questions.map(({ id }) => id) };
}

describe('a proposal that starts from an earlier map', () => {
  it('asks nothing about the same columns and values', async () => {
    const map = await mapOf('Status,Colour', ['on the way,red'], {
      'Status: on the way': 'leave it out: it has been shipped',
    });
    expect(await askedNext(map, 'Status,Colour', 'on the way,blue')).toEqual({ next: map, asked: [] });
  });

  it.each([
    ['a new column', 'Status,Hub', ['unfulfilled,Leeds'], ['unused']],
    ['a new value of a status', 'Status', ['somewhere'], ['Status: somewhere']],
    ['a new word of one meaning in an answered status', 'Status', ['unfulfilled'], []],
    [
      'a value in a column that was blank',
      'Status,Delivery point',
      ['unfulfilled,Parcelshop'],
      ['Delivery point: Parcelshop'],
    ],
  ])('asks about %s', async (_, columns, cells, ids) => {
    const map = await mapOf('Status,Delivery point', ['on the way,'], { 'Status: on the way': 'send it' });
    const { asked } = await askedNext(map, columns, ...cells);
    expect(asked).toEqual(ids);
  });

  it('keeps what was answered, and the questions that were not', async () => {
    const { map } = await proposalFor(plain('Status', 'on the way'));
    const { next, asked } = await askedNext(map, 'Status', 'on the way');
    expect(asked).toEqual(['Status: on the way']);
    expect(next).toEqual(map);
  });

  it.each([
    ['with titles', 'title', ['title'], []],
    ['without titles, whose SKUs are asked about again', 'note', [], ['$items']],
  ])('adds numbered items that are new, %s', async (_, third, named, ids) => {
    const order = 'R-1,2026-11-28 10:00,Ada,4 Quay Street,Hull,HU1 1AA,GB,GBP';
    const header = 'Order,Date,Recipient,Address,City,Postcode,Country,Currency';
    const items = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `sku_${at + 1},${third}_${at + 1},qty_${at + 1},price_${at + 1}`,
      );
    const fileOf = (count: number) =>
      `${header},${items(count)}\n${order},${Array.from({ length: count }, () => 'A-1,Tent,2,10.00')}`;
    const map = answeredMap(await proposalFor(fileOf(1)), {});
    const later = await proposalFor(fileOf(2), {}, map);
    expect(later.questions.map(({ id }) => id)).toEqual([...ids, ...(named.length > 0 ? [] : ['unused'])]);
    const item = (at: number) => ({
      SKU: `sku_${at}`,
      ItemTitle: `${named[0] ?? 'sku'}_${at}`,
      Qty: `qty_${at}`,
      PricePerUnit: `price_${at}`,
    });
    expect(answeredMap(later, {}).$items).toEqual([item(1), item(2)]);
  });

  it('asks about what it decided by and the file has no more, and drops what an upload would refuse', async () => {
    const map = await mapOf(
      'Order state,Tracking number,Shipped qty,Ship company,Remarks',
      ['cancelled,,0,Acme,hello', 'unfulfilled,,1,,'],
      { 'DeliveryAddress.Company': 'yes' },
    );
    const { next, asked } = await askedNext(map, 'Lifecycle', 'unfulfilled');
    expect(asked.toSorted()).toEqual(['Order state', 'Shipped qty', 'Tracking number']);
    const { $ask: _asked, ...rest } = next;
    expect(JSON.stringify(rest)).not.toMatch(/Order state|Tracking|Shipped|company|Remarks/);
    expect(next.$statuses).toMatchObject([{ column: 'Lifecycle' }]);
    expect(next.Qty).toBe('Quantity');
  });

  it('makes a map complete that was written by hand', async () => {
    const byHand = { ReferenceNumber: 'Order', SKU: 'SKU', Qty: 'Quantity' };
    const { next, asked } = await askedNext(byHand, 'Colour', 'red');
    expect(asked).toEqual(['unused']);
    expect(next).toMatchObject({ ...byHand, ItemTitle: 'Title', $unused: [] });
  });
});
