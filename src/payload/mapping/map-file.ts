import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import { atOnce, isFields, keysOf, present, tableOf } from '../../text/records.ts';
import { counted, listed } from '../../text/words.ts';
import type { Layout } from '../document/layout.ts';
import { reasonOfCount } from '../words/states.ts';
import { columnsOf, type FieldSource, type Fields } from './field-source.ts';
import { asList, suggestion } from './header.ts';
import {
  conditions,
  dates,
  isName,
  names,
  readStatuses,
  reason,
  rules,
  statuses,
  unused,
} from './map-members.ts';
import type { Mapping } from './mapping.ts';
import { listOf, objectOf, readBy, textOr, texts } from './shapes.ts';
import { readSkus } from './sku-map.ts';

const flag = z.boolean('must be true or false');
const text = z.string('must be text');

const numberFormat = objectOf(
  {
    decimal: z.exactOptional(z.enum(['point', 'comma'], 'must be point or comma')),
    currency: z.exactOptional(flag),
    minor: z.exactOptional(flag),
  },
  'must be an object, for example {"decimal": "point", "currency": true}',
);

/** A part of a quantity that is not to be shipped. Without a reason, what the column's name says. */
const less = z.pipe(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? { column: value } : value) as object),
    objectOf(
      { column: names, reason: z.exactOptional(reason) },
      'must be a column, or an object such as {"column": "Shipped", "reason": "fulfilled"}',
    ),
  ),
  z.transform(({ column, reason }) => ({
    column,
    reason: reason ?? reasonOfCount(asList(column).join(' ')),
  })),
);

const noSource = 'must be "<column>", {"column": …}, {"join": […]} or {"const": …}';

/** The shapes of an entry, each by the member that only it has. */
const sources = {
  column: objectOf(
    {
      column: names,
      map: z.exactOptional(texts),
      default: z.exactOptional(textOr('must be text')),
      date: z.exactOptional(dates),
      number: z.exactOptional(numberFormat),
      per: z.exactOptional(names),
      less: z.exactOptional(listOf(less)),
    },
    noSource,
  ),
  join: objectOf(
    {
      join: z.pipe(names, z.transform(asList)),
      // It stands many times in the text of each row.
      with: z._default(text.check(z.maxLength(100, 'must be at most 100 characters')), ' '),
    },
    noSource,
  ),
  const: objectOf({ const: textOr('must be text or a number') }, noSource),
  street: objectOf(
    { street: names, houseNumber: z.exactOptional(names), addition: z.exactOptional(names) },
    noSource,
  ),
};

const kinds = keysOf(sources);
const sourceMembers = Object.values(sources).flatMap(({ shape }) => Object.keys(shape));

/** What has the member of no kind: refused for one that no entry has, or as a whole. */
const noKind = objectOf(
  tableOf(sourceMembers, () => z.optional(z.unknown())),
  noSource,
).check(z.refine(() => false, noSource));

/** Reads an entry of a map: a column's name, or an object with one of `column`, `join`, `const` and `street`. */
function readEntry(field: string, value: unknown): FieldSource {
  const at = [field];
  if (!isFields(value)) return readBy(z.custom<string>(isName, noSource), value, '--map', at);
  const used = kinds.filter((kind) => kind in value);
  if (used.length > 1) throw usageError(`--map: ${field} cannot have ${listed(used)} together`);
  if (value.less !== undefined && field !== 'Qty' && !field.endsWith('.Qty'))
    throw usageError(
      `--map: ${field} cannot have the member less`,
      'it is for Qty: the quantity less what is not shipped',
    );
  const [kind] = used;
  return kind === undefined
    ? (readBy(noKind, value, '--map', at) as never)
    : readBy(sources[kind], value, '--map', at);
}

const ownMembers = objectOf(
  {
    $extends: z.exactOptional(z.string('must be the name of a preset')),
    $keep: conditions,
    $leaveOut: rules,
    $skipRows: conditions,
    $dropLines: rules,
    $statuses: statuses,
    $sku: z.optional(z.unknown()),
    $items: z._default(
      listOf(z.record(z.string(), z.unknown(), 'must be an object of the fields of a line')),
      [],
    ),
    $ask: z._default(listOf(z.looseObject({ question: z.catch(z.string(), '?') }, 'must be a question')), []),
    $unused: unused,
    $notes: z._default(listOf(z.custom<string>(isName, 'must be the name of a column')), []),
    $repeated: z.exactOptional(z.enum(['lines', 'same'], 'must be lines or same')),
    $deliveryFromBilling: z.exactOptional(flag),
  },
  '',
);

export const toAnswer =
  'to answer a question, copy the set of a choice into the map and delete the question, or run cfi order map in a terminal';

/** A `--map`: the mapping, the preset that it extends, and the columns that it needs. */
export type MapFile = ReturnType<typeof readMapFile>;

function readFields(entries: Readonly<Record<string, unknown>>, layout: Layout): Fields {
  const fields: Record<string, FieldSource> = {};
  for (const [field, value] of Object.entries(entries)) {
    if (layout.managed.includes(field)) throw usageError(`--map: ${field} is set by the service`);
    const target = layout.targets.get(field);
    if (target === undefined)
      throw usageError(`--map: unknown field ${field}${suggestion(field, layout.targets.keys())}`);
    fields[target.name] = readEntry(field, value);
  }
  return fields;
}

function readItem(item: Readonly<Record<string, unknown>>, layout: Layout): Fields {
  const fields = readFields(item, layout);
  const other = Object.keys(fields).find((field) => layout.targets.get(field)?.perLine !== true);
  if (other !== undefined) throw usageError(`--map: $items has ${other}, which is not a field of a line`);
  if (Object.values(fields).every((source) => columnsOf(source).length === 0))
    throw usageError('--map: $items has an entry without a column');
  return fields;
}

/** Reads a `--map` for a kind of document. Throws a usage error that names what is unknown or has the wrong shape. */
export function readMapFile(map: unknown, layout: Layout) {
  if (!isFields(map)) throw usageError('--map: the map must be a JSON object', 'see cfi help maps');
  const entries = Object.entries(map);
  const isOwn = ([name]: readonly [string, unknown]): boolean => name.startsWith('$');
  const own = readBy(ownMembers, Object.fromEntries(entries.filter(isOwn)), '--map');
  if (own.$ask.length > 0)
    throw usageError(
      [
        `--map: ${counted(own.$ask.length, 'question')} in $ask without an answer:`,
        ...own.$ask.map(({ question }) => `  ${question}`),
      ].join('\n'),
      toAnswer,
    );
  const items = own.$items.map((item) => readItem(item, layout));
  const unusedThat = (isBlank: boolean): string[] | undefined =>
    own.$unused?.flatMap(({ column, blank }) => (blank === isBlank ? [column] : []));
  const mapping: Mapping = {
    items,
    fields: readFields(Object.fromEntries(entries.filter((entry) => !isOwn(entry))), layout),
    keep: own.$keep,
    leaveOut: own.$leaveOut,
    skipRows: own.$skipRows,
    dropLines: own.$dropLines,
    statuses: readStatuses(own.$statuses),
    notes: own.$notes,
    sku: own.$sku === undefined ? new Map() : atOnce(readSkus('--map', own.$sku, ['$sku'])),
    ...present({ unused: unusedThat(false), blank: unusedThat(true) }),
    ...present({ repeated: own.$repeated, deliveryFromBilling: own.$deliveryFromBilling }),
  };
  const lists = ['keep', 'leaveOut', 'skipRows', 'dropLines', 'statuses'] as const;
  const named: (readonly [member: string, columns: readonly string[]])[] = [
    ...Object.entries(mapping.fields).map(([member, source]) => [member, columnsOf(source)] as const),
    ...items.flatMap(Object.values<FieldSource>).map((source) => ['$items', columnsOf(source)] as const),
    ...lists.map(
      (list) => [`$${list}`, (mapping[list] ?? []).flatMap(({ column }) => asList(column))] as const,
    ),
    ['$notes', own.$notes],
  ];
  const columns = named.flatMap(([member, all]) => all.map((column) => ({ member, column })));
  return { mapping, columns, extends: own.$extends };
}
