import type { Side } from '../words/kinds.ts';
import { plainWords, yesOrNo } from '../words/names.ts';
import { haveWordOf, isOf } from '../words/topics.ts';
import { joined, ofSide } from './addresses.ts';
import { type Column, filledAs, isBlankIn, isPlain } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { type Answer, anyOf, type MapMembers, unused } from './questions.ts';

/** A name, as its field's entry, and the columns it is made of. */
export interface Person {
  readonly entry: unknown;
  readonly columns: readonly Column[];
}

/** The columns of a name that is in parts: `Apellido 1` and `Apellido 2`. */
const inParts = ([first, ...others]: readonly Column[]): Column[] =>
  first === undefined
    ? []
    : [first, ...others.filter((each) => isFurtherPart(each, first))].toSorted(
        (a, b) => (a.named.number ?? 0) - (b.named.number ?? 0),
      );

/** Whether a name has a number more than another, and is the same otherwise: `Name 2` beside `Name` or `Name 1`. */
const isFurtherPart = ({ named, cells }: Column, first: Column): boolean =>
  cells.length > 0 && named.number !== undefined && named.words.join() === first.named.words.join();

/** The person of a side: first and last name together, or the whole name in one column. */
export function personOf(draft: Draft, side: Side): Person | undefined {
  const [first] = ofSide(draft, 'first', side);
  const [middle] = ofSide(draft, 'middle', side);
  const lasts = inParts(ofSide(draft, 'last', side));
  const [last] = lasts;
  const fulls = inParts(ofSide(draft, 'name', side));
  const [full] = fulls;
  const made = (columns: readonly Column[]): Person => ({ entry: joined(columns, ' '), columns });
  const parts = [...(first === undefined ? [] : [first]), ...lasts];
  const between = middle === undefined || middle.cells.length === 0 ? [] : [middle];
  const isBoth = first !== undefined && last !== undefined;
  const names = isBoth ? [first, ...between, ...lasts] : parts;
  if (full === undefined) return names.length === 0 ? undefined : made(names);
  const isWhole =
    full.cells.length > 0 && parts.every((part) => part.cells.length === 0 || draft.containsAll(full, part));
  // Who gets the parcel is asked, where a name has several parts.
  if (parts.length === 0 || isWhole) return made(side === 'billing' ? fulls : [full]);
  if (isBoth) return made(names);
  // Where only one part of the name has a column of its own, `Name` or `Nombre` is the other.
  return made(first === undefined ? [full, ...parts] : [first, full]);
}

/** Asks who gets the parcel where two columns are named equally well. */
function askForRecipient(draft: Draft, { columns: [column], entry }: Person): boolean {
  if (column === undefined) return false;
  const others = draft.filledOf('name').filter(
    (other) =>
      // A name with a word that nobody knows may be that of a driver.
      (other.side === column.side || (!isSurePerson({ columns: [column] }) && other.side !== 'billing')) &&
      column.kind === 'name' &&
      other !== column &&
      !draft.areSame(other, column),
  );
  if (others.length === 0 || column.cells.length === 0) return false;
  const all = namesPlace(column) ? [...others, column] : [column, ...others];
  const entryOf = (each: Column): unknown => (each === column ? entry : each.name);
  const choices = all.map((each): Answer => [each.name, { 'DeliveryAddress.FullName': entryOf(each) }]);
  // `Name 1` and `Name 2`.
  const areParts = others.some((each) => isFurtherPart(each, column));
  const whole = { 'DeliveryAddress.FullName': joined(all, ' ') };
  draft.ask(
    all,
    'DeliveryAddress.FullName',
    `Who gets the parcel: ${anyOf(all)}?`,
    areParts && ['all of them, one after the other', whole],
    ...choices,
  );
  return true;
}

/** Asks for the recipient where its only name has a word that nobody knows, or one is named like the place of delivery. */
function askForPerson(draft: Draft, recipient: Person, isBuyer: boolean): boolean {
  const isText = ({ dates, cells }: Column): boolean =>
    dates === undefined && cells.every((cell) => /\p{L}{2}/u.test(cell) && yesOrNo(cell) === undefined);
  const isOther = recipient.columns.some(({ side }) => side !== 'delivery');
  // `Destinazione merce` beside `Indirizzo destinazione`.
  const named = draft
    .filledOf('unknown')
    .filter((each) => each.side === 'delivery' && !each.named.has('dispatch') && isText(each));
  if (draft.has('street', 'delivery') && isOther && named.length > 0) {
    const [payer] = recipient.columns;
    draft.ask(
      named,
      'DeliveryAddress.FullName',
      `Who gets the parcel: ${anyOf([...named, ...recipient.columns])}?`,
      ...named.map(({ name }): Answer => [name, { 'DeliveryAddress.FullName': name }]),
      [payer?.name ?? '', { 'DeliveryAddress.FullName': recipient.entry }],
    );
    return true;
  }
  if (isSurePerson(recipient)) return false;
  const buyer = isBuyer ? { ChannelBuyerName: recipient.entry } : {};
  draft.ask(
    recipient.columns,
    'DeliveryAddress.FullName',
    `Is ${anyOf(recipient.columns)} the recipient?`,
    ['no, leave it open'],
    ['yes', { ...buyer, 'DeliveryAddress.FullName': recipient.entry }],
  );
  return true;
}

/** Whether the names of a person's columns are wholly understood, and their cells are no numbers: `Cardholder name` is not. */
export const isSurePerson = ({ columns }: Pick<Person, 'columns'>): boolean =>
  columns.every(
    (column) =>
      column.cells.length === 0 ||
      (isPlain(column) && !namesPlace(column) && column.cells.some((cell) => /\p{L}/u.test(cell))),
  );

/** Whether a name for the delivery may be that of a place, or of the delivery itself: `Final destination`, `Livraison`. */
const namesPlace = ({ kind, named, cells }: Column): boolean =>
  kind === 'name' &&
  !named.has('name', 'addressee', 'address', 'buyer') &&
  (haveWordOf('destination', named) || cells.every((cell) => isOf('place', plainWords(cell))));

/** Whether a person may be the buyer by the name of its columns: `Address name` calls an address. */
const isPayer = (person: Person): boolean =>
  isSurePerson(person) &&
  person.columns.every(({ side, named }) => side !== undefined || !named.has('address'));

/** Whether every order has a person's name: `Attn` is one that only some have. */
export const isInEach = ({ orders }: Draft, { columns }: Person): boolean =>
  !orders.some((rows) => isBlankIn(rows, ...columns));

/** Asks about a recipient that only some orders have, beside a buyer that all have, in parcels whose street is known. */
function askForSparse(draft: Draft, { columns: [column], entry }: Person, buyer: Person): boolean {
  const [other, part] = buyer.columns;
  if (column === undefined || other === undefined || typeof entry !== 'string' || part !== undefined)
    return false;
  const streets = filledAs(draft.columns, 'street').filter(
    ({ side, cells }) =>
      side !== 'seller' && side !== 'billing' && cells.some((cell) => yesOrNo(cell) === undefined),
  );
  const ofDelivery = streets.filter(({ side }) => side === 'delivery');
  const lacking = draft.orders.filter((rows) => isBlankIn(rows, column));
  const isElsewhere = (rows: readonly Row[]): boolean =>
    isBlankIn(rows, ...(ofDelivery.length > 0 ? ofDelivery : streets));
  if (lacking.length === 0 || other === column || lacking.some(isElsewhere)) return false;
  const { name, named } = column;
  const to = (entry: unknown): MapMembers => ({ 'DeliveryAddress.FullName': entry });
  // `Name 2` is the second line of a name.
  const both: Answer = [`${other.name}, followed by ${name}`, to({ join: [other.name, name], with: ' ' })];
  draft.ask(
    [column],
    'DeliveryAddress.FullName',
    `Who gets the parcels with nothing in ${name}?`,
    (named.number ?? 1) > 1 && both,
    [`${other.name}; the others go to ${name}`, to({ column: [name, other.name] })],
    [`nobody: orders without ${name} are errors`, to(name)],
    [`${other.name} gets all parcels`, { ...to(other.name), ...unused(column) }],
  );
  return true;
}

/** Who gets the parcel, and who bought: what is named for the delivery, or else the bare columns. */
export function fillPersons(draft: Draft, billing: Person | undefined): void {
  const delivery = personOf(draft, 'delivery');
  const bare = personOf(draft, undefined);
  const buyer = personOf(draft, 'buyer');
  const recipient = delivery ?? bare ?? buyer;
  const others = [buyer, billing, delivery === undefined ? undefined : bare];
  const payer =
    others.find((person) => person !== undefined && isPayer(person) && isInEach(draft, person)) ?? recipient;
  const isAsked =
    recipient !== undefined &&
    (askForRecipient(draft, recipient) ||
      askForPerson(draft, recipient, payer === recipient) ||
      (payer !== undefined && askForSparse(draft, recipient, payer)));
  if (recipient !== undefined && !isAsked)
    draft.fill('DeliveryAddress.FullName', recipient.columns, recipient.entry);
  if (payer !== undefined && (!isAsked || payer !== recipient || isSurePerson(payer)))
    draft.fill('ChannelBuyerName', payer.columns, payer.entry);
}
