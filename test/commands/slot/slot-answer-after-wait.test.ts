import { beforeEach, expect, it } from 'vitest';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();
let reference: string;

const offer = '2026-09-08T13:00:00+01:00';
const better = '2026-09-09T13:00:00+01:00';
const later = '2026-09-10T09:00:00+01:00';

/** The service refuses the first answers, and asks to wait. */
const busy = (times: number) =>
  testbed.admin.post('/faults', {
    match: { path: '/inbound-slot/*/respond' },
    when: { times },
    do: { status: 429, headers: { 'Retry-After': '45' }, body: { success: false, error: 'Rate limited' } },
  });

/** A colleague and the warehouse go on negotiating. */
const changes = async (proposedTime = better): Promise<void> => {
  await testbed.respond(reference, { action: 'counter', proposedTime: later });
  await testbed.fc(reference, 'counter', { proposedTime, comment: 'sorry' });
};

const answersSent = async (): Promise<number> =>
  (await testbed.requests()).filter((request) => request.endsWith('/respond')).length;

beforeEach(async () => {
  reference = await testbed.bookOffered(offer);
});

it.each([
  ['--accept', '--yes'],
  ['--accept', '--offer', offer],
  ['--counter', '2026-09-11 10:00'],
])('%s %s is not repeated once the offer has changed', async (...answer) => {
  await busy(1);
  let before = 0;
  testbed.during(async () => {
    before = await answersSent();
    await changes();
    await testbed.requests();
  });
  const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, ...answer]);
  expect(code).toBe(6);
  expect(stderr).toContain(
    `the warehouse has changed its offer for ${reference} (${reference}, Northgate FC: Thu 10 Sep 09:00 → Wed 9 Sep 13:00 BST, "sorry"); nothing was sent`,
  );
  expect([before, await answersSent()]).toEqual([1, 0]);
  expect((await testbed.read(reference)).scheduleStatus).toBe('pending_customer');
});

it('is not repeated if the offer has the same time but another comment', async () => {
  await busy(1);
  testbed.during(() => changes(offer));
  const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes', '--json']);
  expect([code, JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error]).toEqual([
    6,
    expect.objectContaining({ code: 'conflict', exitCode: 6 }),
  ]);
});

it('is not repeated if a colleague has answered', async () => {
  await busy(1);
  testbed.during(() => testbed.respond(reference, { action: 'counter', proposedTime: later }));
  const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
  expect([code, stderr]).toEqual([
    6,
    expect.stringContaining('has no open offer any more; nothing was sent'),
  ]);
});

it('is repeated while the offer is the same, however often the service asks to wait', async () => {
  await busy(3);
  const { code } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
  expect([code, testbed.waits.length]).toEqual([0, 3]);
  for (const wait of testbed.waits) expect(wait).toBeGreaterThanOrEqual(45_000);
  expect((await testbed.read(reference)).schedule.confirmedTime).toBe(offer);
});

it('is not repeated if the slot cannot be read after the wait', async () => {
  await busy(1);
  testbed.during(async () => {
    await testbed.requests();
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot/*' },
      do: { status: 403, body: { success: false, error: 'Forbidden' } },
    });
  });
  const { code } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
  expect([code, await answersSent()]).toEqual([4, 0]);
});

it('is not repeated by a watch on a terminal, which says why and asks about the new offer', async () => {
  await busy(1);
  testbed.during(() => changes());
  const { code, stderr, askedFor } = await testbed.cfi(['slot', 'watch', reference], {
    tty: true,
    answers: ['accept', true, 'leave'],
  });
  expect([code, stderr]).toEqual([12, expect.stringContaining('has changed its offer')]);
  expect(askedFor.at(-1)).toContain('Thu 10 Sep 09:00 → Wed 9 Sep 13:00 BST, "sorry"');
  expect((await testbed.read(reference)).scheduleStatus).toBe('pending_customer');
});

it('after a new sign-in goes only to the offer that was read', async () => {
  await testbed.admin.post('/faults', {
    match: { path: '/inbound-slot/*/respond' },
    when: { times: 1 },
    do: { status: 401, body: { success: false, error: 'Unauthorized' } },
  });
  const { code } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes'], {
    env: { CFI_CLIENT_ID: 'emu-acme', CFI_CLIENT_SECRET: 'emu-acme-secret' },
  });
  const requests = await testbed.requests();
  expect(code).toBe(0);
  expect(requests.slice(-2)).toEqual([
    `GET /inbound-slot/${reference}`,
    `POST /inbound-slot/${reference}/respond`,
  ]);
});
