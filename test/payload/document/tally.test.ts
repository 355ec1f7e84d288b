import { describe, expect, it } from 'vitest';
import { kindNames } from '../../../src/payload/document/layout.ts';
import { newTally } from '../../../src/payload/document/tally.ts';

it('the counts of a reading follow documents that turn out otherwise with their later rows', () => {
  const tally = newTally(kindNames.order);
  const counts = () => [tally.total, tally.invalid];
  tally.document(false);
  tally.document(true);
  expect(counts()).toEqual([2, 1]);
  tally.invalid++;
  expect(counts()).toEqual([2, 2]);
  tally.invalid--;
  expect(counts()).toEqual([2, 1]);
  tally.takeBack({ invalid: true }, 'R-1');
  tally.leftOut('cancelled', 'R-1');
  expect(counts()).toEqual([1, 0]);
  tally.takeBack({ invalid: false }, 'R-2');
  tally.leftOut('cancelled', 'R-2');
  expect(counts()).toEqual([0, 0]);
  expect(tally.leftOutCounts()).toEqual([
    { reason: 'cancelled', orders: 2, lines: 0, references: ['R-1', 'R-2'] },
  ]);
  tally.takeBack({ invalid: false, leftOut: 'cancelled' }, 'R-1');
  tally.takeBack({ invalid: false, leftOut: 'cancelled' }, 'R-2');
  expect([tally.leftOutCounts(), tally.notices()]).toEqual([[], []]);
});

describe('the notices of a reading', () => {
  it('name orders only while they are left out', () => {
    const tally = newTally(kindNames.order);
    for (const number of [1, 2, 3, 4, 5, 6]) tally.leftOut('unpaid', `R-${number}`);
    for (const number of [1, 3]) tally.takeBack({ invalid: false, leftOut: 'unpaid' }, `R-${number}`);
    expect(tally.notices()).toEqual(['4 orders left out as unpaid: R-2, R-4 and R-5']);
    for (const number of [2, 4, 5]) tally.takeBack({ invalid: false, leftOut: 'unpaid' }, `R-${number}`);
    expect(tally.notices()).toEqual(['1 order left out as unpaid']);
    tally.leftOutLines('R-7', [{ reason: 'pickup' }, { reason: 'pickup' }]);
    tally.leftOut('pickup', 'R-8');
    expect(tally.leftOutCounts()).toMatchObject([
      { reason: 'unpaid', orders: 1, lines: 0 },
      { reason: 'pickup', orders: 1, lines: 2, references: ['R-8'] },
    ]);
  });

  it('count what is left out, whole orders first, and name the first five', () => {
    const tally = newTally(kindNames.order);
    tally.leftOut('not-kept', 'R-8');
    tally.leftOut('pickup', 'R-9');
    for (const number of [1, 2, 3, 4, 5, 5]) tally.leftOut('unpaid', `R-${number}`);
    for (const number of [1, 2, 3, 4, 5, 6]) tally.leftOut('refunded', `R-${number}`);
    tally.leftOutLines('R-1', [{ reason: 'refunded' }, { reason: 'cancelled' }]);
    tally.leftOutLines('R-7', [{ reason: 'refunded' }]);
    tally.leftOutLines('R-2', []);
    expect(tally.notices()).toEqual([
      '6 orders left out as refunded: R-1, R-2, R-3, R-4 and 2 more',
      '6 orders left out as unpaid: R-1, R-2, R-3, R-4 and 2 more',
      '1 order left out as pickup: R-9',
      '1 order left out as not-kept: R-8',
      '2 lines of R-1 left out as cancelled and refunded',
      '1 line of R-7 left out as refunded',
    ]);
  });

  it('say what was copied, and which lines are free', () => {
    const tally = newTally(kindNames.order);
    tally.billingCopied(true);
    tally.billingCopied(false);
    tally.freeLine('R-1');
    expect(tally.notices()).toEqual([
      'no billing address in the file: the delivery address was copied for 1 order',
      'blank billing address: the delivery address was copied for 1 order',
      '1 order with free lines, sent at 0.01 each: R-1',
    ]);
  });
});
