import { foldWords } from '../words/fold.ts';
import type { AddressPart } from './aliases/language.ts';
import { type Meaning, meaningsOf, type Side } from './aliases/names.ts';
import type { Draft } from './draft.ts';
import { type Column, cellOf } from './profile.ts';
import { fits, isRegionCode } from './shapes.ts';

export type PartFinder = (part: AddressPart) => readonly Column[];

/** The fields of an address that one column fills as it is, by its part. */
export const plainParts = {
  company: 'Company',
  address2: 'Address2',
  town: 'Town',
  region: 'Region',
  postcode: 'PostCode',
  phone: 'PhoneNumber',
  email: 'EmailAddress',
} as const;

const places = ['address1', 'street', 'houseNumber', 'addition', 'address2', 'town', 'region'] as const;
export const ofPlace: readonly AddressPart[] = [...places, 'postcode', 'country', 'countryCode'];

/** Whether a column holds whole addresses: each of its cells contains the postcode of its row, or a street and more. */
function isWholeAddress(column: Column, { start }: Draft): boolean {
  const others = start.columns.filter(({ meanings }) =>
    meanings.some((meaning) => / (?:postcode|address1|street)$/.test(meaning)),
  );
  return others.some((other) => {
    const pairs = start.rows.map((row) => [cellOf(row, column), cellOf(row, other)] as const);
    const both = pairs.filter(([text, part]) => text !== '' && part !== '');
    return both.length > 0 && both.every(([text, part]) => text !== part && text.includes(part));
  });
}

const fieldOf: Partial<Record<AddressPart, string>> = {
  ...{ name: 'FullName', firstName: 'FullName', lastName: 'FullName', address1: 'Address1' },
  ...{ street: 'Address1', ...plainParts, country: 'Country' },
};

/** The parts of an address, those first by which a person knows it. */
export const knownParts = [...Object.keys(fieldOf), 'countryCode'] as readonly AddressPart[];

/** Whether a bare `State` may be that of the order: it is surely a region if its values are codes, such as `TX`. */
const isOfOrder = (column: Column): boolean =>
  column.meanings.includes('order status') && ![...column.values.keys()].every(isRegionCode);

/**
 * Finds columns by the part of an address that their whole name means, and whose it is; only those whose values fit.
 * `meaningsIn`: what the name of a column means, if it is not the whole name.
 */
export function partFinder(
  draft: Draft,
  side: Side,
  columns: () => readonly Column[],
  meaningsIn = ({ meanings }: Column): readonly Meaning[] => meanings,
): PartFinder {
  return (part) =>
    columns()
      .filter((column) => meaningsIn(column).includes(`${side} ${part}`))
      .filter((column) => fits(`DeliveryAddress.${fieldOf[part] ?? part}`, column))
      .filter((column) => (part !== 'address1' && part !== 'street') || !isWholeAddress(column, draft))
      .filter((column) => part !== 'region' || !isOfOrder(column))
      // A bare `Unit` is that of the quantity.
      .filter((column) => part !== 'address2' || !column.meanings.includes('goods unit'));
}

/** The columns that have values. */
export const filled = (columns: readonly Column[]): Column[] =>
  columns.filter(({ cells }) => cells.length > 0);

/** Finds the parts of a second address, whose names are known ones with the same strange word about them: `Del Name`, `Del Town`. */
export function strangeAddress(draft: Draft): PartFinder | undefined {
  const strange = draft.start.columns.filter(({ meanings }) => meanings.length === 0);
  const words = new Set(strange.flatMap(({ name }) => foldWords(name).split(' ')));
  const finders = [...words].map((word) => {
    const meanings = new Map<Column, readonly Meaning[]>();
    for (const column of strange) {
      const name = ` ${foldWords(column.name)} `;
      if (name.includes(` ${word} `)) meanings.set(column, meaningsOf(name.replace(` ${word} `, ' ')));
    }
    const columns = [...meanings.keys()];
    return partFinder(
      draft,
      'bare',
      () => columns,
      (column) => meanings.get(column) ?? [],
    );
  });
  return finders.find(
    (find) => filled(find('town')).length > 0 && filled([...find('address1'), ...find('street')]).length > 0,
  );
}
