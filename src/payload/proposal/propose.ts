import { labelOf } from '../../text/field-words.ts';
import { bindFields } from '../csv/column-plan.ts';
import { countryCodeOf } from '../document/country-codes.ts';
import { layoutOf } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';
import { namedSources, readSettings } from '../mapping/column-sources.ts';
import { bindConditions } from '../mapping/conditions.ts';
import { columnsOf } from '../mapping/field-source.ts';
import type { Header } from '../mapping/header.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { extended } from '../mapping/mapping.ts';
import { findPreset, isHeaderOf } from '../presets/find.ts';
import type { Preset } from '../presets/preset.ts';
import { isNothing } from '../words/answers.ts';
import { fillAddresses } from './addresses.ts';
import { dateStyleOf, instantReader } from './date-styles.ts';
import { Draft, type Start } from './draft.ts';
import { accountsOf, columnsOfMap, withoutFilledBlanks } from './earlier-map.ts';
import { countEntry, fillGoods, lessOf } from './goods.ts';
import { askAboutOthers } from './other-columns.ts';
import { fillPostage, fillPrices, priceChoices, quantitiesOf } from './prices.ts';
import { type Column, profilesOf, type Row, refuseUnnamed, rowsBy } from './profile.ts';
import { type Choice, examples, type MapMembers, type Question, shownValue } from './questions.ts';
import { askAboutRepeated, orderRows } from './rows.ts';
import type { Sample } from './sample.ts';
import { fits, isNamedFor } from './shapes.ts';
import { judgeStates } from './states.ts';
import { fillTimes, readings } from './times.ts';

export type Proposal = ReturnType<typeof propose>;

function isOwn(header: Header): boolean {
  const layout = layoutOf('order');
  let isKnown = true;
  const sources = namedSources(header, layout, () => {
    isKnown = false;
  });
  return isKnown && sources.has(layout.reference);
}

/** The names of required fields that have no source in a map, nor in its questions, nor in the options. */
export function missingIn(map: MapMembers, { header, line }: Sample, options: ReadingOptions): string[] {
  const layout = layoutOf('order');
  const { preset: _preset, map: _map, ...rest } = options;
  const { $ask = [], ...members } = map;
  const { mapping, extends: base } = readMapFile(members, layout);
  const preset = base === undefined ? undefined : findPreset(base, 'order');
  const { absent } = bindFields(header, line, {
    remedy: '',
    layout,
    options: rest,
    settings: readSettings(layout, options),
    mapping: preset === undefined ? mapping : extended(preset, mapping),
  });
  const sets = ($ask as readonly Question[]).flatMap(({ choices }) => choices.map(({ set }) => set));
  const ofItems = sets.flatMap(({ $items = [] }) => $items as readonly MapMembers[]);
  const asked = new Set([...sets, ...ofItems].flatMap((set) => Object.keys(set)));
  const isAsked = (name: string): boolean =>
    asked.has(name) ||
    (name.startsWith('DeliveryAddress.') && asked.has('$deliveryFromBilling') && !asked.has(name)) ||
    (name === 'Currency' && JSON.stringify(sets).includes('"currency":true')) ||
    (name.endsWith('.Country') && asked.has(`${name}Code`));
  return absent.flatMap(({ field = '' }) => (isAsked(field) ? [] : field));
}

/** The fields that an option of the upload supplies, so that no column is asked for. */
export const ofOptions = ['warehouse_name', 'DispatchBy', 'PaymentStatus', 'Currency'];

/** Whether a value of a column is a country; a `No` and an `n/a` are none. */
const hasCountry = ({ values }: Column): boolean =>
  [...values.keys()].some((value) => countryCodeOf(value) !== undefined && !isNothing(value));

/** Asks for the column of a required field that no name gives: any that fits and that no other field is filled from. */
function askForMissing(draft: Draft, missing: readonly string[], foreign: string | undefined): void {
  const taken = new Set([draft.start.base, Object.fromEntries(draft.fields)].flatMap(columnsOfMap));
  for (const field of missing) {
    if (ofOptions.includes(field) || (field === 'PricePerUnit' && foreign !== undefined)) continue;
    const payer = payersChoice(draft, field);
    const possible = draft.start.columns.filter(
      (column) =>
        !taken.has(column.name) &&
        column.cells.length > 0 &&
        ((fits(field, column) && (!field.endsWith('.Country') || hasCountry(column))) ||
          isNamedFor(field, column)),
    );
    // The likely ones first: those named for the field, then those of which nothing is known.
    const rankOf = (column: Column): number =>
      isNamedFor(field, column) ? 0 : column.meanings.length === 0 && !draft.used.has(column) ? 1 : 2;
    const candidates = possible.toSorted((a, b) => rankOf(a) - rankOf(b));
    const others =
      field === 'Qty' ? [{ means: 'none: each row is one unit', set: { Qty: { const: '1' } } }] : [];
    const sku = field === 'ItemTitle' ? draft.columnFor('SKU') : undefined;
    const readers = new Set([...candidates, ...(sku === undefined ? [] : [sku])]);
    const choices = [...readers].flatMap((column) => choicesOf(draft, field, column));
    const all = [...payer, ...choices, ...others];
    if (all.length > 0)
      draft.questions.push({
        id: field,
        question: [`Which column has the ${labelOf(field)}?`, ...unreadDates(draft, field)].join(' '),
        columns: candidates.map(({ name }) => name),
        choices: all,
      });
  }
}

/** What the columns named for the day of an order hold that no date can be read from. */
function unreadDates({ start }: Draft, field: string): string[] {
  if (field !== 'ReceivedDate') return [];
  const { now, dates } = start.options;
  const isDate = (value: string): boolean => dateStyleOf([value], instantReader(), now, dates) !== undefined;
  return start.columns.flatMap((column) => {
    const unread = column.meanings.includes('order received')
      ? [...column.values.keys()].find((value) => !isDate(value))
      : undefined;
    return unread === undefined ? [] : `Not all of ${column.name} are dates: ${shownValue(unread)}.`;
  });
}

/** Where the town is asked for, the region beside it may be the recipient's as well. */
function askForRegion(draft: Draft): void {
  const field = 'DeliveryAddress.Region';
  const [region] = draft.named('bare region');
  const isAsked = draft.questions.some(({ id }) => id === 'DeliveryAddress.Town');
  if (!isAsked || region === undefined || region.cells.length === 0 || !draft.isOpen(field)) return;
  draft.ask(
    field,
    `Is ${examples(region)} of the recipient's address?`,
    [region],
    [
      { means: 'yes', set: { [field]: region.name } },
      { means: 'no', set: {} },
    ],
  );
}

/** The payer's source of a field of the delivery, which fills it only if a person says so. */
function payersChoice(draft: Draft, field: string): Choice[] {
  const [section, part] = field.split('.', 2);
  if (section !== 'DeliveryAddress') return [];
  const payers =
    part === 'FullName' ? ['ChannelBuyerName'] : [`BillingAddress.${part}`, `BillingAddress.${part}Code`];
  const own = payers.find((name) => draft.sourceOf(name) !== undefined);
  if (own === undefined) return [];
  const entry = draft.sourceOf(own);
  const columns = columnsOf(entry);
  const shown = draft.start.columns.filter(({ name }) => columns.includes(name)).map(examples);
  return [
    {
      means: `the payer's: ${shown.join(' and ')}`,
      set: { [own.endsWith('Code') ? `${field}Code` : field]: entry },
    },
  ];
}

/**
 * The answers that a column has a field: one for each way to read it; none if it cannot be read. The recipient is the buyer
 * where nobody else is.
 */
function choicesOf(draft: Draft, field: string, column: Column): Choice[] {
  const shown = examples(column);
  const dates = field === 'ReceivedDate' ? column.dates() : undefined;
  if (field === 'ReceivedDate' && dates === undefined) return [];
  const counts = lessOf(draft);
  const isBuyer = field === 'DeliveryAddress.FullName' && draft.isOpen('ChannelBuyerName');
  const less = counts.columns.includes(column) ? [] : counts.entries;
  const set = {
    [field]: field === 'Qty' ? countEntry(column, less) : column.name,
    ...(isBuyer ? { ChannelBuyerName: column.name } : {}),
  };
  const ways =
    dates !== undefined
      ? readings(field, column, dates)
      : field === 'PricePerUnit'
        ? priceChoices(column, quantitiesOf(draft))
        : [{ means: column.name, set }];
  return ways.map(({ means, set }) => ({
    means: means.startsWith(column.name) ? means.replace(column.name, shown) : `${shown}, ${means}`,
    set,
  }));
}

/** The rows that neither an earlier map nor a preset skips. */
function rowsKept(
  { header, rows }: Sample,
  options: ReadingOptions,
  base: MapMembers,
  preset: Preset | undefined,
): readonly Row[] {
  const { $ask: _open, ...members } = base;
  const { mapping } = readMapFile(members, layoutOf('order'));
  const conditions = [...(mapping.skipRows ?? []), ...(preset?.skipRows ?? [])];
  const skipped = bindConditions(conditions, header, options);
  return rows.filter((row) => !skipped.some(({ holds }) => holds([row])));
}

/** Fills what the names of the columns say, apart from prices and states. */
function fillNamed(draft: Draft): void {
  draft.choose('ReferenceNumber', draft.ofOrder('reference'));
  draft.choose('warehouse_name', draft.ofOrder('warehouse'));
  fillPostage(draft);
  fillTimes(draft);
  fillGoods(draft);
  fillAddresses(draft);
}

/** Proposes what an earlier map, a preset and the names of the columns leave open. `named`: the columns of all rows. */
function draftFor(sample: Sample, named: readonly Column[], options: ReadingOptions, base: MapMembers) {
  const { header, rows } = sample;
  const preset = typeof base.$extends === 'string' ? findPreset(base.$extends, 'order') : undefined;
  const layout = layoutOf('order');
  const missing = missingIn(base, sample, options);
  const set = new Set(options.set.map(([name]) => layout.targets.get(name)?.name ?? name));
  const items = [base.$items ?? []].flat() as unknown as readonly MapMembers[];
  const isFilled = (field: string): boolean => {
    if (set.has(field) || items.some((item) => field in item)) return true;
    // A preset fills what it can; of an earlier map, what the file has.
    return preset !== undefined || field in base ? !missing.includes(field) : false;
  };
  const accounts = accountsOf(base, preset);
  const isAccounted = ({ name }: Column): boolean => accounts.isKnown(name);
  const start: Start = { options, base, columns: named, rows, orders: [], isFilled, isAccounted };
  const reader = new Draft(start);
  fillNamed(reader);
  const contents = [...['SKU', 'ItemTitle', 'DeliveryAddress.Address1', 'DeliveryAddress.Town']].flatMap(
    (field) => reader.columnFor(field) ?? [],
  );
  const { rows: orders, rules } =
    '$skipRows' in base || preset !== undefined
      ? { rows: rowsKept(sample, options, base, preset), rules: [] }
      : orderRows(rows, reader.columnFor('ReferenceNumber'), contents, named.length);
  refuseUnnamed(header, orders);
  const columns = orders.length === rows.length ? named : profilesOf(header, orders, options);
  const reference = reader.columnFor('ReferenceNumber')?.name;
  // Until a person says which column has the number of the order, what goes to one address is one.
  const ofOrder =
    reference === undefined
      ? ['DeliveryAddress.FullName', 'DeliveryAddress.Address1', 'ReceivedDate'].flatMap((field) =>
          columnsOf(reader.fields.get(field)),
        )
      : [reference];
  const keys = columns.filter(({ name }) => ofOrder.includes(name));
  const draft = new Draft({ ...start, columns, rows: orders, orders: rowsBy(orders, keys) });
  if (rules.length > 0) draft.add({ $skipRows: rules });
  fillNamed(draft);
  const foreign = fillPrices(draft);
  judgeStates(draft);
  askForMissing(draft, missingIn(draft.finished(), sample, options), foreign);
  askForRegion(draft);
  if (reference !== undefined) askAboutRepeated(draft);
  askAboutOthers(draft);
  return { draft, foreign };
}

/**
 * Proposes a map for a file. `earlier`: a map to start from; what it accounts for stays, and only what is new or
 * contradicts it is asked. A preset that fits the file, or that the user named, is extended.
 */
export function propose(sample: Sample, options: ReadingOptions, earlier: MapMembers = {}) {
  const { header, preset, rows } = sample;
  const isNew = Object.keys(earlier).length === 0;
  const named = profilesOf(header, rows, options);
  const proposalOf = (
    map: MapMembers,
    orders: readonly (readonly Row[])[],
    columns: readonly Column[],
    foreign?: string,
  ) => ({
    /** The map, with its open questions in `$ask`. */
    map,
    questions: (map.$ask ?? []) as readonly Question[],
    /** Required fields that have no source. */
    missing: missingIn(map, sample, options),
    columns,
    orders,
    /** What the prices are in, where the service does not take it: `PLN (Cena: 129,00 zł)`. */
    foreign,
    /** The columns are the service's own, so the file is read without a map. */
    needsNoMap: false,
  });
  if (isNew && preset === undefined && isOwn(header)) {
    const fields = header.names.map((name) => [name, name] as const);
    const map = { ...Object.fromEntries(fields), $unused: [] };
    return { ...proposalOf(map, [], named), needsNoMap: true };
  }
  const isExtended = isNew && preset !== undefined && (preset.isNamed || isHeaderOf(header, preset.preset));
  const base = withoutFilledBlanks(isExtended ? { $extends: preset.name } : earlier, named);
  const { draft, foreign } = draftFor(sample, named, options, base);
  return proposalOf(draft.finished(), draft.start.orders, draft.start.columns, foreign);
}
