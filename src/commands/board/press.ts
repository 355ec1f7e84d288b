import { checkTime } from '../../cli/values.ts';
import { exitCodes } from '../../errors.ts';
import { textField } from '../../text/records.ts';
import { instantOf } from '../slot/answer/ask-answer.ts';
import { checkDay, windowIsOver } from '../slot/book/delivery-days.ts';
import { type Offer, openOffer } from '../slot/record.ts';
import { offerText } from '../slot/view.ts';
import { helpPage } from './help-page.ts';
import type { Key } from './keys.ts';
import type { Row } from './rows.ts';
import { type BoardState, currentRow, type Entry, pageRoom, rowsOf } from './state.ts';

/** An action of a key outside the screen. */
export type Effect =
  | { readonly do: 'quit'; readonly exitCode: number }
  | { readonly do: 'suspend' }
  | { readonly do: 'refresh' }
  | { readonly do: 'details'; readonly row: Row }
  | { readonly do: 'accept'; readonly reference: string; readonly offer: Offer }
  | { readonly do: 'cancel'; readonly reference: string }
  | { readonly do: 'counter'; readonly reference: string; readonly text: string; readonly offer: Offer }
  | { readonly do: 'book'; readonly reference: string; readonly date: string }
  | { readonly do: 'po'; readonly reference: string; readonly file: string };

/** The state after a key, and the action to perform. */
export interface Pressed {
  readonly state: BoardState;
  readonly effect?: Effect;
  /** A question has appeared: keys typed before it must not answer it. */
  readonly asks?: boolean;
}

/** Handles a key on a screen with that many rows. Only `y` answers a question with yes. */
export function press(state: BoardState, key: Key, rows: number): Pressed {
  if (key === 'ctrl-c') return { state, effect: { do: 'quit', exitCode: exitCodes.interrupted } };
  if (key === 'ctrl-z') return { state, effect: { do: 'suspend' } };
  if (state.busy !== undefined) return { state };
  if (state.question !== undefined) return answered(state, key);
  if (state.entry !== undefined) return typed(state, state.entry, key);
  if (state.page !== undefined) return paged(state, state.page.length - pageRoom(rows), key);
  return onList({ ...state, message: '' }, key);
}

function answered(state: BoardState, key: Key): Pressed {
  const { question, ...rest } = state;
  const yes = typeof key === 'object' && key.char === 'y';
  if (!yes || question === undefined) return { state: { ...rest, message: 'nothing was sent' } };
  const { action, reference, offer, time } = question;
  if (action === 'cancel') return { state: rest, effect: { do: 'cancel', reference } };
  if (offer !== undefined && time !== undefined)
    return { state: rest, effect: { do: 'counter', reference, text: time, offer } };
  return offer === undefined ? { state: rest } : { state: rest, effect: { do: 'accept', reference, offer } };
}

const longestEntry = 200;

function typed(state: BoardState, entry: Entry, key: Key): Pressed {
  const { entry: _, ...rest } = state;
  const keep = (text: string): Pressed => ({ state: { ...state, message: '', entry: { ...entry, text } } });
  if (key === 'escape') return { state: { ...rest, message: 'nothing was sent' } };
  if (key === 'backspace') return keep([...entry.text].slice(0, -1).join(''));
  if (typeof key === 'object') return keep((entry.text + key.char).slice(0, longestEntry));
  if (key !== 'enter') return { state };
  const problem = problemOf(entry, state.now);
  // With the line closed, the keys of a correction would be commands.
  return problem === undefined
    ? entered({ ...rest, message: '' }, entry)
    : { state: { ...state, message: problem } };
}

/** What is wrong with a typed time or day at `now`, if anything; an empty line is a way out. */
function problemOf({ purpose, text, window, offer }: Entry, now: number): string | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  const checks: Partial<Record<Entry['purpose'], () => true | string>> = {
    counter: () => checkTime(given, { now, lastProposed: instantOf(offer?.time) }),
    book: () => {
      const day = checkDay(given, now);
      const isOver = day === true && window !== undefined && windowIsOver(given, window, now);
      return isOver ? `the ${window} of ${given} is over` : day;
    },
  };
  const result = checks[purpose]?.() ?? true;
  return result === true ? undefined : result;
}

function entered(state: BoardState, { purpose, text, reference, offer }: Entry): Pressed {
  const given = text.trim();
  if (purpose === 'filter') return { state: { ...state, filter: given } };
  if (given === '') return { state: { ...state, message: 'nothing was sent' } };
  switch (purpose) {
    case 'counter':
      return offer === undefined
        ? { state }
        : { state, effect: { do: 'counter', reference, text: given, offer } };
    case 'book':
      return { state, effect: { do: 'book', reference, date: given } };
    case 'po':
      return { state, effect: { do: 'po', reference, file: given } };
    default:
      return purpose satisfies never;
  }
}

/** Up and down scroll a page of which `hidden` lines do not fit; otherwise, like any other key, they go back. */
function paged(state: BoardState, hidden: number, key: Key): Pressed {
  const down = key === 'down' || (typeof key === 'object' && key.char === 'j');
  const up = key === 'up' || (typeof key === 'object' && key.char === 'k');
  const { page: _, pageRow: __, ...rest } = state;
  if (hidden <= 0 || !(down || up)) return { state: { ...rest, pageTop: 0 } };
  const pageTop = Math.min(hidden, Math.max(0, state.pageTop + (down ? 1 : -1)));
  return { state: { ...state, pageTop } };
}

function moved(state: BoardState, by: number): Pressed {
  const rows = rowsOf(state);
  const at = rows.findIndex(({ key }) => key === currentRow(state)?.key);
  const row = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
  return { state: { ...state, cursor: row?.key } };
}

function onList(state: BoardState, key: Key): Pressed {
  const row = currentRow(state);
  if (key === 'up') return moved(state, -1);
  if (key === 'down') return moved(state, 1);
  if (key === 'enter') return row === undefined ? { state } : { state, effect: { do: 'details', row } };
  if (typeof key === 'string') return { state };
  switch (key.char) {
    case 'j':
      return moved(state, 1);
    case 'k':
      return moved(state, -1);
    case 'q':
      return { state, effect: { do: 'quit', exitCode: 0 } };
    case 'g':
      return { state, effect: { do: 'refresh' } };
    case '?':
      return { state: { ...state, page: helpPage, pageTop: 0 } };
    case '/':
      return asking(state, { purpose: 'filter', label: 'Filter', text: state.filter, reference: '' });
    default:
      return row === undefined ? { state } : onRow(state, key.char, row);
  }
}

const asking = (state: BoardState, entry: Entry): Pressed => ({ state: { ...state, entry }, asks: true });

const refused = (state: BoardState, message: string): Pressed => ({ state: { ...state, message } });

function onRow(state: BoardState, char: string, { kind, record, key: reference }: Row): Pressed {
  if (!['a', 'x', 'c', 'b', 'p'].includes(char)) return { state };
  if (kind === 'short') return refused(state, 'that is a purchase order; choose a slot');
  const offer = openOffer(record);
  switch (char) {
    case 'a': {
      if (offer === undefined) return refused(state, `${reference} has no open offer to accept`);
      const text = `Accept ${offerText(record, offer, state.now)}?`;
      return { state: { ...state, question: { action: 'accept', reference, text, offer } }, asks: true };
    }
    case 'x': {
      const text = `Cancel slot ${reference}?`;
      return { state: { ...state, question: { action: 'cancel', reference, text } }, asks: true };
    }
    case 'c':
      return offer === undefined
        ? refused(state, `${reference} has no open offer to answer`)
        : asking(state, {
            purpose: 'counter',
            label: `Your time for ${reference} (for example tue 10:00)`,
            text: '',
            reference,
            offer,
          });
    case 'b':
      return asking(state, {
        purpose: 'book',
        label: `Book a slot like ${reference} on (YYYY-MM-DD)`,
        text: '',
        reference,
        window: textField(record, 'window'),
      });
    default:
      return asking(state, {
        purpose: 'po',
        label: `Purchase order file for ${reference}`,
        text: '',
        reference,
      });
  }
}
