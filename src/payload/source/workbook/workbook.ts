import { usageError } from '../../../errors.ts';
import { isPlainLine } from '../../../text/sanitize.ts';
import { shownFile, shownWord } from '../../../text/words.ts';
import type { Row, RowBlock } from '../../document/row.ts';
import { archiveError } from '../foreign-files.ts';
import { unusable } from '../sources.ts';
import { damaged, openArchive } from './archive.ts';
import { readBook, readFormats, type Sheet } from './book.ts';
import { type Hidden, type Merges, readMerges, sheetRows } from './sheet.ts';
import { readSharedStrings, type SharedStrings } from './texts.ts';

const startRows = 20;

type ReadRows = (part: string, hidden?: Hidden, merges?: Merges) => AsyncGenerator<Row[]>;

type WithCells = Sheet & { readonly part: string };

const hasCells = (sheet: Sheet): sheet is WithCells => sheet.part !== undefined;

const namesOf = (sheets: readonly Sheet[]): string => {
  const names = sheets.slice(0, 20).map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name));
  return [...names, ...(sheets.length > names.length ? ['…'] : [])].join(', ');
};

/** Whether a name can be typed as it is shown; its number always can. */
const isTypable = (name: string): boolean => name.trim() !== '' && isPlainLine(name);

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
      `its sheets: ${namesOf(sheets)}`,
    );
  if (!hasCells(found))
    throw usageError(`--sheet ${wanted}: ${found.name} is a chart, not a sheet with cells`);
  return found;
}

async function chosenSheet(
  file: string,
  sheets: readonly Sheet[],
  wanted: string | undefined,
  readRows: ReadRows,
): Promise<WithCells> {
  if (wanted !== undefined) return namedSheet(file, sheets, wanted);
  const withCells = sheets.filter(hasCells);
  const [only] = withCells;
  if (only !== undefined && withCells.length === 1) return only;
  const filled: WithCells[] = [];
  for (const sheet of withCells)
    for await (const _ of readRows(sheet.part)) {
      filled.push(sheet);
      break;
    }
  const [first, second] = filled;
  if (first === undefined) throw unusable(file, 'is empty: no sheet has a cell with a value');
  if (second === undefined) return first;
  throw usageError(
    `${shownFile(file)} has several sheets with cells: ${namesOf(filled)}`,
    `choose one: --sheet ${isTypable(first.name) ? shownWord(first.name) : sheets.indexOf(first) + 1}`,
  );
}

/** The first rows as lines of text, in which tabs separate the cells. */
const startOf = (rows: readonly Row[]): string =>
  rows
    .slice(0, startRows)
    .map(({ cells }) => cells.map((cell) => cell.replaceAll(/[\t\r\n"]/g, ' ')).join('\t'))
    .join('\n');

/** Opens the sheet of a workbook that is to be read. Throws a `CfiError`; `close` closes the descriptor. */
export async function openWorkbook(descriptor: number, file: string, wanted: string | undefined) {
  const archive = await openArchive(descriptor, file);
  let strings: SharedStrings | undefined;
  const close = (): void => {
    strings?.close();
    archive.close();
  };
  try {
    const foreign = archiveError(archive.names, file);
    if (foreign !== undefined) throw foreign;
    const { sheets, is1904, styles, sharedStrings } = await readBook(archive, file);
    const formats = await readFormats(archive, file, styles);
    if (sharedStrings !== undefined)
      strings = await readSharedStrings(archive.text(sharedStrings), file, sharedStrings);
    const context = { file, is1904, formats, strings };
    const readRows: ReadRows = (part, hidden = { rows: 0, columns: [] }, merges = undefined) =>
      sheetRows(archive.text(part), { ...context, part, merges }, hidden);
    const { part, name, isHidden } = await chosenSheet(file, sheets, wanted, readRows);
    if (!archive.has(part)) throw damaged(file, `the part of its sheet ${name} is missing`);
    const hidden: Hidden = { rows: 0, columns: [] };
    const blocks = readRows(part, hidden, await readMerges(archive, file, part));
    const begun: Row[][] = [];
    while (begun.flat().length < startRows) {
      const { value, done } = await blocks.next();
      if (done === true) break;
      begun.push(value);
    }
    if (begun.length === 0) throw unusable(file, `has nothing in its sheet ${name}`);
    const table = {
      start: startOf(begun.flat()),
      async *rows(): AsyncGenerator<RowBlock> {
        yield { rows: begun.splice(0).flat() };
        for await (const rows of blocks) yield { rows };
      },
      async *again(): AsyncGenerator<RowBlock> {
        const merges = await readMerges(archive, file, part);
        for await (const rows of readRows(part, undefined, merges)) yield { rows };
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
