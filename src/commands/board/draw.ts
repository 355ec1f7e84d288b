import { holdsOrders, type Section, sectionNames, sectionTitles } from '../../desk/desk.ts';
import { deliveredText, shortText } from '../../desk/po-record.ts';
import { unheaded } from '../../desk/sections.ts';
import { slotOrOffer } from '../../desk/slot-view.ts';
import { rowLines } from '../../render/table.ts';
import { cut, widthOf, wrapText } from '../../render/text.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { spokenClock, spokenDay } from '../../text/time/spoken.ts';
import { ukDate } from '../../text/time/zone.ts';
import { withPlainSigns } from '../../text/words.ts';
import {
  type BoardState,
  currentRow,
  keysOn,
  mostRows,
  type Page,
  type Row,
  rowKeys,
  rowsOf,
  type Size,
} from './state.ts';

interface Screen extends Size {
  readonly plain: boolean;
}

/** How a line looks: by who must act. Style alone never carries meaning: the sections and signs say it too. */
export type Tone = 'title' | 'heading' | 'question' | 'act' | 'late' | 'warn' | 'good' | 'dim';

export interface Line {
  readonly text: string;
  readonly tone?: Tone | undefined;
  readonly isCursor?: boolean;
}

/** The tone of each section's rows: yours, nobody's, the carrier's, the warehouse's. */
const tones: Readonly<Record<Section, Tone | undefined>> = {
  needsAnswer: 'act',
  waiting: 'dim',
  arriving: undefined,
  later: 'dim',
  overdue: 'late',
  arrived: 'good',
  short: 'warn',
};

export const helpPage: readonly string[] = [
  'Keys',
  '',
  '  up, down or k, j   move',
  '  Enter              show the whole record',
  '  a                  accept the offer (shows it, and asks)',
  '  c                  propose another time (asks)',
  '  x                  cancel the slot (asks)',
  '  b                  book a slot like this one (asks)',
  '  p                  create its PO from a file (asks)',
  '  w                  the week; left and right change it',
  '  /                  filter by text; Esc clears the filter',
  '  g                  refresh now, if the service allows it',
  '  Ctrl-U, Esc        empty a line of input, leave it',
  '  ?                  show this page',
  '  q                  quit',
  '  Ctrl-Z             back to the shell; fg continues',
  '',
  'A * marks a row that changed since your last key.',
];

/** The whole screen as lines: exactly as many as the screen has rows, none wider than the screen. */
export function drawBoard(state: BoardState, screen: Screen): Line[] {
  const footer = footerLines(state, screen);
  const height = Math.max(1, screen.rows - 1 - footer.length);
  const page = state.page?.lines ?? [];
  // A page that was scrolled on a smaller screen is shown as far as this one is filled.
  const top = Math.min(state.pageTop, Math.max(0, page.length - height));
  const body: Line[] =
    state.page === undefined
      ? listLines(state, height, screen.columns)
      : page.slice(top).map((text) => ({ text }));
  while (body.length < height) body.push({ text: '' });
  return [{ text: titleText(state, screen), tone: 'title' as const }, ...body.slice(0, height), ...footer]
    .slice(0, screen.rows)
    .map((line) => ({ ...line, text: shown(line.text, screen) }));
}

function shown(text: string, { columns, plain }: Screen): string {
  const fitting = cut(sanitizeLine(text), columns);
  if (!plain) return fitting;
  const known = withPlainSigns(fitting);
  return [...known].map((char) => (char >= ' ' && char <= '~' ? char : '?'.repeat(widthOf(char)))).join('');
}

/** Below this width of an account its name says nothing. */
const leastAccount = 16;

/** Whose desk it is, and how old it is: the account is cut where there is no room for both. */
function titleText(state: BoardState, { columns }: Screen): string {
  const { account, readOnly, updatedAt, nextUpdateAt, failure, filter, now } = state;
  const at = (time: number, withZone = false): string => {
    const day = ukDate(time);
    return `${day === ukDate(now) ? '' : `${spokenDay(day, now)} `}${spokenClock(time, withZone)}`;
  };
  const updated =
    updatedAt === undefined ? 'not read yet' : `updated ${at(updatedAt, nextUpdateAt === undefined)}`;
  const next = nextUpdateAt === undefined ? '' : `, next ${at(nextUpdateAt, true)}`;
  const failed = failure === undefined ? '' : '; refresh failed';
  const filtered = filter === '' ? '' : `; only "${filter}"`;
  const status = `${readOnly ? 'read-only, ' : ''}${updated}${next}${filtered}${failed}`;
  if (account === '') return `cfi board  ${status}`;
  const room = columns - widthOf(status) - 2;
  const whole = `cfi board: ${account}`;
  if (widthOf(whole) <= room) return `${whole}  ${status}`;
  return `${cut(account, Math.max(leastAccount, room))}  ${status}`;
}

/** What the screen has no room for; undefined if nothing but headings is left. */
function belowLine(hidden: readonly Section[]): Line | undefined {
  const counts = sectionNames.flatMap((kind) => {
    const count = hidden.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${sectionTitles[kind]} ${count}`];
  });
  if (counts.length === 0) return undefined;
  return { text: `  below: ${counts.join(', ')}`, tone: hidden.includes('overdue') ? tones.overdue : 'dim' };
}

/** The sections, scrolled so that the cursor is on the screen; the last line counts what is below it. */
function listLines(state: BoardState, height: number, columns: number): Line[] {
  const rows = rowsOf(state);
  const current = currentRow(state)?.id;
  // An empty list says nothing about the slots until they have been read.
  const none = state.filter === '' ? 'nothing' : 'no match';
  const nothing = state.updatedAt === undefined ? 'not read yet' : none;
  const lines: (Line & { readonly kind?: Section })[] = [];
  let cursorAt = 0;
  for (const kind of sectionNames) {
    const own = rows.filter((row) => row.kind === kind);
    const records = own.map(({ record }) => record);
    const { lines: texts, zone } = rowLines(unheaded(kind, state.now), records, columns - 2, state.now);
    const title = sectionTitles[kind];
    const inZone = zone === undefined ? '' : `, times in ${zone}`;
    const left = Math.max(0, state.desk[kind].length - mostRows);
    const count =
      left > 0 && state.filter !== '' ? `${own.length} of the first ${mostRows}` : own.length + left;
    const text = own.length === 0 ? `${title}: ${nothing}` : `${title} (${count})${inZone}`;
    lines.push({ text, tone: 'heading' });
    own.forEach((row, at) => {
      const isCursor = row.id === current;
      if (isCursor) cursorAt = lines.length;
      const signs = `${isCursor ? '>' : ' '}${state.news.has(row.id) ? '*' : ' '}`;
      lines.push({ kind, text: `${signs}${texts[at]}`, isCursor, tone: tones[kind] });
    });
    if (left > 0)
      lines.push({ text: `  and ${left} more: cfi ${holdsOrders(kind) ? 'po' : 'slot'} list`, tone: 'dim' });
  }
  const top = Math.max(0, Math.min(cursorAt - Math.floor(height / 2), lines.length - height));
  const end = top + height - 1;
  const below = height < 3 ? undefined : belowLine(lines.slice(end).flatMap(({ kind }) => kind ?? []));
  if (below === undefined || lines.length <= top + height) return lines.slice(top, top + height);
  return [...lines.slice(top, end), below];
}

const detailHeight = 2;
/** A message may take several lines, because it says what to type. */
const messageHeight = 3;

function detailText({ updatedAt, failure, filter, now }: BoardState, row: Row | undefined): string {
  if (row !== undefined) {
    if (!holdsOrders(row.kind)) return slotOrOffer(row.record, now);
    const short = shortText(row.record);
    return `${row.key}: ${deliveredText(row.record)} units${short === '' ? '' : `; ${short}`}`;
  }
  if (updatedAt === undefined) return failure === undefined ? 'Reading the slots.' : '';
  return filter === '' ? 'Nothing to do.' : 'No match; press / to change the filter.';
}

/** The keys that do something to a row. */
const ownKeys = ({ readOnly }: BoardState, row: Row): string[] =>
  readOnly ? [] : keysOn(row).map((key) => rowKeys[key]);

/** What keys do on a page; the keys of the list do not work there. */
function pageHint(state: BoardState, page: Page): string {
  const own =
    page.kind === 'week' ? ['left, right: week'] : page.row === undefined ? [] : ownKeys(state, page.row);
  return [...own, 'up, down: scroll', 'any other key: back'].join('  ');
}

/** The details of the row under the cursor, followed by the input or the last message. */
function footerLines(state: BoardState, screen: Screen): Line[] {
  const { entry, busy, message, failure } = state;
  const { columns } = screen;
  if (state.page !== undefined)
    return [{ text: message === '' ? pageHint(state, state.page) : message, tone: 'dim' }];
  const row = currentRow(state);
  const wrapped = (text: string, most: number) =>
    wrapTo(text, columns, most).map((line): Line => ({ text: line }));
  const lines = wrapped(detailText(state, row), detailHeight);
  while (lines.length < detailHeight) lines.push({ text: '' });
  const said = message === '' ? [] : wrapped(message, messageHeight);
  if (entry !== undefined)
    return [...lines, ...said, { text: entryText(entry.label, entry.text, columns), tone: 'question' }];
  if (busy !== undefined) return [...lines, { text: busy, tone: 'dim' }];
  if (message !== '') return [...lines, ...said];
  // The title has no room for why the last refresh failed.
  const failed = failure === undefined ? [] : wrapped(`the last refresh failed: ${failure}`, messageHeight);
  // The keys for the row under the cursor, which 60 columns have room for, and the one that names all.
  const keys = ['? keys', ...(row === undefined ? [] : ownKeys(state, row)), 'q quit'].join('  ');
  return [...lines, ...failed, { text: keys, tone: 'dim' }];
}

/** Keeps the end of the input visible. */
function entryText(label: string, text: string, columns: number): string {
  const line = [...`${label}: ${text}_`];
  while (widthOf(line.join('')) > columns) line.shift();
  return line.join('');
}

/** The text on at most `most` lines of the screen, with an ellipsis where the rest is left out. */
function wrapTo(text: string, columns: number, most: number): string[] {
  const lines = wrapText(sanitizeLine(text), columns);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]}…`, columns)];
}
