import { keysOf } from '../../text/records.ts';
import { isCompanyOfAddress } from './carriers.ts';
import { type ColumnContent, contentFits, isSum, meaningByContent, shareOf } from './column-content.ts';
import { meaningsOf, nearScore, partScore, plainName, type Side } from './column-names.ts';
import { type AddressMeaning, addressNames, type Meaning } from './field-names.ts';
import {
  type NameTest,
  otherCode,
  otherDate,
  otherMoney,
  otherNumber,
  otherQuantity,
} from './other-names.ts';

/** How certain a proposal is: from a known name, from its end, or from a similar name or the cells alone. */
export type Confidence = 'sure' | 'likely' | 'guess';

/** A column, and how certain it is. */
export interface Pick {
  readonly column: ColumnContent;
  readonly confidence: Confidence;
}

/** A meaning; for addresses, with the side: `SKU`, `delivery.Town`. */
type Place = Exclude<Meaning, AddressMeaning> | `${'delivery' | 'billing'}.${AddressMeaning}`;

/** The columns found for each meaning. */
export type Picks = Map<Place, Pick>;

const isOfAddress = (meaning: Meaning): meaning is AddressMeaning => meaning in addressNames;

const placeOf = (meaning: Meaning, side: Side): Place =>
  isOfAddress(meaning) ? `${side === 'billing' ? 'billing' : 'delivery'}.${meaning}` : meaning;

interface Candidate extends Pick {
  readonly place: Place;
  readonly score: number;
}

/** Cells that contradict a column's name outweigh the name. */
const leastFit = 0.5;

function candidatesIn(column: ColumnContent, names: readonly string[]): Candidate[] {
  return meaningsOf(column.name).flatMap(({ meaning, side, score: known }) => {
    if (meaning === 'Company' && side !== 'any' && !isCompanyOfAddress(column.name, names)) return [];
    const isOther = meaning === 'Qty' && otherQuantity.test(` ${plainName(column.name)} `);
    const byName = isOther ? nearScore - 1 : known;
    const fits = contentFits(meaning, column);
    if (fits < leastFit) return [];
    // `Buyer name` is the buyer rather than a part of an address, and a part that says whose it is comes first.
    const byPlace = !isOfAddress(meaning) ? 10 : side === 'any' ? 0 : 0.5;
    const isBlank = column.cells.length === 0;
    // Neither its name nor its cells say what it is.
    if (isBlank && byName <= nearScore) return [];
    const score = byName + byPlace - (1 - fits) * 10 - (isBlank ? 3 : 0);
    const confidence = byName === partScore ? 'likely' : byName > nearScore ? 'sure' : 'guess';
    return { column, place: placeOf(meaning, side), score, confidence };
  });
}

/** Meanings that a column may have by its cells alone, if no other column has them. */
function byContentAlone(picks: Picks, free: readonly ColumnContent[]): void {
  const left = new Set(free);
  const take = (place: Place, column: ColumnContent | undefined, confidence: Confidence): void => {
    if (column === undefined || picks.has(place)) return;
    picks.set(place, { column, confidence });
    left.delete(column);
  };
  for (const column of free) {
    const meaning = meaningByContent(column);
    if (meaning === 'ReceivedDate' && otherDate.test(` ${plainName(column.name)} `)) continue;
    if (meaning !== undefined)
      take(placeOf(meaning, 'any'), column, meaning === 'EmailAddress' ? 'likely' : 'guess');
  }
  const find = (
    passes: (cell: string) => boolean,
    unless: NameTest,
    suits?: (column: ColumnContent) => boolean,
  ): ColumnContent | undefined =>
    [...left].find(
      (column) =>
        column.cells.length >= column.rows * 0.8 &&
        shareOf(column.cells, passes) >= 0.9 &&
        !unless.test(` ${plainName(column.name)} `) &&
        suits?.(column) !== false,
    );
  take(
    'ReferenceNumber',
    find(
      (cell) => /\d/.test(cell) && !/[\s,.]/.test(cell) && !isSum(cell) && cell.length <= 40,
      otherCode,
      // The same in every row, it would make one order of them all.
      ({ cells }) => cells.length === 1 || new Set(cells).size > 1,
    ),
    'guess',
  );
  take(
    'SKU',
    find(
      (cell) => /\d/.test(cell) && /[A-Z]/i.test(cell) && !/\s/.test(cell) && cell.length <= 40,
      otherCode,
    ),
    'guess',
  );
  take(
    'PricePerUnit',
    find((cell) => /^\D{0,4}\d{1,6}[.,]\d\d\D{0,4}$/.test(cell), otherMoney),
    'guess',
  );
  take(
    'Qty',
    find((cell) => /^[1-9]\d{0,2}$/.test(cell), otherNumber),
    'guess',
  );
}

/** What the delivery address may take from the billing address, or from other columns about the buyer. */
const fromBilling = keysOf(addressNames);

const names = ['FullName', 'FirstName', 'LastName'] as const;

function fillDelivery(picks: Picks): void {
  const hasStreet = picks.has('delivery.Address1');
  // `Customer Name` beside a delivery address without a name: nobody else is named.
  const isNamed = names.some((name) => picks.has(`delivery.${name}`)) || picks.has('ChannelBuyerName');
  const ofBuyer: readonly AddressMeaning[] = ['EmailAddress', 'PhoneNumber', ...(isNamed ? [] : names)];
  const borrowed = hasStreet ? ofBuyer : fromBilling;
  for (const meaning of borrowed) {
    const billing = picks.get(`billing.${meaning}`);
    if (billing === undefined || picks.has(`delivery.${meaning}`)) continue;
    picks.set(`delivery.${meaning}`, billing);
  }
  // A billing address without its own street is the delivery address.
  if (!hasStreet || !picks.has('billing.Address1'))
    for (const meaning of fromBilling) picks.delete(`billing.${meaning}`);
}

/**
 * Beside a column for one part of the name, a column that is called the name may have only the other part, as in `Nombre`
 * and `Apellidos`, or `Vorname` and `Name`.
 */
function completeName(picks: Picks, side: 'delivery' | 'billing'): void {
  const full = picks.get(`${side}.FullName`);
  const first = picks.get(`${side}.FirstName`);
  const last = picks.get(`${side}.LastName`);
  const part = first ?? last;
  if (full === undefined || part === undefined || (first !== undefined && last !== undefined)) return;
  if (full.column.cells.some((cell, at) => cell.includes(part.column.cells[at] ?? cell))) return;
  picks.delete(`${side}.FullName`);
  picks.set(`${side}.${first === undefined ? 'FirstName' : 'LastName'}`, full);
}

const isName = ({ name }: ColumnContent): boolean => plainName(name) === 'name';

/** `name` beside the buyer's name, in a file without another title of the item, is that of the item. */
function nameOfItem(picks: Picks, free: readonly ColumnContent[]): void {
  const name = picks.get('delivery.FullName');
  const buyer = picks.get('ChannelBuyerName') ?? picks.get('billing.FullName');
  if (name === undefined || picks.has('ItemTitle')) return;
  const title = free.find((column) => isName(column) && contentFits('ItemTitle', column) >= leastFit);
  if (title !== undefined) picks.set('ItemTitle', { column: title, confidence: 'guess' });
  if (title !== undefined || buyer === undefined || !isName(name.column)) return;
  picks.set('ItemTitle', { ...name, confidence: 'guess' });
  picks.set('delivery.FullName', { ...buyer, confidence: 'guess' });
}

function fillNames(picks: Picks, free: readonly ColumnContent[]): void {
  completeName(picks, 'delivery');
  completeName(picks, 'billing');
  const named = (side: 'delivery' | 'billing'): boolean =>
    picks.has(`${side}.FullName`) || picks.has(`${side}.LastName`);
  nameOfItem(picks, free);
  const buyer = picks.get('ChannelBuyerName');
  if (buyer !== undefined && !named('delivery')) picks.set('delivery.FullName', buyer);
  if (buyer !== undefined && picks.has('billing.Address1') && !named('billing'))
    picks.set('billing.FullName', buyer);
  // A name in two columns is better than half a name in one.
  for (const side of ['delivery', 'billing'] as const) {
    const last = picks.get(`${side}.LastName`);
    if (last === undefined || !picks.has(`${side}.FirstName`)) continue;
    if (picks.get(`${side}.FullName`)?.confidence !== 'sure') picks.delete(`${side}.FullName`);
  }
}

/** Finds the most likely meaning of each column, from its name and its cells. */
export function pickColumns(columns: readonly ColumnContent[]): Picks {
  const count = (wanted: string): number =>
    columns.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase()).length;
  const usable = columns.filter(({ name }) => name !== '' && !name.startsWith('_') && count(name) === 1);
  const named = usable.map(({ name }) => name);
  const candidates = usable
    .flatMap((column) => candidatesIn(column, named))
    .sort((a, b) => b.score - a.score);
  const picks: Picks = new Map();
  const used = new Set<ColumnContent>();
  for (const { place, column, confidence } of candidates) {
    if (picks.has(place) || used.has(column)) continue;
    picks.set(place, { column, confidence });
    used.add(column);
  }
  byContentAlone(
    picks,
    usable.filter((column) => !used.has(column)),
  );
  fillDelivery(picks);
  const taken = new Set([...picks.values()].map(({ column }) => column));
  fillNames(
    picks,
    usable.filter((column) => !taken.has(column)),
  );
  return picks;
}
