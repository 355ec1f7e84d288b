import type { Reason } from '../payload/document/reasons.ts';
import { columnsOf } from '../payload/mapping/field-source.ts';
import { foldedText } from '../payload/mapping/header.ts';
import { entriesOf, type Unused } from '../payload/proposal/earlier-map.ts';
import { priceChoices } from '../payload/proposal/prices.ts';
import type { Column } from '../payload/proposal/profile.ts';
import { type Choice, type MapMembers, type Question, withMembers } from '../payload/proposal/questions.ts';
import { knownStatuses, type Status } from '../payload/proposal/states.ts';
import { dayRules, readings } from '../payload/proposal/times.ts';

/** What becomes of an order, or of a line, with a value of a status. */
export type Outcome = 'ship' | Reason;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The map without what is left empty, except `$unused`, which makes it complete. */
const withoutEmpty = (map: MapMembers): MapMembers =>
  Object.fromEntries(
    Object.entries(map).filter(
      ([member, value]) => member === '$unused' || !Array.isArray(value) || value.length > 0,
    ),
  );

const reads = (part: unknown, name: string): boolean => columnsOf(part).some((each) => isSame(each, name));

/** The members that are lists of columns, or of what reads them. */
const lists = ['$keep', '$leaveOut', '$dropLines', '$skipRows', '$statuses', '$notes', '$unused'];

/**
 * The map without whatever names a column: fields, rules and entries of lists. What else these named is open again, and so
 * it is proposed anew or asked.
 */
export function withoutColumn(map: MapMembers, name: string): MapMembers {
  const edited = Object.entries(map).flatMap(([member, value]): [string, unknown][] => {
    if (lists.includes(member))
      return [[member, entriesOf(map, member).filter((entry) => !reads(entry, name))]];
    if (member === '$items') {
      const items = entriesOf<MapMembers>(map, member).map((item) =>
        Object.entries(item).filter(([, entry]) => !reads(entry, name)),
      );
      return [[member, items.filter((item) => item.length > 0).map((item) => Object.fromEntries(item))]];
    }
    return member.startsWith('$') || !reads(value, name) ? [[member, value]] : [];
  });
  return withoutEmpty(Object.fromEntries(edited));
}

const nameOf = (unused: Unused): string => (typeof unused === 'string' ? unused : unused.column);

/** The columns that a map lists as not needed, and those that are only known to be blank. */
export function unusedIn(map: MapMembers): { readonly unneeded: string[]; readonly blank: string[] } {
  const all = entriesOf<Unused>(map, '$unused');
  const isName = (each: Unused): boolean => typeof each === 'string';
  return {
    unneeded: all.filter(isName).map(nameOf),
    blank: all.filter((each) => !isName(each)).map(nameOf),
  };
}

/** A column is not needed, whatever it says. */
export const asUnused = (map: MapMembers, { name }: Column): MapMembers =>
  withMembers(withoutColumn(map, name), { $unused: [name] });

/** A column is a note for people. */
export const asNote = (map: MapMembers, { name }: Column): MapMembers =>
  withMembers(withoutColumn(map, name), { $notes: [name] });

/** A column is a status: its values say what becomes of an order, or of a line. What is known of it stays. */
export function asStatus(map: MapMembers, column: Column, ofLine: boolean): MapMembers {
  if (statusIn(map, column.name) !== undefined) return map;
  return withMembers(withoutColumn(map, column.name), { $statuses: [knownStatuses(column, ofLine)] });
}

/** Leaves out rows, lines or orders by a column's values. The others seen ship, as a status: a new one is an error. */
export function asRule(
  map: MapMembers,
  list: '$skipRows' | '$leaveOut' | '$dropLines',
  { name, values, blanks }: Column,
  reason: Reason | undefined,
  chosen: readonly string[] = [],
): MapMembers {
  const base = withoutColumn(map, name);
  if (chosen.length === 0 || chosen.length === values.size) {
    const rule = { column: name, filled: true, ...(reason === undefined ? {} : { reason }) };
    return withMembers(base, { [list]: [rule] });
  }
  const ship = [...values.keys()].filter((value) => !chosen.includes(value));
  const status: Status = { column: name, ship: blanks > 0 ? [...ship, ''] : ship };
  if (list === '$skipRows')
    return withMembers(base, { $skipRows: [{ column: name, in: chosen }], $statuses: [status] });
  const leaveOut = { [reason ?? 'on-hold']: chosen };
  return withMembers(base, {
    $statuses: [{ ...status, leaveOut, ...(list === '$dropLines' ? { of: 'line' } : {}) }],
  });
}

/** The ways to read a column as a day before which an order must not leave; none if its values are no days. */
export const asDay = (map: MapMembers, column: Column): Choice[] =>
  dayRules(column).map(({ means, rule }) => ({
    means: `${column.name}${means}`,
    set: withMembers(withoutColumn(map, column.name), { $leaveOut: [rule] }),
  }));

/** What a map knows of a column that is a status, as one entry. */
export function statusIn(map: MapMembers, name: string): Status | undefined {
  const own = entriesOf<Status>(map, '$statuses').filter(({ column }) => isSame(column, name));
  const [first] = own;
  if (first === undefined) return undefined;
  const leaveOut: Partial<Record<Reason, string[]>> = {};
  for (const entry of own)
    for (const [reason, values] of Object.entries(entry.leaveOut ?? {}))
      leaveOut[reason as Reason] = [...(leaveOut[reason as Reason] ?? []), ...values];
  return {
    column: first.column,
    ship: own.flatMap(({ ship = [] }) => ship),
    ...(Object.keys(leaveOut).length === 0 ? {} : { leaveOut }),
    ...(own.some(({ of }) => of === 'line') ? { of: 'line' as const } : {}),
  };
}

/** The columns that a map knows as statuses. */
export function statusNames(map: MapMembers): string[] {
  const names = entriesOf<Status>(map, '$statuses').map(({ column }) => column);
  return names.filter((name, at) => names.findIndex((other) => isSame(other, name)) === at);
}

const holds = (values: readonly string[], value: string): boolean =>
  values.some((each) => foldedText(each) === foldedText(value));

/** What a status says of a value; undefined if nobody has said it. */
export function outcomeIn({ ship = [], leaveOut = {} }: Status, value: string): Outcome | undefined {
  const reasons = Object.entries(leaveOut) as [Reason, readonly string[]][];
  return reasons.find(([, values]) => holds(values, value))?.[0] ?? (holds(ship, value) ? 'ship' : undefined);
}

/** The map with what becomes of an order with one of these values of a status, in place of what it said of them. */
export function withOutcome(map: MapMembers, name: string, values: readonly string[], outcome: Outcome) {
  const status = statusIn(map, name);
  if (status === undefined) return map;
  const others = (known: readonly string[]): string[] => known.filter((each) => !holds(values, each));
  const ship = [...others(status.ship ?? []), ...(outcome === 'ship' ? values : [])];
  const known = (status.leaveOut ?? {}) as Record<Reason, readonly string[]>;
  const reasons = new Set([...Object.keys(known), outcome] as Outcome[]);
  const leaveOut = [...reasons].flatMap((reason) => {
    if (reason === 'ship') return [];
    const left = [...others(known[reason] ?? []), ...(outcome === reason ? values : [])];
    return left.length === 0 ? [] : [[reason, left] as const];
  });
  const edited = { ...status, ship, leaveOut: Object.fromEntries(leaveOut) };
  const statuses = statusNames(map).map((each) => (isSame(each, name) ? edited : statusIn(map, each)));
  return { ...map, $statuses: statuses };
}

/** The map with members that fill a field; a column that they read is needed after all. */
export function withSource(map: MapMembers, set: MapMembers): MapMembers {
  const names = new Set(Object.values(set).flatMap(columnsOf).map(foldedText));
  const unused = entriesOf<Unused>(map, '$unused').filter((each) => !names.has(foldedText(nameOf(each))));
  return { ...map, ...('$unused' in map ? { $unused: unused } : {}), ...set };
}

/** The map without a source for a field; columns that nothing else reads are not needed. */
export function withoutSource(map: MapMembers, field: string): MapMembers {
  const { [field]: entry, ...rest } = map;
  const others = Object.values(rest).map((value) => JSON.stringify(value));
  const free = columnsOf(entry).filter((name) => !others.some((text) => text.includes(JSON.stringify(name))));
  return withMembers(rest, { $unused: free });
}

/** The ways in which a column can fill a field: several where its dates or amounts can be read in several ways. */
export function sourcesFor(field: string, column: Column, quantities: readonly Column[]): Choice[] {
  if (field === 'PricePerUnit') return priceChoices(column, quantities);
  const style = field === 'ReceivedDate' || field === 'DispatchBy' ? column.dates() : undefined;
  return style === undefined
    ? [{ means: column.name, set: { [field]: column.name } }]
    : readings(field, column, style);
}

/** The value of a status that a question is about; undefined if it is about something else. */
export function valueAsked({ id, columns: [name] }: Question): string | undefined {
  const beginning = `${name}: `;
  return id.startsWith(beginning) ? id.slice(beginning.length) : undefined;
}
