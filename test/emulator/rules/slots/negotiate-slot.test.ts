import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

const offer = '2026-09-08T13:00:00+01:00';
const wish = '2026-09-09T09:00:00+01:00';

describe('the warehouse answers', () => {
  it('[SLOT-CONFIRM] a confirmation sets the slot to confirmed at the requested time', async () => {
    const { book, fc, read } = await openSlots();
    const reference = await book();
    expect((await fc(reference, 'confirm')).body.data.scheduleStatus).toBe('confirmed');
    const { scheduleStatus, schedule } = await read(reference);
    expect(scheduleStatus).toBe('confirmed');
    expect(schedule.confirmedTime).toBe(schedule.requestedTime);
  });

  it('[SLOT-CONFIRM-TIME] the warehouse may confirm another time', async () => {
    const { book, fc, read } = await openSlots();
    const reference = await book();
    await fc(reference, 'confirm', { time: '2026-09-08T12:00:00Z' });
    expect((await read(reference)).schedule.confirmedTime).toBe(offer);
  });

  it('[SLOT-COUNTER] a counter-offer waits for the client and is a proposal by ops', async () => {
    const { book, fc, read } = await openSlots();
    const reference = await book();
    await fc(reference, 'counter', { proposedTime: offer, comment: 'Afternoon only' });
    const { scheduleStatus, schedule } = await read(reference);
    expect(scheduleStatus).toBe('pending_customer');
    expect(schedule.proposals).toEqual([
      {
        proposedBy: 'ops',
        proposedTime: offer,
        comment: 'Afternoon only',
        createdAt: '2026-09-01T08:00:00Z',
      },
    ]);
  });

  it.each([
    ['confirm', { time: '2026-09-08T12:00:00' }],
    ['confirm', { time: 5 }],
    ['counter', {}],
    ['counter', { proposedTime: 'tomorrow' }],
    ['counter', { proposedTime: offer, comment: 5 }],
  ] as const)('a %s with %j is refused and changes nothing', async (verb, body) => {
    const { book, fc, read } = await openSlots();
    const reference = await book();
    const before = await read(reference);
    expect(await fc(reference, verb, body)).toMatchObject({ status: 400, body: { success: false } });
    expect(await read(reference)).toEqual(before);
  });

  it.each(['confirm', 'counter'] as const)(
    'a %s is only accepted for slots that wait for the warehouse',
    async (verb) => {
      const { bookConfirmed, bookOffered, fc } = await openSlots();
      expect((await fc(await bookConfirmed(), verb, { proposedTime: offer })).status).toBe(409);
      expect((await fc(await bookOffered(offer), verb, { proposedTime: offer })).status).toBe(409);
      expect((await fc('SLOT-NOWHERE', verb, { proposedTime: offer })).status).toBe(404);
    },
  );
});

describe('the client responds', () => {
  it('[SLOT-RESPOND-ACCEPT] accepting confirms the time that the warehouse offered', async () => {
    const { bookOffered, respond, read } = await openSlots();
    const reference = await bookOffered(offer);
    expect((await respond(reference, { action: 'accept' })).status).toBe(200);
    expect(await read(reference)).toMatchObject({
      scheduleStatus: 'confirmed',
      schedule: { confirmedTime: offer },
    });
  });

  it('[SLOT-RESPOND-COUNTER] countering makes the slot wait for the warehouse again', async () => {
    const { bookOffered, respond, read } = await openSlots();
    const reference = await bookOffered(offer);
    await respond(reference, { action: 'counter', proposedTime: wish, comment: 'Earlier, please' });
    const { scheduleStatus, schedule } = await read(reference);
    expect(scheduleStatus).toBe('pending_ops');
    expect(schedule.requestedTime).toBe(wish);
    expect(schedule.proposals.at(-1)).toMatchObject({
      proposedBy: 'client',
      proposedTime: wish,
      comment: 'Earlier, please',
    });
  });

  it('[SLOT-RESPOND-COMMENT] a comment may be left out', async () => {
    const { bookOffered, respond, read } = await openSlots();
    const reference = await bookOffered(offer);
    expect((await respond(reference, { action: 'counter', proposedTime: wish })).status).toBe(200);
    expect((await read(reference)).schedule.proposals.at(-1)).toMatchObject({
      proposedTime: wish,
      comment: null,
    });
  });

  it('[SLOT-RESPOND-ROUNDS] any number of rounds, ended by the last offer', async () => {
    const { bookOffered, respond, fc, read } = await openSlots();
    const reference = await bookOffered(offer);
    for (let round = 0; round < 12; round++) {
      expect((await respond(reference, { action: 'counter', proposedTime: wish })).status).toBe(200);
      const day = String(9 + round).padStart(2, '0');
      expect((await fc(reference, 'counter', { proposedTime: `2026-09-${day}T13:00:00+01:00` })).status).toBe(
        200,
      );
    }
    await respond(reference, { action: 'accept' });
    const { schedule } = await read(reference);
    expect(schedule.proposals).toHaveLength(25);
    expect(schedule.confirmedTime).toBe('2026-09-20T13:00:00+01:00');
  });

  it('[SLOT-RESPOND-ACCEPT] an accepted offer holds even if the body also has a time', async () => {
    const { bookOffered, respond, read } = await openSlots();
    const reference = await bookOffered(offer);
    const { status } = await respond(reference, { action: 'accept', proposedTime: wish });
    const { scheduleStatus, schedule } = await read(reference);
    expect([status, scheduleStatus, schedule.confirmedTime]).toEqual([200, 'confirmed', offer]);
    expect(schedule.proposals).toHaveLength(1);
  });

  it("[SLOT-RESPOND-CONFIRM-LAST] a confirmation after a counter uses the client's last request", async () => {
    const { bookOffered, respond, fc, read } = await openSlots();
    const reference = await bookOffered(offer);
    await respond(reference, { action: 'counter', proposedTime: wish });
    await fc(reference, 'confirm');
    expect((await read(reference)).schedule.confirmedTime).toBe(wish);
  });

  it.each([
    [{}, 'action is required'],
    [{ action: 'shrug' }, 'action must be one of accept, counter'],
    [{ action: 'counter' }, 'proposedTime is required'],
  ])('[SLOT-RESPOND-FIELDS] %j is refused', async (body, error) => {
    const { bookOffered, respond } = await openSlots();
    expect(await respond(await bookOffered(offer), body)).toMatchObject({ status: 400, body: { error } });
  });

  it.each(['2026-09-09T09:00:00', '2026-09-09', 'soon'])(
    '[SLOT-RESPOND-OFFSET] a proposed time without offset is refused: %s',
    async (proposedTime) => {
      const { bookOffered, respond } = await openSlots();
      const { status, body } = await respond(await bookOffered(offer), { action: 'counter', proposedTime });
      expect(status).toBe(400);
      expect(body.error).toContain('proposedTime');
    },
  );

  it('[SLOT-RESPOND-CHANGED] a schedule that changed in the meantime is a conflict until read again', async () => {
    const { bookOffered, respond, read, admin } = await openSlots();
    const reference = await bookOffered(offer);
    const match = { method: 'POST', path: '/inbound-slot/*/respond' };
    await admin.post('/faults', { match, when: { times: 1 }, do: { domain: 'slot-changed' } });
    expect(await respond(reference, { action: 'accept' })).toMatchObject({
      status: 409,
      body: { success: false },
    });
    expect((await read(reference)).scheduleStatus).toBe('pending_customer');
    expect((await respond(reference, { action: 'accept' })).status).toBe(200);
  });

  it('[A-19] responding to a slot without an open offer is a conflict', async () => {
    const { book, bookConfirmed, bookOffered, respond, acme } = await openSlots();
    const answered = await bookOffered(offer);
    await respond(answered, { action: 'accept' });
    const cancelled = await bookOffered(offer);
    await acme.delete(`/inbound-slot/${cancelled}`);
    for (const reference of [await book(), await bookConfirmed(), answered, cancelled]) {
      expect((await respond(reference, { action: 'accept' })).status).toBe(409);
    }
  });

  it('responding to an unknown slot is 404', async () => {
    const { respond } = await openSlots();
    expect((await respond('SLOT-NOWHERE', { action: 'accept' })).status).toBe(404);
  });
});
