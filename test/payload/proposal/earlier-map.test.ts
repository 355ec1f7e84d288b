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

  it('makes a map complete that was written by hand', async () => {
    const byHand = { ReferenceNumber: 'Order', SKU: 'SKU', Qty: 'Quantity' };
    const { next, asked } = await askedNext(byHand, 'Colour', 'red');
    expect(asked).toEqual(['unused']);
    expect(next).toMatchObject({ ...byHand, ItemTitle: 'Title', $unused: [] });
  });
});
