import { describe, expect, it } from 'vitest';
import { file, plan, sentOf } from './proposed.ts';

describe('an order with a number of a parcel, beside what is to ship', () => {
  it.each([
    ['Qty to ship', ',JD0002345678', ','],
    ['Ready to ship', 'yes,JD0002345678', 'yes,'],
    ['Quantity shipped', ',JD0002345678', ','],
  ])('is left out where %s counts nothing', async (header, ...rows) => {
    const { asked, leftOut } = await plan(file(`${header},Tracking number`, ...rows));
    expect([asked, leftOut]).toEqual([[], ['P-1 fulfilled']]);
  });

  it.each([
    ['Qty to ship,Tracking number', ['4,JD0002345678', '1,'], ['P-1 fulfilled']],
    ['Qty to ship,Tracking number', ['2,JD0002345678', '1,'], []],
    ['Shipped qty,Tracking number', ['0,JD1', '0,'], ['P-1 fulfilled']],
    ['Qty shipped,Ship date', ['0,2026-11-25', '1,'], ['P-1 fulfilled']],
    ['Qty shipped,Ship date', ['0,2026-11-27', '0,2026-11-27'], []],
  ])('is a question where %s has %j, if the counts show nothing shipped', async (header, rows, stopped) => {
    const { asked, leftOut } = await plan(file(header, ...rows));
    const contradicting = stopped.length > 0 ? [header.split(',')[1]] : [];
    expect([asked, leftOut.filter((each) => each.startsWith('P-1'))]).toEqual([contradicting, stopped]);
  });
});

describe('a mark beside counts of a part', () => {
  it.each([
    ['Shipped', ['1,yes', '0,no', '3,no'], ['Shipped'], ['P-2 × 1', 'P-3 × 1'], ['P-1 fulfilled']],
    ['Ship date', ['1,2026-11-25', '0,', '3,'], ['Ship date'], ['P-2 × 1', 'P-3 × 1'], ['P-1 fulfilled']],
    ['Shipped', ['1,yes', '0,no', '3,yes'], [], ['P-1 × 3', 'P-2 × 1', 'P-3 × 1'], []],
    ['Shipped', ['4,yes', '0,no', '3,no'], [], ['P-2 × 1', 'P-3 × 1'], ['P-1 fulfilled']],
    ['Shipped', ['0,yes', '0,no', '3,no'], ['Shipped'], ['P-2 × 1', 'P-3 × 1'], ['P-1 fulfilled']],
  ])('is a question if others have no mark: %s, %j', async (name, rows, asked, sent, leftOut) => {
    const found = await plan(file(`Qty shipped,${name}`, ...rows));
    expect([found.asked, sentOf(found), found.leftOut]).toEqual([asked, sent, leftOut]);
  });
});

it('a mark of a line is asked about for the line, and not for its order', async () => {
  const names =
    'Order no;Order date;Name;Street;City;Zip;Country;SKU;Item;Qty;Price;Currency;Qty shipped;Already sent';
  const to = 'R-1;2026-11-24;Ina Muster;4 Quay St;Hull;HU1 1AA;GB';
  const goods = ['AC-1;Tent;1;9.00;GBP;0;1', 'AC-2;Mug;3;9.00;GBP;2;1', 'AC-3;Stove;3;9.00;GBP;0;0'];
  const { asked, sent } = await plan([names, ...goods.map((line) => `${to};${line}`)].join('\n'));
  expect(asked).toEqual(['Already sent']);
  expect(sent).toEqual([expect.stringMatching(/: 3 AC-3 \(Stove\) at 9 GBP$/)]);
});

describe('a part that was shipped', () => {
  it.each([
    ['0,partial', '1,partial', '0,open'],
    ['0,partial', '1,open', '0,open'],
    [',partial', '1,open', '0,open'],
  ])('without a count is a question: %s, %s, %s', async (...rows) => {
    const { asked, sent } = await plan(file('Qty shipped,Fulfillment status', ...rows));
    expect(asked).toEqual(['Fulfillment status: partial']);
    expect(sent.join()).not.toContain('P-1');
  });
});

describe('a word that may be a no', () => {
  it.each([
    ['Shipped', 'not yet', 'yes', 'fulfilled'],
    ['Ship date', 'TBC', '2026-11-25', 'fulfilled'],
    ['Cancelled at', 'not yet', '2026-11-25', 'cancelled'],
    ['Tracking number', 'to follow', 'JD0002345678', 'fulfilled'],
  ])(
    'is asked about in %s, and what is clear stays left out: %s, %s',
    async (header, word, clear, reason) => {
      const content = file(header, word, clear, '');
      const all = await plan(content);
      expect([all.asked, all.leftOut]).toEqual([[header], [`P-1 ${reason}`, `P-2 ${reason}`]]);
      const [{ question = '', choices = [] } = {}] = all.proposal.questions;
      expect(question).toContain(`${header} (${word})`);
      const [, no] = choices.map(({ means }) => means);
      const some = await plan(content, { [header]: no ?? '' });
      expect([sentOf(some), some.leftOut]).toEqual([['P-1 × 4', 'P-3 × 4'], [`P-2 ${reason}`]]);
    },
  );
});

describe('a mark beside counts of which it is only a part', () => {
  it.each([
    ['Cancelled qty,Cancel reason', ['1,No stock', '0,'], ['P-1 cancelled'], ['P-1 × 3', 'P-2 × 1']],
    ['Cancelled qty,Cancelled', ['1,yes', '0,no'], ['P-1 cancelled'], ['P-1 × 3', 'P-2 × 1']],
    ['Returned qty,RMA number', ['2,RMA77', '0,'], ['P-1 refunded'], ['P-1 × 2', 'P-2 × 1']],
  ])('is a question: %s', async (header, rows, leftOut, sent) => {
    const text = file(header, ...rows);
    const mark = header.split(',')[1] ?? '';
    const [found, other] = await Promise.all([plan(text), plan(text, { [mark]: 'no, go by the counts' })]);
    expect([found.asked, found.leftOut]).toEqual([[mark], leftOut]);
    expect([sentOf(other), other.leftOut, other.problems]).toEqual([sent, [], []]);
  });

  it.each([
    ['4,yes', '0,no'],
    ['1,yes', '0,yes'],
  ])('is none where the counts show all, or nothing: %s, %s', async (...rows) => {
    const found = await plan(file('Cancelled qty,Cancelled', ...rows));
    expect([found.asked, found.leftOut[0]]).toEqual([[], 'P-1 cancelled']);
  });
});
