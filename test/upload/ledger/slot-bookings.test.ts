import { expect, it } from 'vitest';
import type { Database, SqlValue } from '../../../src/storage/sqlite/database.ts';
import {
  attemptsOf,
  forgetSlotsBefore,
  openBookings,
  recordBeforeSending,
  recordSeen,
  recordUsed,
} from '../../../src/upload/ledger/attempts.ts';
import type { Start } from '../../../src/upload/run/work.ts';
import { memoryLedger } from '../../support/upload/opened-ledger.ts';

/** A ledger with these slots of account 1. `number` is the slot; a single booking has none, its reference is the slot. */
const at = { now: 5000, steady: 7000 };

function ledgerWith(...records: [reference: string, number: string | null, state?: string][]) {
  const db = memoryLedger();
  const put = (...values: SqlValue[]) =>
    db.run(
      'INSERT INTO documents (service, kind, reference, digest, state, number, run) VALUES (?, ?, ?, ?, ?, ?, 1)',
      values,
    );
  for (const [reference, number, state = 'created'] of records) put(1, 'slot', reference, '', state, number);
  put(1, 'order', 'S-ORDER', '', 'created', 'S-ORDER');
  put(2, 'slot', 'THEIRS', '', 'created', 'S-THEIRS');
  return { db, bookings: openBookings(db, 1, at) };
}

it('knows which slots belong to a row or to a single booking of the account', () => {
  const { db, bookings } = ledgerWith(['row 1', 'S-1'], ['S-2', null], ['row 2', null]);
  db.script(
    "INSERT INTO runs (id, service, kind, files, pid, started_at, counts) VALUES (1, 1, 'slot', '[]', 1, 0, '{}')," +
      "(2, 2, 'slot', '[]', 1, 0, '{}'), (3, 1, 'order', '[]', 1, 0, '{}')",
  );
  const past = (...values: SqlValue[]) =>
    db.run("INSERT INTO past (run, reference, state, number) VALUES (?, 'r', 'created', ?)", values);
  for (const [run, slot] of [
    [1, 'S-EARLIER'],
    [2, 'S-THEIR-EARLIER'],
    [3, 'S-EARLIER-ORDER'],
  ] as const)
    past(run, slot);
  const asked = [
    'S-1',
    'S-2',
    'S-EARLIER',
    'row 1',
    'S-THEIRS',
    'S-ORDER',
    'S-THEIR-EARLIER',
    'S-EARLIER-ORDER',
  ];
  expect(asked.filter((slot) => bookings.isTaken(slot))).toEqual(['S-1', 'S-2', 'S-EARLIER']);
  const byOtherThan = (other: string): string[] => asked.filter((slot) => bookings.isTaken(slot, { other }));
  expect(byOtherThan('row 1')).toEqual(['S-2', 'S-EARLIER']);
  expect(byOtherThan('r')).toEqual(['S-1', 'S-2']);
});

it('knows the slot of a row, if there is one', () => {
  const { bookings } = ledgerWith(['row 1', 'S-1'], ['row 2', null]);
  expect(['row 1', 'row 2', 'row 3', 'THEIRS'].map((row) => bookings.slotOf(row))).toEqual([
    'S-1',
    undefined,
    undefined,
    undefined,
  ]);
});

/** Rows to book. */
const rows = (...references: string[]) =>
  references.map((reference) => ({ reference, body: JSON.stringify({ date: reference }) }));

/** Records what is known before these rows are sent for the first time, or looked up. */
function recordSlotsBefore(
  db: Database,
  service: number,
  slotsBefore: readonly string[],
  start: Start,
  bookings: ReturnType<typeof rows>,
): void {
  const next = bookings.map(({ reference, body }) => ({
    reference,
    start,
    document: { body, leftOutLines: [] },
  }));
  recordBeforeSending(db, { service, kind: 'slot' }, {}, slotsBefore, next);
}

it('remembers the slots before a booking until its outcome is certain', () => {
  const { db, bookings } = ledgerWith(
    ['sure', 'S-1'],
    ['unknown', null, 'unknown'],
    ['refused', null, 'conflict'],
    ['differing', null, 'conflict'],
  );
  const first = rows('sure', 'unknown', 'refused', 'differing', 'unsent');
  recordSlotsBefore(db, 1, ['S-0'], 'send', first);
  recordSlotsBefore(db, 2, [], 'send', rows('sure'));
  db.script("UPDATE documents SET number = 'S-2', fields = 'date' WHERE reference = 'differing'");
  forgetSlotsBefore(db, 1);
  const kept = (reference: string) => ({
    before: new Set(['S-0']),
    isRepeated: false,
    bodies: [{ date: reference }],
    sentBeforeMs: 0,
  });
  expect(first.map(({ reference }) => bookings.uncertain(reference))).toEqual([
    undefined,
    kept('unknown'),
    undefined,
    kept('differing'),
    kept('unsent'),
  ]);
  expect(openBookings(db, 2, at).uncertain('sure')?.before).toEqual(new Set());
});

it('remembers what was seen of a booking until it is sent as new, and nothing that is that of another', () => {
  const { db } = ledgerWith();
  const scope = { service: 1, kind: 'slot' };
  const seen = (row: string) => attemptsOf(db, scope, row, at).seen;
  recordSlotsBefore(db, 1, ['S-0'], 'send', rows('row 1', 'row 2'));
  recordSeen(db, scope, 'row 1', { doubt: 'because' });
  recordSeen(db, scope, 'row 2', { number: 'S-7', reference: 'another', doubt: 'because' });
  expect(['row 1', 'row 2', 'row 3'].map(seen)).toEqual([{ doubt: 'because' }, undefined, undefined]);
  recordSlotsBefore(db, 1, ['S-0', 'S-1'], 'look-up', rows('row 1'));
  expect(seen('row 1')).toEqual({ doubt: 'because' });
  recordSlotsBefore(db, 1, ['S-0', 'S-1'], 'send', rows('row 1'));
  expect(seen('row 1')).toBe(undefined);
});

it('counts what a slot shows for each purchase order that may have been sent for it', () => {
  const { db } = ledgerWith();
  const scope = { service: 1, kind: 'purchase-order' };
  const seen = { number: 'LW-1', doubt: 'because' };
  const next = ['SLOT-1', 'SLOT-2'].map((slotReference) => ({
    reference: slotReference,
    start: 'send' as const,
    document: { body: JSON.stringify({ slotReference }), leftOutLines: [] },
  }));
  recordBeforeSending(db, scope, {}, undefined, next);
  recordUsed(db, scope, 'SLOT-1', seen);
  recordUsed(db, scope, 'SLOT-1', { ...seen, number: 'LW-2' });
  const known = ['SLOT-1', 'SLOT-2'].map((reference) => attemptsOf(db, scope, reference, at).seen);
  expect(known).toEqual([seen, undefined]);
});

it('remembers each content that may have been sent, once', () => {
  const { db, bookings } = ledgerWith();
  recordSlotsBefore(db, 1, ['S-0'], 'send', rows('row 1'));
  const again = [{ reference: 'row 1', body: '{"date":"other"}' }];
  for (let time = 0; time < 2; time++) recordSlotsBefore(db, 1, ['S-0', 'S-1'], 'look-up', again);
  expect(bookings.uncertain('row 1')).toMatchObject({
    before: new Set(['S-0']),
    bodies: [{ date: 'row 1' }, { date: 'other' }],
  });
});

it('forgets the slots before a booking that a lost ledger may have known, because new ones prove nothing', () => {
  const { db, bookings } = ledgerWith();
  recordSlotsBefore(db, 1, ['S-0'], 'send', rows('row 1', 'row 2'));
  recordSlotsBefore(db, 1, ['S-0'], 'check', rows('row 1'));
  expect(['row 1', 'row 2'].map((row) => bookings.uncertain(row) === undefined)).toEqual([true, false]);
});

it('says how long ago the run ended that sent a booking last; a run that was killed may just have sent it', () => {
  const { db, bookings } = ledgerWith(['row 1', null, 'unknown']);
  recordSlotsBefore(db, 1, ['S-0'], 'send', rows('row 1'));
  const began =
    "INSERT INTO runs (id, service, kind, files, pid, started_at, counts) VALUES (1, 1, 'slot', '[]', 1, 0, '{}')";
  db.run(began);
  expect(bookings.uncertain('row 1')?.sentBeforeMs).toBe(0);
  for (const [now, steady, before] of [
    [2000, 100, 3000],
    [9000, 100, 0],
    [2000, null, 0],
    // The wall clock was set forward, or the machine has started since.
    [2000, 6000, 1000],
    [2000, 9000, 3000],
  ] as const) {
    db.run('UPDATE runs SET ended_at = ?, ended_steady = ?', [now, steady]);
    expect(bookings.uncertain('row 1')?.sentBeforeMs).toBe(before);
  }
});

it('remembers that a booking was sent again, and begins again where the service has certainly not taken it', () => {
  const { db, bookings } = ledgerWith();
  recordSlotsBefore(db, 1, ['S-0'], 'send', rows('row 1', 'row 2'));
  bookings.repeated('row 1');
  expect(['row 1', 'row 2'].map((row) => bookings.uncertain(row)?.isRepeated)).toEqual([true, false]);
  bookings.begin('row 2', '{}', ['S-0', 'S-1']);
  expect(bookings.uncertain('row 2')?.before).toEqual(new Set(['S-0', 'S-1']));
});

it('keeps what lists have shown as long as the outcome of a booking is not certain', () => {
  const { db, bookings } = ledgerWith(['unknown', null, 'unknown']);
  recordSlotsBefore(db, 1, ['S-0'], 'send', rows('unknown'));
  const slot = { slotReference: 'S-1', date: '2026-09-08' };
  bookings.saw([['S-1', slot]]);
  forgetSlotsBefore(db, 1);
  expect([...openBookings(db, 1, at).seen()]).toEqual([['S-1', slot]]);
  expect([...openBookings(db, 2, at).seen()]).toEqual([]);
  db.script("UPDATE documents SET state = 'created' WHERE reference = 'unknown'");
  forgetSlotsBefore(db, 1);
  expect([...openBookings(db, 1, at).seen()]).toEqual([]);
});
