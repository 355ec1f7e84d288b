import { usageError } from '../../../errors.ts';
import { shownFile } from '../../../text/words.ts';
import type { Row, RowBlock, SheetFacts, Table } from '../../document/row.ts';
import { archiveError } from '../foreign-files.ts';
import { unusable } from '../sources.ts';
import { type Archive, damaged, openArchive } from './archive.ts';
import { type Book, type Formats, generalFormats, readBook, readFormats, type Sheet } from './book.ts';
import { type Hidden, readMerges, type SheetContext, sheetRows } from './sheet.ts';
import { readSharedStrings, type SharedStrings } from './texts.ts';

/** The rows from which presets are recognised. */
const startRows = 20;

/** An open workbook and the sheet that is read. */
export interface Workbook {
  readonly table: Table & { readonly sheet: SheetFacts };
  close(): void;
}

/** All that is read before the rows. */
interface Parts {
  readonly archive: Archive;
  readonly book: Book;
  readonly formats: Formats;
  readonly strings: SharedStrings | undefined;
}

type WithCells = Sheet & { readonly part: string };

const hasCells = (sheet: Sheet): sheet is WithCells => sheet.part !== undefined;

/** The names of sheets, for a message. */
const listed = (sheets: readonly Sheet[]): string => sheets.map(({ name }) => name).join(', ');

/** The sheet that `--sheet` names, or that its number from 1 means. */
function namedSheet(file: string, sheets: readonly Sheet[], wanted: string): WithCells {
  const folded = wanted.trim().toLowerCase();
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded) ??
    (/^\d{1,4}$/.test(folded) ? sheets[Number(folded) - 1] : undefined);
  if (found === undefined)
    throw usageError(
      `--sheet ${wanted}: ${shownFile(file)} has no such sheet`,
      `its sheets: ${listed(sheets)}`,
    );
  if (!hasCells(found))
    throw usageError(`--sheet ${wanted}: ${found.name} is a chart, not a sheet with cells`);
  return found;
}

const contextOf = ({ book, formats, strings }: Parts, file: string, part: string): SheetContext => ({
  file,
  part,
  is1904: book.is1904,
  formats,
  strings,
});

/** Whether a sheet has a cell that is not blank. */
async function isFilled(parts: Parts, file: string, { part }: WithCells): Promise<boolean> {
  const rows = sheetRows(parts.archive.text(part), contextOf(parts, file, part), { rows: 0, columns: [] });
  for await (const _ of rows) return true;
  return false;
}

async function chosenSheet(parts: Parts, file: string, wanted: string | undefined): Promise<WithCells> {
  const { sheets } = parts.book;
  if (wanted !== undefined) return namedSheet(file, sheets, wanted);
  const withCells = sheets.filter(hasCells);
  const [only] = withCells;
  if (only !== undefined && withCells.length === 1) return only;
  const filled: WithCells[] = [];
  for (const sheet of withCells) if (await isFilled(parts, file, sheet)) filled.push(sheet);
  const [first, second] = filled;
  if (first === undefined) throw unusable(file, 'is empty: no sheet has a cell with a value');
  if (second === undefined) return first;
  throw usageError(
    `${shownFile(file)} has several sheets with cells: ${filled.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name)).join(', ')}`,
    `choose one: --sheet ${/\s/.test(first.name) ? `'${first.name}'` : first.name}`,
  );
}

/** The first rows as lines of text, in which tabs separate the cells. */
const startOf = (rows: readonly Row[]): string =>
  rows
    .slice(0, startRows)
    .map(({ cells }) => cells.map((cell) => cell.replaceAll(/[\t\r\n"]/g, ' ')).join('\t'))
    .join('\n');

/** Opens the sheet of a workbook that is to be read. Throws a `CfiError`; `close` closes the descriptor. */
export async function openWorkbook(
  descriptor: number,
  file: string,
  wanted: string | undefined,
): Promise<Workbook> {
  const archive = await openArchive(descriptor, file);
  let strings: SharedStrings | undefined;
  const close = (): void => {
    strings?.close();
    archive.close();
  };
  try {
    const foreign = archiveError(archive.names, file);
    if (foreign !== undefined) throw foreign;
    const book = await readBook(archive, file);
    const { styles, sharedStrings } = book;
    const formats =
      styles === undefined ? generalFormats() : await readFormats(archive.text(styles), file, styles);
    if (sharedStrings !== undefined)
      strings = await readSharedStrings(archive.text(sharedStrings), file, sharedStrings);
    const parts = { archive, book, formats, strings };
    const { part, name, isHidden } = await chosenSheet(parts, file, wanted);
    if (!archive.has(part)) throw damaged(file, `the part of its sheet ${name} is missing`);
    const isCovered = await readMerges(archive, file, part);
    const hidden: Hidden = { rows: 0, columns: [] };
    const context = { ...contextOf(parts, file, part), isCovered };
    const blocks = sheetRows(archive.text(part), context, hidden);
    const begun: Row[][] = [];
    while (begun.flat().length < startRows) {
      const { value, done } = await blocks.next();
      if (done === true) break;
      begun.push(value);
    }
    const table = {
      start: startOf(begun.flat()),
      async *rows(): AsyncGenerator<RowBlock> {
        yield { rows: begun.splice(0).flat() };
        for await (const rows of blocks) yield { rows };
      },
      async *again(): AsyncGenerator<RowBlock> {
        const covered = await readMerges(archive, file, part);
        const unseen: Hidden = { rows: 0, columns: [] };
        const once = { ...contextOf(parts, file, part), isCovered: covered };
        for await (const rows of sheetRows(archive.text(part), once, unseen)) yield { rows };
      },
      sheet: {
        name,
        isHidden,
        get hiddenRows() {
          return hidden.rows;
        },
        isColumnHidden: (index: number) =>
          hidden.columns.some(([first, last]) => index >= first && index <= last),
      },
    };
    return { table, close };
  } catch (error) {
    close();
    throw error;
  }
}
