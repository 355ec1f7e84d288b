import { parseInstant } from '../../text/time/time.ts';
import { formatInZone, warehouseZone } from '../../text/time/zone.ts';
import { type DocumentProblem, problemOfColumn } from '../document/reading.ts';
import type { Reason } from '../document/reasons.ts';
import type { ReadingOptions } from '../document/types.ts';
import { isCellError } from '../fields/cells.ts';
import { dateReader } from '../fields/dates.ts';
import { readMoney } from '../fields/money.ts';
import { isNothing, yesOrNo } from '../words/answers.ts';
import { speaksOfStopping } from '../words/states.ts';
import { asList, type Columns, cellAt, findColumns, firstFilled, foldedText, type Header } from './header.ts';

/** A condition on a column. Comparisons ignore case and surrounding spaces. */
type Test =
  /** With a blank text in the list, it also holds if the columns are blank in all rows, as with `empty`. */
  | { readonly in: readonly string[] }
  /** One of these; a blank text counts only in the first row of an order. */
  | { readonly states: readonly string[] }
  /** Not blank, and none of these. */
  | { readonly notIn: readonly string[] }
  /** A yes or a no in any language; `not no` may be a yes that nobody knows. */
  | { readonly answers: 'yes' | 'no' | 'not no' }
  | { readonly contains: readonly string[] }
  /** One of these as whole words, whatever is between them. */
  | { readonly phrases: readonly string[] }
  /** It speaks of cancelling, holding or refunding, or of not sending. */
  | { readonly stops: true }
  | { readonly empty: boolean }
  /** Its day, in one of these formats, is later than today. */
  | { readonly future: readonly string[] }
  /** An amount below zero, with a currency or without. */
  | { readonly negative: true }
  | { readonly nonZero: true }
  /** An amount other than zero, and no smaller than the one in this column of the row; signs do not count. */
  | { readonly atLeast: Columns }
  /** Several words in a column that has none in data: a row that explains the columns. */
  | { readonly words: true };

/** A test of a row, or of all of an order: one of its columns is enough, but `empty` needs all; false without any. */
export type Condition = Test & {
  readonly column: Columns;
  readonly unless?: Condition;
  readonly and?: Condition;
};

/**
 * A condition for leaving out, and the reason. In presets only: `always`, also if that reason is included, because there is
 * nothing to send; `partly`, that some of such an order has shipped, and the file does not say how much.
 */
export type Rule = Condition & {
  readonly reason: Reason;
  readonly always?: true;
  readonly partly?: true;
};

type Cells = readonly string[];

interface BoundCondition {
  holds(rows: readonly Cells[]): boolean;
  /** Whether a row contradicts it: its columns are not blank there, and it does not hold. */
  isContradicted(rows: readonly Cells[]): boolean;
  /** Whether it holds for what is filled, and all that is there says that there is nothing: `-`, `N/A`. */
  saysNothing(rows: readonly Cells[]): boolean;
}

const folded = (texts: readonly string[]): string[] => texts.map(foldedText);

const hasBlank = (texts: readonly string[]): boolean => texts.some((text) => text.trim() === '');

/** The words of a text, with a space before and after each: a letter within another word proves nothing. */
const spaced = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;

/** The size of an amount; not a number if the text is none. */
const sizeOf = (text: string): number =>
  Math.abs(Number((readMoney(text, 'point') ?? readMoney(text, 'comma'))?.amount));

/** The same, remembering what it has read: a file has few statuses. */
function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (known.size > 100) known.clear();
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text) as Value;
  };
}

const answerOf = remembered(yesOrNo);
/** Whether a cell says that there is nothing: `-`, `N/A`. */
export const isNone = remembered(isNothing);

/** Whether a row has nothing but a text that asks not to ship. */
export function isAppeal(cells: Cells): boolean {
  const [only = '', other] = cells.filter((cell) => cell.trim() !== '');
  return other === undefined && speaksOfStopping(only);
}

/** Whether a cell that is not blank passes, in its row. */
function cellTest(test: Test, header: Header, clock: Clock): (text: string, cells: Cells) => boolean {
  if ('in' in test || 'states' in test) {
    const wanted = new Set(folded('in' in test ? test.in : test.states));
    return (text) => wanted.has(text);
  }
  if ('future' in test) {
    const isFuture = futureDays(test.future, clock);
    return (text) => isFuture(text) === true;
  }
  if ('notIn' in test) {
    const unwanted = new Set(folded(test.notIn));
    return (text) => !unwanted.has(text);
  }
  if ('answers' in test)
    return (text) => (test.answers === 'not no' ? !isNone(text) : answerOf(text) === test.answers);
  if ('contains' in test) {
    const parts = folded(test.contains);
    return (text) => parts.some((part) => text.includes(part));
  }
  if ('phrases' in test) {
    const wanted = folded(test.phrases).map(spaced);
    return (text) => wanted.some((phrase) => spaced(text).includes(phrase));
  }
  if ('stops' in test) return speaksOfStopping;
  // `-5.00`, `-$5.00` or `$-5.00`.
  if ('negative' in test) return (text) => /^[^\d-]{0,4}-[^\d-]{0,4}\d/.test(text) && /[1-9]/.test(text);
  if ('nonZero' in test) return (text) => /[1-9]/.test(text);
  if ('atLeast' in test) {
    const others = findColumns(header, test.atLeast);
    return (text, cells) => {
      const size = sizeOf(text);
      return size > 0 && size >= sizeOf(firstFilled(cells, others));
    };
  }
  if ('words' in test) return (text) => /\s/.test(text);
  return () => true;
}

/** Binds a condition to a header; undefined if it can never hold, because the columns are missing. */
function bindCondition(condition: Condition, header: Header, clock: Clock): BoundCondition | undefined {
  // A status that appears twice, for the order and for its line, counts wherever it is.
  const indexes = asList(condition.column).flatMap((name) => header.findAll(name));
  if (indexes.length === 0) return undefined;
  const passes = cellTest(condition, header, clock);
  const passesIn = (cells: Cells): boolean =>
    indexes.some((index) => {
      const text = foldedText(cells[index] ?? '');
      return text !== '' && passes(text, cells);
    });
  const unless = condition.unless && bindCondition(condition.unless, header, clock);
  const and = condition.and && bindCondition(condition.and, header, clock);
  if (condition.and !== undefined && and === undefined) return undefined;
  const needsBlank = 'empty' in condition && condition.empty;
  const ifBlank = needsBlank || ('in' in condition && hasBlank(condition.in));
  const ifFirstBlank = 'states' in condition && hasBlank(condition.states);
  const isBlank = (cells: Cells): boolean => firstFilled(cells, indexes) === '';
  const passesSome = (rows: readonly Cells[]): boolean =>
    !needsBlank && rows.some((cells) => passesIn(cells) && (and?.holds([cells]) ?? true));
  const passesBlank = (rows: readonly Cells[]): boolean =>
    (ifBlank && rows.every(isBlank)) || (ifFirstBlank && rows.slice(0, 1).some(isBlank));
  const holds = (rows: readonly Cells[]): boolean =>
    (passesSome(rows) || (passesBlank(rows) && (and?.holds(rows) ?? true))) && unless?.holds(rows) !== true;
  return {
    holds,
    isContradicted: (rows) => rows.some((cells) => !isBlank(cells) && !holds([cells])),
    saysNothing: (rows) =>
      'empty' in condition &&
      !condition.empty &&
      rows.every((cells) => indexes.every((index) => isNone(cells[index] ?? ''))),
  };
}

export type BoundRule = ReturnType<typeof bindRules>[number];

/** The statuses that other rules name by themselves, wherever in the columns of this rule they are. */
const namedElsewhere = (rules: readonly Rule[], { column }: Rule): readonly string[] =>
  rules.flatMap((other) => {
    const known = asList(other.column);
    const isAlone = other.and === undefined && other.unless === undefined;
    if (!isAlone || !asList(column).every((name) => known.includes(name))) return [];
    return 'in' in other ? other.in : 'states' in other ? other.states : [];
  });

/**
 * Binds the rules whose columns are in the header. A rule for all statuses but some leaves alone those that other rules
 * name, so that an order is sent if its own reason is included, and those that a map says ship.
 */
export const bindRules = (
  rules: readonly Rule[],
  header: Header,
  clock: Clock,
  shipping: readonly { readonly column: string; readonly values: readonly string[] }[] = [],
) =>
  rules.flatMap((rule) => {
    /** Whether it matches every status that no other rule knows. */
    const isCatchAll = 'notIn' in rule;
    const names = asList(rule.column).map((name) => name.toLowerCase());
    const ships = shipping.flatMap((each) => (names.includes(each.column.toLowerCase()) ? each.values : []));
    const whole = isCatchAll
      ? { ...rule, notIn: [...rule.notIn, ...namedElsewhere(rules, rule), ...ships] }
      : rule;
    const condition = bindCondition(whole, header, clock);
    const { reason, always = false, partly = false } = rule;
    return condition === undefined ? [] : [{ ...condition, reason, isCatchAll, always, partly }];
  });

/** Binds the conditions whose columns are in the header. */
export const bindConditions = (
  conditions: readonly Condition[],
  header: Header,
  clock: Clock,
): BoundCondition[] => conditions.flatMap((condition) => bindCondition(condition, header, clock) ?? []);

/** The columns that a condition reads. */
export const columnsOfCondition = (condition: Condition): string[] => [
  ...asList(condition.column),
  ...('atLeast' in condition ? asList(condition.atLeast) : []),
  ...[condition.unless, condition.and].flatMap((other) =>
    other === undefined ? [] : columnsOfCondition(other),
  ),
];

/** Finds the days in a row that conditions about the future need, and that are in none of their formats. */
export function unreadDays(conditions: readonly Condition[], header: Header, clock: Clock) {
  const columns = conditions.flatMap((condition) => {
    if (!('future' in condition)) return [];
    const isFuture = futureDays(condition.future, clock);
    const expected = `a date in the format ${condition.future.join(' or ')}`;
    const indexes = asList(condition.column).flatMap((name) => header.findAll(name));
    return indexes.map((index) => ({ index, isFuture, expected }));
  });
  return (cells: readonly string[], line = 0): DocumentProblem[] =>
    columns.flatMap(({ index, isFuture, expected }) => {
      const [column, found] = [header.names[index] as string, cellAt(cells, index)];
      if (found === '' || isFuture(found) !== undefined) return [];
      const message = `${column} is ${found}, which is not ${expected}`;
      return [problemOfColumn({ line, column, found }, expected, message)];
    });
}

/** The time, and the zone in which it is a day: without one, that of the warehouses. */
export type Clock = Pick<ReadingOptions, 'now' | 'timezone' | 'decided'>;

const dayLength = 'YYYY-MM-DD'.length;

/** Tells whether the day in a cell is later than today; undefined if the cell is in none of the formats. */
function futureDays(formats: readonly string[], { now, timezone = warehouseZone, decided }: Clock) {
  const read = dateReader(formats, 'start');
  const today = formatInZone(now, timezone).slice(0, dayLength);
  return (text: string): boolean | undefined => {
    // A cell that was folded to small letters.
    const found = read(text.trim().toUpperCase());
    if (isCellError(found)) return undefined;
    const isLocal = found.length === 'YYYY-MM-DDTHH:mm:ss'.length;
    const instant = parseInstant(isLocal ? `${found}Z` : found);
    if (Number.isNaN(instant)) return undefined;
    decided?.('timezone');
    const day = isLocal ? found : formatInZone(instant, timezone);
    return day.slice(0, dayLength) > today;
  };
}
