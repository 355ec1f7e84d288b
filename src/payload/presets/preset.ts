import type { Condition } from '../mapping/conditions.ts';
import type { Columns } from '../mapping/header.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** A report of the same shop that cannot be used, identified by its columns. */
export interface WrongReport {
  /** As in "this is <title>". */
  readonly title: string;
  /** Its header has one column of each group. */
  readonly has: readonly Columns[];
  /** Its header has none of these. */
  readonly lacks: readonly string[];
  /** Which report to use, and where to get it. */
  readonly advice: string;
}

/** What a person should know about an order before it is shipped, although nothing in the file forbids it. */
type Caution = Condition & { readonly warning: string };

/**
 * How another system's export becomes orders. A preset is data, read by the same code as `--map`. The first matching rule
 * gives the reason, so those for cancelled, refunded, fulfilled or held orders come first.
 */
export interface Preset extends Mapping {
  /** As in "a Shopify orders export". */
  readonly title: string;
  /** Columns that identify this export: its header has one of each group. */
  readonly signature: readonly Columns[];
  /** The columns that identify a line of an order together, if all of them are filled. */
  readonly lineId?: readonly Columns[];
  /**
   * A column that counts the lines of an order from 1, for files in which nothing identifies them: a line that has gone
   * changes the numbers of the others.
   */
  readonly lineNumber?: Columns;
  /** A column that only the first row of an order fills. */
  readonly firstRowOnly?: Columns;
  /** The columns with the status of an order, if the seller may choose to export none of them. */
  readonly optionalStatus?: Columns;
  /** The columns that say what has been shipped; somebody may have removed them from the file. */
  readonly saysShipped?: Columns;
  /** Orders that are sent with a warning. */
  readonly cautions?: readonly Caution[];
  readonly wrongReports?: readonly WrongReport[];
  /** The shop puts an apostrophe before a cell that a spreadsheet would take for a formula: `'+44 113 496 0000`, `'-1`. */
  readonly guardsFormulas?: boolean;
  /** In tab-separated reports, quotes are ordinary characters. */
  readonly literalQuotes?: boolean;
  readonly delimiter: ',' | '\t';
  /** The columns of a template, and rows that show how they are filled. */
  readonly template: readonly (readonly string[])[];
}
