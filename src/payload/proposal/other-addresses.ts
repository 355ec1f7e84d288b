import type { Kind } from '../words/kinds.ts';
import { columnName, yesOrNo } from '../words/names.ts';
import type { Column } from './columns.ts';
import { examples, type Facts, leavingOut, type MapMembers, unused } from './draft.ts';

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

const parts: readonly Kind[] = ['street', 'town', 'postcode', 'name', 'country', 'region', 'aside'];

/**
 * Asks about an address beside that of the delivery: one that only some orders have (`New address`), or one of what
 * is beside the point otherwise (`Site address`, `Gift to address`).
 */
export function askForOtherAddresses(facts: Facts): void {
  const { draft } = facts;
  const isText = ({ cells }: Column): boolean =>
    cells.some((cell) => /\p{L}/u.test(cell) && yesOrNo(cell) === undefined);
  const open = facts
    .filledOf(...parts)
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
      `Do the parcels with something in ${examples(street)} go there?`,
      ['leave these orders out: a person must look', leavingOut(street, 'on-hold')],
      ...going(facts, group),
      ['no, it is not needed', unused(...group)],
    );
  }
}

/** The answer that parcels go to another address, where it is filled; none if the map cannot say it. */
function going({ draft }: Facts, group: readonly Column[]): [means: string, set: MapMembers][] {
  const set: Record<string, unknown> = {};
  for (const column of group) {
    const field = `DeliveryAddress.${fieldOf(column)}`;
    const known = draft.fields.get(field);
    if (typeof known === 'string' && !(field in set)) set[field] = { column: [column.name, known] };
  }
  const isWhole = ['Address1', 'Town', 'PostCode'].every((field) => `DeliveryAddress.${field}` in set);
  const isAsked = draft.questions.some(({ choices }) =>
    choices.some((choice) => Object.keys(choice.set).some((member) => member in set)),
  );
  return isWhole && !isAsked ? [['yes, where it is filled', set]] : [];
}
