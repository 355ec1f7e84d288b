import { addAll } from '../../text/records.ts';
import { layoutOf } from '../document/layout.ts';
import { type Accounts, accountedFor } from '../mapping/accounted-columns.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { asList, type Columns, type Header } from '../mapping/header.ts';
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

/** The members that decide what is sent, by columns. */
const deciding = ['$keep', '$leaveOut', '$dropLines', '$statuses'];

/** The columns that a quantity is less. */
const countsIn = (entry: unknown): string[] => columnsOf({ column: (entry as MapMembers)?.less ?? [] });

/** The map without what reads columns that the file lacks, and those of them that decided what is sent. */
export function withoutAbsent(
  map: MapMembers,
  header: Header,
): { readonly map: MapMembers; readonly decided: readonly string[] } {
  const isThere = (name: string): boolean => header.find(name) !== undefined;
  const decided: string[] = [];
  const rulesOf = (member: string): unknown[] =>
    entriesOf<{ readonly column: Columns }>(map, member).flatMap((rule) => {
      const columns = asList(rule.column);
      const kept = columns.filter(isThere);
      if (kept.length === columns.length) return [rule];
      if (kept.length > 0) return [{ ...rule, column: kept }];
      if (deciding.includes(member)) addAll(decided, columns);
      return [];
    });
  const isFilled = (entry: unknown): boolean => columnsOf(entry).every(isThere);
  const listOf = (member: string): unknown[] | undefined => {
    if (member === '$notes') return entriesOf<string>(map, member).filter(isThere);
    if (member === '$items')
      return entriesOf<MapMembers>(map, member).filter((item) => Object.values(item).every(isFilled));
    return member === '$skipRows' || deciding.includes(member) ? rulesOf(member) : undefined;
  };
  const entries = Object.entries(map).flatMap(([member, entry]) => {
    const list = listOf(member);
    if (list !== undefined) return list.length === 0 ? [] : [[member, list] as const];
    if (member.startsWith('$') || isFilled(entry)) return [[member, entry] as const];
    addAll(
      decided,
      countsIn(entry).filter((name) => !isThere(name)),
    );
    return [];
  });
  return { map: Object.fromEntries(entries), decided: [...new Set(decided)] };
}
