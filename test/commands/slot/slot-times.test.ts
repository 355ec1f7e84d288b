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
const waiting = slotOf('pending_ops', {});

const service = (data: object, answer: object = data) =>
  stubService(({ method, target }) => ({
    body: JSON.stringify({
      success: true,
      data: method === 'POST' ? answer : /-\d$/.test(target) ? data : [data],
    }),
  }));

describe('a time of a slot without a zone is warehouse time', () => {
  it.each([
    ['list', offered, ['slot', 'list'], '2026-09-03 09:00 → 2026-09-04 13:00 +01:00'],
    ['list', confirmed, ['slot', 'list'], '2026-09-04 09:00 +01:00'],
    ['get', offered, ['slot', 'get', 'S-1'], 'the warehouse offers 2026-09-04 13:00 +01:00'],
    ['get', offered, ['slot', 'get', 'S-1'], 'Asked for:   2026-09-03 09:00 +01:00'],
    ['get', offered, ['slot', 'get', 'S-1'], 'Offered:     2026-09-04 13:00 +01:00'],
    ['get', offered, ['slot', 'get', 'S-1'], '2026-09-01 08:30 +01:00  warehouse:  2026-09-04 13:00 +01:00'],
    ['get', confirmed, ['slot', 'get', 'S-1'], 'Agreed:      2026-09-04 09:00 +01:00'],
    ['calendar', confirmed, ['slot', 'get', 'S-1', '--ics', '-'], 'DTSTART:20260904T080000Z'],
    ['desk', offered, ['today'], '2026-09-03 09:00 → 2026-09-04 13:00 +01:00'],
    ['desk', waiting, ['today'], '2026-09-03 09:00 +01:00'],
    ['desk', confirmed, ['today'], '09:00 +01:00  S-1'],
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
      expect.stringContaining('confirmed for 2026-09-04 14:00 +01:00, not for 2026-09-04 13:00 +01:00'),
    ]);
  });

  it('in the delivery date of a purchase order', async () => {
    const order = { lw_po_number: 'PO-9', items: [], deliveryDate: '2026-09-04T09:00:00' };
    const { stdout } = await service(order).cfi(['po', 'get', 'PO-9']);
    expect(stdout).toMatch(/Delivery: +2026-09-04 09:00 \+01:00/);
  });

  it.each([
    ['occurs twice', '2026-10-25T01:30:00'],
    ['does not exist', '2027-03-28T01:30:00'],
    ['is a day', '2026-11-25'],
    ['is no time', 'next week'],
  ])('but is shown as it came if it %s', async (_, confirmedTime) => {
    const { stdout } = await service(slotOf('confirmed', { confirmedTime })).cfi(['slot', 'get', 'S-1']);
    expect(stdout).toContain(`Agreed:      ${confirmedTime}\n`);
  });
});
