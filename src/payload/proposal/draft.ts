import { planColumns } from '../csv/column-plan.ts';
import { type Layout, layoutOf } from '../document/layout.ts';
import type { Reason } from '../document/reasons.ts';
import type { ReadingOptions } from '../document/types.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { extended } from '../mapping/mapping.ts';
import { readSettings } from '../mapping/set-fields.ts';
import { findPreset } from '../presets/find.ts';
import type { FieldProposals } from './entries.ts';
import type { Sample } from './sample.ts';
import type { DateMark, StatusColumn } from './status-column.ts';

/** A map in progress: the proposal for a file, with the answers so far. */
export interface Draft {
  /** The preset that reads the file; the draft then contains only additions to it. */
  readonly extends?: string;
  readonly fields: FieldProposals;
  statuses: readonly StatusColumn[];
  readonly marks: readonly DateMark[];
  /** Rows to skip, by the value in a column. */
  readonly skipRows: readonly { readonly column: string; readonly in: readonly string[] }[];
}

interface RuleEntry {
  readonly column: string;
  readonly in?: readonly string[];
  readonly empty?: boolean;
  readonly reason: Reason;
}

/** Orders with an unknown status are left out until the user decides. */
const unknownMeans = 'on-hold';

function rulesOf({ statuses, marks }: Draft, perLine: boolean): RuleEntry[] {
  const ofStatus = statuses
    .filter((status) => status.perLine === perLine)
    .flatMap(({ column, values, expected }) => {
      const reasons = new Map<Reason, string[]>();
      for (const { value, meaning = unknownMeans } of [...values, ...expected])
        if (meaning !== 'send') reasons.set(meaning, [...(reasons.get(meaning) ?? []), value]);
      return [...reasons].map(([reason, found]) => ({ column: column.name, in: found, reason }));
    });
  const ofMarks = marks
    .filter((mark) => mark.perLine === perLine)
    .map(({ column, reason, whenEmpty }) => ({ column: column.name, empty: whenEmpty, reason }));
  return [...ofStatus, ...ofMarks];
}

/**
 * The statuses to send, so that a new status is not sent unnoticed. Where it is each line that is left out, or nothing is
 * sent, they are all known ones.
 */
const keptOf = ({ statuses }: Draft): { column: string; in: string[] }[] =>
  statuses.flatMap(({ column, values, expected, hasBlank, isOpen, perLine }) => {
    if (isOpen) return [];
    const sent = values.filter(({ meaning }) => meaning === 'send');
    const kept = perLine ? [...values, ...expected] : sent.length > 0 || hasBlank ? sent : values;
    return [{ column: column.name, in: [...kept.map(({ value }) => value), ...(hasBlank ? [''] : [])] }];
  });

/** The map as written to its file, with the fields in the service's order. */
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

/** The names of required fields without a source in the draft or the options. */
export function missingIn(draft: Draft, { header, line }: Sample, options: ReadingOptions): string[] {
  const layout = layoutOf('order');
  const { preset: _preset, map: _map, ...rest } = options;
  const { mapping } = readMapFile(mapOf(draft, layout), layout);
  const preset = draft.extends === undefined ? undefined : findPreset(draft.extends, 'order');
  const plan = planColumns(header, line, {
    layout,
    options: rest,
    settings: readSettings(layout, options),
    mapping: preset === undefined ? mapping : extended(preset, mapping),
  });
  return [...plan.absent];
}
