import { labelOf } from '../../text/field-words.ts';
import { present } from '../../text/records.ts';
import { layoutOf } from '../document/layout.ts';
import type { Reason } from '../document/reasons.ts';
import type { ReadingOptions } from '../document/types.ts';
import type { OrderPart } from './aliases/language.ts';
import type { Meaning } from './aliases/names.ts';
import { accountsOf } from './earlier-map.ts';
import type { Column, Row } from './profile.ts';
import { anyOf, type Choice, columnIn, type MapMembers, type Question, withMembers } from './questions.ts';
import { fits } from './shapes.ts';

/** A condition of a map's `$skipRows`, or a rule of its `$leaveOut` or `$dropLines`. */
export interface Rule {
  readonly column: string | readonly string[];
  readonly in?: readonly string[];
  readonly empty?: true;
  readonly filled?: true;
  readonly reason?: Reason;
}

export interface Start {
  readonly options: ReadingOptions;
  /** The map that is extended: an earlier one, a preset's `$extends`, or nothing. */
  readonly base: MapMembers;
  readonly columns: readonly Column[];
  /** The rows of orders, without titles and totals. */
  readonly rows: readonly Row[];
  /** The same by order. */
  readonly orders: readonly (readonly Row[])[];
  /** Whether the base, a preset or an option fills a field already. */
  isFilled(field: string): boolean;
  /** Whether the base or a preset accounts for a column already. */
  isAccounted(column: Column): boolean;
}

/** A map in the making: what has become of each column, and what is left to ask. */
export class Draft {
  readonly start: Start;
  map: MapMembers;
  readonly questions: Question[] = [];
  /** Columns that a field or a rule reads. */
  readonly used = new Set<Column>();
  /** Columns that a question is about. */
  readonly asked = new Set<Column>();
  readonly fields = new Map<string, unknown>();

  constructor(start: Start) {
    this.start = start;
    this.map = start.base;
  }

  /** Whether nothing has become of a column yet. */
  isFree(column: Column): boolean {
    return !this.used.has(column) && !this.asked.has(column) && !this.start.isAccounted(column);
  }

  /** Whether nothing is known of it by its name either. */
  isStrange(column: Column): boolean {
    return column.meanings.length === 0 && this.isFree(column);
  }

  /** The free columns whose whole name is known to mean one of these, blank ones too. */
  named(...such: readonly Meaning[]): Column[] {
    return this.start.columns.filter(
      (column) => this.isFree(column) && column.meanings.some((meaning) => such.includes(meaning)),
    );
  }

  /** Those whose name is known for this of the order. */
  ofOrder(part: OrderPart): Column[] {
    return this.named(`order ${part}`);
  }

  /** Whether a field still needs a source. */
  isOpen(field: string): boolean {
    return !this.fields.has(field) && !this.start.isFilled(field);
  }

  fill(field: string, entry: unknown, ...columns: readonly Column[]): void {
    this.fields.set(field, entry);
    for (const column of columns) this.used.add(column);
  }

  add(members: MapMembers, ...columns: readonly Column[]): void {
    this.map = withMembers(this.map, members);
    for (const column of columns) this.used.add(column);
  }

  /** Asks about columns. Those that an answer does not read are not needed: the question has shown them. */
  ask(id: string, question: string, columns: readonly Column[], choices: readonly Choice[]): void {
    const names = columns.map(({ name }) => name);
    const whole = choices.map(({ means, set }) => {
      const accounts = accountsOf(set);
      const others = names.filter((name) => !accounts.isKnown(name));
      return { means, set: others.length === 0 ? set : { ...set, $unused: others } };
    });
    this.questions.push({ id, question, columns: names, choices: whole });
    for (const column of columns) this.asked.add(column);
  }

  /**
   * Fills a field from the one column of these that has values, all of which fit, as `entryOf` says, or asks which it is. An
   * optional field is also filled from a column that is blank today. `beside`: columns that only some of these read too. Returns
   * the column.
   */
  choose(
    field: string,
    candidates: readonly Column[],
    entryOf: (column: Column) => unknown = ({ name }) => name,
    beside: readonly Column[] = [],
  ): Column | undefined {
    if (!this.isOpen(field)) return undefined;
    const fitting = candidates.filter((column) => fits(field, column));
    const filled = fitting.filter(({ cells }) => cells.length > 0);
    const [first, other] = filled;
    const isRequired = targetOf(field)?.required === true;
    const only = other === undefined ? (first ?? (isRequired ? undefined : fitting[0])) : undefined;
    if (only !== undefined) this.fill(field, entryOf(only), only);
    else if (other !== undefined)
      this.ask(
        field,
        `Which column has the ${labelOf(field)}: ${anyOf(filled)}?`,
        [...filled, ...beside],
        [
          ...filled.map((column) => ({ means: column.name, set: { [field]: entryOf(column) } })),
          ...(isRequired ? [] : [{ means: 'none of them', set: {} }]),
        ],
      );
    return only;
  }

  /** What fills a field here, or in the map that is extended. */
  sourceOf(field: string): unknown {
    return this.fields.get(field) ?? this.start.base[field];
  }

  /** Adds members to the answers about a field that fill it. */
  extendAnswers(field: string, more: (set: MapMembers) => MapMembers): void {
    const at = this.questions.findIndex(({ id }) => id === field);
    const question = this.questions[at];
    if (question === undefined) return;
    const choices = question.choices.map(({ means, set }) => ({
      means,
      set: field in set ? { ...set, ...more(set) } : set,
    }));
    this.questions[at] = { ...question, choices };
  }

  /** The column that fills a field as it is, or the first that a question gives for it. */
  columnFor(field: string): Column | undefined {
    const name = columnIn(this.sourceOf(field));
    const asked = this.questions.find(({ id }) => id === field)?.columns[0];
    return this.start.columns.find((column) => column.name === (name ?? asked));
  }

  /** The map as it is written: the questions first, then the rules, the fields in the service's order, and the unused columns. */
  finished(): MapMembers {
    const { $extends, $ask: before = [], $unused = [], ...members } = this.map;
    const order = [...targets.keys()];
    const rankOf = (name: string): number =>
      name.startsWith('$') ? -1 : order.includes(name) ? order.indexOf(name) : order.length;
    const entries = [...new Map([...Object.entries(members), ...this.fields])];
    const ids = new Set(this.questions.map(({ id }) => id));
    const kept = (before as readonly Question[]).filter(({ id }) => !ids.has(id));
    const open = [...kept, ...this.questions];
    return {
      ...present({ $extends }),
      ...(open.length === 0 ? {} : { $ask: open }),
      ...Object.fromEntries(entries.toSorted(([a], [b]) => rankOf(a) - rankOf(b))),
      $unused,
    };
  }
}

const targets = new Map(layoutOf('order').ordered.map((target) => [target.name, target]));

/** A field of an order. */
export const targetOf = (field: string) => targets.get(field);
