import { usageError } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import { counted, listed } from '../../text/words.ts';
import type { Layout } from '../document/layout.ts';
import { isReason, leaveOutReasons, type Reason } from '../document/reasons.ts';
import { isDateFormat } from '../fields/dates.ts';
import type { NumberFormat } from '../fields/money.ts';
import { reasonNamed } from '../words/names.ts';
import { columnsOf, type FieldSource, type Fields, type Less } from './field-source.ts';
import { asList, suggestion } from './header.ts';
import type { Condition, Mapping, Rule } from './mapping.ts';
import { readSkus } from './sets.ts';

/** The members of an object in a map; rejects unknown ones, and names the nearest known one. */
function membersOf<Name extends string>(
  where: string,
  value: object,
  known: readonly Name[],
): Partial<Record<Name, unknown>> {
  for (const name of Object.keys(value)) {
    if (!known.some((each) => each === name))
      throw usageError(
        `--map: ${where} has an unknown member ${name}${suggestion(name, known)}`,
        `members: ${known.join(', ')}`,
      );
  }
  return value;
}

/** A member as it is read, if it is there. */
const optional = <Name extends string, Value>(
  where: string,
  given: Partial<Record<Name, unknown>>,
  name: Name,
  read: (where: string, value: unknown) => Value,
) =>
  (given[name] === undefined ? {} : { [name]: read(`${where}.${name}`, given[name]) }) as Partial<
    Record<Name, Value>
  >;

/** Text, a number, true or false as text; undefined for anything else. */
const scalarText = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

function readText(where: string, value: unknown): string {
  const text = scalarText(value);
  if (text === undefined) throw usageError(`--map: ${where} must be text`);
  return text;
}

function readFlag(where: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw usageError(`--map: ${where} must be true or false`);
  return value;
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** One text or a list of them. */
function readTexts(where: string, value: unknown): string | readonly string[] {
  if (isName(value)) return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isName)) return value;
  throw usageError(`--map: ${where} must be a name or a list of names`);
}

/** A list of values as texts. */
function readValues(where: string, value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.map(scalarText) : [];
  if (texts.length === 0 || texts.includes(undefined))
    throw usageError(`--map: ${where} must be a list of values`);
  return texts as string[];
}

/** An object of texts. */
export function readTextObject(where: string, value: unknown): Readonly<Record<string, string>> {
  if (!isFields(value)) throw usageError(`${where} must be an object, for example {"<found>": "<wanted>"}`);
  return Object.fromEntries(
    Object.entries(value).map(([found, wanted]) => {
      const text = scalarText(wanted);
      if (text === undefined) throw usageError(`${where}: ${found} must be text`);
      return [found, text];
    }),
  );
}

const kinds = ['column', 'join', 'const', 'street'] as const;
const besideColumn = ['map', 'default', 'date', 'number', 'per', 'less'] as const;

function readNumberFormat(where: string, value: unknown): NumberFormat {
  if (!isFields(value))
    throw usageError(`--map: ${where} must be an object, for example {"decimal": "point", "currency": true}`);
  const given = membersOf(where, value, ['decimal', 'currency', 'minor']);
  const { decimal } = given;
  if (decimal !== undefined && decimal !== 'point' && decimal !== 'comma')
    throw usageError(`--map: ${where}.decimal must be point or comma`);
  return {
    ...(decimal === undefined ? {} : { decimal }),
    ...optional(where, given, 'currency', readFlag),
    ...optional(where, given, 'minor', readFlag),
  };
}

function readDate(where: string, value: unknown): string | readonly string[] {
  const formats = readTexts(where, value);
  const wrong = asList(formats).find((format) => !isDateFormat(format));
  if (wrong === undefined) return formats;
  throw usageError(
    `--map: ${where} ${JSON.stringify(wrong)} has no year, month and day`,
    'tokens: YYYY YY M MM MMM MMMM D DD H HH h hh mm ss A Z, for example DD/MM/YYYY HH:mm:ss',
  );
}

/** The parts of a quantity that are not to be shipped. Without a reason, what the column's name says. */
function readLess(where: string, value: unknown): Less[] {
  return (Array.isArray(value) ? value : [value]).map((each) => {
    if (typeof each === 'string') return { column: readTexts(where, each), reason: reasonNamed(each) };
    if (!isFields(each))
      throw usageError(
        `--map: ${where} must be a list of columns`,
        'for example ["Shipped", "Cancelled qty"]',
      );
    const given = membersOf(where, each, ['column', 'reason']);
    const column = readTexts(`${where}.column`, given.column);
    const reason = given.reason === undefined ? undefined : readReason(where, given.reason);
    return { column, reason: reason ?? reasonNamed(asList(column).join(' ')) };
  });
}

function readReason(where: string, reason: unknown): Reason {
  if (typeof reason === 'string' && isReason(reason)) return reason;
  const near = typeof reason === 'string' ? suggestion(reason, leaveOutReasons) : '';
  throw usageError(`--map: ${where}.reason must be one of ${leaveOutReasons.join(', ')}${near}`);
}

function readStreet(name: string, value: object): FieldSource {
  const given = membersOf(name, value, ['street', 'houseNumber', 'addition']);
  return {
    street: readTexts(`${name}.street`, given.street),
    ...optional(name, given, 'houseNumber', readTexts),
    ...optional(name, given, 'addition', readTexts),
  };
}

function readColumn(name: string, value: object): FieldSource {
  const given = membersOf(name, value, ['column', ...besideColumn]);
  const fallback = optional(name, given, 'default', readText);
  if (given.less !== undefined && name !== 'Qty' && !name.endsWith('.Qty'))
    throw usageError(
      `--map: ${name} cannot have less`,
      'it is for Qty: the quantity less what is not shipped',
    );
  return {
    ...fallback,
    ...optional(name, given, 'less', readLess),
    column: readTexts(`${name}.column`, given.column),
    ...optional(name, given, 'map', (where, map) => readTextObject(`--map: ${where}`, map)),
    ...optional(name, given, 'date', readDate),
    ...optional(name, given, 'number', readNumberFormat),
    ...optional(name, given, 'per', readTexts),
  };
}

function readJoin(name: string, value: object): FieldSource {
  const given = membersOf(name, value, ['join', 'with']);
  const join = asList(readTexts(`${name}.join`, given.join));
  const { with: separator = ' ' } = given;
  if (typeof separator !== 'string') throw usageError(`--map: ${name}.with must be text`);
  return { join, with: separator };
}

function readConst(name: string, value: object): FieldSource {
  const text = scalarText(membersOf(name, value, ['const']).const);
  if (text === undefined) throw usageError(`--map: ${name}.const must be text or a number`);
  return { const: text };
}

/**
 * Reads one entry of a map: a column's name, or an object with one of `column`, `join` and `const`. Throws a usage error
 * that names the problem.
 */
function readEntry(name: string, value: unknown): FieldSource {
  if (isName(value)) return value;
  const shapes = '"<column>", {"column": …}, {"join": […]} or {"const": …}';
  if (!isFields(value)) throw usageError(`--map: ${name} must be ${shapes}`);
  const used = kinds.filter((kind) => kind in value);
  if (used.length > 1) throw usageError(`--map: ${name} cannot have ${listed(used)} together`);
  switch (used[0]) {
    case 'column':
      return readColumn(name, value);
    case 'join':
      return readJoin(name, value);
    case 'const':
      return readConst(name, value);
    case 'street':
      return readStreet(name, value);
    default:
      membersOf(name, value, [...kinds, ...besideColumn, 'with']);
      throw usageError(`--map: ${name} must be ${shapes}`);
  }
}

function listOf(member: string, value: unknown): readonly object[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.every(isFields)) return list;
  throw usageError(
    `--map: ${member} must be a list, for example [{"column": "status", "in": ["cancelled"]}]`,
  );
}

function readCondition(where: string, value: object, others: readonly 'reason'[]): Condition {
  const given = membersOf(where, value, ['column', 'in', 'empty', ...others]);
  const column = readTexts(`${where}.column`, given.column);
  if ((given.in === undefined) === (given.empty === undefined))
    throw usageError(`--map: ${where} must have either in or empty`);
  if (given.in !== undefined) return { column, in: readValues(`${where}.in`, given.in) };
  return { column, empty: readFlag(`${where}.empty`, given.empty) };
}

/** Reads the conditions of a member of a map: `$keep` and `$skipRows`. Throws usage errors. */
const readConditions = (member: string, value: unknown): Condition[] =>
  listOf(member, value).map((each) => readCondition(member, each, []));

/** Reads the rules of a member of a map, each with a reason: `$leaveOut` and `$dropLines`. Throws usage errors. */
const readRules = (member: string, value: unknown): Rule[] =>
  listOf(member, value).map((each) => {
    const condition = readCondition(member, each, ['reason']);
    return { ...condition, reason: readReason(member, (each as { reason?: unknown }).reason) };
  });

/** A `--map`: the mapping, the preset that it extends, and the columns that it needs. */
export interface MapFile {
  readonly mapping: Mapping;
  readonly extends?: string;
  readonly columns: readonly { readonly member: string; readonly column: string }[];
}

const members: readonly string[] = [
  ...['$extends', '$keep', '$leaveOut', '$skipRows', '$dropLines', '$sku'],
  ...['$items', '$ask', '$unused', '$deliveryFromBilling'],
];

function readFields(entries: readonly (readonly [name: string, value: unknown])[], layout: Layout): Fields {
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

/** The sets of entries of `$items`, each for a line of the same row. */
function readItems(value: unknown, layout: Layout): Fields[] {
  return listOf('$items', value).map((each) => {
    const fields = readFields(Object.entries(each), layout);
    const other = Object.keys(fields).find((name) => layout.targets.get(name)?.perLine !== true);
    if (other !== undefined) throw usageError(`--map: $items has ${other}, which is not a field of a line`);
    if (Object.values(fields).every((source) => columnsOf(source).length === 0))
      throw usageError('--map: $items has an entry without a column');
    return fields;
  });
}

/** Refuses a map whose questions are not answered. */
function refuseQuestions(value: unknown): void {
  const open = listOf('$ask', value).map((each) => String((each as { question?: unknown }).question ?? '?'));
  if (open.length === 0) return;
  throw usageError(
    `--map: ${counted(open.length, 'question')} in $ask not answered: ${open.join(' ')}`,
    'copy the set of an answer into the map and delete the question, or run cfi order map in a terminal',
  );
}

/**
 * Reads a `--map` for a kind of document. Throws a usage error that names the problem: an unknown member or field with
 * the nearest known one, or a value of the wrong shape.
 */
export function readMapFile(map: unknown, layout: Layout): MapFile {
  if (!isFields(map)) throw usageError('--map: the map must be a JSON object', 'see cfi help maps');
  const entries = Object.entries(map).filter(([name]) => !members.includes(name));
  const unknown = entries.find(([name]) => name.startsWith('$'))?.[0];
  if (unknown !== undefined)
    throw usageError(
      `--map: unknown member ${unknown}${suggestion(unknown, members)}`,
      `members: ${members.join(', ')}`,
    );
  const { $extends: base } = map;
  if (base !== undefined && typeof base !== 'string')
    throw usageError('--map: $extends must be the name of a preset');
  refuseQuestions(map.$ask);
  const items = readItems(map.$items, layout);
  const mapping = {
    ...(items.length === 0 ? {} : { items }),
    fields: readFields(entries, layout),
    keep: readConditions('$keep', map.$keep),
    leaveOut: readRules('$leaveOut', map.$leaveOut),
    skipRows: readConditions('$skipRows', map.$skipRows),
    dropLines: readRules('$dropLines', map.$dropLines),
    sku: map.$sku === undefined ? {} : readSkus('--map: $sku', map.$sku),
    ...(map.$unused === undefined
      ? {}
      : { settled: [map.$unused].flat().map((name) => readText('$unused', name)) }),
    ...(map.$deliveryFromBilling === undefined
      ? {}
      : { deliveryFromBilling: readFlag('$deliveryFromBilling', map.$deliveryFromBilling) }),
  };
  const rules = ['keep', 'leaveOut', 'skipRows', 'dropLines'] as const;
  const named: (readonly [member: string, columns: readonly string[]])[] = [
    ...Object.entries(mapping.fields).map(([member, source]) => [member, columnsOf(source)] as const),
    ...items.flatMap(Object.values<FieldSource>).map((source) => ['$items', columnsOf(source)] as const),
    ...rules.map((list) => [`$${list}`, mapping[list].flatMap(({ column }) => asList(column))] as const),
  ];
  const columns = named.flatMap(([member, names]) => names.map((column) => ({ member, column })));
  return { mapping, columns, ...(base === undefined ? {} : { extends: base }) };
}
