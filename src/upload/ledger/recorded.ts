/** One document of a finished run: an order to cancel, a booked slot. */
export interface Recorded {
  readonly reference: string;
  /** An outcome, or `cancelled`. */
  readonly state: string;
  readonly status: number | null;
  readonly error: string | null;
}
