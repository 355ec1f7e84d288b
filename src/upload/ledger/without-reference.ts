import type { Database } from '../../storage/sqlite/database.ts';
import { type Fields, stringifyJson } from '../../text/records.ts';
import type { Kind } from '../run/kinds/kind.ts';
import type { EarlierPurchaseOrders, SlotBookings, Task } from '../run/work.ts';
import type { Scope } from './intents-and-outcomes.ts';
import { readJson, readRows } from './ledger-file.ts';

// What the ledger knows of documents that the service shows without our reference: slots and purchase orders.

/** The purchase orders of an account. Every call may throw SQLite's errors. */
export function earlierPurchaseOrders(
  db: Database,
  { service, kind }: Pick<Scope, 'service' | 'kind'>,
): EarlierPurchaseOrders {
  return {
    ownerOf(number) {
      const [found] = readRows<{ reference: string }>(
        db,
        ['reference'],
        `FROM documents
         WHERE service = ?1 AND kind = ?2 AND state IN ('created', 'existing') AND (number = ?3 OR reference = ?3)`,
        [service, kind, number],
      );
      return found?.reference;
    },
    wasWithoutSlot: (reference) =>
      db.get('SELECT 1 FROM sent_without_slot WHERE service = ? AND reference = ?', [service, reference]) !==
      undefined,
  };
}

const takenBy = `SELECT 1 FROM documents WHERE service = ?1 AND kind = 'slot' AND reference IS NOT ?3
    AND (number = ?2 OR (number IS NULL AND reference = ?2))
  UNION ALL
  SELECT 1 FROM past p JOIN runs r ON r.id = p.run
    WHERE r.service = ?1 AND r.kind = 'slot' AND p.reference IS NOT ?3 AND p.number = ?2
  LIMIT 1`;

/** The bookings of one account; `now` by the wall clock. Every call may throw SQLite's errors. */
export function openBookings(
  db: Database,
  service: number,
  now: number,
): SlotBookings & { recordChecked(): void } {
  const checked = new Set<string>();
  const slotOf = (reference: string): string | undefined => {
    const [found] = readRows<{ number: unknown }>(
      db,
      ['number'],
      "FROM documents WHERE service = ? AND kind = 'slot' AND reference = ?",
      [service, reference],
    );
    return typeof found?.number === 'string' ? found.number : undefined;
  };
  const bookings: SlotBookings = {
    uncertain(reference) {
      type Row = Record<'slots' | 'bodies', string> & Record<'accepted' | 'repeated', number>;
      const [row] = readRows<Row & { endedAt: number | null }>(
        db,
        ['b.slots', 'b.accepted', 'b.bodies', 'b.repeated', 'r.ended_at AS endedAt'],
        `FROM slots_before b
         LEFT JOIN documents d ON d.service = b.service AND d.kind = 'slot' AND d.reference = b.reference
         LEFT JOIN runs r ON r.id = d.run
         WHERE b.service = ? AND b.reference = ?`,
        [service, reference],
      );
      if (row === undefined) return undefined;
      return {
        before: new Set(readJson<string[]>(row.slots)),
        accepted: row.accepted === 1,
        isRepeated: row.repeated === 1,
        bodies: readJson<string[]>(row.bodies).map((body) => readJson<unknown>(body)),
        sentBeforeMs: Math.max(0, now - (row.endedAt ?? now)),
      };
    },
    slotOf,
    *unchecked() {
      const repeated = readRows<{ reference: string }>(
        db,
        ['reference'],
        'FROM slots_before WHERE service = ? AND repeated = 1',
        [service],
      );
      for (const { reference } of repeated) {
        const [known, slot] = [bookings.uncertain(reference), slotOf(reference)];
        if (known !== undefined && slot !== undefined) yield [reference, known, slot];
      }
    },
    checked(references) {
      for (const reference of references) checked.add(reference);
    },
    isTaken: (slot, by) => db.get(takenBy, [service, slot, by?.other ?? null]) !== undefined,
    accepted: (reference) => void db.run(`${update} accepted = 1 ${ofBooking}`, [service, reference]),
    repeated: (reference) => void db.run(`${update} repeated = 1 ${ofBooking}`, [service, reference]),
    beginAgain: (reference, before) =>
      void db.run(`${update} slots = ?3 ${ofBooking}`, [service, reference, JSON.stringify([...before])]),
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
    /** Records what was checked, in the caller's transaction. */
    recordChecked() {
      for (const reference of checked) db.run(`${update} repeated = 0 ${ofBooking}`, [service, reference]);
    },
  };
}

const update = 'UPDATE slots_before SET';
const ofBooking = 'WHERE service = ?1 AND reference = ?2';

/**
 * Records what is needed to look documents up after a crash that the service shows without our reference: whether a purchase
 * order names no slot, and `slotsBefore`, the account's slots before anything is sent. The caller has opened a transaction.
 * Throws SQLite's errors.
 */
export function recordBeforeSending(
  db: Database,
  { service }: Pick<Scope, 'service'>,
  { name, namesNoSlot }: Pick<Kind, 'name' | 'namesNoSlot'>,
  slotsBefore: readonly string[] | undefined,
  next: readonly Task[],
): void {
  if (slotsBefore !== undefined) recordSlotsBefore(db, service, slotsBefore, next);
  if (name === 'answer')
    for (const { reference, document } of next) {
      const put = 'INSERT OR REPLACE INTO open_answers (service, reference, answer) VALUES (?, ?, ?)';
      db.run(put, [service, reference, document.body]);
    }
  if (namesNoSlot === undefined) return;
  for (const { reference, start, document } of next)
    if (start === 'send')
      db.run(
        namesNoSlot(document)
          ? 'INSERT OR IGNORE INTO sent_without_slot (service, reference) VALUES (?, ?)'
          : 'DELETE FROM sent_without_slot WHERE service = ? AND reference = ?',
        [service, reference],
      );
}

const putSlots = `INSERT OR REPLACE INTO slots_before (service, reference, slots, accepted, bodies)
  VALUES (?, ?, ?, 0, json_array(?))`;
const addBody = `UPDATE slots_before SET bodies = json_insert(bodies, '$[#]', ?3)
  WHERE service = ?1 AND reference = ?2 AND NOT EXISTS (SELECT 1 FROM json_each(bodies) WHERE value = ?3)`;

/** Records the slots before a booking is first sent, and what is sent for it. After a loss, a new list proves nothing. */
function recordSlotsBefore(db: Database, service: number, slots: readonly string[], next: readonly Task[]) {
  const list = JSON.stringify(slots);
  for (const { reference, start, document } of next)
    if (start === 'send') db.run(putSlots, [service, reference, list, document.body]);
    else if (start === 'look-up') db.run(addBody, [service, reference, document.body]);
    else if (start === 'check')
      db.run('DELETE FROM slots_before WHERE service = ? AND reference = ?', [service, reference]);
    else start satisfies 'compare';
}

/** The answer to the offer of a slot, as JSON, while it is not certain whether it arrived. */
export function openAnswer(db: Database, service: number, reference: string): string | undefined {
  const [found] = readRows<{ answer: string }>(
    db,
    ['answer'],
    'FROM open_answers WHERE service = ? AND reference = ?',
    [service, reference],
  );
  return found?.answer;
}

/** Forgets the answer to an offer whose outcome is certain. */
export const forgetAnswer = (db: Database, service: number, reference: string): void =>
  void db.run('DELETE FROM open_answers WHERE service = ? AND reference = ?', [service, reference]);

/**
 * Forgets the slots before bookings whose outcome is certain, unless a run must still look for duplicates; without any
 * other booking, also what lists have shown. That a slot was booked for other content is not their end.
 */
export function forgetSlotsBefore(db: Database, service: number): void {
  db.run(
    `DELETE FROM slots_before WHERE service = ?1 AND repeated = 0 AND EXISTS (
       SELECT 1 FROM documents d WHERE d.service = ?1 AND d.kind = 'slot'
       AND d.reference = slots_before.reference
       AND d.state <> 'unknown' AND NOT (d.state = 'conflict' AND d.fields IS NOT NULL))`,
    [service],
  );
  db.run(
    'DELETE FROM slots_seen WHERE service = ?1 AND NOT EXISTS (SELECT 1 FROM slots_before WHERE service = ?1)',
    [service],
  );
}
