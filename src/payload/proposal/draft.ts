import { planColumns } from '../csv/columns/column-plan.ts';
import { type Layout, layoutOf } from '../document/layout.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { extended } from '../mapping/mapping.ts';
import { readSettings } from '../mapping/set-fields.ts';
import { findPreset } from '../presets/find.ts';
import type { Reason } from '../reasons.ts';
import type { ReadingOptions } from '../types.ts';
import type { FieldProposals } from './entries.ts';
import type { Sample } from './sample.ts';
import type { DateMark, StatusColumn } from './status-columns.ts';

/** A map that is being made: what was proposed for a file, and what was answered since. */
export interface Draft {
  /** The preset that reads the file; then only what it lacks is here. */
  readonly extends?: string;
  readonly fields: FieldProposals;
  statuses: readonly StatusColumn[];
  readonly marks: readonly DateMark[];
  /** Rows to pass over, by what is in a column. */
  readonly skipRows: readonly { readonly column: string; readonly in: readonly string[] }[];
}

interface RuleEntry {
  readonly column: string;
  readonly in?: readonly string[];
  readonly empty?: boolean;
  readonly reason: Reason;
}

/** A person has to say what a word means that nobody knows; until then nothing is sent for it. */
const unknownMeans = 'on-hold';

function rulesOf({ statuses, marks }: Draft, perLine: boolean): RuleEntry[] {
  const ofStatus = statuses
    .filter((status) => status.perLine === perLine)
    .flatMap(({ column, values }) => {
      const reasons = new Map<Reason, string[]>();
      for (const { value, meaning = unknownMeans } of values)
        if (meaning !== 'send') reasons.set(meaning, [...(reasons.get(meaning) ?? []), value]);
      return [...reasons].map(([reason, found]) => ({ column: column.name, in: found, reason }));
    });
  const ofMarks = marks
    .filter((mark) => mark.perLine === perLine)
    .map(({ column, reason, whenEmpty }) => ({ column: column.name, empty: whenEmpty, reason }));
  return [...ofStatus, ...ofMarks];
}

/** What is to be sent, where a column always says so: a word that comes up later is not sent unseen. */
const keptOf = ({ statuses }: Draft): { column: string; in: string[] }[] =>
  statuses.flatMap(({ column, values, hasBlank, isFlag, perLine }) => {
    const sent = values.filter(({ meaning }) => meaning === 'send').map(({ value }) => value);
    return hasBlank || isFlag || perLine || sent.length === 0 ? [] : [{ column: column.name, in: sent }];
  });

/** The map as its file has it, the fields in the order of the service's. */
export function mapOf(draft: Draft, layout: Layout = layoutOf('order')): Readonly<Record<string, unknown>> {
  const lists = {
    $skipRows: draft.skipRows,
    $leaveOut: rulesOf(draft, false),
    $keep: keptOf(draft),
    $dropLines: rulesOf(draft, true),
  };
  return {
    ...(draft.extends === undefined ? {} : { $extends: draft.extends }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...Object.fromEntries(
      layout.ordered.flatMap(({ name }) => {
        const entry = draft.fields.get(name)?.entry;
        return entry === undefined ? [] : [[name, entry]];
      }),
    ),
  };
}

/** The required fields that the draft gives no source, nor the options do, by their names. */
export function missingIn(draft: Draft, { header, line }: Sample, options: ReadingOptions): string[] {
  const layout = layoutOf('order');
  const { preset: _preset, map: _map, ...rest } = options;
  const map = readMapFile(mapOf(draft, layout), layout);
  const preset = draft.extends === undefined ? undefined : findPreset(draft.extends, 'order');
  const plan = planColumns(header, line, {
    layout,
    options: rest,
    settings: readSettings(layout, options),
    map,
    mapping: preset === undefined ? map.mapping : extended(preset, map.mapping),
    ...(preset === undefined ? {} : { preset }),
  });
  return [...plan.absent];
}
