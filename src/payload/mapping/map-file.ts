import { usageError } from '../../errors.ts';
import type { Layout } from '../document/layout.ts';
import type { Condition, Rule } from './conditions.ts';
import { columnsOf, type FieldSource } from './field-source.ts';
import { asList } from './header.ts';
import { readEntry } from './map-entries.ts';
import { readConditions, readRules } from './map-rules.ts';
import { readSkus } from './map-values.ts';
import type { Mapping } from './mapping.ts';
import { suggestion } from './names.ts';

/** A `--map`: the mapping, the preset that it extends, and the columns that it needs. */
export interface MapFile {
  readonly mapping: Mapping;
  readonly extends?: string;
  readonly columns: readonly { readonly member: string; readonly column: string }[];
}

const members = ['$extends', '$keep', '$leaveOut', '$skipRows', '$dropLines', '$sku'] as const;
type Member = (typeof members)[number];

function readFields(
  entries: readonly (readonly [name: string, value: unknown])[],
  layout: Layout,
): Record<string, FieldSource> {
  const fields: Record<string, FieldSource> = {};
  for (const [name, value] of entries) {
    if (layout.managed.includes(name)) throw usageError(`--map: only the service sets ${name}`);
    const target = layout.targets.get(name);
    if (target === undefined)
      throw usageError(`--map: unknown field ${name}${suggestion(name, layout.targets.keys())}`);
    fields[target.name] = readEntry(name, value);
  }
  return fields;
}

function columnsIn(member: string, conditions: readonly (Condition | Rule)[]) {
  return conditions.flatMap(({ column }) => asList(column).map((name) => ({ member, column: name })));
}

/**
 * Reads a `--map` for a kind of document. Throws a usage error that names the problem: an unknown member or field with
 * the nearest known one, or a value of the wrong shape.
 */
export function readMapFile(map: unknown, layout: Layout): MapFile {
  if (map === null || typeof map !== 'object' || Array.isArray(map))
    throw usageError('--map: the map must be a JSON object', 'see cfi help maps');
  const own: Partial<Record<Member, unknown>> = {};
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(map)) {
    const member = members.find((each) => each === name);
    if (member !== undefined) own[member] = value;
    else if (name.startsWith('$'))
      throw usageError(
        `--map: unknown member ${name}${suggestion(name, members)}`,
        `members: ${members.join(', ')}`,
      );
    else entries.push([name, value]);
  }
  const { $extends: base } = own;
  if (base !== undefined && typeof base !== 'string')
    throw usageError('--map: $extends must be the name of a preset');
  const mapping = {
    fields: readFields(entries, layout),
    keep: readConditions('$keep', own.$keep),
    leaveOut: readRules('$leaveOut', own.$leaveOut),
    skipRows: readConditions('$skipRows', own.$skipRows),
    dropLines: readRules('$dropLines', own.$dropLines),
    sku: own.$sku === undefined ? {} : readSkus('--map: $sku', own.$sku),
  };
  const columns = [
    ...Object.entries(mapping.fields).flatMap(([member, source]) =>
      columnsOf(source).map((column) => ({ member, column })),
    ),
    ...columnsIn('$keep', mapping.keep),
    ...columnsIn('$leaveOut', mapping.leaveOut),
    ...columnsIn('$skipRows', mapping.skipRows),
    ...columnsIn('$dropLines', mapping.dropLines),
  ];
  return { mapping, columns, ...(base === undefined ? {} : { extends: base }) };
}
