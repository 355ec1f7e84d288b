import { describe, expect, it } from 'vitest';
import { stubService } from '../../support/services/stub-service.ts';
import { testNow } from '../../support/time.ts';

/** A slot whose record does not show its agreed time in a field of its own; that field is not published. */
const slot = {
  slotReference: 'S-1',
  scheduleStatus: 'confirmed',
  date: '2026-09-03',
  window: 'morning',
  warehouse: 'Northgate FC',
};
const proposals = [
  { proposedBy: 'client', proposedTime: '2026-09-03T09:00:00+01:00' },
  { proposedBy: 'ops', proposedTime: '2026-09-04T13:00:00+01:00' },
];
const service = (data: object) =>
  stubService(({ target }) => ({
    body: JSON.stringify({ success: true, data: target.endsWith('/S-1') ? data : [data] }),
  }));

describe.each([
  [
    'the accepted offer',
    { ...slot, schedule: { proposals } },
    'Fri 4 Sep 13:00',
    'Fri 4 Sep',
    '20260904T120000Z',
  ],
  ['its window if nothing else was proposed', slot, 'Thu 3 Sep morning', 'Thu 3 Sep', '20260903T080000Z'],
])('a confirmed slot without a confirmed time has that of %s', (_, data, when, day, start) => {
  it('in the list', async () => {
    const { stdout } = await service(data).cfi(['slot', 'list']);
    expect(stdout).toContain(`S-1   confirmed  ${when}  Northgate FC\n`);
  });

  it('on the desk, where no arrival may be missing', async () => {
    const { stdout } = await service(data).cfi(['today'], { now: testNow });
    expect(stdout).toContain(`\nArriving ${day} (1)\n`);
  });

  it('in the calendar', async () => {
    const { stdout } = await service(data).cfi(['slot', 'get', 'S-1', '--ics', '-']);
    expect(stdout).toContain(`DTSTART:${start}\r\n`);
  });
});

it.each([
  [
    'before the day that was booked',
    { ...slot, schedule: { proposals } },
    'Agreed: +Fri 4 Sep 13:00 BST\nBooked: +Thu 3 Sep morning\n$',
  ],
  [
    'alone if it is the time that was booked',
    {
      ...slot,
      schedule: { requestedTime: '2026-09-03T09:00:00+01:00', confirmedTime: '2026-09-03T08:00:00Z' },
    },
    'Warehouse: +Northgate FC\nAgreed: +Thu 3 Sep 09:00 BST\n$',
  ],
])('an agreed time is shown %s', async (_, data, shown) => {
  const { stdout } = await service(data).cfi(['slot', 'get', 'S-1'], { now: testNow });
  expect(stdout.split('\n\nNegotiation')[0]?.replace(/\n?$/, '\n')).toMatch(new RegExp(shown));
  expect(stdout).not.toContain('Requested');
});

it('a counter-offer changes what is asked for, and not what was booked', async () => {
  const countered = [...proposals, { proposedBy: 'client', proposedTime: '2026-09-07T10:00:00+01:00' }];
  const data = { ...slot, scheduleStatus: 'pending_ops', schedule: { proposals: countered } };
  const { cfi } = service(data);
  expect((await cfi(['slot', 'get', 'S-1'], { now: testNow })).stdout).toMatch(
    /Booked: +Thu 3 Sep morning\nRequested: +Mon 7 Sep 10:00 BST\n/,
  );
});

it('a slot that waits for an answer has no agreed time', async () => {
  const data = { ...slot, scheduleStatus: 'pending_customer', schedule: { proposals } };
  const { stdout } = await service(data).cfi(['slot', 'get', 'S-1']);
  expect(stdout).not.toContain('Agreed');
});

it('an acceptance is a conflict if the last offer is not the accepted one', async () => {
  const later = [...proposals, { proposedBy: 'ops', proposedTime: '2026-09-05T13:00:00+01:00' }];
  const open = { ...slot, scheduleStatus: 'pending_customer', schedule: { proposals } };
  const { cfi } = stubService(({ method }) => ({
    body: JSON.stringify({
      success: true,
      data: method === 'GET' ? open : { ...slot, schedule: { proposals: later } },
    }),
  }));
  const { code, stderr } = await cfi(['slot', 'respond', 'S-1', '--accept', '--yes']);
  expect([code, stderr]).toEqual([6, expect.stringContaining('not for Fri 4 Sep 13:00 BST')]);
});

it('an offer without a moment is accepted by a command without one', async () => {
  const offers = [{ proposedBy: 'ops', proposedTime: 'next week' }];
  const data = { ...slot, scheduleStatus: 'pending_customer', schedule: { proposals: offers } };
  const { stderr } = await service(data).cfi(['slot', 'get', 'S-1']);
  expect(stderr).toContain(
    'next: cfi slot respond S-1 --accept --emulator\nor: cfi slot respond S-1 --counter TIME --emulator\n',
  );
});
