import type { Database, SqlValue } from '../../storage/sqlite/database.ts';
import { stringifyJson } from '../../text/json.ts';
import type { Fields } from '../../text/records.ts';
import type { Kind } from '../run/kinds/kind.ts';
import type { Sighting, SlotBookings, Task } from '../run/work.ts';
import { type DocumentResult, hasOtherContent, type RunKind, statesThere } from '../terms/outcomes.ts';
import { openDocuments, type Scope } from './intents-and-outcomes.ts';
import { readJson, readRows } from './ledger-file.ts';

// What the ledger knows of what the service does not keep single by our reference: slots, purchase orders and answers.

type Documents = Pick<Scope, 'service' | 'kind'>;

/** The reference of the document with this number, or reference, if it was created. Throws SQLite's errors. */
export function ownerOf(db: Database, { service, kind }: Documents, number: string): string | undefined {
  const [found] = readRows<{ reference: string }>(
    db,
    ['reference'],
    `FROM documents
     WHERE service = ?1 AND kind = ?2 AND state IN ('created', 'existing') AND (number = ?3 OR reference = ?3)`,
    [service, kind, number],
  );
  return found?.reference;
}

/** The number of the document with this reference; undefined if none is known. Throws SQLite's errors. */
export function numberOf(db: Database, { service, kind }: Documents, reference: string): string | undefined {
  const named = 'FROM documents WHERE service = ? AND kind = ? AND reference = ?';
  const [found] = readRows<{ number: unknown }>(db, ['number'], named, [service, kind, reference]);
  return typeof found?.number === 'string' ? found.number : undefined;
}

/** A moment by the clocks of this machine, ms: the wall clock may be set, and `steady` begins anew when the machine starts. */
export interface Moment {
  readonly now: number;
  readonly steady: number;
}

/** How long ago this was at least, by the clock that says less. */
const sinceMs = (then: Moment, { now, steady }: Moment): number =>
  Math.max(0, Math.min(now - then.now, steady < then.steady ? steady : steady - then.steady));

/** What is known of attempts at a document; empty if nothing is. Throws SQLite's errors. */
export function attemptsOf(
  db: Database,
  { service, kind }: Documents,
  reference: string,
  at: Moment,
): Pick<Task, 'sent' | 'seen' | 'sentBeforeMs'> {
  const [row] = readRows<{ bodies: string; seen: string | null } & Partial<Moment>>(
    db,
    ['a.bodies', 'a.seen', 'r.ended_at AS now', 'r.ended_steady AS steady'],
    `FROM attempts a
     LEFT JOIN documents d ON d.service = a.service AND d.kind = a.kind AND d.reference = a.reference
     LEFT JOIN runs r ON r.id = d.run
     WHERE a.service = ? AND a.kind = ? AND a.reference = ?`,
    [service, kind, reference],
  );
  if (row === undefined) return {};
  const bodies = readJson<string[]>(row.bodies).map((body) => readJson<unknown>(body));
  return {
    sent: bodies.length === 0 ? undefined : bodies,
    seen: row.seen === null ? undefined : readJson<Sighting>(row.seen),
    sentBeforeMs: sinceMs({ now: row.now ?? at.now, steady: row.steady ?? at.steady }, at),
  };
}

/** What was last sent for a document whose outcome is open. Throws SQLite's errors. */
export const openAttempt = (db: Database, documents: Documents, reference: string): unknown =>
  attemptsOf(db, documents, reference, { now: 0, steady: 0 }).sent?.at(-1);

/** Records what was seen of a document; that of another is nothing. Throws SQLite's errors. */
export function recordSeen(db: Database, { service, kind }: Documents, reference: string, seen?: Sighting) {
  const json = seen === undefined || seen.reference !== undefined ? null : JSON.stringify(seen);
  db.run(`UPDATE attempts SET seen = ?4 ${ofDocument}`, [service, kind, reference, json]);
}

/** Records what a slot has shown, for each purchase order that may have been sent for it. Throws SQLite's errors. */
export function recordUsed(db: Database, { service }: Documents, slot: string, seen: Sighting): void {
  const inSlot = `EXISTS (SELECT 1 FROM json_each(bodies) sent WHERE sent.value ->> '$.slotReference' = ?)`;
  db.run(
    `UPDATE attempts SET seen = ? WHERE service = ? AND kind = 'purchase-order' AND seen IS NULL AND ${inSlot}`,
    [JSON.stringify(seen), service, slot],
  );
}

/**
 * Forgets what was sent for a document whose outcome is certain; for slots, a run does so at its end. That it has other
 * content is not its end. Throws SQLite's errors.
 */
export function forgetAttempts(
  db: Database,
  { service, kind }: Documents,
  reference: string,
  { outcome, fields }: Pick<DocumentResult, 'outcome' | 'fields'>,
): void {
  if (outcome === 'unknown' || (outcome === 'conflict' && fields !== undefined)) return;
  if (kind === 'slot') return;
  db.run(`DELETE FROM attempts ${ofDocument}`, [service, kind, reference]);
}

/** In SQL, that it is not known what came of what was sent for the document `d`, or that other content was. */
const isOpen = `(d.state IN (${statesThere('maybe')}) OR ${hasOtherContent})`;

/** Forgets what a run has not sent after all; what an earlier one sent, with an open outcome, stays. Throws SQLite's errors. */
export const forgetUnsent = (db: Database, { service, kind, run }: Scope): void =>
  void db.run(
    `DELETE FROM attempts WHERE service = ?2 AND kind = ?3 AND reference IN (SELECT given.value ${openDocuments})
     AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.service = ?2 AND d.kind = ?3 AND d.reference = attempts.reference
       AND ${isOpen})`,
    [run, service, kind],
  );

const ofDocument = 'WHERE service = ?1 AND kind = ?2 AND reference = ?3';

/** In SQL, the bookings of an account with their slots; without a number, the booking bears the name of its slot. */
const booked = `SELECT reference, coalesce(number, reference) AS slot FROM documents WHERE service = ?1 AND kind = 'slot'
  UNION ALL SELECT p.reference, p.number FROM runs r CROSS JOIN past p ON p.run = r.id
    WHERE r.service = ?1 AND r.kind = 'slot' AND p.number IS NOT NULL`;
const takenBy = `SELECT 1 FROM (${booked}) WHERE slot = ?2 AND reference IS NOT ?3 LIMIT 1`;

/** The bookings of one account. Every call may throw SQLite's errors. */
export function openBookings(
  db: Database,
  service: number,
  at: Moment,
): SlotBookings & { recordChecked(): void } {
  const checked = new Set<string>();
  const slotOf = (reference: string): string | undefined =>
    numberOf(db, { service, kind: 'slot' }, reference);
  const bookings: SlotBookings = {
    uncertain(reference) {
      const [row] = readRows<{ slots: string; repeated: number }>(
        db,
        ['slots', 'repeated'],
        'FROM slots_before WHERE service = ? AND reference = ?',
        [service, reference],
      );
      if (row === undefined) return undefined;
      const { sent = [], sentBeforeMs = 0 } = attemptsOf(db, { service, kind: 'slot' }, reference, at);
      const before = new Set(readJson<string[]>(row.slots));
      return { before, isRepeated: row.repeated === 1, bodies: sent, sentBeforeMs };
    },
    slotOf,
    *unchecked() {
      const sentAgain = 'FROM slots_before WHERE service = ? AND repeated = 1';
      const repeated = readRows<{ reference: string }>(db, ['reference'], sentAgain, [service]);
      for (const { reference } of repeated) {
        const [known, slot] = [bookings.uncertain(reference), slotOf(reference)];
        if (known !== undefined && slot !== undefined) yield [reference, known, slot];
      }
    },
    checked(references) {
      for (const reference of references) checked.add(reference);
    },
    isTaken: (slot, by) => db.get(takenBy, [service, slot, by?.other ?? null]) !== undefined,
    repeated: (reference) => void db.run(`${update} repeated = 1 ${ofBooking}`, [service, reference]),
    begin: (reference, body, before) =>
      db.transaction('write', () => {
        db.run(putFirst, [service, 'slot', reference, body]);
        db.run(putBefore, rowBefore(db, service, reference, before));
      }),
    *seen() {
      const rows = readRows<{ reference: string; record: string }>(
        db,
        ['reference', 'record'],
        'FROM slots_seen WHERE service = ?',
        [service],
      );
      for (const { reference, record } of rows) yield [reference, readJson<Fields>(record)];
    },
    saw(slots) {
      const put = 'INSERT OR REPLACE INTO slots_seen (service, reference, record) VALUES (?, ?, ?)';
      db.transaction('write', () => {
        for (const [reference, slot] of slots) db.run(put, [service, reference, stringifyJson(slot) ?? '{}']);
      });
    },
  };
  return {
    ...bookings,
    /** Records what was checked, in the caller's transaction. Of a booking in doubt, none of its slots may be there yet. */
    recordChecked() {
      for (const reference of checked)
        db.run(`${update} repeated = 0 ${ofBooking} AND NOT ${inDoubt}`, [service, reference]);
    },
  };
}

/** What is recorded before a booking: the slots of a list, which may lack those that earlier ones of its name got. */
function rowBefore(db: Database, service: number, reference: string, slots: Iterable<string>): SqlValue[] {
  const from = `FROM (${booked}) WHERE reference = ?2 AND slot <> ?2`;
  const got = readRows<{ slot: string }>(db, ['slot'], from, [service, reference]);
  return [service, reference, JSON.stringify([...slots, ...got.map(({ slot }) => slot)])];
}

const update = 'UPDATE slots_before SET';
const ofBooking = 'WHERE service = ?1 AND reference = ?2';
const inDoubt = `EXISTS (SELECT 1 FROM documents d WHERE d.service = ?1 AND d.kind = 'slot' AND d.reference = ?2
  AND d.state IN (${statesThere('maybe')}))`;

/** Acts that may be repeated without harm need no more than their intents. */
const recordedKinds: readonly string[] = ['slot', 'purchase-order', 'answer'] satisfies RunKind[];

const putFirst = `INSERT OR REPLACE INTO attempts (service, kind, reference, bodies) VALUES (?, ?, ?, json_array(?))`;
const putNext = `UPDATE attempts SET bodies = json_insert(bodies, '$[#]', ?4) ${ofDocument}
  AND bodies <> '[]' AND NOT EXISTS (SELECT 1 FROM json_each(bodies) WHERE value = ?4)`;

/**
 * Records what is needed to look documents up after a crash that the service does not keep single by our reference: what is
 * sent, and `slotsBefore`, the account's slots before anything is. The caller has opened a transaction. Throws SQLite's
 * errors.
 */
export function recordBeforeSending(
  db: Database,
  { service, kind }: Documents,
  { namesNoSlot }: Pick<Kind, 'namesNoSlot'>,
  slotsBefore: readonly string[] | undefined,
  next: readonly Task[],
): void {
  if (!recordedKinds.includes(kind)) return;
  for (const { reference, start, document } of next) {
    if (start === 'send') db.run(putFirst, [service, kind, reference, document.body]);
    // One that cannot be looked up is not sent again.
    if (start === 'look-up' && namesNoSlot?.(document) !== true)
      db.run(putNext, [service, kind, reference, document.body]);
    if (slotsBefore === undefined) continue;
    if (start === 'send') db.run(putBefore, rowBefore(db, service, reference, slotsBefore));
    // After a loss, a new list proves nothing until all have been looked at.
    if (start === 'check') db.run(`DELETE FROM slots_before ${ofBooking}`, [service, reference]);
  }
}

const putBefore = 'INSERT OR REPLACE INTO slots_before (service, reference, slots) VALUES (?, ?, ?)';

/**
 * Forgets the slots before bookings whose outcome is certain, unless a run must still look for duplicates; without any
 * other booking, also what lists have shown. That a slot was booked for other content is not their end.
 */
export function forgetSlotsBefore(db: Database, service: number): void {
  const isEnded = (table: string): string => `EXISTS (
    SELECT 1 FROM documents d WHERE d.service = ?1 AND d.kind = 'slot' AND d.reference = ${table}.reference
    AND NOT ${isOpen})`;
  const before = 'SELECT 1 FROM slots_before b WHERE b.service = ?1';
  for (const ended of [
    `slots_before WHERE service = ?1 AND repeated = 0 AND ${isEnded('slots_before')}`,
    `attempts WHERE service = ?1 AND kind = 'slot' AND ${isEnded('attempts')}
       AND NOT EXISTS (${before} AND b.reference = attempts.reference)`,
    `slots_seen WHERE service = ?1 AND NOT EXISTS (${before})`,
  ])
    db.run(`DELETE FROM ${ended}`, [service]);
}
