import { type Desk, emptyDesk, holdsOrders, type Section, sectionNames } from '../../desk/desk.ts';
import { unheaded } from '../../desk/sections.ts';
import { isUsed, type Offer, type OfferAnswer, slotReference } from '../../desk/slot-record.ts';
import { rowTexts } from '../../render/table.ts';
import { cellForPeople } from '../../render/text.ts';
import { type Fields, field } from '../../text/records.ts';

/** One line that the cursor can select. */
export interface Row {
  readonly kind: Section;
  readonly record: Fields;
  /** The slot's reference, or the number of the purchase order. */
  readonly key: string;
  /** Tells rows apart: a purchase order may be in two sections, and records may show no reference, or the same. */
  readonly id: string;
}

/** An action of a key outside the screen. `entry` is the line to go back to. */
export type Effect = Readonly<
  | { do: 'quit'; exitCode: number }
  | { do: 'suspend' | 'refresh' }
  | { do: 'details'; row: Row }
  | { do: 'answer'; row: Row; answer: OfferAnswer; entry?: Entry }
  | { do: 'cancel'; row: Row }
  /** Books a slot like that of the row. */
  | { do: 'book'; row: Row; date: string; entry: Entry }
  /** Creates the purchase order in a file for the slot of the row. */
  | { do: 'po'; row: Row; entry: Entry }
>;

/** A line of input: its label, what is typed so far, and the slot and the offer that it refers to. */
export type Entry = { readonly label: string; readonly text: string } & (
  | { readonly purpose: 'filter' }
  | { readonly purpose: 'book' | 'po'; readonly row: Row }
  | { readonly purpose: 'counter'; readonly row: Row; readonly offer: Offer }
  /** The time of the answer was typed on the line `before`. */
  | { readonly purpose: 'comment'; readonly row: Row; readonly answer: OfferAnswer; readonly before: Entry }
);

/** What covers the list: the keys, a record, or a week from its Monday, which has no lines until it is laid out. */
export type Page =
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly row?: Row }
  | { readonly kind: 'week'; readonly monday: string; readonly lines: readonly string[] };

/** Everything that the screen shows, as data. Times are the service's, in milliseconds. */
export interface BoardState {
  readonly account: string;
  readonly readOnly: boolean;
  readonly desk: Desk;
  /** All slots, as last read, or as an action has left them. */
  readonly slots: readonly Fields[];
  /** The rows that have changed since the user last pressed a key, by their id. */
  readonly news: ReadonlySet<string>;
  readonly now: number;
  readonly updatedAt: number | undefined;
  readonly nextUpdateAt: number | undefined;
  /** Why the last poll failed; undefined if it succeeded. */
  readonly failure: string | undefined;
  readonly filter: string;
  /** The id of the row under the cursor. */
  readonly cursor: string | undefined;
  readonly entry?: Entry | undefined;
  readonly page?: Page | undefined;
  /** First line of the page on the screen. */
  readonly pageTop: number;
  readonly message: string;
  /** The action in progress; keys wait until it is done. */
  readonly busy: string | undefined;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** How many lines of a page fit on a screen with that many rows. */
export const pageRoom = (rows: number): number => Math.max(1, rows - 2);

/** The board before its first poll. */
export const firstState = (now: number, more: Partial<BoardState> = {}): BoardState => ({
  account: '',
  readOnly: false,
  desk: emptyDesk,
  slots: [],
  news: new Set(),
  now,
  updatedAt: undefined,
  nextUpdateAt: undefined,
  failure: undefined,
  filter: '',
  cursor: undefined,
  pageTop: 0,
  message: '',
  busy: undefined,
  ...more,
});

function rowOf(kind: Section, record: Fields): Row {
  const key = holdsOrders(kind) ? cellForPeople(field(record, 'lw_po_number')) : slotReference(record);
  return { kind, record, key, id: holdsOrders(kind) ? `${kind} ${key}` : key };
}

/** The rows of a section that the board shows: nobody moves a cursor through more, and each key draws all of them. */
export const mostRows = 1000;

/** The rows of a desk, in the order of the screen. */
export function allRows(desk: Desk): Row[] {
  const shown = new Map<string, number>();
  return sectionNames.flatMap((kind) =>
    desk[kind].slice(0, mostRows).map((record) => {
      const row = rowOf(kind, record);
      const before = shown.get(row.id) ?? 0;
      shown.set(row.id, before + 1);
      return before === 0 ? row : { ...row, id: `${row.id}\n${before}` };
    }),
  );
}

/** The rows that show the text of the filter, in any case, in the order of the screen. */
export function rowsOf({ desk, filter, now }: Pick<BoardState, 'desk' | 'filter' | 'now'>): Row[] {
  const wanted = filter.trim().toLowerCase();
  const rows = allRows(desk);
  if (wanted === '') return rows;
  const shown = ({ kind, record }: Row): string => rowTexts(unheaded(kind, now), record, now).join(' ');
  return rows.filter((row) => shown(row).toLowerCase().includes(wanted));
}

/** The row under the cursor, or the first row if that row is gone. */
export function currentRow(state: BoardState): Row | undefined {
  const rows = rowsOf(state);
  return rows.find(({ id }) => id === state.cursor) ?? rows[0];
}

/** The keys that change something at the service, and what they do. */
export const rowKeys = { a: 'a accept', c: 'c counter', p: 'p PO', x: 'x cancel', b: 'b book' } as const;

/** The keys that can do something to a row. */
export function keysOn({ kind, record }: Row): readonly (keyof typeof rowKeys)[] {
  if (holdsOrders(kind)) return [];
  if (kind === 'needsAnswer') return ['a', 'c', 'x', 'b'];
  if (kind === 'waiting') return ['x', 'b'];
  return isUsed(record) ? ['b'] : ['p', 'x', 'b'];
}
