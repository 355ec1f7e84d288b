import type { ChalkInstance } from 'chalk';
import { atOnce, highest } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { firstFew } from '../text/words.ts';
import { eachOf, inSlices, type Steps } from '../timers.ts';
import { type AnyColumn, headingOf, type Look, type TableBlock } from './result.ts';
import { cellForPeople, cut, padded, type TimeCell, timeCells, timeColumns, widthOf } from './text.ts';

const edges = ['top', 'bottom'].flatMap((edge) => [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`]);
const inside = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'];
const noLines = Object.fromEntries([...edges, ...inside].map((part) => [part, '']));

/** The library is slow: longer tables are padded here, with identical output. */
const mostDrawnByLibrary = 20;

/** The library takes time by the square of a cell's length, so tables with a longer one are padded here as well. */
const longestDrawnByLibrary = 200;

export interface ColumnLayout {
  /** Width on the screen, without the gap after it; no cell is wider. */
  readonly width: number;
  readonly align: 'left' | 'right';
}

type Rows = readonly (readonly string[])[];

const gap = 2;

/** Rows of one-line cells as lines, aligned in columns, with no spaces at the end. */
export async function drawRows(columns: readonly ColumnLayout[], rows: Rows): Promise<string[]> {
  const isShort = (cell: string): boolean => cell.length <= longestDrawnByLibrary;
  const isSmall = rows.length <= mostDrawnByLibrary && rows.flat().every(isShort);
  const lines = isSmall ? await drawn(columns, rows) : await inSlices(aligned(columns, rows));
  return lines.map((line) => line.trimEnd());
}

async function drawn(columns: readonly ColumnLayout[], rows: Rows): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
    colWidths: columns.map(({ width }) => width + gap),
    colAligns: columns.map(({ align }) => align),
  });
  for (const row of rows) table.push([...row]);
  return table.toString().split('\n');
}

const aligned = (columns: readonly ColumnLayout[], rows: Rows): Steps<string[]> =>
  eachOf(rows, (row) =>
    columns
      .map(({ width, align }, at) => {
        const text = row[at] ?? '';
        return align === 'left' ? padded(text, width) : padded('', width - widthOf(text)) + text;
      })
      .join(' '.repeat(gap)),
  );

interface Wish {
  /** Widest cell, heading included. */
  readonly width: number;
  /** 1 is the most important. */
  readonly priority: number;
  /** Never made narrower than this: a number or a time means nothing once cut. */
  readonly least?: number;
  /** Made as narrow as `least`, but hidden only where all that stay do not fit. */
  readonly stays?: boolean;
}

/** A column that would be narrower than this is hidden instead. */
const narrowest = 8;

/** Widths that fit together. The least important column shrinks first, and is then hidden (undefined); the most important stays. */
export function fitColumns(wishes: readonly Wish[], available: number): (number | undefined)[] {
  const widths: (number | undefined)[] = wishes.map(({ width }) => width);
  const excess = (): number => {
    const kept = widths.filter((width) => width !== undefined);
    return kept.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, kept.length - 1) - available;
  };
  const leastFirst = wishes.map((_, index) => index).sort((a, b) => rank(wishes, b) - rank(wishes, a));
  for (const index of leastFirst) {
    const over = excess();
    if (over <= 0) break;
    const { width = 0, least = 0, stays = false } = wishes[index] ?? {};
    const left = width - over;
    if (index === leastFirst.at(-1)) widths[index] = Math.max(1, left);
    else if (stays) widths[index] = Math.max(Math.min(width, least), left);
    else widths[index] = left >= Math.max(least, narrowest) ? left : undefined;
  }
  if (excess() > 0 && wishes.some(({ stays }) => stays)) {
    const withoutStays = wishes.map((wish) => ({ ...wish, stays: false }));
    return fitColumns(withoutStays, available);
  }
  // A column that was hidden later may have made room for one that was hidden before.
  for (const index of leastFirst.toReversed()) {
    if (widths[index] !== undefined) continue;
    widths[index] = wishes[index]?.width;
    if (excess() > 0) widths[index] = undefined;
  }
  return widths;
}

const rank = (wishes: readonly Wish[], index: number): number =>
  (wishes[index]?.priority ?? 0) * 1000 + index;

const priorityOf = ({ priority = 5 }: AnyColumn): number => priority;

/** Columns from this priority on are hidden rather than a value shortened. */
const leastMissed = 4;

/** The columns, with short values where less is hidden then; each with its whole cells. */
function* fitted(given: readonly AnyColumn[], rows: readonly unknown[], look: Pick<Look, 'width' | 'now'>) {
  const all = yield* laidOut(given, rows, look);
  /** How much is hidden of what is worth a short value: the most important column counts more than all others. */
  const hidden = ({ columns }: typeof all): number =>
    columns
      .map(({ column, width }) => (width === undefined ? priorityOf(column) : leastMissed))
      .reduce((sum, priority) => (priority < leastMissed ? sum + 10 ** -priority : sum), 0);
  if (hidden(all) === 0 || given.every(({ short }) => short === undefined)) return all;
  const shortened = given.map((column) => ({ ...column, value: column.short ?? column.value }));
  const found = yield* laidOut(shortened, rows, look);
  if (hidden(found) >= hidden(all)) return all;
  const whole = new Map(all.columns.map(({ column, cells }) => [column.header, cells]));
  return {
    ...found,
    columns: found.columns.map((each) => ({ ...each, whole: whole.get(each.column.header) })),
  };
}

/** As much of each column as fits into `width` (undefined for one that is hidden), all of it without one; and the zone. */
function* laidOut(
  given: readonly AnyColumn[],
  rows: readonly unknown[],
  { width: room, now }: Pick<Look, 'width' | 'now'>,
) {
  const shown = given.filter(({ csvOnly }) => csvOnly !== true);
  const { columns: all, zone } = yield* cellsOf(shown, rows, now);
  // A heading above an empty column only wastes space.
  const filled = all.filter(
    ({ column, cells }) => column.always === true || cells.some((cell) => cell !== ''),
  );
  // The zone stands once, in the heading of the time that is hidden last.
  const times = filled.filter(({ column }) => column.time === true);
  const [zoned] = times.sort((a, b) => priorityOf(a.column) - priorityOf(b.column));
  const columns = filled.map((each) => ({
    ...each,
    header: headingOf(each.column) + (each === zoned && zone !== undefined ? ` (${zone})` : ''),
    align: isRight(each.column, each.values) ? ('right' as const) : ('left' as const),
  }));
  const needed: number[] = [];
  for (const { cells } of columns) {
    const widths = yield* eachOf(cells, widthOf);
    needed.push(highest(widths, 0));
  }
  const wishes = columns.map(({ column, header, align }, at): Wish => {
    const widest = needed[at] ?? 0;
    const wish = { width: Math.max(widthOf(header), widest), priority: priorityOf(column) };
    if (column.least !== undefined) return { ...wish, least: column.least, stays: true };
    const isWhole = column.time || column.whole || align === 'right';
    // A column whose heading says what its times share keeps the whole heading.
    return isWhole ? { ...wish, least: header === headingOf(column) ? widest : wish.width } : wish;
  });
  const widths =
    room === undefined ? wishes.map(({ width }) => Math.min(width, widestAligned)) : fitColumns(wishes, room);
  const whole: readonly string[] | undefined = undefined;
  return { columns: columns.map((column, at) => ({ ...column, width: widths[at], whole })), zone };
}

/** Where nothing is cut, one long cell does not make every row as long: it stands out of its column. */
const widestAligned = 500;

type Returned<Work> = Work extends Steps<infer Result> ? Result : never;

type FittedColumn = Returned<ReturnType<typeof fitted>>['columns'][number];

const kept = (columns: readonly FittedColumn[]) =>
  columns.flatMap((column) => (column.width === undefined ? [] : [{ ...column, width: column.width }]));

/** Rows without a heading as lines of at most `width` columns, and the zone of their times. */
export function rowLines(given: readonly AnyColumn[], rows: readonly unknown[], width: number, now: number) {
  const { columns, zone } = atOnce(fitted(given, rows, { width, now }));
  const shown = kept(columns);
  const texts = rows.map((_, at) => shown.map((column) => cut(column.cells[at] ?? '', column.width)));
  return { lines: atOnce(aligned(shown, texts)).map((line) => line.trimEnd()), zone };
}

/** A table for people, the text below it for rows that were cut, and the headings of columns hidden to make it fit. */
export async function tableText(block: TableBlock, look: Look) {
  const chalk = look.color ? new (await import('chalk')).Chalk({ level: 1 }) : undefined;
  const { columns } = await inSlices(fitted(block.columns, block.rows, look));
  const shown = kept(columns);
  const shorten = look.width === undefined ? (text: string): string => text : cut;
  const head = shown.map(({ header, width }) => {
    const text = shorten(header, width);
    return chalk === undefined ? text : chalk.bold(text);
  });
  const texts: string[][] = [];
  for (const { cells, width } of shown)
    texts.push(await inSlices(eachOf(cells, (cell) => shorten(cell, width))));
  const paint = eachOf(block.rows, (row, index) =>
    shown.map(({ column }, at) => {
      const text = texts[at]?.[index] ?? '';
      return chalk === undefined ? text : toned(chalk, column.tone?.(row), text);
    }),
  );
  const rows = await inSlices(paint);
  const measure = eachOf(block.rows, (row, at) => {
    const isCut = ({ cells, width = 0 }: FittedColumn): boolean =>
      look.width !== undefined && widthOf(cells[at] ?? '') > width;
    const isShort = ({ cells, whole = cells }: FittedColumn): boolean => whole[at] !== cells[at];
    const headers = (which: typeof isCut) =>
      new Set(columns.filter(which).map(({ column }) => column.header));
    const [cut, short] = [headers(isCut), headers(isShort)];
    return cut.size + short.size === 0 ? '' : (block.inFull?.(row, cut, short) ?? '');
  });
  const inFull = await inSlices(measure);
  const namesByLine = new Map<string, string[]>();
  for (const [at, line] of inFull.entries()) {
    if (line === '') continue;
    const names = namesByLine.get(line) ?? [];
    if (block.nameOf) names.push(block.nameOf(block.rows[at]));
    namesByLine.set(line, names);
  }
  const below = [...namesByLine].map(([line, names]) => {
    const named = names.length === 0 ? '' : `${firstFew(names, mostNamed)}: `;
    return `  ${sanitizeLine(named + line)}`;
  });
  // What stands below the table is not hidden.
  const isBelow = (cell: string, at: number): boolean => cell === '' || inFull[at]?.includes(cell) === true;
  const dropped = columns.filter(({ width, cells }) => width === undefined && !cells.every(isBelow));
  return {
    text: (await drawRows(shown, [head, ...rows])).join('\n'),
    below: below.join('\n'),
    dropped: dropped.map(({ column }) => headingOf(column)),
    kept: shown.map(({ column }) => headingOf(column)),
  };
}

/** How many rows a line below the table names. */
const mostNamed = 4;

/** The texts of every column, and the zone of their times. */
function* cellsOf(columns: readonly AnyColumn[], rows: readonly unknown[], now: number | undefined) {
  const all: { column: AnyColumn; values: unknown[] }[] = [];
  for (const column of columns) all.push({ column, values: yield* eachOf(rows, (row) => column.value(row)) });
  const times = all.filter(({ column }) => column.time === true);
  const timed: TimeCell[][] = [];
  for (const { values } of times) timed.push(yield* timeCells(values, now));
  const { zone, texts } = timeColumns(timed, now);
  const shown: ((typeof all)[number] & { cells: string[] })[] = [];
  for (const each of all)
    shown.push({ ...each, cells: texts[times.indexOf(each)] ?? (yield* eachOf(each.values, cellForPeople)) });
  return { columns: shown, zone };
}

/** The cells of one row. */
export const rowTexts = (columns: readonly AnyColumn[], row: unknown, now: number | undefined): string[] =>
  atOnce(cellsOf(columns, [row], now)).columns.flatMap(({ cells }) => cells);

/** Numbers are right-aligned so that their digits line up. */
function isRight(column: AnyColumn, values: readonly unknown[]): boolean {
  if (column.align !== undefined) return column.align === 'right';
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length > 0 && known.every((value) => typeof value === 'number');
}

function toned(chalk: ChalkInstance, tone: ReturnType<NonNullable<AnyColumn['tone']>>, text: string): string {
  if (tone === undefined || text === '') return text;
  const tones = {
    // All of them are clear on both light and dark screens, which yellow is not.
    act: chalk.bold.inverse,
    good: chalk.green,
    bad: chalk.bold.red,
    warn: chalk.red,
    dim: chalk.dim,
  };
  return tones[tone](text);
}
