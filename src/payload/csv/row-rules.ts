import { stated } from '../../errors.ts';
import type { DocumentProblem } from '../document/reading.ts';
import { type Includable, type LeftOutLine, mustNotShip, type Reason } from '../document/reasons.ts';
import type { Row } from '../document/row.ts';
import {
  asList,
  type BoundSource,
  cellAt,
  findColumns,
  firstFilled,
  foldedText,
  type Header,
} from '../mapping/header.ts';
import {
  type BoundRule,
  bindConditions,
  bindRules,
  columnsRead,
  type Mapping,
  type Rule,
} from '../mapping/mapping.ts';
import { columnsOfPreset, type FileMapping, type Preset } from '../presets/preset.ts';
import { isTotal } from '../words/names.ts';
import { changesParcel, hasTexts, stopsIn } from '../words/verdicts.ts';

/** Binds the cautions of a preset whose columns are in the header: they give warnings about the rows of an order. */
export function findCautions(preset: Preset | undefined, header: Header) {
  const bound = (preset?.cautions ?? []).flatMap((caution) =>
    bindConditions([caution], header).map(({ holds }) => ({
      holds,
      warning: caution.warning,
      columns: findColumns(header, caution.column),
    })),
  );
  return (rows: readonly Row[]): DocumentProblem[] =>
    bound.flatMap(({ holds, warning, columns }) => {
      const row = rows.find(({ cells }) => holds([cells]));
      if (row === undefined) return [];
      const column = header.names[columns[0] as number] as string;
      const found = firstFilled(row.cells, columns);
      return [{ line: row.line, column, found, expected: 'an order that is safe to ship', message: warning }];
    });
}

type Cells = readonly string[];

/** The texts that rules of a mapping list, by their column in lower case, and the mapping without these rules. */
function listedBy({ leaveOut = [], dropLines = [], ...others }: Mapping) {
  const texts = new Map<string, string[]>();
  const isOther = (rule: Rule): boolean => {
    if (!('in' in rule)) return true;
    for (const name of asList(rule.column).map((each) => each.toLowerCase()))
      texts.set(name, [...(texts.get(name) ?? []), ...rule.in.map(foldedText)]);
    return false;
  };
  const rest = { leaveOut: leaveOut.filter(isOther), dropLines: dropLines.filter(isOther) };
  return { texts, others: { ...others, ...rest } };
}

/** Whether a column is the user's own, or a mapping or a preset reads it; all are read of a file that needs neither. */
function readBy(mapping: Mapping | undefined, preset: Preset | undefined): (name: string) => boolean {
  const ofPreset = preset === undefined ? [] : columnsOfPreset(preset);
  const read = mapping && new Set([...columnsRead(mapping), ...ofPreset]);
  return (name) => read === undefined || name.startsWith('_') || read.has(name.toLowerCase());
}

/** Warns of what may change a parcel in columns that nothing reads. `street` is the one that the parcel goes to. */
export function unreadCells({ names }: Header, { mapping, preset }: FileMapping) {
  const isRead = readBy(mapping, preset);
  const columns = names.flatMap((name, index) => {
    const changes = isRead(name) ? undefined : changesParcel(name);
    return changes === undefined ? [] : [{ name, index, changes }];
  });
  return (rows: readonly Row[], street: string): DocumentProblem[] =>
    columns.flatMap(({ name, index, changes }) => {
      // A column of whole addresses repeats it.
      const tells = ({ cells }: Row): boolean =>
        changes(cellAt(cells, index)) && !foldedText(cellAt(cells, index)).includes(foldedText(street));
      const row = rows.find(tells);
      if (row === undefined) return [];
      const found = cellAt(row.cells, index);
      const message = `${name} is ${found}, but neither a preset nor a map reads this column: cfi order map FILE asks about it`;
      const expected = `a map that reads ${name}, or names it in $unused`;
      return [{ line: row.line, column: name, found, expected, message, [stated]: ['column', 'found'] }];
    });
}

/**
 * Finds what columns that neither the preset nor the map reads, as a plug-in adds them, say against shipping a row. A map
 * that accounts for all columns (`isComplete`) does not read the texts that its rules do not list, unless it says which go;
 * of texts in columns that it leaves unused, the user has seen only those of one day (`isUnused`). `known`: why the row is
 * left out anyway, if it is.
 */
export function unheededCells(
  header: Header,
  { mapping, preset, map }: FileMapping,
  isComplete: boolean,
  include: readonly Includable[],
) {
  const { texts, others } = isComplete && mapping !== undefined ? listedBy(mapping) : {};
  const unused = new Set(map?.mapping.settled?.map((name) => name.toLowerCase()));
  const isRead = readBy(others ?? mapping, preset);
  const columns = header.names.flatMap((name, index) => {
    const isUnused = unused.has(name.toLowerCase()) && hasTexts(name);
    const stops = isRead(name) && !isUnused ? undefined : stopsIn(name);
    if (stops === undefined) return [];
    const own = texts?.get(name.toLowerCase());
    const listed = new Set(own);
    const saysStop = (cell: string) => (listed.has(foldedText(cell)) ? undefined : stops(cell));
    return [{ name, index, stops: saysStop, hasRule: own !== undefined, isUnused }];
  });
  return (cells: Cells, known?: Reason) =>
    columns.flatMap(({ name, index, stops, ...how }) => {
      const found = cellAt(cells, index);
      const reason = found === '' ? undefined : stops(found);
      if (reason === undefined || reason === known || include.includes(reason)) return [];
      return known !== undefined && reason === 'fulfilled' ? [] : [{ column: name, found, reason, ...how }];
    });
}

/**
 * The reason of the first rule that matches. Reasons that must be reported if the order is already with the warehouse
 * take precedence over the others, except over `fulfilled`, because a shipped order cannot be stopped.
 */
function reasonOf(rules: readonly BoundRule[], rows: readonly Cells[]): Reason | undefined {
  let first: Reason | undefined;
  for (const { reason, holds, isCatchAll } of rules) {
    if ((first !== undefined && isCatchAll) || !holds(rows)) continue;
    if (mustNotShip(reason)) return reason;
    if (reason === 'fulfilled') return first ?? reason;
    first ??= reason;
  }
  return first;
}

/** Binds a mapping's rules for leaving out to a header. Reasons in `include` do not leave anything out. */
export function leaveOutRules(mapping: Mapping | undefined, header: Header, include: readonly Includable[]) {
  const { keep = [], leaveOut = [], dropLines = [], skipRows = [], orderRows = [] } = mapping ?? {};
  const counts = (rules: readonly BoundRule[]): BoundRule[] =>
    rules.filter(({ reason, always }) => always || !include.includes(reason));
  const orders = counts(bindRules(leaveOut, header));
  const kept = bindConditions(include.includes('not-kept') ? [] : keep, header);
  const contradiction = (rows: readonly Cells[]): Reason | undefined =>
    kept.some(({ isContradicted }) => isContradicted(rows)) ? 'not-kept' : undefined;
  const later = orders.map((rule) => ({ ...rule, holds: rule.holdsOfSome }));
  const laterIfExcepted = later.filter(({ byLine }) => !byLine);
  const lines = counts(bindRules(dropLines, header));
  const skipped = bindConditions(skipRows, header);
  const ofOrder = bindConditions(orderRows, header);
  return {
    /** Whether the row is not an order: a title, a total, a footer. */
    isSkipped: (cells: Cells): boolean => skipped.some(({ holds }) => holds([cells])),
    hasOrderRows: ofOrder.length > 0,
    /** Whether the rows of items lack the order's cells. */
    itemsNeedOrderRow: ofOrder.length > 0 && mapping?.itemsRepeatOrder !== true,
    /** Whether the row is for the order as a whole and not a line. */
    isOrderRow: (cells: Cells): boolean => ofOrder.some(({ holds }) => holds([cells])),
    orderReason: (rows: readonly Cells[]): Reason | undefined =>
      reasonOf(orders, rows) ?? (kept.every(({ holds }) => holds(rows)) ? contradiction(rows) : 'not-kept'),
    /** Whether some of an order with these rows has shipped, and the file does not say how much. */
    isPartly: (rows: readonly Cells[]): boolean => orders.some(({ partly, holds }) => partly && holds(rows)),
    /** Whether a line of these rows excepts the order from a rule, so that later rows need not. */
    isExcepted: (rows: readonly Cells[]): boolean =>
      orders.some(({ byLine, isExcepted }) => byLine && isExcepted(rows)),
    /** Why an order is left out after all, because of rows that come later; `isExcepted`: see above, of its first rows. */
    laterReason: (rows: readonly Cells[], isExcepted: boolean): Reason | undefined =>
      reasonOf(isExcepted ? laterIfExcepted : later, rows) ?? contradiction(rows),
    /** Why a line is left out; `quantity` is where its quantity comes from. */
    lineReason: (cells: Cells, quantity: BoundSource | undefined): Reason | undefined =>
      reasonOf(lines, [cells]) ?? quantity?.ranOut?.(cells),
  };
}

/** Whether a cell that is no value would decide what is left out. */
export const isUndecided = ({ remarks }: Row): boolean =>
  remarks?.some(({ isError, decides }) => isError && decides === true) === true;

/** Why an order is left out if all of its lines are: the most serious of their reasons. */
export function reasonOfLines(lines: readonly LeftOutLine[]): Reason {
  const order: readonly Reason[] = ['cancelled', 'refunded', 'on-hold', 'unpaid', 'pickup', 'fulfilled'];
  const found = new Set(lines.map(({ reason }) => reason));
  return order.find((reason) => found.has(reason)) ?? lines[0]?.reason ?? 'not-goods';
}

/**
 * Tests whether a row of a shop export only sums up the others, as spreadsheets add it: it names neither goods nor a
 * recipient, given by `contents`, and no order. A row without a reference must have all `width` cells: a shorter one may
 * be an order that was cut off.
 */
export const summaryTest =
  (reference: BoundSource | undefined, contents: readonly BoundSource[], width: number) =>
  (cells: readonly string[]): boolean => {
    if (reference === undefined || contents.some((source) => source.text(cells) !== '')) return false;
    const name = reference.text(cells);
    if (name === '') return cells.length === width;
    return typeof name === 'string' && isTotal(name);
  };
