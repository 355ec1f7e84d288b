import type { Columns } from '../mapping/header.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** A report of the same shop that cannot be used, known by its columns. */
export interface WrongReport {
  /** As in "this is <title>". */
  readonly title: string;
  /** One of each is in its header. */
  readonly has: readonly Columns[];
  /** None of these is. */
  readonly lacks: readonly string[];
  /** Which report to take, and where to get it. */
  readonly advice: string;
}

/**
 * How another system's export becomes orders. Only data; the machinery is the one that `--map` uses. The first rule that
 * holds against an order tells why, so those that cancel, refund, fulfil or hold it come before the others.
 */
export interface Preset extends Mapping {
  /** As in "a Shopify orders export". */
  readonly title: string;
  /** Columns that tell this export from others: one of each is in its header. */
  readonly signature: readonly Columns[];
  readonly wrongReports?: readonly WrongReport[];
  /** Tab-separated reports write quotes as they are. */
  readonly literalQuotes?: boolean;
  readonly delimiter: ',' | '\t';
  /** The columns of a template, and rows that show how they are filled. */
  readonly template: readonly (readonly string[])[];
}
