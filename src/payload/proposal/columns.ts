import { countryCodeOf } from '../document/country-codes.ts';
import { bareLine, type Kind, kindOf, ofTexts, type Side, sideOf } from '../words/kinds.ts';
import type { Concept } from '../words/language.ts';
import { type ColumnName, columnName, mayBeCharge, plainWords, yesOrNo } from '../words/names.ts';
import { isOf } from '../words/topics.ts';
import { isNothing, verdictIn } from '../words/verdicts.ts';
import { type DateStyle, dateStyleOf, instantReader } from './date-styles.ts';

/** A column of the first rows of a file. */
export interface Column {
  readonly index: number;
  readonly name: string;
  /** The cells that are not blank, trimmed. */
  readonly cells: readonly string[];
  /** The number of rows, blank ones included. */
  readonly rows: number;
  readonly dates: DateStyle | undefined;
  readonly named: ColumnName;
  readonly kind: Kind;
  readonly side: Side;
  /** Named for the line. */
  readonly ofLine: boolean;
}

/** What only rules read: a rule heeds every column of its name. */
const ofRules: ReadonlySet<Kind> = new Set([
  ...(['status', 'state', 'type', 'mark', 'tracking', 'shipDate', 'method', 'whoShips', 'notGoods'] as const),
]);

const mayBeTitle: ReadonlySet<Kind> = new Set(['title', 'unknown', 'name', 'extra', 'addition', 'street']);
/** `Frau`, `Herr Dr.`. */
const isSalutation = (cell: string): boolean =>
  plainWords(cell)
    .split(' ')
    .every((word) => isOf('salutation', word));

/** Whether a cell may be the number of a flat: `5B`, `Flat 3`, but not `per 100`, `each` or `500 g`. */
const isOfFlat = (cell: string): boolean =>
  /\d/.test(cell) &&
  cell
    .split(/[^\p{L}\d]/u)
    .every(
      (word) => word === '' || isOf('flat', word.toLowerCase()) || /^(?:\p{L}?\d{1,5})?\p{L}?$/u.test(word),
    ) &&
  !/[glm]$/.test(cell);

/** What may be of a flat, where the cells are: `Unit`, `Top`, `Line 2`, the Polish `m.`. */
const mayBeFlat = (name: string): boolean => /^(?:unit|top|nr m)$/.test(name) || bareLine.test(name);

/** Whether a column is a part of an address by its cells, and which: `Additional info` with `Flat 3` is one too. */
function flatKind(
  { concepts, words, unknown, number = 1 }: ColumnName,
  name: string,
  kind: Kind,
  cells: readonly string[],
): Kind | undefined {
  if (cells.length === 0) return undefined;
  const isNamed = (cell: string): boolean => isOfFlat(cell) && /\p{L}{3}/u.test(cell);
  // Not a note: tomorrow it says another thing.
  const isText = (kind === 'note' || kind === 'unknown') && words.some((word) => ofTexts.test(word));
  if (!cells.every(isOfFlat)) return undefined;
  if (isText) return cells.some(isNamed) ? 'extra' : undefined;
  // `Unit` may be that of a flat, or of measure, or of what is for one (`P. unitario`).
  const isUnit = [...concepts].filter((concept) => !ofSide.has(concept)).join() === 'unit';
  if (isUnit && unknown.length === 0 && !cells.some((cell) => /\d[.,]\d\d/.test(cell))) return 'apartment';
  const isLine = concepts.has('line');
  if (/^m\.$/i.test(name.trim()) || (mayBeFlat(words.join(' ')) && !isLine)) return 'apartment';
  return isLine && mayBeFlat(words.join(' ')) && number > 1 && cells.some(isNamed) ? 'extra' : undefined;
}

/** The names that several columns have, whatever the case: a map cannot tell these columns apart. */
export const namedTwice = (names: readonly string[]): string[] => {
  const all = names.map((name) => name.toLowerCase());
  return [...new Set(names.filter((name, at) => name !== '' && all.indexOf(name.toLowerCase()) !== at))];
};

/** Whether several columns of a kind have values and one name: nothing else must be taken in their place. */
export const hasTwice = (columns: readonly Column[], kind: Kind): boolean =>
  filledAs(columns, 'twice').some(({ named }) => kindOf(named) === kind);

/** Whether a cell is a part of the world, as carriers divide it, or the code of a place. */
const isZone = (cell: string): boolean =>
  /^(?:\p{Lu}{1,3}|\d{1,2})$/u.test(cell) ||
  /^(?:non-eu|zone \w{1,2}|domestic|international|inland|ausland|world|europe)$/i.test(cell);

/** Whether a cell is a way of delivery: `Royal Mail`, `Express`. */
const isOfMethod = (cell: string): boolean =>
  mayBeCharge(cell) ||
  verdictIn(cell) === 'pickup' ||
  columnName(cell).has('collected') ||
  isOf('service', plainWords(cell));

/** What a column is, where its cells say more than its name: `Amount currency`, `Street no` with the street in it. */
function kindByCells(
  kind: Kind,
  { has, unknown, words, number = 1 }: ColumnName,
  cells: readonly string[],
): Kind {
  if (cells.length === 0) return kind;
  if (has('currency') && cells.every((cell) => /^[A-Za-z]{3}$/.test(cell))) return 'currency';
  // A quantity is a number: `ST` may head the states of America.
  if (kind === 'quantity' && cells.every((cell) => /^[A-Z]{2}$/.test(cell))) return 'state';
  if (kind === 'name' && !has('name', 'addressee', 'buyer')) {
    if (cells.every(isOfMethod)) return 'method';
    if (cells.every((cell) => /^\D?\d{1,4}[.,]\d\d\D?$/.test(cell))) return 'cost';
    // `Bo` is a person.
    if (cells.every((cell) => !/^.\p{Ll}$/u.test(cell) && countryCodeOf(cell) !== undefined))
      return 'country';
    if (cells.every(isZone)) return 'region';
  }
  // `Buyer line 1: 9 Bank Rd`, `Ansprechpartner Adresse`, but not `Address name: Home`.
  const isPlace = (cell: string): boolean => /\d/.test(cell) && /\p{L}{3}/u.test(cell);
  if (kind === 'name' && has('address', 'line', 'unit') && !words.includes('name') && cells.every(isPlace))
    return number > 1 || has('unit') ? 'extra' : 'street';
  // `Piano di consegna: Standard`, `Portal de venta: Amazon`: no floor and no staircase.
  const isLong = words.length > 1 && cells.some((cell) => !/\d/.test(cell) && cell.length > 4);
  if (isLong && (kind === 'floor' || words.includes('portal'))) return 'unknown';
  // `Pledge level: Explorer`.
  const isOfRank = words.includes('level') && (has('buyer') || unknown.length > 0);
  if (kind === 'floor' && isOfRank && !cells.some((cell) => /\d/.test(cell))) return 'unknown';
  // `Street no: Kaistr. 4`, but not `House number: 12 bis` and `Rose Cottage`.
  const isStreet = cells.every(
    (cell) => /^\D/.test(cell) && /\d/.test(cell) && /\p{L}{3}/u.test(cell) && !isOfFlat(cell),
  );
  return kind === 'houseNumber' && isStreet ? 'street' : kind;
}

/** What says whose a part of an address is. */
const ofSide: ReadonlySet<Concept> = new Set([
  ...(['delivery', 'dispatch', 'addressee', 'billing', 'buyer', 'noise'] as const),
]);

/** Postcodes that no code of another kind looks like, beside the name of a town: `00-120`, `1200-195`, `3511 AB`. */
const postcode = /^(?:\d{2}-\d{3}|\d{4}-\d{3}|\d{4} ?[A-Z]{2})$/;

/** Whether a bare `Kod` or `Code` is that of the post: its cells say so, and a town stands beside it. */
function isBarePostcode(names: readonly string[], index: number, cells: readonly string[]): boolean {
  const { concepts, words } = columnName(names[index] ?? '');
  if (words.length > 1 || !concepts.has('code') || cells.length === 0) return false;
  if (!cells.every((cell) => postcode.test(cell))) return false;
  const kindAt = (at: number): Kind => kindOf(columnName(names[at] ?? ''));
  const isBesideTown = kindAt(index - 1) === 'town' || kindAt(index + 1) === 'town';
  return isBesideTown && !names.some((_, at) => kindAt(at) === 'postcode');
}

/** Whether a bare name has the number of a SKU without another title, as in `1_sku` and `1_name`: it is the item's. */
function isNameOfItem(names: readonly string[], { words, number, has }: ColumnName): boolean {
  if (words.length > 1 || !has('name') || number === undefined) return false;
  const numbered = names.map(columnName).filter((other) => other.number === number);
  return (
    numbered.some((other) => other.has('sku')) && !numbered.some((other) => other.has('title', 'variant'))
  );
}

/** Reads the columns of a file. `now` (ms since the epoch) decides between two ways to read a date. */
export function columnsOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  now: number,
  dates?: 'dmy' | 'mdy',
): Column[] {
  const instantBy = instantReader();
  const twice = namedTwice(names).map((name) => name.toLowerCase());
  const columns = names.flatMap((name, index): Column[] => {
    // A map cannot name a column without a name.
    if (name === '' || name.startsWith('_')) return [];
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    const read = columnName(name);
    const isFlag =
      cells.some((cell) => /\p{L}/u.test(cell)) && cells.every((cell) => yesOrNo(cell) !== undefined);
    const ofFlat = flatKind(read, name, kindOf(read), cells);
    const byName = isNameOfItem(names, read) ? 'title' : kindOf(read);
    const found = isBarePostcode(names, index, cells) ? 'postcode' : (ofFlat ?? byName);
    const named = ofFlat === undefined ? read : { ...read, unknown: [] };
    // A blank `Title` may be either.
    const isOfPerson =
      mayBeTitle.has(found) &&
      (cells.length > 0 || (named.has('title') && !named.has('line') && named.words.length === 1)) &&
      cells.every(isSalutation);
    const own = found === 'less' && isFlag ? 'mark' : isOfPerson ? 'aside' : kindByCells(found, named, cells);
    const isHeld = own === 'unknown' || own === 'aside' || ofRules.has(own);
    const kind = twice.includes(name.toLowerCase()) && !isHeld ? 'twice' : own;
    // Only orders were surely received before now.
    const style = dateStyleOf(cells, instantBy, now, kind === 'received', dates);
    // The day on which a status changed is none, and `Last updated` is no name.
    const isDay = (kind === 'status' || kind === 'last') && style !== undefined;
    const what = { kind: isDay ? ('aside' as const) : kind, side: sideOf(named), ofLine: named.has('line') };
    return [{ index, name, cells, rows: rows.length, named, dates: style, ...what }];
  });
  // `House number: Rose Cottage` in a file without another street.
  if (filledAs(columns, 'street').length > 0) return columns;
  const streets = filledAs(columns, 'houseNumber').filter((column) => areAll(column, /\p{L}{3}/u));
  return columns.map((column) => (streets.includes(column) ? { ...column, kind: 'street' } : column));
}

/** The columns of these kinds that have a value in some row. */
export const filledAs = (columns: readonly Column[], ...kinds: readonly Kind[]): Column[] =>
  columns.filter(({ kind, cells }) => kinds.includes(kind) && cells.length > 0);

/** Whether a column has values, and all of them are such. */
export const areAll = ({ cells }: Column, such: RegExp | ((cell: string) => boolean)): boolean =>
  cells.length > 0 && cells.every((cell) => (such instanceof RegExp ? such.test(cell) : such(cell)));

/** Whether the words of its name are all known, so that it says what the column is, and of the row's own goods. */
export const isPlain = ({ named }: Column): boolean => named.unknown.length === 0 && !named.has('further');

/** A cell of a row, trimmed. */
export const cellOf = (row: readonly string[], { index }: Column): string => (row[index] ?? '').trim();

/** Whether rows have nothing in any of the columns. */
export const isBlankIn = (rows: readonly (readonly string[])[], ...columns: readonly Column[]): boolean =>
  rows.every((row) => columns.every((column) => cellOf(row, column) === ''));

/** Whether all rows have the same in a column. */
export const isShared = ({ cells, rows }: Column): boolean =>
  cells.length === rows && new Set(cells).size === 1;

/** The different values of a column, in the order of the rows. */
export const valuesOf = ({ cells }: Column): string[] => [...new Set(cells)];

/** The values of a column that say something, and those that say that there is nothing. */
export const partedValues = (column: Column) => {
  const values = valuesOf(column);
  return { set: values.filter((value) => !isNothing(value)), nothing: values.filter(isNothing) };
};
