import { textField } from '../../text/records.ts';

/** What earlier runs recorded about the purchase orders of an account. */
export interface EarlierPurchaseOrders {
  /** The reference of the document with this number, or reference, if it was created. */
  ownerOf(number: string): string | undefined;
  /** Whether this purchase order was last sent without a slot, or may have been. */
  wasWithoutSlot(reference: string): boolean;
}

/** The record of a booking whose outcome is not certain. */
interface UncertainBooking {
  /** The account's slots before it was first sent. */
  readonly before: ReadonlySet<string>;
  /** The service accepted it without showing a slot. */
  readonly accepted: boolean;
  /** What may have been sent: the content of the row may have changed. */
  readonly bodies: readonly unknown[];
  /** How long ago the run ended that sent it last, ms; 0 if that is not known, because the run was killed. */
  readonly sentBeforeMs: number;
}

/** What is recorded about an account's bookings. */
export interface SlotBookings {
  /** Undefined if it is not known which slots existed. */
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

/** The name of a single booking that has no slot. */
export const singleBookingName = (request: unknown): string =>
  ['warehouse', 'date', 'window'].map((name) => textField(request, name)).join(' ');

/** Whether an order was cancelled from this machine since it may have been sent. */
export type CancelledSince = 'yes' | 'maybe' | 'no';
