import { describe, expect, it } from 'vitest';
import { openSlots, slotBody, slotSeed } from '../../support/emulator/slots.ts';

const wish = '2026-09-10T09:00:00+01:00';

it('a warehouse that leaves its answers to the control API stays silent however long it takes', async () => {
  const { book, read, advance } = await openSlots();
  const reference = await book();
  expect(
    (await advance('23h')).body.data.fired.filter((job: { ref: string }) => job.ref === reference),
  ).toEqual([]);
  expect((await read(reference)).scheduleStatus).toBe('pending_ops');
});

describe('a warehouse that confirms', () => {
  const warehouse = 'Auto FC';

  it('does so 30 minutes after the request, by its own time', async () => {
    const { book, read, advance } = await openSlots();
    const reference = await book({ warehouse });
    await advance('29m');
    expect((await read(reference)).scheduleStatus).toBe('pending_ops');
    const { fired } = (await advance('2h')).body.data;
    expect(fired).toEqual([{ at: '2026-09-01T08:30:00Z', job: 'slot-confirm', ref: reference }]);
    const record = await read(reference);
    expect(record).toMatchObject({ scheduleStatus: 'confirmed', updatedAt: '2026-09-01T08:30:00Z' });
    expect(record.schedule.confirmedTime).toBe(record.schedule.requestedTime);
  });

  it('answers a later request 30 minutes after that one, ignoring the superseded one', async () => {
    const { book, read, advance, fc, respond } = await openSlots();
    const reference = await book({ warehouse });
    await advance('20m');
    await fc(reference, 'counter', { proposedTime: '2026-09-08T13:00:00+01:00' });
    await respond(reference, { action: 'counter', proposedTime: wish });
    await advance('15m');
    expect((await read(reference)).scheduleStatus).toBe('pending_ops');
    await advance('15m');
    expect(await read(reference)).toMatchObject({
      scheduleStatus: 'confirmed',
      schedule: { confirmedTime: wish },
    });
  });

  it('does not answer a slot that was cancelled', async () => {
    const { book, read, advance, acme } = await openSlots();
    const reference = await book({ warehouse });
    await acme.delete(`/inbound-slot/${reference}`);
    expect((await advance('1h')).body.data.fired).toEqual([]);
    expect((await read(reference)).scheduleStatus).toBe('cancelled');
  });
});

describe('a warehouse that counters', () => {
  it.each([
    ['Counter FC', '2026-09-02', 'morning', '2026-09-03T13:00:00+01:00'],
    ['Counter FC', '2026-09-02', 'afternoon', '2026-09-03T09:00:00+01:00'],
    ['Counter FC', '2026-09-04', 'morning', '2026-09-08T13:00:00+01:00'],
    ['Counter FC', '2026-09-05', 'morning', '2026-09-08T13:00:00+01:00'],
    ['Counter FC', '2026-09-06', 'afternoon', '2026-09-08T09:00:00+01:00'],
    ['Monday Counter FC', '2026-09-04', 'morning', '2026-09-07T13:00:00+01:00'],
    ['Monday Counter FC', '2026-09-07', 'afternoon', '2026-09-08T09:00:00+01:00'],
    ['Counter FC', '2026-10-23', 'afternoon', '2026-10-27T09:00:00+00:00'],
  ])('%s, asked for %s %s, offers %s', async (warehouse, date, window, offered) => {
    const { book, read, advance } = await openSlots();
    const reference = await book({ warehouse, date, window });
    await advance('30m');
    const { scheduleStatus, schedule } = await read(reference);
    expect(scheduleStatus).toBe('pending_customer');
    expect(schedule.proposals).toMatchObject([{ proposedBy: 'ops', proposedTime: offered }]);
  });

  it('then confirms any proposal of the client, 30 minutes later', async () => {
    const { book, read, advance, respond } = await openSlots();
    const reference = await book({ warehouse: 'Counter FC' });
    await advance('30m');
    await respond(reference, { action: 'counter', proposedTime: wish });
    await advance('29m');
    expect((await read(reference)).scheduleStatus).toBe('pending_ops');
    await advance('1m');
    expect(await read(reference)).toMatchObject({
      scheduleStatus: 'confirmed',
      schedule: { confirmedTime: wish },
    });
  });

  it('leaves an accepted offer unchanged', async () => {
    const { book, read, advance, respond } = await openSlots();
    const reference = await book({ warehouse: 'Counter FC' });
    await advance('30m');
    await respond(reference, { action: 'accept' });
    const before = await read(reference);
    await advance('23h');
    expect(await read(reference)).toEqual(before);
  });

  it('yields to a confirmation through the control API', async () => {
    const { book, read, advance, fc } = await openSlots();
    const reference = await book({ warehouse: 'Counter FC' });
    await fc(reference, 'confirm');
    await advance('1h');
    expect((await read(reference)).scheduleStatus).toBe('confirmed');
  });
});

describe('a negotiation in the seed', () => {
  const asked = { proposedBy: 'client', proposedTime: '2026-09-09T13:00:00+01:00' };
  const offered = { proposedBy: 'ops', proposedTime: '2026-09-08T13:00:00+01:00' };
  const counter = { proposedBy: 'ops', proposedTime: '2026-09-10T09:00:00+01:00' };

  it.each([
    ['without an offer gets one', [asked], 'pending_customer', null, counter],
    ['with an offer is confirmed', [offered, asked], 'confirmed', asked.proposedTime, asked],
  ])(
    '%s, going by the time that the client last asked for',
    async (_, proposals, status, confirmed, last) => {
      const seeded = { ...slotBody({ warehouse: 'Counter FC' }), client: 'emu-acme', proposals };
      const { read, advance } = await openSlots({ seed: { ...slotSeed, slots: [seeded] } });
      await advance('30m');
      const { scheduleStatus, schedule } = await read('SLOT-000001');
      expect([scheduleStatus, schedule.confirmedTime]).toEqual([status, confirmed]);
      expect(schedule.requestedTime).toBe(asked.proposedTime);
      expect(schedule.proposals.at(-1)).toMatchObject(last);
    },
  );
});

it('a scheduled answer in a loaded state has no effect on a slot that no longer waits, or does not exist', async () => {
  const { bookConfirmed, advance, admin } = await openSlots();
  const reference = await bookConfirmed();
  const due = { due_at: Date.parse('2026-09-01T08:30:00Z'), job: 'slot-confirm' };
  const state = (await admin.get('/state')).body.data;
  const { columns } = state.tables.jobs;
  const rows = [
    { ...due, id: 1, ref: reference },
    { ...due, id: 2, ref: 'SLOT-NOWHERE' },
  ].map((job) => columns.map((column: keyof typeof job) => job[column]));
  const { status } = await admin.put('/state', {
    ...state,
    tables: { ...state.tables, jobs: { columns, rows } },
  });
  const { fired } = (await advance('1h')).body.data;
  expect([status, fired.map((job: { ref: string }) => job.ref)]).toEqual([200, [reference, 'SLOT-NOWHERE']]);
  const { slots } = (await admin.get('/state')).body.data.tables;
  expect(slots).toEqual(state.tables.slots);
});

it.each([
  ['manual', 'Auto FC', 'pending_ops'],
  ['auto', 'Northgate FC', 'confirmed'],
  ['counter', 'Auto FC', 'pending_customer'],
] as const)(
  'a policy given at the start %s applies at %s instead of its own',
  async (fcPolicy, warehouse, status) => {
    const { book, read, advance } = await openSlots({ fcPolicy });
    const reference = await book({ warehouse });
    await advance('30m');
    expect((await read(reference)).scheduleStatus).toBe(status);
  },
);
