import { bindFields } from '../csv/column-plan.ts';
import { layoutOf } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';
import { namedSources, readSettings, targetFinder } from '../mapping/column-sources.ts';
import { bindConditions } from '../mapping/conditions.ts';
import { columnsOf } from '../mapping/field-source.ts';
import type { Header } from '../mapping/header.ts';
import { readMapFile } from '../mapping/map-file.ts';
import { extended } from '../mapping/mapping.ts';
import { findPreset, isHeaderOf } from '../presets/find.ts';
import type { Preset } from '../presets/preset.ts';
import { fillAddresses } from './addresses.ts';
import { Draft, type Start } from './draft.ts';
import { accountsOf, withoutAbsent, withoutFilledBlanks } from './earlier-map.ts';
import { askHowCounted, fillGoods } from './goods.ts';
import { askAboutAbsent, askForMissing, askForRegion } from './missing-fields.ts';
import { askAboutOthers } from './other-columns.ts';
import { fillPostage, fillPrices } from './prices.ts';
import { type Column, profilesOf, type Row, refuseUnnamed, rowsBy } from './profile.ts';
import type { MapMembers, Question } from './questions.ts';
import { askAboutRepeated, orderRows, skipTitles } from './rows.ts';
import type { Sample } from './sample.ts';
import { judgeStates } from './states.ts';
import { fillTimes } from './times.ts';

export type Proposal = ReturnType<typeof propose>;

function isOwn(header: Header): boolean {
  const layout = layoutOf('order');
  const targetOf = targetFinder(layout);
  if (!header.names.some((name) => targetOf(name)?.name === layout.reference)) return false;
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
function draftFor(
  sample: Sample,
  named: readonly Column[],
  options: ReadingOptions,
  base: MapMembers,
  decided: readonly string[],
) {
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
  const isDecided = '$skipRows' in base || preset !== undefined;
  const found = isDecided
    ? { rows: rowsKept(sample, options, base, preset), rules: [], hasTitles: false }
    : orderRows(rows, reader.columnFor('ReferenceNumber'), contents, named.length);
  const { rows: orders, rules, hasTitles } = found;
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
  if (hasTitles) skipTitles(draft);
  askForMissing(draft, missingIn(draft.finished(), sample, options), foreign);
  askForRegion(draft);
  askAboutAbsent(draft, decided);
  askHowCounted(draft);
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
  const { map, decided } = withoutAbsent(isExtended ? { $extends: preset.preset.name } : earlier, header);
  const { draft, foreign } = draftFor(sample, named, options, withoutFilledBlanks(map, named), decided);
  return proposalOf(draft.finished(), draft.start.orders, draft.start.columns, foreign);
}
