import type { Concept } from '../words/language.ts';
import { columnName, reasonNamed } from '../words/names.ts';
import { moneyEntry } from './amounts.ts';
import { type Column, filledAs, isPlain } from './columns.ts';
import type { Draft } from './draft.ts';
import { fieldOf, itemSets, lessIn, namesItem, toShipIn } from './item-states.ts';
import { anyOf, examples, leavingOut, type MapMembers, unused } from './questions.ts';

/** `Référence 1`, `Code 2`: beside a quantity of the same number it may be the SKU. */
const isCode = ({ kind, named: { number, has } }: Column): boolean =>
  ['bareReference', 'lineId', 'reference'].includes(kind) &&
  number !== undefined &&
  has('code', 'reference', 'itemReference') &&
  !has('order', 'buyer', 'delivery', 'payment');

/** The members of `$items` for the columns of one item: of several for a field, the first. */
function itemOf(draft: Draft, set: readonly Column[]): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const column of set) {
    const field = fieldOf(column);
    if (field in members) continue;
    const less = field === 'Qty' ? lessIn(draft, column) : [];
    const left = field === 'Qty' ? toShipIn(draft, column) : undefined;
    if (left !== undefined) {
      members[field] = left.name;
      draft.used.add(left);
      for (const each of [column, ...less]) draft.aside.add(each);
      continue;
    }
    const rest = less.map(({ name }) => ({ column: name, reason: reasonNamed(name) }));
    if (field === 'PricePerUnit') members[field] = moneyEntry(draft, column);
    else members[field] = less.length > 0 ? { column: column.name, less: rest } : column.name;
    for (const each of [column, ...less]) draft.used.add(each);
  }
  return members;
}

/** Further items in the same row: by their numbers (`item_1_sku`, `SKU 2`, `SKU.1`), or by words (`Add-on SKU`). */
export function fillItems(draft: Draft): boolean {
  const { ofItem, hasSku, sets } = itemSets(draft);
  if (sets.length === 0) {
    askForFurtherItems(draft, ofItem);
    return false;
  }
  const items = sets.map((set) => itemOf(draft, set));
  if (hasSku) {
    const needed = ['ItemTitle', 'Qty', ...(draft.options.prices === undefined ? ['PricePerUnit'] : [])];
    const lacking = items.filter((item) =>
      needed.some((field) => !(field in item) && items.some((other) => field in other)),
    );
    if (lacking.length > 0) {
      askAboutLacking(draft, items, lacking);
      return true;
    }
    draft.items = items;
    if (!items.some((item) => 'ItemTitle' in item)) askForTitle(draft);
    return true;
  }
  const titles = ofItem.filter((column) => column.kind === 'title' && draft.used.has(column));
  const codes = draft.columns.filter(isCode);
  const skus = sets.map(([first]) => codes.find(({ named }) => named.number === first?.named.number));
  const columns = skus.includes(undefined) ? titles : (skus as Column[]);
  const itemsBy = (skuOf: (item: MapMembers, at: number) => unknown): MapMembers => ({
    $items: items.map((item, at): MapMembers => ({ SKU: skuOf(item, at), ...item })),
  });
  draft.ask(
    columns,
    '$items',
    `Are these the warehouse's SKUs, each for a line of its own: ${anyOf(columns)}?`,
    ['yes', itemsBy((item, at) => (columns === titles ? item.ItemTitle : columns[at]?.name))],
    ['no, leave it open'],
  );
  return true;
}

/** Asks about items that lack what the others of their row have: `SKU 2` without a quantity of its own is no line. */
function askAboutLacking(draft: Draft, items: readonly MapMembers[], lacking: readonly MapMembers[]): void {
  const whole = { $items: items.filter((item) => !lacking.includes(item)) };
  const skus = draft.columns.filter(({ name }) => lacking.some(({ SKU }) => SKU === name));
  draft.ask(
    skus,
    '$items',
    `${anyOf(skus)} has no quantity, price or title of its own. Should it be sent?`,
    [
      'leave out the orders that have one, to check by hand',
      { ...whole, $leaveOut: skus.flatMap((sku) => leavingOut(sku, 'on-hold').$leaveOut) },
    ],
    ['no, it is not needed', { ...whole, ...unused(...skus) }],
  );
}

/** Asks about a title that stands once for several items of the same row. */
function askForTitle(draft: Draft): void {
  const title = filledAs(draft.columns, 'title').find((column) => isPlain(column) && draft.isFree(column));
  if (title !== undefined)
    draft.ask(
      [title],
      'ItemTitle',
      `Is ${examples(title)} the title of each item in its row?`,
      ['no, leave it open'],
      ['yes', { ItemTitle: title.name }],
    );
}

/** Words that say that a column is about an item, and what about it; other words say which item. */
const ofAnyItem: ReadonlySet<Concept> = new Set([
  ...(['sku', 'line', 'title', 'quantity', 'price', 'unit', 'amount', 'number', 'code', 'id'] as const),
]);

/** The words of a name that say which item it is about: `add on` in `Add-on Qty`. */
const whichItem = ({ named: { words } }: Column): string =>
  words.filter((word) => ![...columnName(word).concepts].some((concept) => ofAnyItem.has(concept))).join(' ');

/** Asks about a second SKU with a quantity of its own, whose names begin alike: `Add-on SKU`, `Add-on Qty`. */
function askForFurtherItems(draft: Draft, ofItem: readonly Column[]): void {
  const filled = ofItem.filter((column) => column.cells.length > 0 && draft.isFree(column));
  // The row's own item is in every row, and has the plainer name.
  const rank = ({ cells, rows, named }: Column): number =>
    (cells.length === rows ? 0 : 100) + named.unknown.length * 10 + named.words.length;
  const [own, ...others] = filled.filter(namesItem).toSorted((a, b) => rank(a) - rank(b));
  if (own === undefined) return;
  const setOf = (sku: Column): Column[] =>
    filled.filter((each) => each === sku || (!namesItem(each) && whichItem(each) === whichItem(sku)));
  const skus = others.filter(
    (sku) =>
      whichItem(sku) !== '' &&
      whichItem(sku) !== whichItem(own) &&
      setOf(sku).some(({ kind }) => kind === 'quantity'),
  );
  if (skus.length === 0) return;
  const items = skus.map((sku): MapMembers => ({ ItemTitle: sku.name, ...itemOf(draft, setOf(sku)) }));
  const isWhole = items.every((item) => 'PricePerUnit' in item);
  const columns = skus.flatMap(setOf);
  draft.ask(
    columns,
    '$items',
    `Is ${anyOf(skus)} another item in the row, to be sent with ${own.name}?`,
    [
      'leave out the orders that have one, to check by hand',
      { $leaveOut: skus.flatMap((sku) => leavingOut(sku, 'on-hold').$leaveOut) },
    ],
    isWhole && ['yes, it is a line of its own', { $items: [{ SKU: own.name }, ...items] }],
    ['no, do not send it', unused(...columns)],
  );
}
