import { planColumns } from '../csv/column-plan.ts';
import { type Layout, layoutOf } from '../document/layout.ts';
import type { Reason } from '../document/reasons.ts';
import type { ReadingOptions } from '../document/types.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { extended } from '../mapping/mapping.ts';
import { readSettings } from '../mapping/set-fields.ts';
import { findPreset } from '../presets/find.ts';
import type { Column } from './columns.ts';
import type { Sample } from './sample.ts';

/** Members of a map. */
export type MapMembers = Readonly<Record<string, unknown>>;

/** An answer to a question: `set` holds the members of the map that it means. */
export interface Choice {
  readonly means: string;
  readonly set: MapMembers;
}

/** What neither the header nor the rows decide. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly columns: readonly string[];
  readonly choices: readonly Choice[];
}

/** A rule of a map's `$leaveOut` or `$dropLines`, or a condition of its `$keep` or `$skipRows`. */
export interface Rule {
  readonly column: string | readonly string[];
  readonly in?: readonly string[];
  readonly empty?: boolean;
  readonly reason?: Reason;
}

type RuleList = '$skipRows' | '$leaveOut' | '$keep' | '$dropLines';

/** A map in the making, with what has become of each column. */
export interface Draft {
  extends?: string;
  readonly fields: Map<string, unknown>;
  readonly rules: Readonly<Record<RuleList, Rule[]>>;
  items: readonly MapMembers[];
  readonly questions: Question[];
  readonly used: Set<Column>;
  readonly asked: Set<Column>;
  /** Columns that need no question although their names speak of something: the payer's, proven totals. */
  readonly aside: Set<Column>;
}

/** An empty draft. */
export const newDraft = (): Draft => ({
  fields: new Map(),
  rules: { $skipRows: [], $leaveOut: [], $keep: [], $dropLines: [] },
  items: [],
  questions: [],
  used: new Set(),
  asked: new Set(),
  aside: new Set(),
});

/** Fills a field from columns. */
export function fill(draft: Draft, field: string, entry: unknown, columns: readonly Column[]): void {
  draft.fields.set(field, entry);
  for (const column of columns) draft.used.add(column);
}

/** Adds a rule about a column. */
export function addRule(draft: Draft, list: RuleList, rule: Rule, ...columns: readonly Column[]): void {
  draft.rules[list].push(rule);
  for (const column of columns) draft.used.add(column);
}

/** Asks about columns. */
export function ask(draft: Draft, columns: readonly Column[], question: Omit<Question, 'columns'>): void {
  draft.questions.push({ ...question, columns: columns.map(({ name }) => name) });
  for (const column of columns) draft.asked.add(column);
}

/** The map with a question answered: lists are added to, and the question is gone. */
export function answered(map: MapMembers, question: Question, choice: Choice): MapMembers {
  const open = (map.$ask as readonly Question[]).filter(({ id }) => id !== question.id);
  const { $ask: _open, ...rest } = map;
  const set = Object.entries(choice.set).map(([member, value]) => {
    const known = rest[member];
    return [member, Array.isArray(value) && Array.isArray(known) ? [...known, ...value] : value] as const;
  });
  return { ...(open.length === 0 ? {} : { $ask: open }), ...rest, ...Object.fromEntries(set) };
}

/** The map as written to its file, with the fields in the service's order. */
export function mapOf(
  draft: Draft,
  unused: readonly string[],
  layout: Layout = layoutOf('order'),
): MapMembers {
  const lists = { ...draft.rules, $items: draft.items, $ask: draft.questions, $unused: unused };
  const { $ask, $unused, ...others } = lists;
  const filled = (each: object): object =>
    Object.fromEntries(Object.entries(each).filter(([, list]) => (list as readonly unknown[]).length > 0));
  return {
    ...(draft.extends === undefined ? {} : { $extends: draft.extends }),
    ...filled({ $ask }),
    ...filled(others),
    ...Object.fromEntries(
      layout.ordered.flatMap(({ name }) => (draft.fields.has(name) ? [[name, draft.fields.get(name)]] : [])),
    ),
    ...filled({ $unused }),
  };
}

/** The names of required fields that have no source in the map, nor in its questions, nor in the options. */
export function missingIn(map: MapMembers, { header, line }: Sample, options: ReadingOptions): string[] {
  const layout = layoutOf('order');
  const { preset: _preset, map: _map, ...rest } = options;
  const { $ask = [], ...members } = map;
  const { mapping, extends: base } = readMapFile(members, layout);
  const preset = base === undefined ? undefined : findPreset(base, 'order');
  const { absent } = planColumns(header, line, {
    layout,
    options: rest,
    settings: readSettings(layout, options),
    mapping: preset === undefined ? mapping : extended(preset, mapping),
  });
  const asked = new Set(
    ($ask as readonly Question[]).flatMap(({ choices }) =>
      choices.flatMap(({ set }) => [
        ...Object.keys(set),
        ...((set.$items ?? []) as readonly MapMembers[]).flatMap((item) => Object.keys(item)),
      ]),
    ),
  );
  const bringsCurrency = JSON.stringify($ask).includes('"currency":true');
  const isAsked = (name: string): boolean =>
    asked.has(name) ||
    (name === 'Currency' && bringsCurrency) ||
    (name.endsWith('.Country') && asked.has(`${name}Code`));
  return [...absent].filter((name) => !isAsked(name));
}
