import type { PresetName } from '../../text/preset-names.ts';
import { listOf } from '../../text/words.ts';
import type { Reason } from '../document/reasons.ts';
import { type Condition, columnsOfCondition, type Rule } from '../mapping/conditions.ts';
import type { Fields } from '../mapping/field-source.ts';
import { asList, type Columns } from '../mapping/header.ts';
import type { MapFile } from '../mapping/map-file.ts';
import { columnsRead, type Mapping } from '../mapping/mapping.ts';

/** A report of the same shop that cannot be used, identified by its columns. */
export interface WrongReport {
  /** As in "this is <title>". */
  readonly title: string;
  /** Its header has one column of each group. */
  readonly has: readonly Columns[];
  /** Its header has none of these. */
  readonly lacks: readonly string[];
  /** Which report to use, and where to get it. */
  readonly advice: string;
}

/** How another system's export is recognised, and read. */
export interface ShopExport {
  /** As in "a Shopify orders export". */
  readonly title: string;
  /** Columns that identify this export: its header has one of each group. */
  readonly signature: readonly Columns[];
  readonly wrongReports?: readonly WrongReport[];
  /** How it is read, which matters only for a file of this shop. */
  readonly reading: () => Reading;
}

/**
 * How an export becomes orders. It is data, read by the same code as `--map`. The first matching rule gives the reason, so
 * those for cancelled, refunded, fulfilled or held orders come first.
 */
interface Reading extends Mapping {
  /** The columns that identify a line of an order together, if all of them are filled. */
  readonly lineId?: readonly Columns[];
  /** The other columns that the shop exports, which no field or rule needs. */
  readonly columns: readonly string[];
  /** Counts the lines of an order from 1, where nothing identifies them: a line that has gone changes the others' numbers. */
  readonly lineNumber?: Columns;
  /** A column that only the first row of an order fills. */
  readonly firstRowOnly?: Columns;
  /** The columns that say what must not be sent, which a file may lack, and how orders are sent then. */
  readonly tells?: readonly (readonly [columns: Columns, otherwise: string])[];
  /** What a person should know about an order before it is shipped, although nothing in the file forbids it. */
  readonly cautions?: readonly (Condition & { readonly warning: string })[];
  /** The shop puts an apostrophe before a cell that a spreadsheet would take for a formula: `'+44 113 496 0000`, `'-1`. */
  readonly guardsFormulas?: boolean;
  /** In tab-separated reports, quotes are ordinary characters. */
  readonly literalQuotes?: boolean;
  /** A comma if absent. */
  readonly delimiter?: '\t';
  /** The columns of a template, and how its row fills them: a time with `{now: DD/MM/YYYY HH:mm}` or `{in 2 days: …}`. */
  readonly template: Readonly<Record<string, string>>;
}

/** An export that is read without a map. */
export interface Preset extends Omit<ShopExport, 'reading'>, Reading {
  /** As `--preset` takes it. */
  readonly name: PresetName;
}

/** How a file's columns become fields. */
export interface FileMapping {
  /** Undefined if the header has the field names. */
  readonly mapping?: Mapping;
  readonly preset?: Preset;
  /** The user's own map; the file must have all of its columns. */
  readonly map?: MapFile;
}

/** All columns that a preset reads, decides by or knows; in lower case. */
export function columnsOfPreset(preset: Preset): Set<string> {
  const { cautions = [], lineId = [], lineNumber = [], firstRowOnly = [], columns, notes = [] } = preset;
  const others = [
    ...cautions.flatMap(columnsOfCondition),
    ...[...lineId, lineNumber, firstRowOnly].flatMap(asList),
    ...Object.keys(preset.template),
    ...columns,
    ...notes,
  ];
  return new Set([...columnsRead(preset), ...others.map((name) => name.toLowerCase())]);
}

/** The columns of a template with its row, from lines of `column = value | column = value`. */
export const templateRow = (text: string): Preset['template'] =>
  Object.fromEntries(
    text
      .trim()
      .split(/[|\n]/)
      .map((pair) => pair.trim().split(/ = ?/, 2) as [string, string]),
  );

/** The fields of an address by its parts: `Town` fills `DeliveryAddress.Town`. */
export const addressFields = (section: 'DeliveryAddress' | 'BillingAddress', parts: Fields): Fields =>
  Object.fromEntries(Object.entries(parts).map(([part, source]) => [`${section}.${part}`, source]));

/** A quantity of zero, as shops write it on a line that was taken out of its order. */
export const noUnits: readonly string[] = ['0', '0.0', '0.00', '0.0000'];

/** Leaves out lines that were taken out of their order, whatever is included. */
export const withoutUnits = (column: Columns, reason: Reason): Rule => ({
  column,
  in: noUnits,
  reason,
  always: true,
});

/** What shops call it if the buyer collects the goods; WooCommerce stores its names in other languages with `&amp;`. */
const collected = listOf(`
  pickup | pick up | pick-up | click and collect | click & collect | click&collect | click + collect |
  click &amp; collect | collect in store | collect in person | collection in person | collect from |
  collection from | customer collect | local collection | store collection | shop collection |
  collection only | abholung | abholer | abholen | retrait local | retrait en magasin | retrait au magasin |
  retrait magasin | retrait sur place | retrait en boutique | retrait boutique | enlèvement sur place |
  recogida local | recogida en tienda | recogida en persona | recoger en tienda | retiro en tienda |
  ritiro in sede | ritiro in negozio | ritiro a mano | ritiro di persona | ritiro in magazzino | afhalen |
  zelf ophalen | ophalen in de winkel | ophalen in winkel | odbiór osobisty | levantamento na loja |
  recolha na loja | retirada na loja | osobní odběr`);

/** The same, if a method says no more: `DPD Collection` is something else. */
const collectedAlone = listOf(
  'collection | free collection | local collect | collect | customer collects | customer collection | will call | collected',
);

/** Where a carrier keeps a parcel for the buyer: the warehouse ships such an order. */
const carrierPlaces = listOf(`
  pickup point | pick up point | pickup points | pick up points | access point | collection point |
  collection points | service point | servicepoint | post office | parcel shop | parcelshop | locker |
  packstation | paketshop | postfiliale | dhl filiale | post filiale | postnl punt | postkantoor | paczkomat |
  point relais`);

/** Warns of an order of which a label or a plug-in's text, of which there are too many to show, may ask not to ship it. */
export const mayStop = (...columns: readonly string[]): NonNullable<Preset['cautions']> =>
  columns.map((column) => ({ column, stops: true, warning: `${column} may ask not to ship the order` }));

/** Leaves out orders that the buyer collects from the seller, by the columns that name the way of delivery. */
export const collectedBy = (column: Columns): readonly Rule[] => [
  { column, contains: collected, unless: { column, phrases: carrierPlaces }, reason: 'pickup' },
  { column, in: collectedAlone, reason: 'pickup' },
];
