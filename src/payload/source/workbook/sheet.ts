import { plainDigits } from '../../../text/words.ts';
import { mostColumns, type Row, type RowAbove, type TypedCell } from '../../document/row.ts';
import { unusable } from '../sources.ts';
import { type Archive, type Attributes, damaged, isOn, readXml, xmlReader } from './archive.ts';
import type { Formats } from './book.ts';
import { isoOf, timeOf, writtenTime } from './dates.ts';
import { type SharedStrings, textCollector, unescaped } from './texts.ts';

const maxColumns = 16_384;
const maxRows = 1_048_576;

function checkCount(count: number, file: string, part: string, what: string, most = maxColumns): void {
  if (count > most) throw damaged(file, `its part ${part} has too many ${what}`);
}

/** Index of a column from its letters at the start of a text; -1 if `length` characters are none. */
function columnIndex(text: string, length: number): number {
  let column = 0;
  for (let at = 0; at < length; at++) {
    // Small letters as capital ones.
    const code = text.charCodeAt(at) & 0xdf;
    if (code < 65 || code > 90) return -1;
    column = column * 26 + code - 64;
  }
  return column > maxColumns ? -1 : column - 1;
}

/** The place of a cell from its reference, `F12`: index of the column, and line; undefined if it is no reference. */
function cellPlace(reference: string) {
  const digits = reference.search(/\d/);
  const index = columnIndex(reference, digits);
  const line = Number(reference.slice(digits));
  return index < 0 || !(line >= 1 && line <= maxRows) ? undefined : { index, line };
}

/** What the merged cells of a sheet say of its rows, which must be asked about in order; undefined if none is merged. */
export type Merges = Awaited<ReturnType<typeof readMerges>>;

type Range = NonNullable<ReturnType<typeof rangeOf>> & { isFilled?: boolean };

const maxRanges = 200_000;
/** The columns of all ranges together, which are looked at one by one. */
const maxMergedColumns = 10_000_000;
const markers = [Buffer.from('mergeCell'), Buffer.from('mergeCell', 'utf16le')];
const longest = 18;

/** Whether a text holds the marker, wherever its pieces are cut. */
async function mentionsMerges(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  let isFound = false;
  // Read to the end, because that checks the part.
  for await (const piece of pieces) {
    isFound ||= markers.some(
      (marker) =>
        piece.includes(marker) || Buffer.concat([tail, piece.subarray(0, marker.length)]).includes(marker),
    );
    tail = piece.subarray(-longest);
  }
  return isFound;
}

function rangeOf(reference: string) {
  const [from = '', to = from] = reference.split(':');
  const [first, last] = [cellPlace(from), cellPlace(to)];
  if (first === undefined || last === undefined) return undefined;
  return { top: first.line, bottom: last.line, left: first.index, right: last.index };
}

/** Reads which cells are merged. They stand behind the rows, so this also checks the sheet to its end. Throws a `CfiError`. */
export async function readMerges(archive: Archive, file: string, part: string) {
  if (!(await mentionsMerges(archive.bytes(part)))) return undefined;
  const ranges: Range[] = [];
  let columns = 0;
  await readXml(archive.text(part), file, part, {
    open(name, { ref = '' }) {
      const range = name === 'mergeCell' ? rangeOf(ref) : undefined;
      if (range === undefined) return;
      ranges.push(range);
      columns += Math.max(1, range.right - range.left + 1);
      checkCount(ranges.length, file, part, 'merged cells', maxRanges);
      checkCount(columns, file, part, 'columns in merged cells', maxMergedColumns);
    },
  });
  ranges.sort((a, b) => a.top - b.top);
  let next = 0;
  /** For each column, the merged cell that reaches down furthest so far. */
  const reaching: Range[] = [];
  let same: { readonly found: readonly RowAbove[]; readonly next: number; readonly until: number } = {
    ...{ found: [], next: 0, until: 0 },
  };
  const reach = (line: number): void => {
    for (let range = ranges[next]; range !== undefined && range.top <= line; range = ranges[++next])
      for (let column = range.left; column <= range.right; column++)
        if ((reaching[column]?.bottom ?? 0) < range.bottom) reaching[column] = range;
  };
  return {
    isCovered(line: number, index: number): boolean {
      reach(line);
      const range = reaching[index];
      return range !== undefined && line <= range.bottom && (line > range.top || index > range.left);
    },
    /** A cell that is not covered has a value. */
    fill(index: number): void {
      const range = reaching[index];
      if (range !== undefined) range.isFilled = true;
    },
    /** The columns whose value in this row stands in a cell above, and its row: one list for rows in which it is the same. */
    above(line: number): readonly RowAbove[] {
      reach(line);
      if (same.next === next && line <= same.until) return same.found;
      const found: RowAbove[] = [];
      let until = Number.POSITIVE_INFINITY;
      for (let index = 0; index < Math.min(reaching.length, mostColumns); index++) {
        const range = reaching[index];
        if (range === undefined || line > range.bottom) continue;
        const isBegun = line > range.top;
        until = Math.min(until, isBegun ? range.bottom : line);
        if (range.isFilled && isBegun && index === range.left) found.push({ index, line: range.top });
      }
      same = { found, next, until };
      return found;
    },
  };
}

interface SheetContext {
  readonly file: string;
  readonly part: string;
  readonly is1904: boolean;
  readonly formats: Formats;
  readonly strings: SharedStrings | undefined;
  readonly merges: Merges;
}

const damagedRow = ({ file, part }: SheetContext, line: number, what: string): Error =>
  damaged(file, `${what} in its part ${part}, row ${line}`);

/** What is hidden in a sheet, as far as it has been read. */
export interface Hidden {
  rows: number;
  readonly columns: (readonly [first: number, last: number])[];
}

/** A longer row is not read: memory should not hold it. Rows that are together as long are passed on. */
const maxRowLength = 1 << 20;

/** So much XML is read at once: a few letters of it may be a row of shared strings, each of a million. */
const sliceLength = 512;

interface TypedText {
  readonly text: string;
  readonly typed: TypedCell;
}

/** Creates a reader for the values of cells. Plain text needs no object, because most cells are. */
function valueReader(context: SheetContext) {
  const { is1904, formats, strings } = context;

  function numberIn(value: string, style: string | undefined, line: number): TypedText {
    const number = Number(value);
    if (!Number.isFinite(number))
      throw damagedRow(context, line, `${JSON.stringify(value.slice(0, 40))} is not a number`);
    const format = formats(style);
    const rounded = Number.isInteger(number) ? number : Number(number.toPrecision(15));
    if (format.isDate) {
      const time = timeOf(number, is1904);
      if (time === undefined) return { text: plainDigits(rounded), typed: { kind: 'date' } };
      return { text: format.showTime(time), typed: { kind: 'date', iso: isoOf(time) } };
    }
    const shown = format.show(rounded);
    const typed = { kind: 'number', value: rounded, look: format.look } as const;
    if (shown?.hidesDigits === true)
      return { text: plainDigits(rounded), typed: { ...typed, shown: shown.text } };
    return { text: shown?.text ?? plainDigits(rounded), typed };
  }

  function textIn(text: string, style: string | undefined): string | TypedText {
    if (style === undefined || text === '') return text;
    const { look } = formats(style);
    return look.currency === undefined ? text : { text, typed: { kind: 'text', look } };
  }

  function sharedText(value: string, line: number): string {
    const text = value === '' ? '' : strings?.at(Number(value));
    if (text === undefined) throw damagedRow(context, line, `the text ${value.slice(0, 20)} is missing`);
    return text;
  }

  function dateIn(text: string, style: string | undefined): string | TypedText {
    const time = writtenTime(text);
    if (time === undefined) return text;
    const iso = isoOf(time);
    const format = formats(style);
    return { text: format.isDate ? format.showTime(time) : iso, typed: { kind: 'date', iso } };
  }

  /** `value` is the text of `v`, `inline` that of `is`. */
  return function read(
    type: string,
    style: string | undefined,
    value: string,
    inline: () => string,
    line: number,
  ): string | TypedText {
    switch (type) {
      case 's':
        return textIn(sharedText(value.trim(), line), style);
      case 'str':
        return textIn(unescaped(value), style);
      case 'inlineStr':
        return textIn(inline() || unescaped(value), style);
      case 'b':
        return value.trim() === '' ? '' : isOn(value.trim()) ? 'TRUE' : 'FALSE';
      case 'e':
        return { text: value.trim(), typed: { kind: 'error' } };
      case 'd':
        return dateIn(value.trim(), style);
      default:
        return value.trim() === '' ? '' : numberIn(value.trim(), style, line);
    }
  };
}

/** The rows of a sheet without blank ones: cells as people see them, with all digits. Throws a `CfiError` if damaged. */
export async function* sheetRows(pieces: AsyncIterable<string>, context: SheetContext, hidden: Hidden) {
  const { file, part, merges } = context;
  const readValue = valueReader(context);
  const collector = textCollector(file);
  let rows: Row[] = [];
  let heldLength = 0;
  let line = 0;
  let lineText = '';
  let isRowHidden = false;
  let cells: string[] = [];
  let typed: (TypedCell | undefined)[] | undefined;
  let length = 0;
  let isFilled = false;
  let index = -1;
  let type = '';
  let style: string | undefined;
  let value: string | undefined;
  let formula: string | undefined;
  let collects: 'value' | 'formula' | 'inline' | undefined;

  const refuse = (what: string): never => {
    throw damagedRow(context, line, what);
  };

  function openRow({ r, hidden: isHidden }: Attributes): void {
    const next = r === undefined ? line + 1 : Number(r);
    if (!(next > line && next <= maxRows)) refuse(`the row ${r ?? next} is out of order`);
    line = next;
    lineText = String(line);
    isRowHidden = isOn(isHidden);
    cells = [];
    typed = undefined;
    length = 0;
    isFilled = false;
    index = -1;
  }

  /** Index of a cell's column from its reference; -1 if it is of another row. */
  function columnIn(reference: string): number {
    const letters = reference.length - lineText.length;
    return reference.endsWith(lineText) ? columnIndex(reference, letters) : -1;
  }

  function openCell({ r, t = 'n', s }: Attributes): void {
    index = r === undefined ? index + 1 : columnIn(r);
    if (index === -1 || index >= maxColumns) refuse(`the cell ${r ?? index + 1} is out of place`);
    if (index < cells.length && cells[index] !== '') refuse(`the cell ${r ?? index + 1} comes twice`);
    type = t;
    style = s;
    value = undefined;
    formula = undefined;
    collector.begin();
  }

  /** Whether the cell has a formula whose result is not stored. An empty text may be a result. */
  const lacksResult = (): boolean =>
    formula !== undefined && (type === 'str' ? value === undefined : (value ?? '').trim() === '');

  function closeCell(): void {
    if (merges?.isCovered(line, index)) return;
    const read: string | TypedText = lacksResult()
      ? { text: `=${formula}`, typed: { kind: 'formula' } }
      : readValue(type, style, value ?? '', collector.end, line);
    if (read === '') return;
    merges?.fill(index);
    if (index >= mostColumns)
      throw unusable(
        file,
        `has a value in row ${line}, column ${index + 1}; only ${mostColumns} columns are read`,
        'delete what nobody needs there, or check that this is the right file',
      );
    while (cells.length < index) cells.push('');
    if (typeof read === 'string') put(read);
    else {
      put(read.text);
      typed ??= [];
      typed[index] = read.typed;
    }
  }

  function put(text: string): void {
    cells[index] = text;
    length += text.length;
    checkLength(length);
    isFilled ||= text.trim() !== '';
  }

  function checkLength(reached: number): void {
    if (reached > maxRowLength) refuse('a row is longer than a million characters');
  }

  function closeRow(): void {
    if (!isFilled) return;
    if (isRowHidden) hidden.rows++;
    const above = merges?.above(line);
    heldLength += length + (above?.length ?? 0);
    const row = typed === undefined ? { cells, line } : { cells, line, typed };
    rows.push(above === undefined || above.length === 0 ? row : { ...row, above });
  }

  const reader = xmlReader(file, part, {
    open(name, attributes) {
      if (name === 'c') openCell(attributes);
      else if (name === 'v') {
        collects = 'value';
        value = '';
      } else if (name === 'row') openRow(attributes);
      else if (name === 'f') {
        collects = 'formula';
        formula = '';
      } else if (name === 'is') collects = 'inline';
      else if (name === 'col' && isOn(attributes.hidden)) {
        hidden.columns.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
        checkCount(hidden.columns.length, file, part, 'hidden columns');
      } else if (collects === 'inline') collector.open(name);
    },
    text(text) {
      if (collects === undefined) return;
      if (collects === 'inline') return collector.text(text);
      if (collects === 'value') value += text;
      else formula += text;
      // The reader limits a text between two elements, not what elements within it add up to.
      checkLength((value?.length ?? 0) + (formula?.length ?? 0));
    },
    close(name) {
      if (name === 'c') closeCell();
      else if (name === 'v' || name === 'f' || name === 'is') collects = undefined;
      else if (name === 'row') closeRow();
      else if (collects === 'inline') collector.close(name);
    },
  });
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += sliceLength) {
      reader.write(piece.slice(at, at + sliceLength));
      if (rows.length === 0 || (heldLength < maxRowLength && at + sliceLength < piece.length)) continue;
      yield rows;
      rows = [];
      heldLength = 0;
    }
  }
  reader.end();
  if (rows.length > 0) yield rows;
}
