import { usageError } from '../../errors.ts';
import { layoutOf } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';
import { namedSources } from '../mapping/column-sources.ts';
import { columnsOf as columnsRead, type FieldSource } from '../mapping/field-source.ts';
import { asList, type Header, isColumns } from '../mapping/header.ts';
import { isHeaderOf, presets } from '../presets/find.ts';
import { columnsOfPreset, type Preset } from '../presets/preset.ts';
import { type Kind, partKinds } from '../words/kinds.ts';
import { yesOrNo } from '../words/names.ts';
import { stopsIn } from '../words/verdicts.ts';
import { askAboutCharges, dropCharges } from './charges.ts';
import { type Column, columnsOf } from './columns.ts';
import { askAboutUnclearCounts, ofWords, withCounts } from './counts.ts';
import { fillCurrency } from './currency.ts';
import { askAbout, askAboutTheRest, askAboutUnread } from './doubts.ts';
import { Draft, mapOf, missingIn, type Row } from './draft.ts';
import { fillGoods } from './goods.ts';
import { askAboutItems, itemStates } from './item-states.ts';
import {
  askAboutTitles,
  fillReference,
  fillTimes,
  fillWarehouse,
  ordersIn,
  referencesIn,
  skipRows,
} from './order-fields.ts';
import { fillPeople, settleBareName } from './people.ts';
import { askAboutPacks } from './price-units.ts';
import { fillPrice } from './prices.ts';
import { type MapMembers, meantBy, type Question, type Rule } from './questions.ts';
import type { Sample } from './sample.ts';
import { leaveOut } from './statuses.ts';
import { askAboutTwins } from './twins.ts';
import {
  askAboutFurther,
  askAboutMultiples,
  askAboutPersonal,
  askAboutSizes,
  askAboutVariants,
} from './variants.ts';

/** A proposal for reading a file. */
export interface Proposal {
  /** The map, with its open questions in `$ask` and the columns that nothing uses in `$unused`. */
  readonly map: MapMembers;
  readonly questions: readonly Question[];
  readonly unused: readonly string[];
  /** Required fields that have no source. */
  readonly missing: readonly string[];
  readonly columns: readonly Column[];
  /** What the prices are in, where the service does not take it: `PLN (Cena: 129,00 zł)`. */
  readonly foreign?: string;
  /** The columns are the service's own, so the file is read without a map. */
  readonly needsNoMap?: true;
}

/** The fields of a header that consists of the service's own names; undefined if it has any other column. */
function ownFields(header: Header): Map<string, unknown> | undefined {
  const layout = layoutOf('order');
  let isOwn = true;
  const sources = namedSources(header, layout, () => {
    isOwn = false;
  });
  const fields = new Map([...sources].map(([name, source]) => [name, source.header ?? name]));
  return isOwn && fields.has(layout.reference) ? fields : undefined;
}

/** Throws a usage error for a value of an order in a column without a name, which a map cannot name and no upload takes. */
function refuseNameless({ names }: Header, rows: readonly Row[]): void {
  for (const row of rows) {
    const at = names.findIndex((name, index) => name === '' && (row[index] ?? '').trim() !== '');
    if (at !== -1)
      throw usageError(
        `column ${at + 1} has no name in the header, but values such as ${row[at]?.trim()}`,
        'give the column a name, or empty its cells',
      );
  }
}

/** A column that a preset reads, which says itself what is taken from the quantity. */
function asPresetCounts(column: Column, { fields: { Qty: quantity } }: Preset): Column {
  const less = typeof quantity === 'object' && 'less' in quantity ? (quantity.less ?? []) : [];
  if (less.some((part) => [part.column].flat().includes(column.name))) return { ...column, kind: 'less' };
  return column.kind === 'less' ? { ...column, kind: 'unknown' } : column;
}

/** Makes the map of a file from its columns; what a preset reads of them is its own. */
function draftFor({ header, rows, titles }: Sample, options: ReadingOptions, preset?: Preset): Draft {
  const draft = new Draft(options);
  const named = columnsOf(header.names, rows, options.now, options.dates);
  const orderRows = skipRows(draft, named, rows, referencesIn(named)[0]);
  refuseNameless(header, orderRows);
  const columnsIn = (those: readonly Row[]): Column[] =>
    those.length === rows.length && those.every((row, at) => row === rows[at])
      ? named
      : columnsOf(header.names, those, options.now, options.dates);
  const read = preset === undefined ? undefined : columnsOfPreset(preset);
  const isRead = ({ name }: Column): boolean => read?.has(name.toLowerCase()) === true;
  const others = columnsIn(orderRows).filter((column) => !isRead(column));
  const counted = askAboutUnclearCounts(draft, others, orderRows);
  const columns = withCounts(columnsIn(counted), counted).map((column) =>
    preset !== undefined && isRead(column) ? asPresetCounts(column, preset) : column,
  );
  const references = referencesIn(columns);
  draft.take({ columns, rows: counted, orders: ordersIn(counted, references[0]) });
  fillReference(draft, references);
  askAboutTitles(draft, titles, references[0]);
  fillTimes(draft);
  fillWarehouse(draft);
  const itemName = settleBareName(draft);
  if (itemName !== undefined) draft.used.add(itemName);
  const states = itemStates(draft);
  leaveOut(draft);
  askAboutItems(draft, states);
  askAboutPersonal(draft);
  askAboutSizes(draft);
  askAboutUnread(draft, references[0]);
  fillPeople(draft);
  const { sku, quantity } = fillGoods(draft, itemName);
  askAboutPacks(draft);
  askAboutFurther(draft);
  askAboutVariants(draft, sku ?? draft.askedFor('SKU'));
  dropCharges(draft);
  fillPrice(draft, quantity, sku);
  askAboutMultiples(draft, sku);
  fillCurrency(draft);
  askAboutCharges(draft);
  askAboutTwins(draft, references[0], sku ?? draft.askedFor('SKU'), quantity);
  askAboutTheRest(draft);
  // What `--set` gives needs no question that decides nothing else.
  draft.questions = draft.questions.filter((question) => {
    const decides = meantBy([question]).flatMap(({ $unused: _, ...members }) => Object.keys(members));
    return decides.length === 0 || !decides.every((member) => draft.isSet(member));
  });
  return draft;
}

/** The columns that an entry of a map names. */
const namesIn = (entry: unknown): string[] => {
  if (typeof entry === 'string') return [entry];
  const { column, join, street, houseNumber, less } = entry as Readonly<Record<string, unknown>>;
  return [column, join, street, houseNumber, ...[less ?? []].flat().flatMap(namesIn)].flatMap(
    (names) => (names ?? []) as string[],
  );
};

/** The columns that a preset does not read, and that say of some order that it is not to be shipped. */
const stoppingBeside = (columns: readonly Column[], isRead: (name: string) => boolean): Column[] =>
  columns.filter(({ name, cells }) => {
    const stops = isRead(name) ? undefined : stopsIn(name);
    return stops !== undefined && cells.some((cell) => stops(cell) !== undefined);
  });

const leavesOut = ({ $leaveOut = [] }: MapMembers, { name }: Column): boolean =>
  ($leaveOut as readonly Rule[]).some(({ column }) => column === name);
const setsAddress = (set: MapMembers): boolean =>
  Object.keys(set).some((member) => /^(?:\$delivery|Delivery)/.test(member));

/** Kinds of columns that matter beside a preset that does not read them, as a plug-in of the shop adds them. */
const besidePresets: ReadonlySet<Kind> = new Set([
  ...(['personal', 'further', ...partKinds] as const),
  ...(['toShip', 'less', 'parent', 'mark', 'tracking', 'requested', 'done', 'whoShips', 'notGoods'] as const),
]);
/** Those that matter only if they are named for the delivery, and the file lacks what the preset reads of it. */
const ofPlaces: ReadonlySet<Kind> = new Set([
  ...(['name', 'first', 'middle', 'last', 'company', ...partKinds] as const),
  ...(['town', 'region', 'state', 'postcode', 'country'] as const),
]);
/** Fields of a preset into which such a column goes. */
const openFields = new Set(['Qty', 'DeliveryAddress.Address1', 'DeliveryAddress.Address2']);

/** What a preset does not read, from other columns: its `$extends` with the difference. */
function besidePreset(sample: Sample, name: string, preset: Preset, options: ReadingOptions): Proposal {
  const bare = new Draft(options);
  bare.extends = name;
  const missing = missingIn(mapOf(bare, []), sample, options);
  const draft = draftFor(sample, options, preset);
  const { columns } = draft;
  bare.take({ columns });
  const read = columnsOfPreset(preset);
  const isRead = (name: string): boolean => read.has(name.toLowerCase());
  const settled = preset.columns.map((each) => each.toLowerCase());
  const isSettled = (name: string): boolean => settled.includes(name.toLowerCase());
  const isNear = !isHeaderOf(sample.header, preset);
  const isAbsent = (name: string): boolean => sample.header.find(name) === undefined;
  const stopping = stoppingBeside(columns, isRead);
  const isLacking = (source: FieldSource): boolean => {
    if (isColumns(source)) return asList(source).every(isAbsent);
    if ('either' in source) return source.either.slice(0, 1).some(isLacking);
    const names = columnsRead(source);
    return names.length > 0 && ('join' in source ? names.some(isAbsent) : names.every(isAbsent));
  };
  // A part of the address under another name is one that the preset would not find.
  const lacksPlace = Object.entries<FieldSource>(preset.fields).some(
    ([field, source]) => field.startsWith('DeliveryAddress.') && isLacking(source),
  );
  const isPlace = ({ kind, side }: Column): boolean =>
    lacksPlace && (side === 'delivery' || side === undefined) && ofPlaces.has(kind);
  // A status under another name is one that the preset would not heed, also if it is blank today.
  const isBeside = (column: Column): boolean =>
    !isSettled(column.name) &&
    (column.cells.length === 0 ||
      besidePresets.has(column.kind) ||
      isPlace(column) ||
      column.cells.some((cell) => yesOrNo(cell) !== undefined));
  const told = [...stopping, ...columns.filter(isBeside)];
  const isOther = (name: string): boolean =>
    !isRead(name) && (isNear || told.some((column) => column.name === name));
  for (const [list, rules] of Object.entries(draft.rules))
    bare.rules[list as keyof Draft['rules']].push(
      ...rules.filter(({ column }) => [column].flat().every(isOther)),
    );
  for (const [field, entry] of draft.fields) {
    const own = preset.fields[field];
    // What the preset finds in the file stays its own: `Name`, and not the `Id` that it does not read.
    const isOfPreset = own !== undefined && (openFields.has(field) || (isNear && isLacking(own)));
    if (missing.includes(field) || (isOfPreset && namesIn(entry).some(isOther)))
      bare.fields.set(field, entry);
  }
  const isOfMissing = (question: Question): boolean =>
    meantBy([question]).some((set) => Object.keys(set).some((field) => missing.includes(field)));
  const streets = columns.filter(({ name, kind }) => kind === 'street' && !isRead(name) && !isSettled(name));
  for (const question of draft.questions) {
    const { choices } = question;
    if (isOfMissing(question) || question.columns.some(isOther)) bare.questions.push(question);
    else if (streets.some((street) => choices.some(({ set }) => leavesOut(set, street))))
      // How the address is composed, the preset says.
      bare.questions.push({ ...question, choices: choices.filter(({ set }) => !setsAddress(set)) });
  }
  const isNamed = (name: string): boolean =>
    JSON.stringify([...bare.fields.values(), bare.questions, bare.rules]).includes(JSON.stringify(name));
  const places = columns.filter(
    (column) => isOther(column.name) && isPlace(column) && column.cells.length > 0,
  );
  for (const column of [...stopping, ...places]) if (!isNamed(column.name)) askAbout(bare, column);
  const unused = columns
    .map((column) => column.name)
    .filter((own) => (!isRead(own) || isSettled(own)) && !isNamed(own));
  return finished(bare, unused, sample);
}

/** How many columns of a preset's export a file may lack and still nearly fit it. */
const mostLacking = 2;

/** The preset that a file nearly fits: nearly all columns of its export are there. */
function nearPreset(header: Header): { name: string; preset: Preset } | undefined {
  const near = Object.entries<Preset>(presets).filter(([, { template }]) => {
    const lacking = Object.keys(template).filter((name) => header.find(name) === undefined);
    return lacking.length <= mostLacking;
  });
  const [found, other] = near;
  return found === undefined || other !== undefined ? undefined : { name: found[0], preset: found[1] };
}

function finished(draft: Draft, unused: readonly string[], sample: Sample): Proposal {
  const { questions, columns, foreign } = draft;
  const map = mapOf(draft, unused);
  const missing = missingIn(map, sample, draft.options);
  return { map, questions, unused, missing, columns, ...(foreign === undefined ? {} : { foreign }) };
}

/**
 * Proposes a map for a file from its header and rows: which column fills which field, what is left out, and what neither
 * the header nor the rows decide, which is a question. A preset that fits the file, or that the user named, goes first.
 */
export function propose(sample: Sample, options: ReadingOptions): Proposal {
  const { header, preset } = sample;
  const own = preset === undefined ? ownFields(header) : undefined;
  if (own !== undefined) {
    const draft = new Draft(options);
    draft.fields = own;
    draft.take({ columns: columnsOf(header.names, sample.rows, options.now, options.dates) });
    return { ...finished(draft, [], sample), needsNoMap: true };
  }
  const fits = preset !== undefined && (preset.isNamed || isHeaderOf(header, preset.preset));
  const base = fits ? preset : nearPreset(header);
  if (base !== undefined) return besidePreset(sample, base.name, base.preset, options);
  const draft = draftFor(sample, options);
  // Of counts that another column replaces, only the words are asked about.
  const replaced = new Set([...draft.aside].filter(({ kind }) => kind === 'less').map(({ name }) => name));
  const asked = new Set(
    draft.questions.flatMap(({ id, columns: names }) =>
      names.filter((name) => !replaced.has(name) || id !== ofWords(name)),
    ),
  );
  const unused = draft.columns
    .filter((column) => !draft.used.has(column) && !asked.has(column.name))
    .map(({ name }) => name);
  return finished(draft, unused, sample);
}

/** Whether times in the proposal's columns have no zone, so that `--timezone` is needed. */
export const needsTimezone = ({ map, columns }: Pick<Proposal, 'map' | 'columns'>): boolean => {
  const names = [map, ...meantBy((map.$ask ?? []) as readonly Question[])].flatMap(
    ({ ReceivedDate, DispatchBy }) =>
      [ReceivedDate, DispatchBy].flatMap((entry) => (entry === undefined ? [] : namesIn(entry))),
  );
  return columns.some(({ name, dates }) => names.includes(name) && dates?.zoned === false);
};
