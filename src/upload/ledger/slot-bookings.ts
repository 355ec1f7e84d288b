import type { Connection } from '../../storage/sqlite.ts';
import { textField } from '../../text/records.ts';
import { jsonRows, readJson } from './json-rows.ts';

/** The ledger's record of a booking whose outcome is not certain. */
interface UncertainBooking {
  /** The account's slots before it was first sent. */
  readonly before: ReadonlySet<string>;
  /** The service accepted it without showing a slot. */
  readonly accepted: boolean;
  /** What may have been sent: the content of the row may have changed. */
  readonly bodies: readonly unknown[];
}

/** A booking to send. */
export interface Booking {
  readonly reference: string;
  /** JSON. */
  readonly body: string;
}

/** The ledger's records of an account's bookings. Every call may throw SQLite's errors. */
export interface SlotBookings {
  /** Undefined if the ledger does not know which slots existed. */
  uncertain(reference: string): UncertainBooking | undefined;
  /** The slot that an earlier run booked for this document. */
  slotOf(reference: string): string | undefined;
  /** Whether a document of any run, or a single booking, has this slot; `other` leaves out the document with this name. */
  isTaken(slot: string, by?: { readonly other: string }): boolean;
  /** The last run that booked a single slot with this name, and does not know whether it was booked. */
  unsureSingle(name: string): number | undefined;
  /** Records that the service accepted the booking without showing a slot. */
  accepted(reference: string): void;
}

/** The name in the ledger of a single booking that has no slot. */
export const singleBookingName = (request: unknown): string =>
  ['warehouse', 'date', 'window'].map((name) => textField(request, name)).join(' ');

/** The bookings of one account. */
export function openBookings(db: Connection, service: number): SlotBookings {
  const find = db.statement(
    `SELECT ${jsonRows('slots, accepted, bodies')} FROM slots_before WHERE service = ? AND reference = ?`,
  );
  const number = db.statement(
    `SELECT ${jsonRows('number')} FROM documents WHERE service = ? AND kind = 'slot' AND reference = ?`,
  );
  const taken = db.statement(
    `SELECT 1 FROM documents WHERE service = ?1 AND kind = 'slot' AND reference IS NOT ?3
       AND (number = ?2 OR (number IS NULL AND reference = ?2))
     UNION ALL
     SELECT 1 FROM past p JOIN runs r ON r.id = p.run
       WHERE r.service = ?1 AND r.kind = 'slot' AND p.reference IS NOT ?3 AND p.number = ?2
     LIMIT 1`,
  );
  const single = db.statement(
    `SELECT max(r.id) FROM runs r JOIN past p ON p.run = r.id AND p.reference = ?2
     WHERE r.service = ?1 AND r.kind = 'slot' AND r.files = '[]' AND p.state = 'unknown'`,
  );
  const accept = db.statement('UPDATE slots_before SET accepted = 1 WHERE service = ? AND reference = ?');
  return {
    uncertain(reference) {
      const [row] = readJson<[slots: string, accepted: number, bodies: string][]>(
        find.row(service, reference)?.[0],
      );
      if (row === undefined) return undefined;
      const [slots, accepted, bodies] = row;
      return {
        before: new Set(readJson<string[]>(slots)),
        accepted: accepted === 1,
        bodies: readJson<string[]>(bodies).map((body) => readJson<unknown>(body)),
      };
    },
    slotOf(reference) {
      const [found] = readJson<[unknown][]>(number.row(service, reference)?.[0]);
      return typeof found?.[0] === 'string' ? found[0] : undefined;
    },
    isTaken: (slot, by) => taken.row(service, slot, by?.other ?? null) !== undefined,
    unsureSingle: (name) => {
      const run = single.row(service, name)?.[0];
      return typeof run === 'number' ? run : undefined;
    },
    accepted: (reference) => void accept.run(service, reference),
  };
}

/** The bookings of a file, by what is known of them. */
interface RowsToBook {
  readonly first: readonly Booking[];
  readonly again: readonly Booking[];
  readonly unsure: readonly string[];
}

/**
 * Records which slots exist before these bookings are first sent. `again`: an earlier run may have sent them, perhaps with
 * other content. `unsure`: documents that a lost ledger may have known; for them, a new list proves nothing.
 */
export function recordSlotsBefore(
  db: Connection,
  service: number,
  slots: readonly string[],
  { first, again, unsure }: RowsToBook,
): void {
  const put = db.statement(
    `INSERT OR REPLACE INTO slots_before (service, reference, slots, accepted, bodies)
     VALUES (?, ?, ?, 0, json_array(?))`,
  );
  const add = db.statement(
    `UPDATE slots_before SET bodies = json_insert(bodies, '$[#]', ?3)
     WHERE service = ?1 AND reference = ?2 AND NOT EXISTS (SELECT 1 FROM json_each(bodies) WHERE value = ?3)`,
  );
  const remove = db.statement('DELETE FROM slots_before WHERE service = ? AND reference = ?');
  const list = JSON.stringify(slots);
  for (const { reference, body } of first) put.run(service, reference, list, body);
  for (const { reference, body } of again) add.run(service, reference, body);
  for (const reference of unsure) remove.run(service, reference);
}

/** Deletes the lists of bookings whose outcome is certain; that a slot was booked for other content is not their end. */
export const forgetSlotsBefore = (db: Connection, service: number): number =>
  db
    .statement(
      `DELETE FROM slots_before WHERE service = ?1 AND EXISTS (
         SELECT 1 FROM documents d WHERE d.service = ?1 AND d.kind = 'slot'
         AND d.reference = slots_before.reference
         AND d.state <> 'unknown' AND NOT (d.state = 'conflict' AND d.fields IS NOT NULL))`,
    )
    .run(service);
