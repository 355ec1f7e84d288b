import { plainWords, yesOrNo } from '../words/names.ts';
import { haveWordOf, isOf } from '../words/topics.ts';
import { joined } from './addresses.ts';
import { type Column, isBlankIn, isPlain } from './columns.ts';
import type { Facts, Row } from './draft.ts';
import { isFurtherPart, type Person } from './person.ts';
import { type Answer, anyOf, type MapMembers, unused } from './questions.ts';

/** Asks who gets the parcel where two columns are named equally well. */
export function askForRecipient(facts: Facts, { columns: [column], entry }: Person): boolean {
  if (column === undefined) return false;
  const others = facts.freeOf('name').filter(
    (other) =>
      // A name with a word that nobody knows may be that of a driver.
      (other.side === column.side || (!isSurePerson({ columns: [column] }) && other.side !== 'billing')) &&
      other.cells.length > 0 &&
      column.kind === 'name' &&
      other !== column &&
      !facts.areSame(other, column),
  );
  if (others.length === 0 || column.cells.length === 0) return false;
  const all = namesPlace(column) ? [...others, column] : [column, ...others];
  const entryOf = (each: Column): unknown => (each === column ? entry : each.name);
  const choices = all.map((each): Answer => [each.name, { 'DeliveryAddress.FullName': entryOf(each) }]);
  // `Name 1` and `Name 2`.
  const areParts = others.some((each) => isFurtherPart(each, column));
  const whole = { 'DeliveryAddress.FullName': joined(all, ' ') };
  facts.draft.ask(
    all,
    'DeliveryAddress.FullName',
    `Who gets the parcel: ${anyOf(all)}?`,
    areParts && ['all of them, one behind the other', whole],
    ...choices,
  );
  return true;
}

/** Asks for the recipient where its only name has a word that nobody knows, or one is named like the place of delivery. */
export function askForPerson(facts: Facts, recipient: Person, isBuyer: boolean): boolean {
  const isText = ({ dates, cells }: Column): boolean =>
    dates === undefined && cells.every((cell) => /\p{L}{2}/u.test(cell) && yesOrNo(cell) === undefined);
  const isOther = recipient.columns.some(({ side }) => side !== 'delivery');
  // `Destinazione merce` beside `Indirizzo destinazione`.
  const named = facts
    .filledOf('unknown')
    .filter((each) => each.side === 'delivery' && !each.named.has('dispatch') && isText(each));
  if (facts.has('street', 'delivery') && isOther && named.length > 0) {
    const [payer] = recipient.columns;
    facts.draft.ask(
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
  facts.draft.ask(
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
export const isPayer = (person: Person): boolean =>
  isSurePerson(person) &&
  person.columns.every(({ side, named }) => side !== undefined || !named.has('address'));

/** Whether every order has a person's name: `Attn` is one that only some have. */
export const isInEach = ({ orders }: Facts, { columns }: Person): boolean =>
  !orders.some((rows) => isBlankIn(rows, ...columns));

/** Asks about a recipient that only some orders have, beside a buyer that all have, in parcels of which the street is known. */
export function askForSparse(facts: Facts, { columns: [column], entry }: Person, buyer: Person): boolean {
  const [other, part] = buyer.columns;
  if (column === undefined || other === undefined || typeof entry !== 'string' || part !== undefined)
    return false;
  const streets = facts.columns.filter(
    ({ kind, side, cells }) =>
      kind === 'street' &&
      side !== 'seller' &&
      side !== 'billing' &&
      cells.some((cell) => yesOrNo(cell) === undefined),
  );
  const ofDelivery = streets.filter(({ side }) => side === 'delivery');
  const lacking = facts.orders.filter((rows) => isBlankIn(rows, column));
  const isElsewhere = (rows: readonly Row[]): boolean =>
    isBlankIn(rows, ...(ofDelivery.length > 0 ? ofDelivery : streets));
  if (lacking.length === 0 || other === column || lacking.some(isElsewhere)) return false;
  const { name, named } = column;
  const to = (entry: unknown): MapMembers => ({ 'DeliveryAddress.FullName': entry });
  // `Name 2` is the second line of a name.
  const both: Answer = [`${other.name}, and ${name} behind it`, to({ join: [other.name, name], with: ' ' })];
  facts.draft.ask(
    [column],
    'DeliveryAddress.FullName',
    `Who gets the parcels that have nothing in ${name}?`,
    (named.number ?? 1) > 1 && both,
    [`${other.name}; the others go to ${name}`, to({ column: [name, other.name] })],
    [`nobody: orders without ${name} are errors`, to(name)],
    [`${other.name} gets all parcels`, { ...to(other.name), ...unused(column) }],
  );
  return true;
}
