import type { Fields } from '../../text/records.ts';
import { type Offer, slotReference } from '../slot/record.ts';
import type { Overview } from '../today/view.ts';
import { type Row, rowContains } from './rows.ts';

/** A question that only `y` answers with yes, with its subject. */
export interface Question {
  readonly action: 'accept' | 'cancel' | 'counter';
  readonly reference: string;
  readonly text: string;
  /** The offer that was shown, for `accept` and `counter`. */
  readonly offer?: Offer;
  /** The time to propose, ISO 8601, for `counter`. */
  readonly time?: string;
}

/** A line of input. */
export interface Entry {
  readonly purpose: 'counter' | 'book' | 'po' | 'filter';
  readonly label: string;
  readonly text: string;
  /** The slot it refers to; empty for the filter. */
  readonly reference: string;
  /** The window of that slot, for `book`; undefined if its record does not show it. */
  readonly window?: string | undefined;
  /** The offer that was shown, for `counter`. */
  readonly offer?: Offer;
}

/** Everything that the screen shows, as data. Times are the service's, in milliseconds. */
export interface BoardState {
  readonly overview: Overview;
  readonly now: number;
  readonly updatedAt: number | undefined;
  readonly nextUpdateAt: number | undefined;
  /** Why the last poll failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  readonly filter: string;
  /** The row under the cursor. */
  readonly cursor: string | undefined;
  readonly question?: Question | undefined;
  readonly entry?: Entry | undefined;
  /** Lines that cover the list: a record, or the keys. */
  readonly page?: readonly string[] | undefined;
  /** The row whose record the page shows; undefined if it shows the keys. */
  readonly pageRow?: Row | undefined;
  /** First line of the page on the screen. */
  readonly pageTop: number;
  readonly message: string;
  /** The action in progress; keys wait until it is done. */
  readonly busy: string | undefined;
}

/** How many lines of a page fit on a screen with that many rows. */
export const pageRoom = (rows: number): number => Math.max(1, rows - 2);

const emptyOverview: Overview = { needsAnswer: [], waiting: [], arriving: [], short: [] };

/** The board before its first poll. */
export const firstState = (now: number): BoardState => ({
  overview: emptyOverview,
  now,
  updatedAt: undefined,
  nextUpdateAt: undefined,
  failure: undefined,
  filter: '',
  cursor: undefined,
  pageTop: 0,
  message: '',
  busy: undefined,
});

const poKey = (order: Fields): string => String(order.lw_po_number ?? '');

/** The rows that match the filter, in the order of the screen. */
export function rowsOf({ overview, filter, now }: Pick<BoardState, 'overview' | 'filter' | 'now'>): Row[] {
  const wanted = filter.trim();
  const rows = [
    ...(['needsAnswer', 'waiting', 'arriving'] as const).flatMap((kind) =>
      overview[kind].map((record) => ({ kind, record, key: slotReference(record) })),
    ),
    ...overview.short.map((record) => ({ kind: 'short' as const, record, key: poKey(record) })),
  ];
  return wanted === '' ? rows : rows.filter((row) => rowContains(row, wanted, now));
}

/** The row under the cursor, or the first row if that row is gone. */
export function currentRow(state: BoardState): Row | undefined {
  const rows = rowsOf(state);
  return rows.find(({ key }) => key === state.cursor) ?? rows[0];
}
