import { layoutOf } from '../document/layout.ts';
import { type Accounts, accountedFor } from '../mapping/accounted-columns.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { columnsOfPreset, type Preset } from '../presets/preset.ts';
import type { Column } from './profile.ts';
import type { MapMembers } from './questions.ts';

/** A column that a complete map lists as not needed: its name, or one that was blank in every row. */
export type Unused = string | { readonly column: string; readonly blank?: boolean };

/** The entries of a member of a map: one alone stands for a list. */
export const entriesOf = <Each>(map: MapMembers, member: string): readonly Each[] =>
  [map[member] ?? []].flat() as Each[];

/** The columns that the fields of a map, or its numbered items, are filled from. */
export const columnsOfMap = (map: MapMembers): string[] => [
  ...Object.entries(map).flatMap(([member, entry]) => (member.startsWith('$') ? [] : columnsOf(entry))),
  ...entriesOf<MapMembers>(map, '$items').flatMap((item) => Object.values(item).flatMap(columnsOf)),
];

/** What a map accounts for, with the preset that it extends, whatever it still asks. */
export function accountsOf({ $ask: _open, ...members }: MapMembers, preset?: Preset): Accounts {
  const { mapping } = readMapFile(members, layoutOf('order'));
  return accountedFor(mapping, preset && columnsOfPreset(preset));
}

/** The map without the columns that were blank when it was made and have values now: they are judged anew. */
export function withoutFilledBlanks(map: MapMembers, columns: readonly Column[]): MapMembers {
  if (map.$unused === undefined) return map;
  const isFilled = (name: string): boolean =>
    columns.some((column) => column.name.toLowerCase() === name.toLowerCase() && column.values.size > 0);
  const kept = entriesOf<Unused>(map, '$unused').filter(
    (each) => typeof each === 'string' || !isFilled(each.column),
  );
  return { ...map, $unused: kept };
}
