import type { Connection } from '../../storage/sqlite.ts';
import type { Start } from '../run/progress.ts';
import type { SpooledDocument } from '../spool/spooled-document.ts';
import type { Scope } from './plan.ts';
import { recordSentWithoutSlot } from './sent-without-slot.ts';
import { type Booking, recordSlotsBefore } from './slot-bookings.ts';

/** What a run must record so that a document without our reference at the service can be looked up after a crash. */
export interface LookedUpBySlot {
  /** For slots: the account's slots before anything is sent. */
  readonly slotsBefore?: readonly string[] | undefined;
  /** For purchase orders: whether one names no slot. */
  readonly namesNoSlot?: ((document: Pick<SpooledDocument, 'body'>) => boolean) | undefined;
}

/** Returns a function that records it for documents that are about to be sent. It throws SQLite's errors. */
export function recorderBeforeSending(
  db: Connection,
  { service }: Pick<Scope, 'service'>,
  { slotsBefore, namesNoSlot }: LookedUpBySlot,
): (documents: readonly SpooledDocument[], starts: readonly Start[]) => void {
  return (documents, starts) => {
    if (documents.length === 0 || (slotsBefore ?? namesNoSlot) === undefined) return;
    const startingAs = (wanted: Start): SpooledDocument[] =>
      documents.filter((_, index) => starts[index] === wanted);
    const first = startingAs('send');
    db.transaction(() => {
      if (slotsBefore !== undefined)
        recordSlotsBefore(db, service, slotsBefore, {
          first: bookingsOf(first),
          again: bookingsOf(startingAs('look-up')),
          unsure: referencesOf(startingAs('check')),
        });
      if (namesNoSlot !== undefined)
        recordSentWithoutSlot(db, service, {
          without: referencesOf(first.filter(namesNoSlot)),
          withSlot: referencesOf(first.filter((document) => !namesNoSlot(document))),
        });
    });
  };
}

const bookingsOf = (documents: readonly SpooledDocument[]): Booking[] =>
  documents.map(({ reference, body }) => ({ reference, body: body.toString('utf8') }));

const referencesOf = (documents: readonly SpooledDocument[]): string[] =>
  documents.map(({ reference }) => reference);
