import { labelOf } from '../../text/field-words.ts';
import { countryCodeOf } from '../document/country-codes.ts';
import type { ReadingOptions } from '../document/types.ts';
import { dateStyleOf, instantReader } from '../fields/date-styles.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { isNothing } from '../words/answers.ts';
import type { Draft } from './draft.ts';
import { columnsOfMap } from './earlier-map.ts';
import { countEntry, lessOf } from './goods.ts';
import { priceChoices, quantitiesOf } from './prices.ts';
import { areAll, type Column } from './profile.ts';
import { type Choice, examples, shownValue } from './questions.ts';
import { canBe, fits, isNamedFor } from './shapes.ts';
import { readings } from './times.ts';

/** The fields that an option of the upload supplies, so that no column is asked for. */
export const ofOptions = ['warehouse_name', 'DispatchBy', 'PaymentStatus', 'Currency'];

/** One column may well be both names of an item. */
const namesOfItem: Readonly<Record<string, string>> = { ItemTitle: 'SKU', SKU: 'ItemTitle' };

/** Whether a value of a column is a country; a `No` and an `n/a` are none. */
const hasCountry = ({ values }: Column): boolean =>
  [...values.keys()].some((value) => countryCodeOf(value) !== undefined && !isNothing(value));

/** Asks for the column of a required field that no name gives: any that fits and that no other field is filled from. */
export function askForMissing(draft: Draft, missing: readonly string[], foreign: string | undefined): void {
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
    const sameItem = draft.columnFor(namesOfItem[field] ?? '');
    const readers = new Set([
      ...candidates,
      ...(sameItem !== undefined && fits(field, sameItem) ? [sameItem] : []),
    ]);
    const choices = [...readers].flatMap((column) => choicesOf(draft, field, column));
    const all = [...payer, ...choices, ...others];
    if (all.length > 0)
      draft.questions.push({
        id: field,
        question: [
          `Which column has the ${labelOf(field)}?`,
          ...unreadFor(field, draft.start.columns, draft.start.options),
          ...wholeAddresses(draft, field),
        ].join(' '),
        columns: candidates.map(({ name }) => name),
        choices: all,
      });
  }
}

/** What the columns that are named for a field hold that cannot be read as its values. */
export function unreadFor(
  field: string,
  columns: readonly Column[],
  { now, dates }: ReadingOptions,
): string[] {
  const isDate = (value: string): boolean => dateStyleOf([value], instantReader(), now, dates) !== undefined;
  const isRead = field === 'ReceivedDate' ? isDate : canBe(field);
  return columns.flatMap((column) => {
    const unread = isNamedFor(field, column) && [...column.values.keys()].find((value) => !isRead(value));
    if (unread === undefined || unread === false) return [];
    return `Not all of ${column.name} can be read as the ${labelOf(field)}: ${shownValue(unread)}.`;
  });
}

/** The fields of which a whole address in one cell has the values. */
const ofAddress = ['Town', 'PostCode', 'Country'].map((part) => `DeliveryAddress.${part}`);

/** The columns of which each cell is an address of several parts that ends with a country. */
function wholeAddresses({ start }: Draft, field: string): string[] {
  const isWhole = (value: string): boolean => {
    const parts = value.split(/[,\n]/);
    return parts.length > 3 && countryCodeOf(parts.at(-1)?.trim() ?? '') !== undefined;
  };
  const columns = ofAddress.includes(field) ? start.columns.filter((column) => areAll(column, isWhole)) : [];
  return columns.map(
    ({ name }) => `${name} has whole addresses, which no map takes apart: export a column for each part.`,
  );
}

/** Where the town is asked for, the region beside it may be the recipient's as well. */
export function askForRegion(draft: Draft): void {
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

/** The answers that a column has a field, one for each way to read it. The buyer is the recipient if nobody else is. */
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

/** Asks about what the earlier map decided by and the file has no more: it may be in another column. */
export function askAboutAbsent(draft: Draft, decided: readonly string[]): void {
  for (const name of decided)
    draft.ask(
      name,
      `The map leaves out by ${name}, a column that the file does not have. Does nothing say so any more, or another column?`,
      [],
      [{ means: `nothing is left out by ${name} any more`, set: {} }],
    );
}
