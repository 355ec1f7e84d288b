import { type Kind, partKinds } from '../words/kinds.ts';
import { isCarrier, yesOrNo } from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import { fillAddress, isSurePlace, ofSide, setWholeAddressesAside } from './addresses.ts';
import { type Column, cellOf, filledAs, isBlankIn, isPlain, isShared } from './columns.ts';
import type { Draft } from './draft.ts';
import { askForOtherAddresses, askForSecondAddress } from './other-addresses.ts';
import { fillPersons, isInEach, isSurePerson, type Person, personOf } from './person.ts';
import { type Answer, anyOf, examples, leavingOut, unused } from './questions.ts';

/** Whether a bare `name` is the item's. `ask`: neither the header nor the rows decide. */
function ownerOfName(draft: Draft, name: Column): 'item' | 'person' | 'ask' {
  const { columns } = draft;
  if (!columns.some(({ kind }) => kind === 'sku' || kind === 'articleNumber')) return 'person';
  if (draft.differsWithin(name)) return 'item';
  if (filledAs(columns, 'title').length > 0) return 'person';
  const hasPerson = filledAs(columns, 'name', 'last').some((each) => each !== name && each.side !== 'seller');
  if (columns.some((column) => column !== name && column.kind === 'last' && column.side === undefined))
    return 'person';
  return hasPerson ? 'item' : 'ask';
}

/** Finds out whether a bare `name` is the recipient's or the item's; the title of the item, where it is that. */
export function settleBareName(draft: Draft): Column | undefined {
  const bare = draft
    .freeOf('name')
    .find(({ side, named }) => side === undefined && named.words.length === 1 && named.has('name'));
  if (bare === undefined || bare.cells.length === 0) return undefined;
  const owner = ownerOfName(draft, bare);
  if (owner === 'person') return undefined;
  if (owner === 'item') return bare;
  draft.askOf(
    bare,
    `Whose name is ${examples(bare)}?`,
    ["the recipient's", { ChannelBuyerName: bare.name, 'DeliveryAddress.FullName': bare.name }],
    ["the item's", { ItemTitle: bare.name }],
  );
  return undefined;
}

/** The billing address, if the file has a whole one; the delivery address otherwise. */
function fillBilling(draft: Draft, person: Person | undefined): void {
  const has = (kind: Kind): boolean => ofSide(draft, kind, 'billing').some(({ cells }) => cells.length > 0);
  if (person === undefined || !(['street', 'town', 'postcode', 'country'] as const).every(has)) return;
  draft.fill('BillingAddress.FullName', person.columns, person.entry);
  fillAddress(draft, 'BillingAddress', ['billing']);
}

/** A file that has a billing address alone may mean it for the delivery too, but not one that names another place. */
function askForBillingAddress(draft: Draft): void {
  if (draft.fields.has('DeliveryAddress.Address1') || !draft.fields.has('BillingAddress.Address1')) return;
  const street = draft.columns.find(({ kind, side }) => kind === 'street' && side === 'billing');
  const place = filledAs(draft.columns, 'town', 'postcode').find(({ side }) => side === 'delivery');
  const lacks = place === undefined ? 'no delivery address' : `no street beside ${examples(place)}`;
  const answers: Answer[] = [['yes', { $deliveryFromBilling: true }], ['no, leave it open']];
  draft.ask(
    [],
    'DeliveryAddress',
    `The file has ${lacks}. Do the parcels go to the billing address, as in ${street?.name}?`,
    ...(place === undefined ? answers : answers.toReversed()),
  );
}

/** A delivery address that is blank for some orders, beside another that is not, may mean that one. */
function askForBlankDelivery(draft: Draft): void {
  const { columns, orders } = draft;
  const columnOf = (kind: Kind, isDelivery: boolean): Column | undefined =>
    filledAs(columns, kind).find(
      (column) =>
        (column.side === 'delivery') === isDelivery &&
        (!isDelivery || draft.used.has(column)) &&
        column.side !== 'seller',
    );
  const [street, other] = [columnOf('street', true), columnOf('street', false)];
  if (street === undefined || other === undefined) return;
  const isApart = orders.some((rows) =>
    rows.some((row) => cellOf(row, street) !== '' && cellOf(row, street) !== cellOf(row, other)),
  );
  if (isApart && columnOf('town', true) === undefined && columnOf('postcode', true) === undefined) {
    draft.ask(
      [street, other],
      'DeliveryAddress.Address1',
      `${examples(street)} has no town or postcode of its own. Is it in the town that the row names?`,
      [
        'no: leave out the orders that have a value there',
        { ...leavingOut(street, 'on-hold'), 'DeliveryAddress.Address1': other.name },
      ],
      ['yes', { 'DeliveryAddress.Address1': { column: [street.name, other.name] } }],
    );
    return;
  }
  if (!orders.some((rows) => isBlankIn(rows, street) && !isBlankIn(rows, other))) return;
  // As if nothing were used yet: the payer's columns may be the buyer's too.
  const apart = draft.apart();
  const person = personOf(apart, other.side);
  fillAddress(apart, 'BillingAddress', [other.side]);
  const name = person && { 'BillingAddress.FullName': person.entry };
  draft.ask(
    [street, other],
    'DeliveryAddress',
    `Where do orders with nothing in ${street.name} go?`,
    [
      `to the address with ${other.name}`,
      { ...name, ...Object.fromEntries(apart.fields), $deliveryFromBilling: true },
    ],
    ['leave it open: they are errors'],
  );
}

/** The rest of a payer's own columns needs no question where the delivery has its own. */
function setPayerAside(draft: Draft): void {
  const { columns } = draft;
  const isDelivery = (column: Column): boolean =>
    (draft.used.has(column) || draft.asked.has(column)) && column.side === 'delivery';
  const hasDelivery = columns.some((column) => isDelivery(column) && column.kind === 'street');
  const hasName = columns.some((column) => isDelivery(column) && ['name', 'last'].includes(column.kind));
  // A block that is named for the invoice has no bare parts.
  const hasPayerBlock = draft
    .freeOf('street', 'postcode')
    .some(({ side }) => side !== 'delivery' && side !== 'billing');
  const used = [...draft.used];
  for (const column of draft.freeOf(...placeKinds, ...personKinds)) {
    const { kind, side } = column;
    // A country has a column for its code, and one for its name.
    const isCountry = kind === 'country' && used.some((each) => each.kind === kind && each.side === side);
    if (side === 'billing' || isCountry) draft.aside.add(column);
    if (side === 'delivery' || !isPlain(column)) continue;
    if (isOfSome(draft, column)) continue;
    const isPerson = personKinds.includes(kind);
    const hasOwn = used.some((each) => each.kind === kind && each.side === 'delivery');
    const isOther = hasDelivery && (isPerson || hasPayerBlock || side === 'buyer');
    if (isOther || (isPerson ? hasName || side === 'buyer' : hasOwn)) draft.aside.add(column);
  }
}

/** Whether a bare name or street is one that only some orders have, as a payer's own is not: `Attn`, `New address`. */
const isOfSome = (draft: Draft, column: Column): boolean =>
  column.side === undefined &&
  (column.kind === 'name' || column.kind === 'street') &&
  draft.isBlankSomewhere(column);

/** Whether all parcels go to one name that is the delivery's own, so that a name of an unknown kind (`Pupil name`) is none. */
function hasOwnName(draft: Draft): boolean {
  const entry = draft.fields.get('DeliveryAddress.FullName');
  const columns = draft.columns.filter(({ name }) => namesOf(entry).includes(name));
  return (
    columns.length > 0 &&
    columns.every(({ side }) => side === 'delivery') &&
    isSurePerson({ columns }) &&
    isInEach(draft, { columns, entry })
  );
}

/** Sets aside the names of an unknown kind, and the one company of all orders, beside a recipient of the delivery's own. */
function setOthersAside(draft: Draft): void {
  if (!hasOwnName(draft)) return;
  const isOther = ({ kind, named, side }: Column): boolean =>
    kind === 'name' &&
    side === undefined &&
    named.has('name') &&
    named.unknown.length > 0 &&
    !haveWordOf('other', named);
  const isPayers = (column: Column): boolean =>
    column.kind === 'company' && column.side === undefined && draft.orders.length > 1 && isShared(column);
  for (const column of draft.filledOf('name', 'company'))
    if (isOther(column) || isPayers(column)) draft.aside.add(column);
}

/** Kinds of columns that may be in a line of an address. */
const lineKinds: readonly Kind[] = ['street', ...partKinds];
/** Those that say where the recipient is. */
const placeKinds: readonly Kind[] = [
  ...lineKinds,
  ...(['town', 'region', 'state', 'postcode', 'country', 'company'] as const),
];
/** Those that say who it is. */
const personKinds: readonly Kind[] = ['name', 'first', 'middle', 'last', 'phone', 'email'];

/** Rules 1 and 2: the recipient and the address, from what is named for the delivery, or else the bare columns. */
export function fillPeople(draft: Draft): void {
  for (const column of draft.filledOf('company')) if (column.cells.every(isCarrier)) draft.aside.add(column);
  setWholeAddressesAside(draft);
  askForSecondAddress(draft);
  const billing = personOf(draft, 'billing');
  fillPersons(draft, billing);
  for (const [kind, field, looksRight] of [
    ['phone', 'PhoneNumber', (cell: string) => cell.replaceAll(/\D/g, '').length > 2],
    ['email', 'EmailAddress', (cell: string) => cell.includes('@')],
  ] as const) {
    const usable = (['delivery', undefined, 'buyer'] as const)
      .flatMap((side) => ofSide(draft, kind, side))
      .filter((each) => isPlain(each) && !each.named.has('warehouse') && each.cells.every(looksRight));
    const column = usable.find(({ cells }) => cells.length > 0) ?? usable[0];
    if (column !== undefined) draft.fill(`DeliveryAddress.${field}`, column);
  }
  fillAddress(draft, 'DeliveryAddress', ['delivery', undefined, 'buyer']);
  fillBilling(draft, billing);
  askForBillingAddress(draft);
  askForBlankDelivery(draft);
  setPayerAside(draft);
  setOthersAside(draft);
  askForOtherAddresses(draft);
  askForPlaces(draft);
}

/** The columns of an entry that is one, or several one behind the other. */
const namesOf = (entry: unknown): string[] =>
  typeof entry === 'string' ? [entry] : ((entry as { join?: string[] } | undefined)?.join ?? []);

/** A filled column that speaks of the address, and that nothing uses. */
function askForPlaces(draft: Draft): void {
  const isUsed =
    draft.fields.has('DeliveryAddress.Address1') ||
    draft.questions.some(({ id }) => id === 'DeliveryAddress.Address1');
  const filled = draft
    .freeOf(...placeKinds, ...personKinds)
    .filter(
      ({ cells, kind }) =>
        kind !== 'phone' && kind !== 'email' && cells.some((cell) => yesOrNo(cell) === undefined),
    );
  const isRepeated = (column: Column): boolean =>
    draft.columns.some(
      (other) =>
        draft.used.has(other) &&
        (draft.areSame(other, column) || draft.containsAll(other, column)) &&
        draft.rows.every((row) => cellOf(row, column) === '' || cellOf(row, other) !== ''),
    );
  for (const column of filled) if (isRepeated(column)) draft.aside.add(column);
  const open = filled.filter((column) => !draft.aside.has(column));
  const persons = open.filter(({ kind }) => personKinds.includes(kind));
  for (const column of persons) {
    const isAsked = draft.asksFor('DeliveryAddress.FullName');
    const filled = draft.fields.get('DeliveryAddress.FullName');
    const isWhole = typeof filled !== 'string' || !draft.isBlankSomewhere(column);
    const entry = isWhole ? column.name : { column: [column.name, filled] };
    const known = namesOf(filled);
    // One that is alone, and not with a first name of another person's.
    const isPart =
      known.length > 0 && persons.length === 1 && ['first', 'middle', 'last'].includes(column.kind);
    const whole = { 'DeliveryAddress.FullName': { join: [...known, column.name], with: ' ' } };
    draft.askOf(
      column,
      `Is ${examples(column)} the recipient?`,
      isPart && !isAsked && ['part of the name, at its end', whole],
      ['no, it is not needed', unused(column)],
      !isAsked && ['yes, it is the name on the parcel', { 'DeliveryAddress.FullName': entry }],
    );
  }
  const companies = open.filter(({ kind }) => kind === 'company');
  const company = namesOf(draft.fields.get('DeliveryAddress.Company'));
  const parts = companies.filter((each) =>
    draft.columns.some(
      ({ name, named }) => company.includes(name) && named.words.join() === each.named.words.join(),
    ),
  );
  const whole = { join: [...company, ...parts.map(({ name }) => name)], with: ' ' };
  if (companies.length > 0)
    draft.ask(
      companies,
      'DeliveryAddress.Company',
      `Is ${anyOf(companies)} the recipient's company?`,
      parts.length > 0 && ['yes, one after the other', { 'DeliveryAddress.Company': whole }],
      ["no, it is the payer's"],
      ...companies.map(({ name }): Answer => [`yes: ${name}`, { 'DeliveryAddress.Company': name }]),
    );
  const places = open.filter(({ kind }) => placeKinds.includes(kind) && kind !== 'company');
  if (places.length === 0 || !isUsed) return;
  const before = namesOf(draft.fields.get('DeliveryAddress.Address2'));
  const names = [...before, ...places.map(({ name }) => name)];
  const all = names.length === 1 ? names[0] : { join: names, with: ', ' };
  const [verb, word] = places.length === 1 ? ['Is', 'part'] : ['Are', 'parts'];
  const answers: Answer[] = [
    ['yes, put it in the second line', { 'DeliveryAddress.Address2': all }],
    ['no, it is not needed', unused(...places)],
  ];
  // What a line of an address does not have is first taken for another thing: `Country of manufacture`.
  const isLine = places.every((column) => lineKinds.includes(column.kind) && isSurePlace(column));
  draft.ask(
    places,
    'DeliveryAddress.Address2',
    `${verb} ${places.map((each) => examples(each)).join(', ')} ${word} of the delivery address?`,
    ...(isLine ? answers : answers.toReversed()),
  );
}
