import { fillAddress, joined, ofSide, setWholeAddressesAside } from './addresses.ts';
import { type Column, cellOf, type Kind, type Side } from './columns.ts';
import {
  areSame,
  ask,
  askWhich,
  containsAll,
  differsWithin,
  examples,
  type Facts,
  fill,
  freeOf,
} from './draft.ts';

/** A name, as its field's entry, and the columns it is made of. */
interface Person {
  readonly entry: unknown;
  readonly columns: readonly Column[];
}

/** The person of a side: first and last name together, or the whole name in one column. */
function personOf(facts: Facts, side: Side): Person | undefined {
  const [first] = ofSide(facts, 'first', side);
  const [last] = ofSide(facts, 'last', side);
  const [full] = ofSide(facts, 'name', side);
  const made = (...columns: Column[]): Person => ({ entry: joined(columns, ' '), columns });
  if (full === undefined) {
    const parts = [first, last].filter((column) => column !== undefined);
    return parts.length === 0 ? undefined : made(...parts);
  }
  const parts = [first, last].filter((column) => column !== undefined);
  if (parts.length === 0) return made(full);
  const isWhole =
    full.cells.length > 0 && parts.every((part) => part.cells.length === 0 || containsAll(facts, full, part));
  if (isWhole) return { entry: full.name, columns: [full] };
  if (first !== undefined && last !== undefined)
    return { entry: joined([first, last], ' '), columns: [first, last] };
  // Where only one part of the name has a column of its own, `Name` or `Nombre` is the other.
  return first === undefined ? made(full, last as Column) : made(first, full);
}

/** Whether a bare `name` is the item's: rule 1. `ask`: neither the header nor the rows decide. */
function ownerOfName(facts: Facts, name: Column): 'item' | 'person' | 'ask' {
  const { columns } = facts;
  if (!columns.some(({ kind }) => kind === 'sku' || kind === 'articleNumber')) return 'person';
  if (differsWithin(facts, name)) return 'item';
  if (columns.some((column) => column.kind === 'title' && column.cells.length > 0)) return 'person';
  const hasPerson = columns.some(
    (column) =>
      column !== name &&
      (column.kind === 'name' || column.kind === 'last') &&
      column.side !== 'seller' &&
      column.cells.length > 0,
  );
  if (columns.some((column) => column !== name && column.kind === 'last' && column.side === undefined))
    return 'person';
  return hasPerson ? 'item' : 'ask';
}

/** Finds out whether a bare `name` is the recipient's or the item's; the title of the item, where it is that. */
export function settleBareName(facts: Facts): Column | undefined {
  const { draft } = facts;
  const bare = freeOf(facts, 'name').find(
    ({ side, named }) => side === undefined && named.words.length === 1 && named.concepts.has('name'),
  );
  if (bare === undefined || bare.cells.length === 0) return undefined;
  const owner = ownerOfName(facts, bare);
  if (owner === 'person') return undefined;
  if (owner === 'item') return bare;
  ask(draft, [bare], {
    id: bare.name,
    question: `Whose name is ${examples(bare)}?`,
    choices: [
      {
        means: "the recipient's",
        set: { ChannelBuyerName: bare.name, 'DeliveryAddress.FullName': bare.name },
      },
      { means: "the item's", set: { ItemTitle: bare.name } },
    ],
  });
  return undefined;
}

/** The billing address, if the file has a whole one; the delivery address otherwise. */
function fillBilling(facts: Facts, person: Person | undefined): void {
  const has = (kind: Kind): boolean => ofSide(facts, kind, 'billing').some(({ cells }) => cells.length > 0);
  if (person === undefined || !(['street', 'town', 'postcode', 'country'] as const).every(has)) return;
  fill(facts.draft, 'BillingAddress.FullName', person.entry, person.columns);
  fillAddress(facts, 'BillingAddress', ['billing']);
}

/** Asks who gets the parcel where two columns are named equally well. */
function askForRecipient(facts: Facts, { columns: [column], entry }: Person): boolean {
  if (column === undefined) return false;
  const others = freeOf(facts, 'name').filter(
    (other) =>
      other.side === column.side &&
      other.cells.length > 0 &&
      column.kind === 'name' &&
      other !== column &&
      !areSame(facts, other, column),
  );
  if (others.length === 0 || column.cells.length === 0) return false;
  askWhich(facts.draft, 'DeliveryAddress.FullName', 'Who gets the parcel', [column, ...others], (each) =>
    each === column ? entry : each.name,
  );
  return true;
}

/** A file that has a billing address alone may mean it for the delivery too. */
function askForBillingAddress(facts: Facts, person: Person | undefined): void {
  const { draft, columns } = facts;
  if (draft.fields.has('DeliveryAddress.Address1') || !draft.fields.has('BillingAddress.Address1')) return;
  const entries = [...draft.fields].flatMap(([field, entry]) =>
    field.startsWith('BillingAddress.') ? [[field.replace('Billing', 'Delivery'), entry] as const] : [],
  );
  const { name } = columns.find(({ kind, side }) => kind === 'street' && side === 'billing') ?? { name: '' };
  if (person === undefined) return;
  ask(draft, [], {
    id: 'DeliveryAddress',
    question: `The file has no delivery address. Do the parcels go to the billing address, as in ${name}?`,
    choices: [
      { means: 'yes', set: Object.fromEntries(entries) },
      { means: 'no, leave it open', set: {} },
    ],
  });
}

/** The parts of an address, with their kinds. */
const partsOfAddress: readonly (readonly [Kind, string])[] = [
  ['name', 'FullName'],
  ['street', 'Address1'],
  ['town', 'Town'],
  ['postcode', 'PostCode'],
  ['country', 'CountryCode'],
  ['country', 'Country'],
];

/** A delivery address that is blank for some orders, beside another that is not, may mean that one. */
function askForBlankDelivery(facts: Facts): void {
  const { draft, columns, orders } = facts;
  const columnOf = (kind: Kind, isDelivery: boolean): Column | undefined =>
    columns.find(
      (column) =>
        column.kind === kind &&
        (column.side === 'delivery') === isDelivery &&
        column.side !== 'seller' &&
        column.cells.length > 0,
    );
  const [street, other] = [columnOf('street', true), columnOf('street', false)];
  if (street === undefined || other === undefined || !draft.used.has(street)) return;
  const lacks = (rows: readonly (readonly string[])[], column: Column): boolean =>
    rows.every((row) => cellOf(row, column) === '');
  if (!orders.some((rows) => lacks(rows, street) && !lacks(rows, other))) return;
  const entries = partsOfAddress.flatMap(([kind, part]) => {
    const field = `DeliveryAddress.${part}`;
    const [own, bare] = [columnOf(kind, true), columnOf(kind, false)];
    if (own === undefined || bare === undefined || draft.fields.get(field) !== own.name) return [];
    return [[field, { column: [own.name, bare.name] }] as const];
  });
  ask(draft, [street, other], {
    id: 'DeliveryAddress',
    question: `Where do the orders go that have nothing in ${street.name}?`,
    choices: [
      { means: `to the address with ${other.name}`, set: Object.fromEntries(entries) },
      { means: 'leave it open: they are errors', set: {} },
    ],
  });
}

/** The rest of a payer's own columns needs no question where the delivery has its own. */
function setPayerAside(facts: Facts): void {
  const { draft, columns } = facts;
  const isDelivery = (column: Column): boolean => draft.used.has(column) && column.side === 'delivery';
  const hasDelivery = columns.some((column) => isDelivery(column) && column.kind === 'street');
  const hasName = columns.some(
    (column) => isDelivery(column) && (column.kind === 'name' || column.kind === 'last'),
  );
  const hasPayerBlock = freeOf(facts, 'street', 'postcode').some(({ side }) => side !== 'delivery');
  for (const column of freeOf(facts, ...(Object.keys(placeOf) as Kind[]))) {
    if (column.side === 'billing') draft.aside.add(column);
    else if (column.side === 'delivery') continue;
    else if (hasDelivery && (placeOf[column.kind] === 'place' ? hasPayerBlock : true))
      draft.aside.add(column);
    else if (hasName && placeOf[column.kind] === 'person') draft.aside.add(column);
    else if (column.side === 'buyer' && (hasDelivery || placeOf[column.kind] === 'person'))
      draft.aside.add(column);
  }
}

/** What a column says about a recipient: where, or who. */
const placeOf: Partial<Record<Kind, 'place' | 'person'>> = {
  ...{ street: 'place', houseNumber: 'place', addition: 'place', extra: 'place', apartment: 'place' },
  ...{ building: 'place', floor: 'place', suburb: 'place', town: 'place', region: 'place', state: 'place' },
  ...{ postcode: 'place', country: 'place', company: 'place' },
  ...{ name: 'person', first: 'person', last: 'person', phone: 'person', email: 'person' },
};

const carriers =
  /^(?:dhl|ups|dpd|fedex|royal mail|evri|hermes|yodel|gls|tnt|parcelforce|usps|chronopost|colissimo|la poste|mondial relay|postnl|bpost|correos|seur|inpost|deutsche post|postnord)\b/i;

/** Rules 1 and 2: the recipient and the address, from what is named for the delivery, or else the bare columns. */
export function fillPeople(facts: Facts): void {
  const { draft, columns } = facts;
  for (const column of freeOf(facts, 'company'))
    if (column.cells.length > 0 && column.cells.every((cell) => carriers.test(cell))) draft.aside.add(column);
  setWholeAddressesAside(facts);
  const delivery = personOf(facts, 'delivery');
  const bare = personOf(facts, undefined);
  const buyer = personOf(facts, 'buyer');
  const billing = personOf(facts, 'billing');
  const recipient = delivery ?? bare ?? buyer;
  if (recipient !== undefined && !askForRecipient(facts, recipient))
    fill(draft, 'DeliveryAddress.FullName', recipient.entry, recipient.columns);
  const payer = buyer ?? billing ?? (delivery === undefined ? undefined : bare) ?? recipient;
  if (payer !== undefined) fill(draft, 'ChannelBuyerName', payer.entry, payer.columns);
  for (const [kind, field] of [
    ['phone', 'PhoneNumber'],
    ['email', 'EmailAddress'],
  ] as const) {
    const [column] = (['delivery', undefined, 'buyer'] as const).flatMap((side) => ofSide(facts, kind, side));
    if (column !== undefined) fill(draft, `DeliveryAddress.${field}`, column.name, [column]);
  }
  fillAddress(facts, 'DeliveryAddress', ['delivery', undefined, 'buyer']);
  fillBilling(facts, billing);
  askForBillingAddress(facts, billing);
  askForBlankDelivery(facts);
  setPayerAside(facts);
  askForPlaces(facts, columns);
}

/** A filled column that speaks of the address, and that nothing uses: rule 2. */
function askForPlaces(facts: Facts, columns: readonly Column[]): void {
  const { draft } = facts;
  const isUsed =
    draft.fields.has('DeliveryAddress.Address1') ||
    draft.questions.some(({ id }) => id === 'DeliveryAddress.Address1');
  const open = freeOf(facts, ...(Object.keys(placeOf) as Kind[])).filter(
    ({ cells, kind }) => cells.length > 0 && kind !== 'phone' && kind !== 'email',
  );
  const repeated = open.filter((column) =>
    columns.some(
      (other) =>
        draft.used.has(other) && (areSame(facts, other, column) || containsAll(facts, other, column)),
    ),
  );
  for (const column of repeated) draft.aside.add(column);
  const people = open.filter((column) => placeOf[column.kind] === 'person' && !repeated.includes(column));
  for (const column of people)
    ask(draft, [column], {
      id: column.name,
      question: `Is ${examples(column)} the recipient?`,
      choices: [
        { means: 'no, it is not needed', set: {} },
        { means: 'yes, it is the name for the parcel', set: { 'DeliveryAddress.FullName': column.name } },
      ].slice(
        0,
        draft.questions.some(({ choices }) => choices.some(({ set }) => 'DeliveryAddress.FullName' in set))
          ? 1
          : 2,
      ),
    });
  const companies = open
    .filter(({ kind }) => kind === 'company')
    .filter((column) => !repeated.includes(column));
  if (companies.length > 0)
    ask(draft, companies, {
      id: 'DeliveryAddress.Company',
      question: `Is ${companies.map(examples).join(' or ')} the recipient's company?`,
      choices: [
        { means: "no, it is the payer's", set: {} },
        ...companies.map(({ name }) => ({ means: `yes: ${name}`, set: { 'DeliveryAddress.Company': name } })),
      ],
    });
  const places = open.filter(
    ({ kind, ...column }) =>
      placeOf[kind] === 'place' &&
      kind !== 'company' &&
      !repeated.some(({ index }) => index === column.index),
  );
  if (places.length === 0 || !isUsed) return;
  const known = draft.fields.get('DeliveryAddress.Address2');
  const before =
    typeof known === 'string' ? [known] : ((known as { join?: string[] } | undefined)?.join ?? []);
  const names = [...before, ...places.map(({ name }) => name)];
  const all = names.length === 1 ? names[0] : { join: names, with: ', ' };
  const word = places.length === 1 ? 'a part' : 'parts';
  ask(draft, places, {
    id: 'DeliveryAddress.Address2',
    question: `Is ${places.map(examples).join(', ')} ${word} of the delivery address?`,
    choices: [
      { means: 'yes, of its second line', set: { 'DeliveryAddress.Address2': all } },
      { means: 'no, it is not needed', set: {} },
    ],
  });
}
