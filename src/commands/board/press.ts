import { typedMoment } from '../../cli/values.ts';
import { holdsOrders } from '../../desk/desk.ts';
import { instantOf, openOffer } from '../../desk/slot-record.ts';
import { statusWords } from '../../desk/slot-view.ts';
import { mondayOf } from '../../desk/week.ts';
import { exitCodes } from '../../errors.ts';
import { textField } from '../../text/records.ts';
import { dayAfter } from '../../text/time/typed-time.ts';
import { ukDate } from '../../text/time/zone.ts';
import { bookableDay, overText } from '../slot/booking.ts';
import { helpPage } from './draw.ts';
import {
  type BoardState,
  currentRow,
  type Effect,
  type Entry,
  keysOn,
  type Page,
  pageRoom,
  type Row,
  rowKeys,
  rowsOf,
  type Size,
} from './state.ts';

const names = {
  '\u001b[A': 'up',
  '\u001b[B': 'down',
  '\u001b[C': 'right',
  '\u001b[D': 'left',
  '\r': 'enter',
  '\n': 'enter',
  '\u001b': 'escape',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'ctrl-c',
  '\u0004': 'escape',
  '\u0015': 'ctrl-u',
  '\u001a': 'ctrl-z',
} as const;

/** A key: its name, or the character typed. */
type Key = (typeof names)[keyof typeof names] | { readonly char: string };

const named: Readonly<Record<string, Key>> = names;

/** An escape sequence, `ESC [ … letter` or `ESC O letter`, a bare ESC, or a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys begin with one
const pieces = /\u001b(?:[[O][^A-Za-z~]*[A-Za-z~]?)?|./gsu;

/** The keys in the terminal's input; unknown escape sequences are skipped. */
export const keysIn = (text: string): Key[] =>
  (text.match(pieces) ?? []).flatMap((piece) => {
    // Some terminals send `ESC O A` for `ESC [ A`.
    const key = named[piece.replace('\u001bO', '\u001b[')];
    return key ?? (piece >= ' ' && piece !== '\u007f' ? { char: piece } : []);
  });

/** The character of a key; empty for one with a name. */
const charOf = (key: Key): string => (typeof key === 'object' ? key.char : '');

export interface Pressed {
  readonly state: BoardState;
  readonly effect?: Effect;
  /** A line of input has appeared: keys typed before it must not fill it. */
  readonly asks?: boolean;
}

/** Handles a key on a screen of that size. */
export function press(state: BoardState, key: Key, size: Size): Pressed {
  if (key === 'ctrl-c') return { state, effect: { do: 'quit', exitCode: exitCodes.interrupted } };
  if (key === 'ctrl-z') return { state, effect: { do: 'suspend' } };
  if (state.busy !== undefined) return { state };
  if (state.entry !== undefined) return typed(state, state.entry, key);
  if (state.page !== undefined) return paged(state, state.page, key, size);
  return onList({ ...state, message: '' }, key);
}

const nothing = 'nothing was sent';

const longestEntry = 200;

function typed(state: BoardState, entry: Entry, key: Key): Pressed {
  const { entry: _, ...rest } = state;
  const keep = (text: string): Pressed => ({ state: { ...state, message: '', entry: { ...entry, text } } });
  if (key === 'escape') return { state: { ...rest, message: entry.purpose === 'filter' ? '' : nothing } };
  if (key === 'ctrl-u') return keep('');
  if (key === 'backspace') return keep([...entry.text].slice(0, -1).join(''));
  if (typeof key === 'object') return keep((entry.text + key.char).slice(0, longestEntry));
  if (key !== 'enter') return { state };
  return entered(state, entry);
}

/** What a finished line leads to: the next line, an effect, or a correction, for which the line stays open. */
function entered(open: BoardState, entry: Entry): Pressed {
  const { entry: _, ...rest } = open;
  const state = { ...rest, message: '' };
  const { now } = open;
  const given = entry.text.trim();
  if (entry.purpose === 'filter') return { state: { ...state, filter: given } };
  const { row } = entry;
  if (entry.purpose === 'comment') {
    const answer = { ...entry.answer, comment: given || undefined };
    return { state, effect: { do: 'answer', row, answer, entry: entry.before } };
  }
  if (given === '') return refused(state, nothing);
  switch (entry.purpose) {
    case 'counter': {
      const { offer } = entry;
      const proposed = typedMoment(given, { now, lastProposed: instantOf(offer.time) });
      if ('problem' in proposed) return refused(open, proposed.problem);
      const label = 'A comment for the warehouse (Enter for none)';
      const answer = { action: 'counter', offer, proposedTime: proposed.iso } as const;
      return asking(state, { purpose: 'comment', label, text: '', row, answer, before: entry });
    }
    case 'book': {
      const found = bookableDay(given, now);
      if ('problem' in found) return refused(open, found.problem);
      const over = overText(found.day, textField(row.record, 'window') ?? '', now);
      if (over !== undefined) return refused(open, over);
      return { state, effect: { do: 'book', row, date: found.day, entry } };
    }
    case 'po':
      return { state, effect: { do: 'po', row, entry } };
    default:
      return entry satisfies never;
  }
}

/** Which way a key moves: 1 is down, -1 up, and 0 neither. */
const directionOf = (key: Key): number =>
  Number(key === 'down' || charOf(key) === 'j') - Number(key === 'up' || charOf(key) === 'k');

const weekFrom = (monday: string): Page => ({ kind: 'week', monday, lines: [] });

const showing = (state: BoardState, page: Page | undefined): Pressed => ({
  state: { ...state, page, pageTop: 0 },
});

/** Up and down scroll a page, left and right turn to another week; a slot's page takes the keys of its row; any other goes back. */
function paged(state: BoardState, page: Page, key: Key, { rows }: Size): Pressed {
  if (page.kind === 'lines' && page.row !== undefined && charOf(key) in rowKeys) {
    const { id } = page.row;
    const row = rowsOf(state).find((each) => each.id === id) ?? page.row;
    return onRow({ ...state, page: undefined, message: '' }, charOf(key), row);
  }
  const hidden = Math.max(0, page.lines.length - pageRoom(rows));
  const by = directionOf(key);
  if (page.kind === 'week' && (key === 'left' || key === 'right'))
    return showing(state, weekFrom(dayAfter(page.monday, key === 'left' ? -7 : 7)));
  if (by === 0) return showing(state, undefined);
  return { state: { ...state, pageTop: Math.min(hidden, Math.max(0, state.pageTop + by)) } };
}

function onList(state: BoardState, key: Key): Pressed {
  const row = currentRow(state);
  const by = directionOf(key);
  if (by !== 0) {
    const rows = rowsOf(state);
    const at = rows.findIndex(({ id }) => id === row?.id);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    return { state: { ...state, cursor: next?.id } };
  }
  if (key === 'escape') return { state: { ...state, filter: '' } };
  if (key === 'enter') return row === undefined ? { state } : { state, effect: { do: 'details', row } };
  switch (charOf(key)) {
    case 'q':
      return { state, effect: { do: 'quit', exitCode: 0 } };
    case 'g':
      return { state, effect: { do: 'refresh' } };
    case 'w':
      return showing(state, weekFrom(mondayOf(ukDate(state.now))));
    case '?':
      return showing(state, { kind: 'lines', lines: helpPage });
    case '/':
      return asking(state, { purpose: 'filter', label: 'Filter', text: state.filter });
    default:
      return onRow(state, charOf(key), row);
  }
}

const asking = (state: BoardState, entry: Entry): Pressed => ({ state: { ...state, entry }, asks: true });

const refused = (state: BoardState, message: string): Pressed => ({ state: { ...state, message } });

/** The keys that change something at the service. */
function onRow(state: BoardState, char: string, row: Row | undefined): Pressed {
  if (!(char in rowKeys)) return { state };
  if (state.readOnly) return refused(state, 'this board is read-only: nothing can be changed here');
  if (row === undefined) return { state };
  const { kind, record, key: reference } = row;
  if (holdsOrders(kind)) return refused(state, 'that is a purchase order; choose a slot');
  const offer = openOffer(record);
  switch (char) {
    case 'a':
      if (offer === undefined) return refused(state, `${reference} has no open offer to accept`);
      return { state, effect: { do: 'answer', row, answer: { action: 'accept', offer } } };
    case 'x':
      if (!keysOn(row).includes('x'))
        return refused(state, `${reference} cannot be cancelled: ${statusWords(record, state.now)}`);
      return { state, effect: { do: 'cancel', row } };
    case 'c': {
      if (offer === undefined) return refused(state, `${reference} has no open offer to answer`);
      const label = `Your time for ${reference} (for example tue 10:00)`;
      return asking(state, { purpose: 'counter', label, text: '', row, offer });
    }
    case 'b': {
      const label = `Book a slot like ${reference} on (for example 18 dec)`;
      return asking(state, { purpose: 'book', label, text: '', row });
    }
    default:
      return keysOn(row).includes('p')
        ? asking(state, { purpose: 'po', label: `Purchase order file for ${reference}`, text: '', row })
        : refused(state, `${reference} can take no purchase order: ${statusWords(record, state.now)}`);
  }
}
