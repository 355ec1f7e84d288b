import type { Kind } from '../words/kinds.ts';
import { columnName, yesOrNo } from '../words/names.ts';
import { fillAddress } from './addresses.ts';
import type { Column } from './columns.ts';
import type { Draft } from './draft.ts';
import { personOf } from './person.ts';
import { type Answer, anyOf, examples, leavingOut, type MapMembers, unused } from './questions.ts';

/** The field of an address that a column of it fills. */
function fieldOf({ kind, named: { has } }: Column): string {
  if (has('street', 'address') || kind === 'street') return 'Address1';
  if (has('town')) return 'Town';
  if (has('postcode')) return 'PostCode';
  if (has('region', 'state')) return 'Region';
  return has('country') ? 'CountryCode' : 'FullName';
}

/** The words of a name that say whose the address is: `gift` in `Gift to address`, `site` in `Site zip`. */
const whoseIn = ({ named: { words } }: Column): string[] =>
  words.filter((word) => columnName(word).has('aside'));

const mayBePart: readonly Kind[] = ['street', 'town', 'postcode', 'name', 'country', 'region', 'aside'];

/** Asks about an address beside that of the delivery: `New address` of some orders, `Site address`, `Gift to address`. */
export function askForOtherAddresses(draft: Draft): void {
  const isText = ({ cells }: Column): boolean =>
    cells.some((cell) => /\p{L}/u.test(cell) && yesOrNo(cell) === undefined);
  const open = draft
    .filledOf(...mayBePart)
    .filter(({ side, kind }) => side !== 'billing' && (side !== 'delivery' || kind === 'street'));
  const streets = open.filter(
    (column) =>
      isText(column) &&
      (column.kind === 'street' ||
        (column.kind === 'aside' && column.named.has('address', 'street') && !column.named.has('refunded'))),
  );
  for (const street of streets) {
    if (!draft.isFree(street)) continue;
    const whose = whoseIn(street);
    const group = open.filter(
      (column) => column === street || whoseIn(column).some((word) => whose.includes(word)),
    );
    draft.ask(
      group,
      street.name,
      `Is ${examples(street)} another address, where these parcels should go?`,
      ['yes, or perhaps: leave these orders out, to check by hand', leavingOut(street, 'on-hold')],
      going(draft, group),
      [noOther(draft), unused(...group)],
    );
  }
}

/** The answer that parcels go to the address that the file has beside another. */
function noOther(draft: Draft): string {
  const street = draft.columns.find(
    (column) => column.kind === 'street' && column.side !== 'billing' && draft.used.has(column),
  );
  return street === undefined
    ? 'no, it is not needed'
    : `no: the parcels go to the address in ${street.name}`;
}

/** The answer that parcels go to another address, where it is filled; none if the map cannot say it. */
function going(draft: Draft, group: readonly Column[]): Answer {
  const set: Record<string, unknown> = {};
  for (const column of group) {
    const field = `DeliveryAddress.${fieldOf(column)}`;
    const known = draft.fields.get(field);
    if (typeof known === 'string' && !(field in set)) set[field] = { column: [column.name, known] };
  }
  const isWhole = ['Address1', 'Town', 'PostCode'].every((field) => `DeliveryAddress.${field}` in set);
  const isAsked = Object.keys(set).some((field) => draft.asksFor(field));
  return isWhole && !isAsked && ['yes, where it is filled in', set];
}

/** The parts of an address, by which a group of columns is a whole one. */
const addressParts = [
  ...(['street', 'address', 'town', 'postcode', 'country', 'region', 'company'] as const),
  ...(['first', 'last', 'name'] as const),
];

/** The part of an address that a column of a group has: of `End user name`, the last word says it. */
function partOf({ named, kind }: Column): Kind | undefined {
  const last = columnName(named.words.at(-1) ?? '');
  const part = addressParts.find((each) => named.has(each)) ?? addressParts.find((each) => last.has(each));
  if (part === undefined) return kind === 'name' || named.has('addressee') ? 'name' : undefined;
  return part === 'address' ? 'street' : part;
}

/** What tells a group from the other columns: a word that nobody knows (`Alt zip`), however inflected, or a number. */
const groupOf = ({ named: { unknown, number = 1 } }: Column): string =>
  unknown[0]?.slice(0, 3) ?? (number > 1 ? String(number) : '');

/** The fields of an address from these columns, as if nothing had become of them; undefined if it leaves a question. */
function addressOf(draft: Draft, section: string, columns: readonly Column[]): MapMembers | undefined {
  const apart = draft.apart(columns);
  const sides = ['delivery', undefined, 'buyer'] as const;
  const [person] = sides.flatMap((side) => personOf(apart, side) ?? []);
  if (person !== undefined) apart.fill(`${section}.FullName`, person.columns, person.entry);
  fillAddress(apart, section, sides);
  return apart.questions.length > 0 ? undefined : Object.fromEntries(apart.fields);
}

/** The columns of a group as if they were named for the delivery alone. */
const asDelivery = (group: readonly Column[]): Column[] =>
  group.map((column) => {
    const { number: _, ...named } = column.named;
    return { ...column, kind: partOf(column) as Kind, side: 'delivery', named: { ...named, unknown: [] } };
  });

/** The answer that the parcels go to the second address where it is filled; none if the map cannot say it. */
function goingThere(draft: Draft, group: readonly Column[], street: Column): MapMembers | undefined {
  const rest = draft.columns.filter((column) => !group.includes(column) && draft.isFree(column));
  const there = addressOf(draft, 'DeliveryAddress', asDelivery(group));
  const first = addressOf(draft, 'BillingAddress', rest);
  if (there === undefined || first === undefined) return undefined;
  // What the other address alone has, as a second line, would stay.
  const isOther = (field: string): boolean => {
    const name = field.replace('Billing', 'Delivery');
    return !(name in there) && !/FullName|Country/.test(name);
  };
  if (Object.keys(first).some(isOther)) return undefined;
  if (!draft.isBlankSomewhere(street)) return there;
  const hasPayer = draft.columns.some(({ kind, side }) => kind === 'street' && side === 'billing');
  return hasPayer ? undefined : { ...first, ...there, $deliveryFromBilling: true };
}

/** Asks about each second address with parts of its own: `Alt street`, `Alt zip`; `End user city`; `City 2`. */
export function askForSecondAddress(draft: Draft): void {
  const open = draft.columns.filter(
    (column) =>
      !['seller', 'billing'].includes(column.side ?? '') &&
      draft.isFree(column) &&
      (groupOf(column) !== '' || column.kind === 'street') &&
      partOf(column) !== undefined,
  );
  const filled = (columns: readonly Column[], ...wanted: readonly Kind[]): Column | undefined =>
    columns.find((column) => column.cells.length > 0 && wanted.includes(partOf(column) as Kind));
  for (const name of new Set(open.map(groupOf))) {
    const group = open.filter((column) => name !== '' && groupOf(column) === name);
    const street = filled(group, 'street');
    // Of two such addresses and no other, one is the first.
    const rest = open.filter((column) => !group.includes(column) && draft.isFree(column));
    const other = filled(rest, 'street');
    const place = filled(group, 'postcode', ...(Number(name) > 0 ? [] : (['town'] as const)));
    if (street === undefined || other === undefined || place === undefined) continue;
    if (groupOf(other) !== '') {
      const both = [group, rest.filter((column) => groupOf(column) === groupOf(other))];
      draft.ask(
        both.flat(),
        'DeliveryAddress',
        `Do the parcels go to ${anyOf([street, other])}?`,
        ['leave it open'],
        ...[street, other].map((each, at): Answer => {
          const there = addressOf(draft, 'DeliveryAddress', asDelivery(both[at] ?? [])) ?? {};
          const { 'DeliveryAddress.FullName': name } = there;
          return [`to ${each.name}`, { ...(name === undefined ? {} : { ChannelBuyerName: name }), ...there }];
        }),
      );
      return;
    }
    const isAsked = draft.questions.some(({ id }) => id.startsWith('DeliveryAddress: '));
    const there = isAsked ? undefined : goingThere(draft, group, street);
    draft.ask(
      group,
      `DeliveryAddress: ${street.name}`,
      `Do the parcels go to ${other.name}, or to ${anyOf([street])}?`,
      ['leave out the orders that have the second one, to check by hand', leavingOut(street, 'on-hold')],
      there !== undefined && [`to ${street.name}, where it is filled in`, there],
      [`to ${other.name}`, unused(...group)],
    );
  }
}
