import { describe, expect, it } from 'vitest';
import { stubService } from '../../support/services/stub-service.ts';
import { testNow } from '../../support/time.ts';

/** A slot of a service that leaves out the zone of its times. */
const slotOf = (scheduleStatus: string, schedule: object) => ({
  slotReference: 'S-1',
  scheduleStatus,
  date: '2026-09-03',
  window: 'morning',
  warehouse: 'Northgate FC',
  schedule: { requestedTime: '2026-09-03T09:00:00', ...schedule },
});

const offered = slotOf('pending_customer', {
  proposals: [
    {
      proposedBy: 'ops',
      proposedTime: '2026-09-04T13:00:00',
      createdAt: '2026-09-01T08:30:00',
      comment: 'x',
    },
  ],
});
const confirmed = slotOf('confirmed', { confirmedTime: '2026-09-04T09:00:00' });
const waiting = slotOf('pending_ops', {
  proposals: [{ proposedBy: 'client', proposedTime: '2026-09-03T11:00:00' }],
});

const service = (data: object, answer: object = data) =>
  stubService(({ method, target }) => ({
    body: JSON.stringify({
      success: true,
      data: method === 'POST' ? answer : /-\d$/.test(target) ? data : [data],
    }),
  }));

describe('a time of a slot without a zone is warehouse time', () => {
  it.each([
    ['list', offered, ['slot', 'list'], 'Thu 3 Sep 09:00 → Fri 4 Sep 13:00 '],
    ['list', confirmed, ['slot', 'list'], 'confirmed  Fri 4 Sep 09:00 '],
    ['get', offered, ['slot', 'get', 'S-1'], 'the warehouse offers Fri 4 Sep 13:00 BST'],
    ['get', offered, ['slot', 'get', 'S-1'], 'Requested:  Thu 3 Sep 09:00 BST'],
    ['get', offered, ['slot', 'get', 'S-1'], 'Offered:    Fri 4 Sep 13:00 BST'],
    ['get', offered, ['slot', 'get', 'S-1'], 'Tue 1 Sep 08:30 BST  warehouse:  Fri 4 Sep 13:00 BST'],
    ['get', confirmed, ['slot', 'get', 'S-1'], 'Agreed:     Fri 4 Sep 09:00 BST'],
    ['calendar', confirmed, ['slot', 'get', 'S-1', '--ics', '-'], 'DTSTART:20260904T080000Z'],
    ['desk', offered, ['today'], 'S-1   Thu 3 Sep 09:00 → Fri 4 Sep 13:00 '],
    ['desk', waiting, ['today'], 'S-1   Thu 3 Sep 11:00 '],
    ['desk', confirmed, ['today'], 'Time (BST)  Slot  PO         Warehouse\n09:00       S-1 '],
    ['csv', offered, ['slot', 'list', '-o', 'csv'], '2026-09-04T13:00:00,'],
    ['json', confirmed, ['slot', 'get', 'S-1', '--json'], '"confirmedTime":"2026-09-04T09:00:00"'],
  ])('in %s', async (_, data, args, shown) => {
    const { code, stdout } = await service(data).cfi(args, { now: testNow });
    expect([code, stdout]).toEqual([0, expect.stringContaining(shown)]);
  });

  it('in the command that accepts it, and in its answer', async () => {
    const agreed = slotOf('confirmed', { confirmedTime: '2026-09-04T12:00:00Z' });
    const { cfi } = service(offered, agreed);
    const { stderr } = await cfi(['slot', 'get', 'S-1']);
    expect(stderr).toContain('--accept --offer 2026-09-04T13:00:00+01:00');
    const answer = ['slot', 'respond', 'S-1', '--accept', '--offer', '4 sep 13:00'];
    expect((await cfi(answer, { now: testNow })).code).toBe(0);
    const other = slotOf('confirmed', { confirmedTime: '2026-09-04T13:00:00Z' });
    const refused = await service(offered, other).cfi(answer, { now: testNow });
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringContaining('confirmed for Fri 4 Sep 14:00 BST, not for Fri 4 Sep 13:00 BST'),
    ]);
  });

  it('has its own zone on the desk, on the day on which the clocks change, where it differs from today’s', async () => {
    const arriving = ['2026-10-25T00:30:00+01:00', '2026-10-25T09:00:00'].map((confirmedTime) =>
      slotOf('confirmed', { confirmedTime }),
    );
    const { cfi } = stubService(() => ({ body: JSON.stringify({ success: true, data: arriving }) }));
    const { stdout } = await cfi(['today', '--days', '60'], { now: testNow });
    expect(stdout).toMatch(/^Time \(UK time\) +Slot .*\n00:30 +S-1 .*\n09:00 GMT +S-1 /m);
  });

  it('in the delivery date of a purchase order', async () => {
    const order = { lw_po_number: 'PO-9', items: [], deliveryDate: '2026-09-04T09:00:00' };
    const { stdout } = await service(order).cfi(['po', 'get', 'PO-9']);
    expect(stdout).toMatch(/Delivery: +Fri 4 Sep 09:00 BST/);
  });

  it.each([
    ['occurs twice', '2026-10-25T01:30:00'],
    ['does not exist', '2027-03-28T01:30:00'],
    ['is no time', 'next week'],
  ])('but is shown as it came if it %s', async (_, confirmedTime) => {
    const { stdout } = await service(slotOf('confirmed', { confirmedTime })).cfi(['slot', 'get', 'S-1']);
    expect(stdout).toContain(`Agreed:     ${confirmedTime}\n`);
  });

  it('and has no time of day if it is a day', async () => {
    const slot = slotOf('confirmed', { confirmedTime: '2026-11-25' });
    const { stdout } = await service(slot).cfi(['slot', 'get', 'S-1'], { now: testNow });
    expect(stdout).toMatch(/Agreed: +Wed 25 Nov\n/);
  });
});
