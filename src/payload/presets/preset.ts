import type { FieldSource } from '../mapping/field-source.ts';

/** Orders of an export that are not to be sent. */
export interface LeaveOut {
  /** The first of these that the header has. */
  readonly column: string | readonly string[];
  /** Values, in lower case, or any value at all. */
  readonly when: readonly string[] | 'filled';
  /** As in "3 orders left out: cancelled". */
  readonly reason: string;
}

/** How another system's export becomes orders. Only data; the engine is the one that `--map` uses. */
export interface Preset {
  /** As in "a Shopify orders export". */
  readonly title: string;
  readonly fields: Readonly<Record<string, FieldSource>>;
  readonly leaveOut: readonly LeaveOut[];
  /** Columns that tell this export from others. */
  readonly signature: readonly string[];
  /** Tab-separated reports write quotes as they are. */
  readonly literalQuotes?: boolean;
  readonly delimiter: ',' | '\t';
  /** The columns of a template, and rows that show how they are filled. */
  readonly template: readonly (readonly string[])[];
}
