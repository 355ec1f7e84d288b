import type { Reason } from '../document/reasons.ts';
import type { ColumnContent } from './column-content.ts';

/** A value that the file does not have. */
export interface ExpectedValue {
  readonly value: string;
  readonly meaning: Reason;
}

/** What a status means: send the order, leave it out for a reason, or unknown. */
export type StatusMeaning = Reason | 'send' | undefined;

/** A value of a status column, and the number of rows with it. */
export interface StatusValue {
  readonly value: string;
  readonly rows: number;
  readonly meaning: StatusMeaning;
}

/** A column that says whether to send an order or a line. */
export interface StatusColumn {
  readonly column: ColumnContent;
  /** A payment status, which also gives `PaymentStatus`. */
  readonly isPayment: boolean;
  /** What a yes or an amount in the column means; undefined if its words say it. */
  readonly yes: Reason | undefined;
  /** A value that the file does not have is no reason to leave out an order, as with `Shipping method`. */
  readonly isOpen: boolean;
  readonly values: readonly StatusValue[];
  /** Values that a later file may have, for what must not be shipped. */
  readonly expected: readonly ExpectedValue[];
  /** Some orders have no value. */
  readonly hasBlank: boolean;
  /** The lines of an order have different values. */
  readonly perLine: boolean;
  /** The column fills a field as well. */
  readonly isField?: true;
}

/** A column that is filled once something has happened, such as `Cancelled at` or `Paid on`. */
export interface DateMark {
  readonly column: ColumnContent;
  readonly reason: Reason;
  /** Whether a blank cell, rather than a filled one, keeps an order from being sent. */
  readonly whenEmpty: boolean;
  readonly perLine: boolean;
}

/** The rows of each order in the sample. */
export type Orders = readonly (readonly (readonly string[])[])[];
