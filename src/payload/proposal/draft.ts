import { planColumns } from '../csv/column-plan.ts';
import { layoutOf } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';
import { readMoney } from '../fields/money.ts';
import { readSettings } from '../mapping/column-sources.ts';
import { spaced } from '../mapping/conditions.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { extended } from '../mapping/mapping.ts';
import { findPreset } from '../presets/find.ts';
import type { Kind, Side } from '../words/kinds.ts';
import { areAll, type Column, cellOf, filledAs, isBlankIn, isPlain } from './columns.ts';
import { type Answer, anyOf, type MapMembers, meantBy, type Question, type Rule } from './questions.ts';
import type { Sample } from './sample.ts';

/** A row of the file. */
export type Row = readonly string[];

/** Rows by what they have in a column. */
export function rowsBy(rows: readonly Row[], column: Column): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(cellOf(row, column));
    if (group === undefined) groups.set(cellOf(row, column), [row]);
    else group.push(row);
  }
  return groups;
}

type RuleList = '$skipRows' | '$leaveOut' | '$keep' | '$dropLines';

/** A map in the making: what is known of its file, and what has become of each column. */
export class Draft {
  readonly options: ReadingOptions;
  readonly columns: readonly Column[] = [];
  /** The rows of orders, without titles and totals. */
  readonly rows: readonly Row[] = [];
  /** The same by order. */
  readonly orders: readonly (readonly Row[])[] = [];
  /** The amounts in cents, which are read as a hundredth. */
  readonly minor = new Set<Column>();
  extends?: string;
  readonly rules: Readonly<Record<RuleList, Rule[]>> = {
    ...{ $skipRows: [], $leaveOut: [], $keep: [], $dropLines: [] },
  };
  items: readonly MapMembers[] = [];
  fields = new Map<string, unknown>();
  /** What the prices are in, where the service does not take it. */
  foreign?: string;
  questions: Question[] = [];
  readonly used = new Set<Column>();
  readonly asked = new Set<Column>();
  /** Columns that need no question although their names speak of something: the payer's, proven totals. */
  readonly aside = new Set<Column>();

  constructor(options: ReadingOptions) {
    this.options = options;
  }

  /** Takes in the file, once its rows are known to be orders. */
  take(file: Partial<Pick<Draft, 'columns' | 'rows' | 'orders'>>): this {
    return Object.assign(this, file);
  }

  /** A new draft for some columns of the same file, as if nothing had become of them. */
  apart(columns = this.columns): Draft {
    const { options, rows, orders } = this;
    return new Draft(options).take({ columns, rows, orders });
  }

  /** Whether nothing has become of a column yet. */
  isFree(column: Column): boolean {
    return ![this.used, this.asked, this.aside].some((known) => known.has(column));
  }

  /** Fills a field from columns; without an entry, from the first as it is. */
  fill(field: string, columns: Column | readonly Column[], entry?: unknown): void {
    const all = [columns].flat();
    this.fields.set(field, entry ?? all[0]?.name);
    for (const column of all) this.used.add(column);
  }

  /** Adds a rule about a column. */
  addRule(list: RuleList, column: Column, rule: Omit<Rule, 'column'>): void {
    this.rules[list].push({ column: column.name, ...rule });
    this.used.add(column);
  }

  /** Whether an answer to some question fills a field. */
  asksFor(field: string): boolean {
    return meantBy(this.questions).some((set) => field in set);
  }

  /** Asks about columns. */
  ask(columns: readonly Column[], id: string, question: string, ...answers: readonly Answer[]): void {
    const choices = answers.flatMap((answer) => (answer ? [{ means: answer[0], set: answer[1] ?? {} }] : []));
    this.questions.push({ id, question, choices, columns: columns.map(({ name }) => name) });
    for (const column of columns) this.asked.add(column);
  }

  /** Asks about one column, by its name. */
  askOf(column: Column, question: string, ...answers: readonly Answer[]): void {
    this.ask([column], column.name, question, ...answers);
  }

  /** Asks which of several columns fills a field. `question` ends before their names. */
  askWhich(
    field: string,
    question: string,
    columns: readonly Column[],
    entryOf: (column: Column) => unknown = ({ name }) => name,
  ): void {
    const choices = columns.map((column): Answer => [column.name, { [field]: entryOf(column) }]);
    this.ask(columns, field, `${question}: ${anyOf(columns)}?`, ...choices);
  }

  /** The columns of a kind that no field, rule or question uses yet. */
  freeOf(...kinds: readonly Kind[]): Column[] {
    return this.columns.filter(
      (column) => kinds.includes(column.kind) && column.side !== 'seller' && this.isFree(column),
    );
  }

  /** Those of them that have a value in some row. */
  filledOf(...kinds: readonly Kind[]): Column[] {
    return filledAs(this.freeOf(...kinds), ...kinds);
  }

  /** Whether some column of a kind and a side has values. */
  has(kind: Kind, side: Side): boolean {
    return filledAs(this.columns, kind).some((each) => each.side === side);
  }

  /** The column that fills a field as it is. */
  columnFor(field: string): Column | undefined {
    return this.columns.find(({ name }) => name === this.fields.get(field));
  }

  /** Whether a rule about the cells of a column holds in a row, or of several taken together. */
  isHeld({ column: names, in: values, empty }: Rule, ...rows: readonly Row[]): boolean {
    const read = this.columns.filter(({ name }) => [names].flat().includes(name));
    const cells = rows.flatMap((row) => read.map((column) => cellOf(row, column)));
    if (empty !== undefined) return cells.every((cell) => cell === '') === empty;
    return cells.some((cell) => values?.some((each) => each.toLowerCase() === cell.toLowerCase()));
  }

  /** Whether the rules so far leave out every order that has a value in a column. */
  isLeftOutAnyway(column: Column, value: string): boolean {
    const having = this.orders.filter((rows) => rows.some((row) => cellOf(row, column) === value));
    const others = this.rules.$leaveOut.filter((rule) => rule.column !== column.name);
    return having.length > 0 && having.every((rows) => others.some((rule) => this.isHeld(rule, ...rows)));
  }

  /** The likeliest of the columns that a question gives for a field. */
  askedFor(field: string): Column | undefined {
    const question = this.questions.find(({ id }) => id === field);
    return this.columns.find(({ name }) => name === question?.columns[0]);
  }

  /** Whether `--set` gives a field. */
  isSet(field: string): boolean {
    return this.options.set.some(([name]) => name === field);
  }

  /** Whether columns have the same cells in every row. */
  areSame(first: Column, other: Column): boolean {
    return this.rows.every((row) => cellOf(row, first) === cellOf(row, other));
  }

  /** Whether each filled cell of a column contains what the other has in its row, and some row has both. */
  containsAll(whole: Column, part: Column): boolean {
    if (whole === part) return false;
    const pairs = this.rows.map((row) => [cellOf(row, whole), cellOf(row, part)] as const);
    const both = pairs.filter(([cell, own]) => cell !== '' && own !== '');
    return both.length > 0 && both.every(([cell, own]) => cell !== own && spaced(cell).includes(spaced(own)));
  }

  /** The columns named best by `rank`. A name with an unknown word ranks below; those with the same cells count as one. */
  bestOf(candidates: readonly Column[], rank: (column: Column) => number): Column[] {
    const ranked = candidates
      .filter(({ cells }) => cells.length > 0)
      .map((column) => ({ column, rank: rank(column) - (isPlain(column) ? 0 : 100) }));
    const highest = Math.max(...ranked.map((each) => each.rank));
    const best = ranked.filter((each) => each.rank === highest).map(({ column }) => column);
    return best.filter((column, at) => best.findIndex((other) => this.areSame(other, column)) === at);
  }

  /** Whether the rows of some order differ in a column; a value only in the first row is the order's. */
  differsWithin(column: Column): boolean {
    return this.orders.some((rows) => {
      const [first = '', ...rest] = rows.map((row) => cellOf(row, column));
      return rest.some((cell) => cell !== first) && (first === '' || rest.some((cell) => cell !== ''));
    });
  }

  /** Whether some order has no value in a column. */
  isBlankSomewhere(column: Column): boolean {
    return this.orders.some((rows) => isBlankIn(rows, column));
  }

  /** Reads the amounts of a column; not a number where a cell is none. */
  amountReader(column: Column): (cell: string) => number {
    const decimal = decimalOf(column.cells) ?? this.options.decimal;
    const unit = this.minor.has(column) ? 100 : 1;
    return (cell) => Number(readMoney(cell, decimal)?.amount) / unit;
  }

  /** Reads the amounts of several columns in a row. */
  amountsReader(...columns: readonly Column[]): (row: Row) => number[] {
    const readers = columns.map((column) => this.amountReader(column));
    return (row) => columns.map((column, at) => readers[at]?.(cellOf(row, column)) ?? Number.NaN);
  }

  /** Whether a column has amounts, and nothing else. */
  isMoney(column: Column): boolean {
    const read = this.amountReader(column);
    return areAll(column, (cell) => !Number.isNaN(read(cell)));
  }
}

/** The map as written to its file, with the fields in the service's order. */
export function mapOf({ extends: base, rules, items, questions, fields }: Draft, unused: readonly string[]) {
  const lists = Object.entries<readonly unknown[]>({ $ask: questions, ...rules, $items: items });
  const names = layoutOf('order').ordered.flatMap(({ name }) => (fields.has(name) ? [name] : []));
  return {
    ...(base === undefined ? {} : { $extends: base }),
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    ...Object.fromEntries(names.map((name) => [name, fields.get(name)])),
    // Also if it is empty: a column of a later file is then one that nobody has judged.
    $unused: unused,
  } as MapMembers;
}

/** The names of required fields that have no source in the map, nor in its questions, nor in the options. */
export function missingIn(map: MapMembers, { header, line }: Sample, options: ReadingOptions): string[] {
  const layout = layoutOf('order');
  const { preset: _preset, map: _map, ...rest } = options;
  const { $ask = [], ...members } = map;
  const { mapping, extends: base } = readMapFile(members, layout);
  const preset = base === undefined ? undefined : findPreset(base, 'order');
  const { absent } = planColumns(header, line, {
    remedy: '',
    layout,
    options: rest,
    settings: readSettings(layout, options),
    mapping: preset === undefined ? mapping : extended(preset, mapping),
  });
  const sets = meantBy($ask as readonly Question[]);
  const itemsAsked = sets.flatMap(({ $items = [] }) => $items as readonly MapMembers[]);
  const asked = new Set([...sets, ...itemsAsked].flatMap((set) => Object.keys(set)));
  const bringsCurrency = JSON.stringify($ask).includes('"currency":true');
  const isAsked = (name: string): boolean =>
    asked.has(name) ||
    (name.startsWith('DeliveryAddress.') && asked.has('$deliveryFromBilling')) ||
    (name === 'Currency' && bringsCurrency) ||
    (name.endsWith('.Country') && asked.has(`${name}Code`));
  return [...absent].filter((name) => !isAsked(name));
}

/** The decimal mark of amounts; undefined if they do not tell it. */
export function decimalOf(cells: readonly string[]): 'point' | 'comma' | undefined {
  const [point, comma] = [
    /\.\d{1,2}(?!\d)|(?<!\d)0\.\d|\d{4}\.\d/,
    /,\d{1,2}(?!\d)|(?<!\d)0,\d|\d{4},\d/,
  ].map((decimals) => cells.some((cell) => decimals.test(cell)));
  if (point === comma) return undefined;
  return comma === true ? 'comma' : 'point';
}

/** Whether a number may be one of thousands, or have three decimals: `1.299`, `1,000`. */
export const mayBeThousands = (cell: string): boolean =>
  /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/.test(cell);
