import type { Reason } from '../document/reasons.ts';
import type { SkuMap } from '../document/types.ts';
import { readMoney } from '../fields/money.ts';
import { yesOrNo } from '../words/names.ts';
import { isNothing, verdictIn } from '../words/verdicts.ts';
import { type ColumnSource, columnsOf, type FieldSource, type Fields } from './field-source.ts';
import {
  asList,
  type Columns,
  findColumns,
  firstFilled,
  foldedText,
  type Header,
  isColumns,
} from './header.ts';

/** A condition on a column. Comparisons ignore case and surrounding spaces. */
type Test =
  /** With a blank text in the list, it also holds if the columns are blank in all rows, as with `empty`. */
  | { readonly in: readonly string[] }
  /** Not blank, and none of these. */
  | { readonly notIn: readonly string[]; readonly notSaying?: readonly Reason[] }
  /** A word that says this of an order, in any language. */
  | { readonly says: Reason }
  /** A yes or a no in any language; `not no` may be a yes that nobody knows. */
  | { readonly answers: 'yes' | 'no' | 'not no' }
  | { readonly contains: readonly string[] }
  /** One of these as whole words, whatever is between them. */
  | { readonly phrases: readonly string[] }
  | { readonly empty: boolean }
  /** An amount below zero, with a currency or without. */
  | { readonly negative: true }
  | { readonly nonZero: true }
  /** An amount other than zero, and no smaller than the one in this column of the row; signs do not count. */
  | { readonly atLeast: Columns }
  /** Several words in a column that has none in data: a row that explains the columns. */
  | { readonly words: true };

/**
 * A test of a row, or of all rows of an order. One of several columns is enough, except that `empty` needs all to be
 * empty. If the file has none of the columns, it never holds.
 */
export type Condition = Test & {
  readonly column: Columns;
  readonly unless?: Condition;
  readonly and?: Condition;
};

/**
 * A condition for leaving out, and the reason. In presets only: `always`, also if that reason is included, because there is
 * nothing to send; `partly`, that some of such an order has shipped, and the file does not say how much; `byLine`, that
 * what excepts an order from it is in one of its lines, and the rest in all rows.
 */
export type Rule = Condition & {
  readonly reason: Reason;
  readonly always?: true;
  readonly partly?: true;
  readonly byLine?: true;
};

type Cells = readonly string[];

/** A condition bound to a header. */
interface BoundCondition {
  /** Whether it holds for these rows. */
  holds(rows: readonly Cells[]): boolean;
  /** The same of some rows of an order, whatever the others are: nothing that depends on what they do not contain. */
  holdsOfSome(rows: readonly Cells[]): boolean;
  /** Whether it would hold but for what excepts these rows. */
  isExcepted(rows: readonly Cells[]): boolean;
  /** Whether a row contradicts it: its columns are not blank there, and it does not hold. */
  isContradicted(rows: readonly Cells[]): boolean;
}

const folded = (texts: readonly string[]): string[] => texts.map(foldedText);

/** Whether a condition holds if its columns are blank in all rows. */
const holdsIfBlank = (condition: Condition): boolean =>
  'in' in condition
    ? condition.in.some((text) => text.trim() === '')
    : 'empty' in condition && condition.empty;

/** The words of a text, with a space before and after each: a letter within another word proves nothing. */
export const spaced = (text: string): string => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;

/** Whether a text in lower case has one of the phrases, as whole words. */
export function phraseTest(phrases: readonly string[]): (text: string) => boolean {
  const wanted = folded(phrases).map(spaced);
  return (text) => {
    const words = spaced(text);
    return wanted.some((phrase) => words.includes(phrase));
  };
}

/** Whether a text is an amount below zero, such as `-5.00`, `-$5.00` or `$-5.00`. */
const isNegative = (text: string): boolean => /^[^\d-]{0,4}-[^\d-]{0,4}\d/.test(text) && /[1-9]/.test(text);

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

const saidBy = remembered(verdictIn);
const answerOf = remembered(yesOrNo);
const isNone = remembered(isNothing);

/** Whether a cell that is not blank passes, in its row. */
function cellTest(test: Test, header: Header): (text: string, cells: Cells) => boolean {
  if ('in' in test) {
    const wanted = new Set(folded(test.in));
    return (text) => wanted.has(text);
  }
  if ('notIn' in test) {
    const { notIn, notSaying = [] } = test;
    const unwanted = new Set(folded(notIn));
    return (text) => !unwanted.has(text) && !notSaying.some((reason) => saidBy(text) === reason);
  }
  if ('says' in test) return (text) => saidBy(text) === test.says;
  if ('answers' in test)
    return (text) => (test.answers === 'not no' ? !isNone(text) : answerOf(text) === test.answers);
  if ('contains' in test) {
    const parts = folded(test.contains);
    return (text) => parts.some((part) => text.includes(part));
  }
  if ('phrases' in test) return phraseTest(test.phrases);
  if ('negative' in test) return isNegative;
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
function bindCondition(condition: Condition, header: Header): BoundCondition | undefined {
  // A status that appears twice, for the order and for its line, counts wherever it is.
  const indexes = asList(condition.column).flatMap((name) => header.findAll(name));
  if (indexes.length === 0) return undefined;
  const passes = cellTest(condition, header);
  const passesIn = (cells: Cells): boolean =>
    indexes.some((index) => {
      const text = foldedText(cells[index] ?? '');
      return text !== '' && passes(text, cells);
    });
  const unless = condition.unless && bindCondition(condition.unless, header);
  const and = condition.and && bindCondition(condition.and, header);
  if (condition.and !== undefined && and === undefined) return undefined;
  const ifBlank = holdsIfBlank(condition);
  const needsBlank = ifBlank && !('in' in condition);
  const isBlank = (cells: Cells): boolean => firstFilled(cells, indexes) === '';
  const passesSome = (rows: readonly Cells[]): boolean =>
    !needsBlank && rows.some((cells) => passesIn(cells) && (and?.holds([cells]) ?? true));
  const excepts = (rows: readonly Cells[]): boolean => unless?.holds(rows) === true;
  const holds = (rows: readonly Cells[]): boolean =>
    (passesSome(rows) || (ifBlank && rows.every(isBlank) && (and?.holds(rows) ?? true))) && !excepts(rows);
  return {
    holds,
    holdsOfSome: (rows) => passesSome(rows) && !excepts(rows),
    isExcepted: (rows) => passesSome(rows) && excepts(rows),
    isContradicted: (rows) => rows.some((cells) => !isBlank(cells) && !holds([cells])),
  };
}

export type BoundRule = ReturnType<typeof bindRules>[number];

/** The statuses that other rules name, by themselves or by what they say, wherever in the columns of this rule they are. */
function namedElsewhere(rules: readonly Rule[], { column }: Rule) {
  const others = rules.filter((other) => {
    const known = asList(other.column);
    const isAlone = other.and === undefined && other.unless === undefined;
    return isAlone && asList(column).every((name) => known.includes(name));
  });
  return {
    values: others.flatMap((other) => ('in' in other ? other.in : [])),
    notSaying: others.flatMap((other) => ('says' in other ? other.says : [])),
  };
}

/**
 * Binds the rules whose columns are in the header. A rule for all statuses but some leaves alone those that other rules
 * name, so that an order is sent if its own reason is included.
 */
export const bindRules = (rules: readonly Rule[], header: Header) =>
  rules.flatMap((rule) => {
    /** Whether it matches every status that no other rule knows. */
    const isCatchAll = 'notIn' in rule;
    const { values, notSaying } = namedElsewhere(rules, rule);
    const whole = isCatchAll ? { ...rule, notIn: [...rule.notIn, ...values], notSaying } : rule;
    const bound = bindCondition(whole, header);
    const { reason, always = false, partly = false, byLine = false } = rule;
    return bound === undefined ? [] : [{ ...bound, reason, isCatchAll, always, partly, byLine }];
  });

/** Binds the conditions whose columns are in the header. */
export const bindConditions = (conditions: readonly Condition[], header: Header): BoundCondition[] =>
  conditions.flatMap((condition) => bindCondition(condition, header) ?? []);

/** How the columns of a file become documents: the combination of a preset and a `--map`. */
export interface Mapping {
  readonly fields: Fields;
  /** Several order lines in one row: the sources of each, which go before `fields`. */
  readonly items?: readonly Fields[];
  /** Only orders for which all of these hold are sent. */
  readonly keep?: readonly Condition[];
  readonly leaveOut?: readonly Rule[];
  readonly dropLines?: readonly Rule[];
  /** Rows that are not orders: titles, totals, footers. */
  readonly skipRows?: readonly Condition[];
  /** Rows for the order as a whole, which are not lines. */
  readonly orderRows?: readonly Condition[];
  /** The rows of items have the order's cells too, so they are complete without its own row. */
  readonly itemsRepeatOrder?: boolean;
  readonly sku?: SkuMap;
  /** Columns that are known to decide nothing: others tell what has become of an order. */
  readonly settled?: readonly string[];
  /** A blank delivery address becomes the billing address. */
  readonly deliveryFromBilling?: boolean;
}

/** A quantity that another mapping has from the same column, with the parts that it is less in both. */
function quantityOver({ fields: { Qty: base } }: Mapping, { fields: { Qty: own } }: Mapping): Fields {
  const isOfColumn = (source: FieldSource | undefined): source is ColumnSource =>
    typeof source === 'object' && 'column' in source;
  const over = own !== undefined && isColumns(own) ? { column: own } : own;
  if (!isOfColumn(base) || !isOfColumn(over)) return {};
  const namesIn = ({ column }: { readonly column: Columns }): string[] => asList(column).map(foldedText);
  const isSame = (one: { readonly column: Columns }, other: { readonly column: Columns }): boolean =>
    namesIn(one).some((name) => namesIn(other).includes(name));
  if (!isSame(base, over)) return {};
  const { less = [], left } = base;
  const others = (over.less ?? []).filter((part) => !less.some((each) => isSame(each, part)));
  return { Qty: { ...over, less: [...less, ...others], ...(left === undefined ? {} : { left }) } };
}

/** Puts a mapping over another: its fields replace the other's, its rules are added, and so is what its quantity is less. */
export const extended = (base: Mapping, own: Mapping): Mapping => ({
  ...base,
  ...own,
  fields: { ...base.fields, ...own.fields, ...quantityOver(base, own) },
  keep: [...(base.keep ?? []), ...(own.keep ?? [])],
  leaveOut: [...(base.leaveOut ?? []), ...(own.leaveOut ?? [])],
  dropLines: [...(base.dropLines ?? []), ...(own.dropLines ?? [])],
  skipRows: [...(base.skipRows ?? []), ...(own.skipRows ?? [])],
  orderRows: [...(base.orderRows ?? []), ...(own.orderRows ?? [])],
  sku: { ...base.sku, ...own.sku },
  settled: [...(base.settled ?? []), ...(own.settled ?? [])],
});

/** The columns that a condition reads. */
export const columnsOfCondition = (condition: Condition): string[] => [
  ...asList(condition.column),
  ...('atLeast' in condition ? asList(condition.atLeast) : []),
  ...[condition.unless, condition.and].flatMap((other) =>
    other === undefined ? [] : columnsOfCondition(other),
  ),
];

/** All conditions that decide on rows and orders. */
export const conditionsOf = (mapping: Omit<Mapping, 'fields'>): readonly Condition[] => {
  const { keep = [], leaveOut = [], dropLines = [], skipRows = [], orderRows = [] } = mapping;
  return [...keep, ...leaveOut, ...dropLines, ...skipRows, ...orderRows];
};

/** All columns that a mapping reads, or decides by, or knows to decide nothing; in lower case. */
export function columnsRead({ fields, items = [], settled = [], ...rest }: Mapping): Set<string> {
  const sources = [fields, ...items].flatMap((each) => Object.values(each));
  const names = [
    ...settled,
    ...sources.flatMap(columnsOf),
    ...conditionsOf(rest).flatMap(columnsOfCondition),
  ];
  return new Set(names.map((name) => name.toLowerCase()));
}
