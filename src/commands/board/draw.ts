import { cut, widthOf } from '../../render/width.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { ukDate } from '../../text/time/zone.ts';
import { withPlainSigns } from '../../text/words.ts';
import { openOffer } from '../slot/record.ts';
import { offerText, slotLine } from '../slot/view.ts';
import { clockText } from '../today/times.ts';
import { shortText } from '../today/view.ts';
import { aligned } from './aligned.ts';
import { type RowKind, rowCells } from './rows.ts';
import { type BoardState, currentRow, pageRoom, rowsOf } from './state.ts';
import { wrapQuestion, wrapTo } from './wrap-to.ts';

/** The size of the screen, and whether it can show characters beyond ASCII. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly plain: boolean;
}

/** One line of the screen and its style. Style alone never carries meaning: the cursor is also shown as `>`. */
export interface Line {
  readonly text: string;
  readonly tone?: 'title' | 'heading' | 'act' | 'cursor' | 'dim';
}

const titles: Readonly<Record<RowKind, string>> = {
  needsAnswer: 'Your answer',
  waiting: 'Waiting on the warehouse',
  arriving: 'Arriving',
  short: 'Came short',
};

const kinds: readonly RowKind[] = ['needsAnswer', 'waiting', 'arriving', 'short'];

/** The whole screen as lines: exactly as many as the screen has rows, none wider than the screen. */
export function drawBoard(state: BoardState, screen: Screen): Line[] {
  const footer = footerLines(state, screen);
  const height = Math.max(1, screen.rows - 1 - footer.length);
  const body =
    state.page === undefined
      ? listLines(state, height, screen.columns)
      : pageLines(state, state.page, height);
  const filled = [
    ...body,
    ...Array.from({ length: Math.max(0, height - body.length) }, () => ({ text: '' })),
  ];
  return [{ text: titleText(state, screen), tone: 'title' as const }, ...filled.slice(0, height), ...footer]
    .slice(0, screen.rows)
    .map((line) => ({ ...line, text: shown(line.text, screen) }));
}

function shown(text: string, { columns, plain }: Screen): string {
  const fitting = cut(sanitizeLine(text), columns);
  if (!plain) return fitting;
  const known = withPlainSigns(fitting);
  return [...known].map((char) => (char >= ' ' && char <= '~' ? char : '?'.repeat(widthOf(char)))).join('');
}

function titleText({ updatedAt, nextUpdateAt, failure, filter, now }: BoardState, { rows }: Screen): string {
  const at = (time: number): string =>
    `${ukDate(time) === ukDate(now) ? '' : `${ukDate(time)} `}${clockText(time)}`;
  const updated = updatedAt === undefined ? 'not read yet' : `updated ${at(updatedAt)}`;
  const next = nextUpdateAt === undefined ? '' : `, next ${at(nextUpdateAt)}`;
  const reason = rows < roomyRows ? `: ${failure}` : '';
  const failed = failure === undefined ? '' : `; refresh failed${reason}`;
  const filtered = filter === '' ? '' : `; only "${filter}"`;
  return `cfi board  ${updated}${next}${filtered}${failed}`;
}

/** The sections, scrolled so that the cursor is on the screen. */
function listLines(state: BoardState, height: number, columns: number): Line[] {
  const rows = rowsOf(state);
  const current = currentRow(state)?.key;
  // An empty list says nothing about the slots until they have been read.
  const none = state.filter === '' ? 'nothing' : 'no match';
  const nothing = state.updatedAt === undefined ? 'not read yet' : none;
  const lines: Line[] = [];
  let cursorAt = 0;
  for (const kind of kinds) {
    const own = rows.filter((row) => row.kind === kind);
    lines.push({
      text: own.length === 0 ? `${titles[kind]}: ${nothing}` : `${titles[kind]} (${own.length})`,
      tone: 'heading',
    });
    const texts = aligned(
      own.map((row) => rowCells(row, state.now)),
      columns - 2,
    );
    own.forEach((row, at) => {
      const here = row.key === current;
      if (here) cursorAt = lines.length;
      const tone = here ? 'cursor' : kind === 'needsAnswer' ? 'act' : undefined;
      lines.push({ text: `${here ? '>' : ' '} ${texts[at]}`, ...(tone === undefined ? {} : { tone }) });
    });
  }
  const top = Math.max(0, Math.min(cursorAt - Math.floor(height / 2), lines.length - height));
  return lines.slice(top, top + height);
}

/** A page that was scrolled on a smaller screen is shown as far as this one is filled. */
function pageLines({ pageTop }: BoardState, page: readonly string[], height: number): Line[] {
  const top = Math.min(pageTop, Math.max(0, page.length - height));
  return page.slice(top, top + height).map((text) => ({ text }));
}

const detailHeight = 2;
/** A message may take several lines, because it says what to type, but only on a screen with room for them. */
const messageHeight = 3;
const roomyRows = 16;

function detailText(state: BoardState): string {
  const row = currentRow(state);
  if (row === undefined && state.updatedAt === undefined)
    return state.failure === undefined ? 'Reading the slots.' : '';
  if (row === undefined)
    return state.filter === '' ? 'Nothing to do.' : 'No match; press / to change the filter.';
  if (row.kind === 'short') return `${row.key}: ${shortText(row.record)}`;
  const offer = openOffer(row.record);
  return offer === undefined ? slotLine(row.record) : offerText(row.record, offer, state.now);
}

const keyHints = [
  '? keys',
  'q quit',
  'a accept',
  'c counter',
  'x cancel',
  'b book',
  'p PO',
  '/ filter',
  'g refresh',
  'Enter details',
];

/** As many of the keys as fit on a line. */
function keyLine(columns: number): string {
  let line = '';
  for (const hint of keyHints) {
    const longer = line === '' ? hint : `${line}  ${hint}`;
    if (longer.length > columns) break;
    line = longer;
  }
  return line;
}

/** What keys do on a page; the keys of the list do not work there. */
const pageHint = (page: readonly string[], height: number): string =>
  page.length > height ? 'up, down or k, j scroll; any other key goes back' : 'any key goes back';

/** Why the last refresh failed, below the list: the title has no room for it. */
function failureLines({ failure }: BoardState, { columns, rows }: Pick<Screen, 'columns' | 'rows'>): Line[] {
  if (failure === undefined || rows < roomyRows) return [];
  return wrapTo(`the last refresh failed: ${failure}`, columns, messageHeight).map((text) => ({ text }));
}

/** The details of the row under the cursor, followed by the question, the input or the last message. */
function footerLines(state: BoardState, { columns, rows }: Screen): Line[] {
  const { question, entry, busy, message } = state;
  // A question must be readable in full: it may take several lines, but never the whole screen.
  if (question !== undefined)
    return wrapQuestion(question.text, columns, Math.max(1, rows - 2)).map((text) => ({ text, tone: 'act' }));
  if (state.page !== undefined)
    return [{ text: message === '' ? pageHint(state.page, pageRoom(rows)) : message, tone: 'dim' }];
  const lines: Line[] = wrapTo(detailText(state), columns, detailHeight).map((text) => ({ text }));
  while (lines.length < detailHeight) lines.push({ text: '' });
  const said = wrapTo(message, columns, rows < roomyRows ? 1 : messageHeight).map((text) => ({ text }));
  if (entry !== undefined) {
    const wrong = message === '' ? [] : said;
    return [...lines, ...wrong, { text: entryText(entry.label, entry.text, columns), tone: 'act' }];
  }
  if (busy !== undefined) return [...lines, { text: busy, tone: 'dim' }];
  if (message === '')
    return [...lines, ...failureLines(state, { columns, rows }), { text: keyLine(columns), tone: 'dim' }];
  return [...lines, ...said];
}

/** A time or a day is visible in full; its label is cut where there is no room for both. */
const entryWidth = 24;

/** Keeps the end of the input visible. */
function entryText(label: string, text: string, columns: number): string {
  const signs = 3;
  const least = Math.min(widthOf(text), entryWidth, Math.floor(columns / 2));
  const room = Math.max(columns - widthOf(label) - signs, least);
  const typed = [...text];
  while (widthOf(typed.join('')) > room) typed.shift();
  return `${cut(label, columns - room - signs)}: ${typed.join('')}_`;
}
