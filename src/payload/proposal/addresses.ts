import { countryCodeFor, countryCodeOf, otherCountryCodes } from '../document/country-codes.ts';
import type { Kind, Side } from '../words/kinds.ts';
import { haveWordOf } from '../words/topics.ts';
import { type Column, cellOf, filledAs, isPlain } from './columns.ts';
import type { Draft } from './draft.ts';
import { type Answer, anyOf, examples, unused } from './questions.ts';

/** Free columns of a kind and a side; the blank ones last. */
export const ofSide = (draft: Draft, kind: Kind, side: Side): Column[] =>
  draft
    .freeOf(kind)
    .filter((column) => column.side === side)
    .toSorted(
      (a, b) =>
        Number(b.cells.length > 0) - Number(a.cells.length > 0) ||
        Number(isPlain(b)) - Number(isPlain(a)) ||
        // `Postnummer` beside `PLZ` is that of a person at a locker.
        Number(kind === 'postcode' && a.named.has('extra')) -
          Number(kind === 'postcode' && b.named.has('extra')),
    );

/** The entry of a map for one column, or for several that are written one after the other. */
export const joined = (columns: readonly Column[], separator: string): unknown =>
  columns.length === 1 ? columns[0]?.name : { join: columns.map(({ name }) => name), with: separator };

/** The entry for a column of countries, and its field: codes, other codes that are in use, or names. */
function countryEntry(column: Column): { readonly field: string; readonly entry: unknown } {
  const isRight = (code: string): boolean => countryCodeFor(code) === undefined;
  const { name, cells, named } = column;
  if (cells.length > 0 && cells.every(isRight)) return { field: 'CountryCode', entry: name };
  const found = [...new Set(cells.map((cell) => cell.toUpperCase()))];
  const isOther = (code: string): boolean => Object.hasOwn(otherCountryCodes, code);
  const saysCode = named.has('code') || named.words.includes('iso');
  // Without that, `UK` and `USA` may be names, with other names in another file.
  const others = found.filter((code) => isOther(code) && (saysCode || (code.length === 3 && code !== 'USA')));
  // `nl`.
  const isLower = found.length > 0 && found.every(isRight);
  if (!isLower && (others.length === 0 || !found.every((code) => isOther(code) || isRight(code))))
    return { field: 'Country', entry: name };
  // Orders of other days go to other countries.
  const usual = Object.entries(otherCountryCodes);
  const right = [...found.filter((code) => !isOther(code)), ...usual.map(([, code]) => code)];
  const map = Object.fromEntries([...usual, ...right.map((code) => [code, code])]);
  return { field: 'CountryCode', entry: { column: name, map } };
}

/** Parts of an address that belong into its second line, in this order. */
const secondLine = ['addition', 'apartment', 'building', 'floor', 'extra', 'suburb'] as const;

/** Sets `Via` aside where it says how the buyer found the shop, beside a street with a number. */
function setWaysAside(draft: Draft): void {
  const hasNumber = ({ cells }: Column): boolean => cells.some((cell) => /\d/.test(cell));
  const isVia = ({ named: { words } }: Column): boolean => words.includes('via');
  const isApart = filledAs(draft.columns, 'houseNumber').length > 0;
  const streets = draft.filledOf('street');
  const isStreet = (column: Column): boolean =>
    !isVia(column) && (isApart ? column.named.has('street') : hasNumber(column));
  if (!streets.some(isStreet)) return;
  for (const column of streets)
    if (isVia(column) && column.side === undefined && !hasNumber(column)) draft.aside.add(column);
}

/** Columns of whole addresses in one cell, which the parts in other columns make unnecessary. */
export function setWholeAddressesAside(draft: Draft): void {
  const places = filledAs(draft.columns, 'postcode', 'town').filter(({ side }) => side !== 'billing');
  const hasIn = (column: Column, parts: readonly Column[]): boolean =>
    parts.some((part) => draft.containsAll(column, part));
  for (const column of draft.freeOf('street'))
    if (places.length > 1 && places.every((place) => draft.containsAll(column, place)))
      draft.aside.add(column);
  const streets = draft.freeOf('street');
  const towns = places.filter(({ kind }) => kind === 'town');
  for (const column of streets) if (hasIn(column, streets) && hasIn(column, towns)) draft.aside.add(column);
  for (const column of draft.freeOf('street')) {
    const others = draft.freeOf('street').filter(({ side }) => side === column.side);
    if (hasIn(column, others)) draft.aside.add(column);
  }
  setWaysAside(draft);
}

/** Whether each street ends or begins with the number of the house in its row. */
const hasNumbers = ({ rows }: Draft, street: Column, number: Column): boolean =>
  rows.every((row) => {
    const words = cellOf(row, street)
      .toLowerCase()
      .split(/[\s,]+/);
    return words.includes(cellOf(row, number).toLowerCase()) || cellOf(row, number) === '';
  });

/** Asks whether a bare `Número`, or a column of an unknown name, is that of the house, where no street has one. */
function askForHouseNumber(draft: Draft, field: string, street: Column): boolean {
  if (street.cells.some((cell) => /\d/.test(cell))) return false;
  const bare = draft
    .filledOf('reference', 'lineId', 'shipment', 'aside', 'unknown')
    .filter(
      ({ named: { concepts, has, unknown, only }, side, cells }) =>
        (concepts.size === 0 ||
          (has('number') &&
            side === street.side &&
            unknown.length === 0 &&
            only('number', 'delivery', 'dispatch', 'addressee', 'buyer', 'billing'))) &&
        cells.every((cell) => /^(?:\d{1,5} ?\p{L}?|s\/?n)$/iu.test(cell)),
    );
  const [number] = bare;
  if (number === undefined) return false;
  draft.ask(
    [street, number],
    field,
    `Is ${examples(number)} the house number for ${examples(street)}?`,
    ['yes', { [field]: { street: street.name, houseNumber: number.name } }],
    ['no', { [field]: street.name }],
  );
  return true;
}

/** The number of a street's house: of the street's own side, or a bare one where no other street may have it. */
function partOf(draft: Draft, kind: Kind, street: Column): Column | undefined {
  const [own] = ofSide(draft, kind, street.side);
  if (own !== undefined || street.cells.some((cell) => /\d/.test(cell))) return own;
  return ([undefined, 'delivery'] as const)
    .flatMap((side) => (side === street.side || draft.has('street', side) ? [] : ofSide(draft, kind, side)))
    .find(isPlain);
}

/** The street of a side, with its number in the order of the row's country. Asks where two are named equally well. */
function fillStreet(draft: Draft, section: string, side: Side): void {
  const field = `${section}.Address1`;
  const streets = ofSide(draft, 'street', side);
  const best = draft.bestOf(streets, ({ named }) => (named.number === 1 ? 2 : Number(named.has('street'))));
  const [street = streets[0], other] = best;
  if (street === undefined) return;
  if (other === undefined && !isSurePlace(street)) {
    askWhetherPart(draft, field, street);
    return;
  }
  if (other !== undefined) {
    const isLine = ({ named }: Column): boolean => named.has('address');
    const both = [...best].sort((a, b) => Number(isLine(a)) - Number(isLine(b)));
    draft.ask(
      best,
      field,
      `Which column has the street: ${anyOf(best)}?`,
      ...best.map((column): Answer => [`${examples(column)} alone`, { [field]: column.name }]),
      ['both, one after the other', { [field]: joined(both, ', ') }],
    );
    return;
  }
  const number = partOf(draft, 'houseNumber', street);
  if (number === undefined && askForHouseNumber(draft, field, street)) return;
  const addition = partOf(draft, 'addition', street);
  // Some shops repeat the number that the street has.
  const isRepeated = number !== undefined && number.cells.length > 0 && hasNumbers(draft, street, number);
  if (isRepeated) draft.aside.add(number);
  // The number of an address may be its key, where the street has that of its house already.
  const isKey = street.cells.every((cell) => /\d\s?\p{L}?$/u.test(cell));
  if (number !== undefined && !isRepeated && number.cells.length > 0 && isKey) {
    draft.ask(
      [street, number],
      field,
      `Is ${examples(number)} the house number for ${examples(street)}?`,
      ['no, it is not needed', { [field]: street.name, ...unused(number) }],
      ['yes', { [field]: { street: street.name, houseNumber: number.name } }],
    );
    return;
  }
  if (number === undefined || isRepeated) draft.fill(field, street);
  else {
    const more = addition === undefined ? {} : { addition: addition.name };
    const columns = [street, number, ...(addition === undefined ? [] : [addition])];
    draft.fill(field, columns, { street: street.name, houseNumber: number.name, ...more });
  }
  for (const same of streets) if (same !== street && draft.areSame(same, street)) draft.aside.add(same);
}

/** Other columns that are named as well as one for the same part of an address, with other cells. */
const twinsOf = (draft: Draft, column: Column): Column[] => {
  const nameOf = ({ named: { concepts, number } }: Column): string =>
    [...concepts, number]
      .filter((concept) => concept !== 'noise')
      .sort()
      .join();
  return ofSide(draft, column.kind, column.side).filter(
    (other) =>
      other !== column &&
      other.cells.length > 0 &&
      nameOf(other) === nameOf(column) &&
      isPlain(other) === isPlain(column) &&
      !draft.areSame(other, column),
  );
};

/** Where carriers divide the world. */
const ofZones =
  /\d|^(?:.{1,2}|north|south|east|west|world|local|inland|ausland)$|^(?:europ|domest|internat|rest |zone)/i;

/** Whether the cells of `shipping_zone` may be names of regions, as one shop calls them: `Jujuy`. */
const isRegion = ({ kind, named: { has, words }, cells }: Column): boolean =>
  kind === 'region' && has('dispatch') && words.length === 2 && !cells.some((cell) => ofZones.test(cell));

/** Whether the cells of a column may be countries: names, or codes that are some country's. */
const areCountries = ({ cells }: Column): boolean =>
  cells.some((cell) => countryCodeOf(cell) !== undefined || /^\p{L}[\p{L}\s.'-]{3,}$/u.test(cell));

/** Whether a column says by its cells alone that it is of countries or zones: `Destination`. */
const isByCells = ({ kind, named: { has } }: Column): boolean =>
  (kind === 'country' || kind === 'region') && !has('country', 'region', 'state');

/** Whether a floor or a staircase may be another thing: `Portal: Amazon`, `Planta: Madrid`. */
const mayBeOther = ({ named: { words }, cells }: Column): boolean =>
  words.some((word) => word === 'portal' || word === 'planta') &&
  cells.some((cell) => !/\d/.test(cell) && cell.length > 4);

/** Whether the whole name of a column is understood as a part of an address, and its cells do not say otherwise. */
export const isSurePlace = (column: Column): boolean =>
  column.cells.length === 0 ||
  (isPlain(column) &&
    (!haveWordOf('rank', column.named) || isRegion(column)) &&
    (column.kind !== 'country' || areCountries(column)) &&
    (column.kind !== 'region' || !isByCells(column)) &&
    (column.kind !== 'state' || column.cells.some((cell) => /\p{L}/u.test(cell))) &&
    !mayBeOther(column));

/** Asks whether a column with a word that nobody knows, or with other cells, is a part of an address. */
function askWhetherPart(draft: Draft, field: string, column: Column, entry: unknown = column.name): void {
  const question = `Is ${examples(column)} the ${column.kind} of the address?`;
  draft.ask([column], field, question, ['no, leave it open'], ['yes', { [field]: entry }]);
}

/** Asks which of several columns is a part of an address; where it is blank, another stands for it. */
function askForPart(draft: Draft, field: string, columns: readonly Column[]): void {
  const names = columns.map(({ name }) => name);
  const entryOf = ({ name, cells, rows }: Column): unknown =>
    cells.length === rows ? name : { column: [name, ...names.filter((other) => other !== name)] };
  draft.ask(
    columns,
    field,
    `Which column has the ${columns[0]?.kind} of the address: ${anyOf(columns)}?`,
    ...columns.map((column): Answer => [`${column.name} alone`, { [field]: entryOf(column) }]),
    ['all of them, one after the other', { [field]: joined(columns, ', ') }],
  );
}

/** The column of the country; undefined if it is a question, as where another column has other countries in the same rows. */
function countryIn(draft: Draft, section: string, column: Column): Column | undefined {
  const others = draft
    .filledOf('country')
    .filter(
      (each) =>
        each !== column &&
        isPlain(each) &&
        (each.side === column.side || (isByCells(column) && each.side !== 'billing')),
    );
  const isOther = (other: Column): boolean =>
    draft.rows.some((row) => {
      const [one, two] = [column, other].map((each) => countryCodeOf(cellOf(row, each)));
      return one !== two && one !== undefined && two !== undefined;
    });
  const all = [...others, column];
  if (others.some(isOther))
    draft.ask(
      all,
      `${section}.Country`,
      `Which column has the country of the address: ${anyOf(all)}?`,
      ...all.map((each): Answer => {
        const { field, entry } = countryEntry(each);
        return [each.name, { [`${section}.${field}`]: entry }];
      }),
    );
  else if (isByCells(column) && others.length > 0) {
    draft.aside.add(column);
    return others[0];
  }
  return others.some(isOther) ? undefined : column;
}

/** Whether a part of an address may be one by its cells alone, so that it is asked about: `Additional info`. */
const isOfText = ({ named: { concepts, only } }: Column): boolean =>
  concepts.size > 0 && only('note', 'noise', 'delivery', 'dispatch', 'order', 'buyer');

/** What of the columns of places may be of another address than that of the delivery; `street`: the side of its street. */
function otherPlaces(draft: Draft, street: Side) {
  // A delivery with a place of its own, and no street, beside another address; not one that is asked about already.
  const open = draft.columns.filter((column) => !draft.asked.has(column));
  const hasTown = filledAs(open, 'town').length > 0;
  const hasPlace = (kind: Kind, side: Side): boolean =>
    filledAs(open, kind === 'town' && !hasTown ? 'suburb' : kind).some((each) => each.side === side);
  const places = (['town', 'postcode'] as const).filter((kind) => hasPlace(kind, 'delivery'));
  const isStreetOfOther =
    (street === undefined && places.length === 2 && places.every((kind) => hasPlace(kind, undefined))) ||
    (street === 'buyer' && places.length > 0);
  /** The part of the street's own address, where another is named for another side: `Ort` beside `Versandort`. */
  const besideStreet = (column: Column): Column[] =>
    column.side === street || column.cells.length === 0 || isStreetOfOther
      ? []
      : ofSide(draft, column.kind, street).filter(
          (other) => other.cells.length > 0 && !draft.areSame(other, column),
        );
  /** Whether a side has a street, town or postcode of its own beside that of the delivery. */
  const isOtherPlace = (each: Column): boolean =>
    each.kind === 'street'
      ? // `Address ID`, `Address validated`.
        each.cells.some((cell) => /\p{L}{3}/u.test(cell) && /[\s\d]/.test(cell)) &&
        !draft.aside.has(each) &&
        !draft.used.has(each) &&
        ![...draft.used].some((own) => own.kind === 'street' && draft.areSame(own, each))
      : places.some((kind) => kind === each.kind) &&
        each.cells.length > 0 &&
        !ofSide(draft, each.kind, 'delivery').some((own) => draft.areSame(own, each));
  /** Whether the buyer is another person than the recipient. */
  const isOfOtherPerson = (): boolean => {
    const names = filledAs(draft.columns, 'name');
    const buyer = names.find((each) => each.side === 'buyer' || each.side === undefined);
    const recipient = names.find((each) => each.side === 'delivery');
    return buyer !== undefined && recipient !== undefined && !draft.areSame(buyer, recipient);
  };
  /** Whether a town, postcode or country stands in an address of its own, where the delivery has a street and a place. */
  const isOfPayer = ({ side, kind, cells }: Column): boolean =>
    street === 'delivery' &&
    places.length > 0 &&
    side !== street &&
    // One country for all is also that of the deliveries, unless it is named for the buyer.
    (kind !== 'country' || side === 'buyer' || new Set(cells).size > 1) &&
    cells.length > 0 &&
    ((side === 'buyer' && kind !== 'country' && isOfOtherPerson()) ||
      draft.columns.some((each) => each.side === side && isOtherPlace(each)));
  return { isStreetOfOther, besideStreet, isOfPayer };
}

/** Fills an address from the columns of these sides; of each kind, the first side that has one. */
export function fillAddress(draft: Draft, section: string, sides: readonly Side[]): void {
  const pick = (kind: Kind, from: readonly Side[]): Column | undefined =>
    from.flatMap((side) => ofSide(draft, kind, side))[0];
  const first = pick('street', sides);
  if (first === undefined) return;
  const street = first.side;
  const { isStreetOfOther, besideStreet, isOfPayer } = otherPlaces(draft, street);
  const put = (field: string, column: Column | undefined, entry?: unknown): void => {
    if (column === undefined) return;
    const isSingle = field === 'Town' || field === 'PostCode' || column.kind === 'country';
    const others =
      isSingle && column.kind !== 'country' ? [...twinsOf(draft, column), ...besideStreet(column)] : [];
    const name = `${section}.${field}`;
    if (others.length > 0) askForPart(draft, name, [column, ...others]);
    else if (isSurePlace(column) && !(isSingle && isOfPayer(column))) draft.fill(name, column, entry);
    else if (isSingle) askWhetherPart(draft, name, column, entry);
  };
  if (isStreetOfOther && section === 'DeliveryAddress') askWhetherPart(draft, `${section}.Address1`, first);
  else fillStreet(draft, section, street);
  const town = pick('town', sides);
  // What is not required is taken from the block of street and town alone: the rest may be the payer's.
  const hasOther = draft
    .freeOf('street', 'town', 'postcode')
    .some(({ side }) => side !== street && side !== 'seller');
  const isOwn = street === 'billing' || street === 'delivery';
  const rest = hasOther || street === 'billing' ? [street] : [street, undefined];
  const ownBlock = isOwn && (town === undefined || town.side === street) ? rest : sides;
  const suburb = pick('suburb', ownBlock);
  put('Town', town ?? (suburb?.cells.length === 0 ? undefined : suburb));
  put('PostCode', pick('postcode', sides));
  put('Region', pick('region', ownBlock) ?? pick('state', ownBlock));
  put('Company', pick('company', street === 'delivery' || street === 'billing' ? [street] : sides));
  const named = pick('country', sides);
  const country = named && countryIn(draft, section, named);
  if (country !== undefined) {
    const { field, entry } = countryEntry(country);
    put(field, country, entry);
  }
  // Beside one of the delivery's own, another of its kind is another's.
  const isOthers = ({ kind, side }: Column): boolean =>
    street === 'delivery' && side !== street && draft.has(kind, street);
  const lines = secondLine.flatMap((kind) =>
    ownBlock
      .flatMap((side) => ofSide(draft, kind, side))
      .filter((column) => isPlain(column) && isSurePlace(column) && !isOfText(column) && !isOthers(column))
      .toSorted((a, b) => (a.named.number ?? 0) - (b.named.number ?? 0)),
  );
  if (lines.length > 0) draft.fill(`${section}.Address2`, lines, joined(lines, ', '));
}
