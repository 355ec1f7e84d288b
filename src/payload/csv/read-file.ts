import { CfiError, usageError } from '../../errors.ts';
import { present } from '../../text/records.ts';
import { fileWord, listed, shownFile, shownWord } from '../../text/words.ts';
import { turns } from '../../timers.ts';
import { fromShops } from '../document/layout.ts';
import type { ReadingContext } from '../document/reading.ts';
import { cellReference, type Row, type RowBlock, type SheetFacts, type Table } from '../document/row.ts';
import { countsOf, type Tally } from '../document/tally.ts';
import type { DocumentKind, ReadingOptions } from '../document/types.ts';
import {
  asList,
  findColumns,
  type Header,
  headerOf,
  refuseManyColumns,
  refuseOtherHeader,
} from '../mapping/header.ts';
import { extended } from '../mapping/mapping.ts';
import {
  beginsAs,
  detectPreset,
  findPreset,
  headerIndex,
  maxRowsBefore,
  refuseWrongReport,
} from '../presets/find.ts';
import type { FileMapping } from '../presets/preset.ts';
import { refuseSwallowedRows } from '../source/csv-rows.ts';
import { unreadable, unusable } from '../source/sources.ts';
import { planColumns } from './column-plan.ts';
import { type Grouping, grouping, singleRows } from './group-rows.ts';
import { sheetCells } from './sheet-cells.ts';

/** The apostrophe before a formula, as a shop writes it. */
const guarded = /^'[=+@-]/;

/** What to do with a file whose columns are none of the fields. Standard input gets no map proposed. */
function exportHint(file: string, { preset, map }: FileMapping, kind: DocumentKind): string | undefined {
  if (!fromShops[kind] && map === undefined)
    return `for a file to fill in: cfi ${kind === 'inbound' ? kind : 'po'} template`;
  return !fromShops[kind] || map !== undefined || preset !== undefined || file === '-'
    ? undefined
    : `for a file with other column names: cfi order map ${shownWord(file)}`;
}

/** What to do about columns that nothing accounts for: for orders, a command. */
function remedyOf(
  file: string,
  kind: DocumentKind,
  { preset, map }: FileMapping,
  { mapFile = 'MAP', preset: given }: ReadingOptions,
): string {
  if (!fromShops[kind]) return `name it in ${shownWord(mapFile)}`;
  // A map knows the preset that it extends.
  const name = map === undefined ? preset?.name : preset && given;
  const words = ['cfi order map', file === '-' ? 'FILE' : fileWord(file)];
  if (name !== undefined) words.push('--preset', name);
  if (map !== undefined) words.push('--map', shownWord(mapFile));
  return words.join(' ');
}

/** A row without the apostrophes that a shop puts before what a spreadsheet would take for formulas. */
const withoutGuards = (row: Row): Row =>
  row.cells.some((cell) => guarded.test(cell))
    ? { ...row, cells: row.cells.map((cell) => (guarded.test(cell) ? cell.slice(1) : cell)) }
    : row;

/** Index of the row with most of the columns that a map names, so that errors refer to it; otherwise the first. */
function likeliestHeader(rows: readonly Row[], columns: readonly string[]): number {
  const known = rows.slice(0, maxRowsBefore + 1).map(({ cells }) => {
    const header = headerOf(cells);
    return columns.filter((column) => header.find(column) !== undefined).length;
  });
  return Math.max(0, known.indexOf(Math.max(...known)));
}

/** Adds a note if neither the file nor a map's own conditions say what must not be shipped. */
function tellOfStatus(header: Header, file: string, { preset, mapping }: FileMapping, tally: Tally): void {
  if ((mapping?.keep ?? []).length > 0) return;
  for (const [columns, otherwise] of preset?.tells ?? [])
    if (findColumns(header, columns).length === 0)
      tally.remark(file, ` has no column ${asList(columns)[0]}: orders are sent ${otherwise}`);
}

/** Notes the hidden rows and columns of a sheet, which are read like the rest; complete once the rows are read. */
function tellOfHidden(sheet: SheetFacts, header: Header, file: string, tally: Tally): void {
  const column = header.names.filter((name, index) => name !== '' && sheet.isColumnHidden(index)).length;
  const hidden = [
    ...(sheet.isHidden ? ['the sheet itself'] : []),
    ...countsOf({ row: sheet.hiddenRows, column }),
  ];
  const verb =
    Number(sheet.isHidden) + sheet.hiddenRows + column === 1 ? 'is hidden, and was' : 'are hidden, and were';
  if (hidden.length > 0)
    tally.remark(file, `, sheet ${sheet.name}: ${listed(hidden)} ${verb} read like the rest`);
}

/** Reads up to the end of the block with the header, which is the likeliest row if none is found. */
async function readHeader(
  nextBlock: () => Promise<RowBlock | undefined>,
  { preset, mapping }: FileMapping,
  columns: readonly string[],
) {
  let waiting: readonly Row[] = [];
  let found = -1;
  let block = await nextBlock();
  for (; block !== undefined; block = await nextBlock()) {
    waiting = waiting.concat(block.rows);
    // The service's own names are in the first row.
    found = mapping === undefined ? 0 : headerIndex(waiting, preset, columns);
    if (found !== -1 || waiting.length > maxRowsBefore) break;
  }
  const at = found === -1 ? likeliestHeader(waiting, columns) : found;
  return { row: waiting[at], below: waiting.slice(at + 1), delimiter: block?.dialect?.delimiter };
}

/** Creates the reader of files with columns: CSV, and sheets of workbooks. Throws a usage error for a map or a preset that cannot be used. */
export async function csvReader(context: ReadingContext) {
  const { layout, settings, options, tally } = context;
  const maps = options.map === undefined ? undefined : await import('../mapping/map-file.ts');
  const map = maps?.readMapFile(options.map, layout);
  const base = map?.extends;
  if (base !== undefined && ![undefined, base].includes(options.preset) && options.presetIsSaved !== true)
    throw usageError(`--preset is ${options.preset}, but the map extends ${base}`, 'leave out one of them');
  // A map's own preset takes precedence over the profile's.
  const wanted = base ?? options.preset;
  const asked = wanted === undefined ? undefined : findPreset(wanted, layout.kind);
  const columns = map?.columns.map(({ column }) => column) ?? [];
  const isForItsShopOnly = options.presetIsSaved === true && map !== undefined && base === undefined;

  /** Chooses the map or preset of a file by the beginning of its text, and notes why. */
  function mappingFor(start: string, file: string): FileMapping {
    const detected =
      asked === undefined && map === undefined && fromShops[layout.kind] ? detectPreset(start) : undefined;
    const holds = asked !== undefined && (!isForItsShopOnly || beginsAs(start, asked));
    const preset = holds ? asked : detected;
    const mapping = map === undefined ? preset : preset ? extended(preset, map.mapping) : map.mapping;
    if (holds && base === undefined) options.decided?.('preset');
    if (map !== undefined) options.decided?.('map');
    if (detected !== undefined)
      tally.remark(file, ` is ${detected.title}: read with --preset ${detected.name}`);
    return present({ map, preset, mapping });
  }

  /** Reads a file to its end, apart from scattered rows. */
  return async function readFile(table: Table, file: { index: number; name: string }): Promise<Grouping> {
    const { start, again, sheet } = table;
    const mapping = mappingFor(start, file.name);
    const { preset } = mapping;
    const withoutGuard = (block: RowBlock): RowBlock =>
      preset?.guardsFormulas ? { ...block, rows: block.rows.map(withoutGuards) } : block;
    const blocks = table.rows(preset?.literalQuotes)[Symbol.asyncIterator]();
    const nextBlock = async (): Promise<RowBlock | undefined> => {
      const { done, value } = await blocks.next();
      return done ? undefined : withoutGuard(value);
    };

    try {
      const { row, below, delimiter } = await readHeader(nextBlock, mapping, columns);
      if (row === undefined) throw unusable(file.name, 'is empty');
      const { cells, line } = row;
      const header = headerOf(cells);
      refuseManyColumns(header, file.name, line);
      if (preset !== undefined) refuseWrongReport(header, file.name, line, preset);
      if (sheet !== undefined)
        context.cellNames[file.index] = (line, column) =>
          cellReference(sheet.name, line, typeof column === 'string' ? header.find(column) : column);
      const showsCurrency = below.some(({ typed = [] }) =>
        typed.some((cell) => cell !== undefined && 'look' in cell && cell.look.currency !== undefined),
      );
      const remedy = remedyOf(file.name, layout.kind, mapping, options);
      const input = { layout, settings, options, ...mapping, showsCurrency, remedy };
      const plan = planColumns(header, line, input);
      const typed =
        sheet === undefined ? undefined : sheetCells(plan.fields, layout, mapping.mapping, options);
      const keyColumn = layout.namesOwn ? undefined : plan.fields.reference.source?.header;
      context.headers[file.index] = {
        line,
        literalQuotes: preset?.literalQuotes ?? false,
        preset: preset?.name,
        keyColumn,
        sheet: sheet?.name,
        conform: typed?.failed,
      };
      tellOfStatus(header, file.name, mapping, tally);
      // Without it, no row belongs to a document.
      if (plan.faults.absent.has(layout.reference)) {
        refuseWrongReport(header, file.name, line);
        const other = preset === undefined ? undefined : detectPreset(start);
        if (preset !== undefined && other !== undefined)
          throw unreadable(
            file.name,
            line,
            `this is ${other.title}, not ${preset.title}`,
            `read it with --preset ${other.name}`,
          );
        const what = `${shownFile(file.name)}: there is no column ${layout.reference}`;
        const errors = plan.faults.problems.map((problem) => ({ file: file.name, ...problem }));
        const hint = exportHint(file.name, mapping, layout.kind);
        throw new CfiError('invalid-input', what, { errors, namesFile: file.name, hint });
      }
      for (const problem of plan.faults.problems) context.problems.add(file.index, problem);
      const groups = (layout.namesOwn ? singleRows : grouping)(file.index, plan, context);
      const conformed = (rows: readonly Row[]): readonly Row[] =>
        typed === undefined ? rows : rows.map(typed.conform);

      // One row may be an order of many lines.
      const turn = turns();
      let isEmpty = true;
      let block: RowBlock | undefined = { rows: below };
      for (; block !== undefined; block = await nextBlock()) {
        const rows = conformed(block.rows);
        if (plan.dates.needsProof(rows)) {
          for await (const other of again(preset?.literalQuotes)) plan.dates.look(conformed(other.rows));
          plan.dates.finish();
        }
        isEmpty &&= rows.length === 0;
        for (const row of rows) {
          refuseOtherHeader(row, header, file.name);
          if (delimiter !== undefined)
            refuseSwallowedRows(row, header.names.length - 1, delimiter, file.name);
          groups.add(row);
          const due = turn();
          if (due !== undefined) await due;
        }
      }
      groups.finish();
      if (plan.faults.problems.length > 0) tally.hasWrongHeader = true;
      const unread = plan.checks.unread();
      if (unread !== undefined) tally.remark(file.name, unread);
      if (sheet !== undefined) tellOfHidden(sheet, header, file.name, tally);
      if (isEmpty) tally.remark(file.name, ' has a header and no rows');
      return groups;
    } finally {
      await blocks.return?.();
    }
  };
}
