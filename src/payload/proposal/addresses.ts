import { labelOf } from '../../text/field-words.ts';
import { present } from '../../text/records.ts';
import { countryCodeFor, countryCodeOf, otherCountryCodes } from '../document/country-codes.ts';
import {
  filled,
  knownParts,
  ofPlace,
  type PartFinder,
  partFinder,
  plainParts,
  strangeAddress,
} from './address-parts.ts';
import type { AddressPart } from './aliases/language.ts';
import { areOfOneDelivery, type Side } from './aliases/names.ts';
import { Draft } from './draft.ts';
import { areAll, type Column, cellOf } from './profile.ts';
import { anyOf, examples, type MapMembers } from './questions.ts';
import { fits } from './shapes.ts';

type Section = 'DeliveryAddress' | 'BillingAddress';

const joinOf = (columns: readonly Column[]) => ({
  entry: { join: columns.map(({ name }) => name) },
  columns,
});

/** The ways to fill a name from the columns of an address: from a whole one, or from its parts. */
function nameSources(find: PartFinder, rows: Draft['start']['rows']) {
  const [names, firsts, lasts] = (['name', 'firstName', 'lastName'] as const).map((part) =>
    filled(find(part)),
  ) as [Column[], Column[], Column[]];
  // `Nom` is the last name beside `Prénom`, and the whole name alone; `Nome` the first name beside `Cognome`.
  const last = lasts.find(
    (column) => !firsts.includes(column) && (firsts.length > 0 || !names.includes(column)),
  );
  const first = last && firsts.find((column) => column !== last);
  const wholes = names.filter((column) => column !== first && column !== last);
  const cellsOf = (row: readonly string[], columns: readonly Column[]): string =>
    columns
      .map((column) => cellOf(row, column))
      .filter((cell) => cell !== '')
      .join(' ');
  const whole = wholes.map((column) => ({ entry: column.name, columns: [column] }));
  if (last === undefined) return whole;
  // `van der`; blank for most people.
  const middle = find('middleName').slice(0, 1);
  if (first === undefined) {
    // Beside a last name alone, a name may be the first name.
    const [only] = wholes;
    const isWhole = only !== undefined && rows.every((row) => cellOf(row, only).endsWith(cellOf(row, last)));
    return only === undefined || isWhole || wholes.length > 1 ? whole : [joinOf([only, last]), ...whole];
  }
  const isProven = wholes.some((column) =>
    [
      [first, last],
      [first, ...middle, last],
    ].some((parts) => rows.every((row) => cellOf(row, column) === cellsOf(row, parts))),
  );
  return isProven ? whole : [joinOf([first, ...middle, last]), ...whole];
}

/** Fills a name from the one source that it has, or asks which it is. */
function fillName(draft: Draft, field: string, find: PartFinder): void {
  if (!draft.isOpen(field)) return;
  const sources = nameSources(find, draft.start.rows);
  const [only, other] = sources;
  if (only === undefined) return;
  if (other === undefined) {
    draft.fill(field, only.entry, ...only.columns);
    return;
  }
  const columns = [...new Set(sources.flatMap((source) => source.columns))];
  draft.ask(
    field,
    `Which column has the ${labelOf(field)}: ${anyOf(columns)}?`,
    columns,
    sources.map(({ entry, columns: own }) => ({
      means: own.map(({ name }) => name).join(' and '),
      set: { [field]: entry },
    })),
  );
}

/** Whether a value can be the number of a house: `4`, `12a`. */
const isHouseNumber = (value: string): boolean => /^\d{1,4}\s?\p{L}?$/u.test(value);

/** Asks for the number of the house where no street has a digit, and a column that nothing is known of may have it. */
function askForNumber(draft: Draft, [street, other]: readonly Column[]): boolean {
  const field = 'DeliveryAddress.Address1';
  const hasDigit = (column: Column): boolean => column.cells.some((cell) => /\d/.test(cell));
  if (street === undefined || other !== undefined || !draft.isOpen(field) || hasDigit(street)) return false;
  const numbers = draft.start.columns.filter(
    (column) =>
      draft.isStrange(column) &&
      areAll(column, isHouseNumber) &&
      draft.start.rows.every((row) => cellOf(row, street) === '' || cellOf(row, column) !== ''),
  );
  if (numbers.length === 0) return false;
  draft.ask(
    field,
    `${examples(street)} has no numbers. Is one of these the number of the house: ${anyOf(numbers)}?`,
    [street, ...numbers],
    [
      ...numbers.map(({ name }) => ({
        means: `${street.name} and ${name}`,
        set: { [field]: { street: street.name, houseNumber: name } },
      })),
      { means: `${street.name} alone`, set: { [field]: street.name } },
    ],
  );
  return true;
}

/** Fills the street, with the number of the house and what is added to it where these have columns of their own. */
function fillStreet(draft: Draft, section: Section, find: PartFinder): void {
  const streets = [...new Set([...find('address1'), ...find('street')])];
  const [number, addition] = [find('houseNumber')[0], find('addition')[0]];
  if (number === undefined && section === 'DeliveryAddress' && askForNumber(draft, filled(streets))) return;
  const parts = present({ houseNumber: number?.name, addition: addition?.name });
  const street = draft.choose(`${section}.Address1`, streets, ({ name }) =>
    number === undefined ? name : { street: name, ...parts },
  );
  if (street === undefined && !draft.asked.has(streets[0] as Column)) return;
  for (const column of [number, addition]) if (column !== undefined) draft.used.add(column);
}

/**
 * The entry of a column of country codes: those of three letters that are in use, and `UK`, become the codes of the standard,
 * which stay what they are, tomorrow's too.
 */
function codeEntry({ name, values }: Column): unknown {
  const found = [...values.keys()];
  if (found.every((value) => countryCodeFor(value) === undefined)) return name;
  const own = found.map((value) => [value, countryCodeOf(value)]);
  const codes = Object.values(otherCountryCodes).map((code) => [code, code]);
  return { column: name, map: { ...otherCountryCodes, ...Object.fromEntries([...codes, ...own]) } };
}

function fillCountry(draft: Draft, section: Section, find: PartFinder): void {
  const [name, code] = [`${section}.Country`, `${section}.CountryCode`];
  const isCode = (column: Column): boolean => column.cells.length > 0 && fits(code, column);
  const all = [...new Set([...find('country'), ...find('countryCode')])];
  draft.choose(code, all.filter(isCode), codeEntry);
  if (draft.isOpen(code) || draft.isOpen(name))
    draft.choose(
      name,
      all.filter((column) => !isCode(column) && draft.isFree(column)),
    );
}

/** Fills the second line, with the district of the town behind it. */
function fillSecondLine(draft: Draft, field: string, find: PartFinder): void {
  const districts = filled(find('district')).slice(0, 1);
  const [line, other] = find('address2');
  if (districts.length === 0 || other !== undefined || !draft.isOpen(field)) return;
  const columns = [...(line === undefined ? [] : [line]), ...districts];
  const names = columns.map(({ name }) => name);
  draft.fill(field, names.length > 1 ? { join: names, with: ', ' } : names[0], ...columns);
}

/** The columns of the company that are named as the place is. Others may be the carrier: they are asked about. */
function companiesIn(draft: Draft, find: PartFinder): readonly Column[] {
  const field = 'DeliveryAddress.Company';
  const places = [...find('town'), ...find('postcode'), ...find('address1')];
  const isSure = ({ name, meanings }: Column): boolean =>
    !meanings.includes('delivery company') || places.some((place) => areOfOneDelivery(name, place.name));
  const sure = find('company').filter(isSure);
  const [other] = filled(find('company').filter((column) => !isSure(column)));
  if (other === undefined || sure.length > 0 || !draft.isOpen(field)) return sure;
  draft.ask(
    field,
    `Is ${examples(other)} the recipient's company?`,
    [other],
    [
      { means: 'no: it carries the parcel, or is not needed', set: {} },
      { means: 'yes', set: { [field]: other.name } },
    ],
  );
  return [];
}

function fillAddress(draft: Draft, section: Section, all: PartFinder): void {
  const find: PartFinder = (part) =>
    part === 'company' && section === 'DeliveryAddress' ? companiesIn(draft, all) : all(part);
  fillName(draft, `${section}.FullName`, find);
  fillStreet(draft, section, find);
  fillSecondLine(draft, `${section}.Address2`, find);
  for (const part of Object.keys(plainParts) as (keyof typeof plainParts)[])
    draft.choose(`${section}.${plainParts[part]}`, find(part));
  fillCountry(draft, section, find);
}

/** Asks which of two addresses is the recipient's, and fills both as it is answered. */
function askWhichAddress(draft: Draft, finders: readonly [PartFinder, PartFinder]): void {
  const columns = finders.map((find) => [...new Set(knownParts.flatMap((part) => find(part)))]);
  const choices = columns.map((own, at) => {
    const trial = new Draft(draft.start);
    const [delivery, payer] = at === 0 ? finders : [finders[1], finders[0]];
    fillBoth(trial, delivery, payer);
    const shown = filled(own).slice(0, 3).map(examples).join(', ');
    return { means: shown, set: Object.fromEntries(trial.fields) as MapMembers };
  });
  draft.ask('DeliveryAddress', "Which of these addresses is the recipient's?", columns.flat(), choices);
}

/**
 * Fills the addresses. A column that is named for the delivery goes before one with a bare name; where the delivery has
 * columns of its own, the bare ones are the payer's. The payer's columns fill no part of the delivery.
 */
export function fillAddresses(draft: Draft): void {
  const free = (): Column[] => draft.start.columns.filter((column) => draft.isFree(column));
  const [delivery, bare, payer] = (['delivery', 'bare', 'payer'] as const).map((side) =>
    partFinder(draft, side, free),
  ) as [PartFinder, PartFinder, PartFinder];
  // Whose the bare columns are, all columns of the file decide, whatever has become of them.
  const has = (side: Side, ...parts: readonly AddressPart[]): boolean =>
    parts.some((part) => partFinder(draft, side, () => draft.start.columns)(part).length > 0);
  const isTwofold = ofPlace.some((part) => has('delivery', part) && has('bare', part));
  const hasPlace = has('delivery', 'address1', 'street') || isTwofold;
  const hasPerson = has('delivery', 'name', 'firstName', 'lastName');
  const ofDelivery: PartFinder = (part) => {
    const own = delivery(part);
    const isPerson = part === 'name' || part === 'firstName' || part === 'lastName';
    const isPayers = hasPlace || (isPerson && hasPerson);
    return own.length > 0 || isPayers ? own : bare(part);
  };
  // Read before the delivery takes its columns.
  const ofPayer: PartFinder = (part) => {
    const own = payer(part);
    return own.length > 0 ? own : bare(part);
  };
  const strange = hasPlace || !has('bare', 'address1', 'street') ? undefined : strangeAddress(draft);
  if (strange !== undefined && draft.isOpen('DeliveryAddress.Address1'))
    askWhichAddress(draft, [bare, strange]);
  else fillBoth(draft, ofDelivery, ofPayer);
  askWhereBlank(draft);
}

/** Fills the address of the delivery, the buyer, and the address of the payer if the file has it whole. */
function fillBoth(draft: Draft, ofDelivery: PartFinder, ofPayer: PartFinder): void {
  fillAddress(draft, 'DeliveryAddress', ofDelivery);
  const payersName = fillBuyer(draft, ofPayer);
  const buyer = draft.fields.get('ChannelBuyerName');
  const hasPayers = (...among: readonly AddressPart[]): boolean => filled(among.flatMap(ofPayer)).length > 0;
  const hasPlace = hasPayers('address1', 'street') && hasPayers('town') && hasPayers('postcode');
  const hasName = hasPayers('name', 'lastName') || draft.fields.has('ChannelBuyerName');
  // A bill with a part of an address is none.
  if (!hasName || !hasPlace || !hasPayers('country', 'countryCode')) return;
  const field = 'BillingAddress.FullName';
  // The buyer has taken the payer's name, unless it has a column of its own.
  if (payersName !== undefined && draft.isOpen(field)) draft.fill(field, payersName);
  fillAddress(draft, 'BillingAddress', ofPayer);
  if (buyer !== undefined && draft.isOpen(field)) draft.fill(field, buyer);
}

/** Fills the buyer's name: a column of that name, else the payer's, which is returned, else the recipient's. */
function fillBuyer(draft: Draft, ofPayer: PartFinder): unknown {
  const field = 'ChannelBuyerName';
  const buyers = draft.ofOrder('buyer').filter((column) => fits(field, column));
  const [buyer, other] = filled(buyers);
  if (buyer !== undefined && other === undefined) draft.choose(field, [buyer]);
  else fillName(draft, field, ofPayer);
  const payers = buyer === undefined ? draft.fields.get(field) : undefined;
  const recipient = draft.sourceOf('DeliveryAddress.FullName');
  if (!draft.isOpen(field) || draft.questions.some(({ id }) => id === field)) return payers;
  if (recipient !== undefined) draft.fill(field, recipient);
  // The answer to the question about the recipient is one about the buyer as well.
  else
    draft.extendAnswers('DeliveryAddress.FullName', (set) => ({ [field]: set['DeliveryAddress.FullName'] }));
  return undefined;
}

/** Asks whether the parcels go to the payer: where the file has no other address, or some orders have none. */
function askWhereBlank(draft: Draft): void {
  if ('$deliveryFromBilling' in draft.map) return;
  const [delivery, billing] = ['DeliveryAddress.Address1', 'BillingAddress.Address1'].map((field) => {
    const entry = draft.sourceOf(field);
    const name = typeof entry === 'string' ? entry : (entry as { street?: string } | undefined)?.street;
    return draft.start.columns.find((column) => column.name === name);
  });
  if (billing === undefined || draft.questions.some(({ id }) => id === 'DeliveryAddress.Address1')) return;
  const isBlank = draft.start.orders.some(
    (rows) =>
      rows.every((row) => delivery === undefined || cellOf(row, delivery) === '') &&
      rows.some((row) => cellOf(row, billing) !== ''),
  );
  if (!isBlank) return;
  const what =
    delivery === undefined ? 'The file has no delivery address' : `Some orders have no ${delivery.name}`;
  draft.ask(
    '$deliveryFromBilling',
    `${what}. Do they go to the payer's address (${examples(billing)})?`,
    [],
    [
      { means: 'yes, the parcel goes to the payer', set: { $deliveryFromBilling: true } },
      { means: 'no: such an order is an error', set: { $deliveryFromBilling: false } },
    ],
  );
}
