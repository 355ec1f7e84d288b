import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import { isFields, keysOf, tableOf } from '../../text/records.ts';
import { counted, listed } from '../../text/words.ts';
import type { Layout } from '../document/layout.ts';
import { leaveOutReasons } from '../document/reasons.ts';
import { isDateFormat } from '../fields/dates.ts';
import { reasonNamed } from '../words/names.ts';
import { columnsOf, type FieldSource, type Fields } from './field-source.ts';
import { asList, type Columns, suggestion } from './header.ts';
import type { Condition, Mapping, Rule } from './mapping.ts';
import { listOf, objectOf, readBy, textOr, texts } from './shapes.ts';
import { readSkus } from './sku-map.ts';

const flag = z.boolean('must be true or false');
const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const names = z.custom<Columns>(
  (value) => isName(value) || (Array.isArray(value) && value.length > 0 && value.every(isName)),
  { error: 'must be a name or a list of names', abort: true },
);
const text = z.string('must be text');

const reason = z.enum(leaveOutReasons, {
  error: ({ input }) =>
    `must be one of ${leaveOutReasons.join(', ')}${typeof input === 'string' ? suggestion(input, leaveOutReasons) : ''}`,
});

const numberFormat = objectOf(
  {
    decimal: z.exactOptional(z.enum(['point', 'comma'], 'must be point or comma')),
    currency: z.exactOptional(flag),
    minor: z.exactOptional(flag),
  },
  'must be an object, for example {"decimal": "point", "currency": true}',
);

const wrongDates = (formats: unknown): string[] =>
  asList(formats as Columns).filter((format) => !isDateFormat(format));

const dates = names.check(
  z.refine((formats) => wrongDates(formats).length === 0, {
    error: ({ input }) =>
      `${JSON.stringify(wrongDates(input)[0])} has no year, month and day\n` +
      'tokens: YYYY YY M MM MMM MMMM D DD H HH h hh mm ss A Z, for example DD/MM/YYYY HH:mm:ss',
  }),
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
    reason: reason ?? reasonNamed(asList(column).join(' ')),
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
      with: z._default(text, ' '),
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

const conditionMembers = {
  column: names,
  in: z.exactOptional(
    z
      .array(textOr('must be text or a number'), 'must be a list of values')
      .check(z.minLength(1, 'must be a list of values')),
  ),
  empty: z.exactOptional(flag),
};
const noCondition = 'must be an object, for example {"column": "status", "in": ["cancelled"]}';
const inOrEmpty = z.refine<{ in?: unknown; empty?: unknown }>(
  (given) => (given.in === undefined) !== (given.empty === undefined),
  'must have either in or empty',
);
const conditions = z._default(listOf(objectOf(conditionMembers, noCondition).check(inOrEmpty)), []);
const rules = z._default(listOf(objectOf({ ...conditionMembers, reason }, noCondition).check(inOrEmpty)), []);

const ownMembers = objectOf(
  {
    $extends: z.exactOptional(z.string('must be the name of a preset')),
    $keep: conditions,
    $leaveOut: rules,
    $skipRows: conditions,
    $dropLines: rules,
    $sku: z.optional(z.unknown()),
    $items: z._default(
      listOf(z.record(z.string(), z.unknown(), 'must be an object of the fields of a line')),
      [],
    ),
    $ask: z._default(listOf(z.looseObject({ question: z.catch(z.string(), '?') }, 'must be a question')), []),
    $unused: z.exactOptional(listOf(textOr('must be text'))),
    $deliveryFromBilling: z.exactOptional(flag),
  },
  '',
);

/** A `--map`: the mapping, the preset that it extends, and the columns that it needs. */
export type MapFile = ReturnType<typeof readMapFile>;

function readFields(entries: Readonly<Record<string, unknown>>, layout: Layout): Fields {
  const fields: Record<string, FieldSource> = {};
  for (const [field, value] of Object.entries(entries)) {
    if (layout.managed.includes(field)) throw usageError(`--map: only the service sets ${field}`);
    const target = layout.targets.get(field);
    if (target === undefined)
      throw usageError(`--map: unknown field ${field}${suggestion(field, layout.targets.keys())}`);
    fields[target.name] = readEntry(field, value);
  }
  return fields;
}

/** A set of entries of `$items`, for a line of the same row. */
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
      `--map: ${counted(own.$ask.length, 'question')} in $ask not answered: ${own.$ask.map(({ question }) => question).join(' ')}`,
      'to answer a question, copy the set of a choice into the map and delete the question, or run cfi order map in a terminal',
    );
  const items = own.$items.map((item) => readItem(item, layout));
  const mapping: Mapping = {
    ...(items.length === 0 ? {} : { items }),
    fields: readFields(Object.fromEntries(entries.filter((entry) => !isOwn(entry))), layout),
    // Each has either `in` or `empty`, which the compiler cannot see.
    keep: own.$keep as Condition[],
    leaveOut: own.$leaveOut as Rule[],
    skipRows: own.$skipRows as Condition[],
    dropLines: own.$dropLines as Rule[],
    sku: own.$sku === undefined ? {} : readSkus('--map', own.$sku, ['$sku']),
    ...(own.$unused === undefined ? {} : { settled: own.$unused }),
    ...(own.$deliveryFromBilling === undefined ? {} : { deliveryFromBilling: own.$deliveryFromBilling }),
  };
  const lists = ['keep', 'leaveOut', 'skipRows', 'dropLines'] as const;
  const named: (readonly [member: string, columns: readonly string[]])[] = [
    ...Object.entries(mapping.fields).map(([member, source]) => [member, columnsOf(source)] as const),
    ...items.flatMap(Object.values<FieldSource>).map((source) => ['$items', columnsOf(source)] as const),
    ...lists.map(
      (list) => [`$${list}`, (mapping[list] ?? []).flatMap(({ column }) => asList(column))] as const,
    ),
  ];
  const columns = named.flatMap(([member, all]) => all.map((column) => ({ member, column })));
  return { mapping, columns, extends: own.$extends };
}
