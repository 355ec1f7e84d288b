import { expect, it } from 'vitest';
import { answering } from '../../src/desk/questions.ts';
import { openOffer } from '../../src/desk/slot-record.ts';
import { testNow } from '../support/time.ts';

it('asks about another time where the time of the offer is none that anybody can read', () => {
  const slot = {
    slotReference: 'SLOT-1',
    scheduleStatus: 'pending_customer',
    schedule: { proposals: [{ proposedBy: 'ops', proposedTime: 'soon' }] },
  };
  const offer = openOffer(slot) ?? { time: undefined, comment: undefined, proposals: 0 };
  const answer = { action: 'counter', offer, proposedTime: '2026-09-08T13:00:00+01:00' } as const;
  expect(answering(slot, answer, testNow, undefined)).toMatchObject({
    does: 'Propose Tue 8 Sep 13:00 BST for SLOT-1',
    warnings: [],
  });
});
