import { holdsSeveralSkus } from '../document/suspicions.ts';
import { isCharge } from '../words/names.ts';
import { haveWordOf } from '../words/topics.ts';
import { type Column, cellOf, hasTwice, isPlain, valuesOf } from './columns.ts';
import type { Draft } from './draft.ts';
import { fillItems } from './items.ts';
import { askAboutCounts, fillQuantity } from './quantities.ts';
import { type Answer, anyOf, examples, leavingOut, type MapMembers } from './questions.ts';
import { settleSets } from './sets-and-parts.ts';

/** Whether a code is the supplier's or the manufacturer's. */
const isOfMaker = ({ named }: Pick<Column, 'named'>): boolean => haveWordOf('maker', named);

/** Whether a code may be another than that of the goods to be sent: `Old SKU`, `Ordered SKU`. */
const mayBeOther = ({ named }: Pick<Column, 'named'>): boolean => named.has('otherPrice', 'ordered');

/** A code that the warehouse gave (`WMS code`) is as likely as one that is called SKU. */
const rankOfSku = ({ kind, named, ofLine, side }: Column): number =>
  (kind === 'articleNumber' ? 1 : named.words.includes('sku') || named.has('warehouse') ? 3 : 2) -
  (named.has('id') ? 1.5 : 0) -
  // The code of another.
  (side === 'buyer' || isOfMaker({ named }) ? 1 : 0) -
  (mayBeOther({ named }) ? 2 : 0) +
  (ofLine && kind !== 'articleNumber' ? 0.5 : 0);

/** The seller's own code at a marketplace, which has another for the product: `SKU offre` beside `SKU produit`. */
const isOfOffer = ({ named }: Column): boolean => named.words.includes('sku') && haveWordOf('offer', named);

/** The SKU from the best of the columns that are named so, or a question. */
function fillNamedSku(draft: Draft, named: readonly Column[]): Column | undefined {
  const plain = draft.bestOf(named, rankOfSku);
  const [first] = plain;
  if (first === undefined) return undefined;
  // An ID may be the marketplace's own, beside the code that the seller gave.
  if (plain.length === 1 && first.kind === 'sku' && first.named.has('id'))
    plain.unshift(
      ...draft.filledOf('bareReference').filter((each) => each.named.has('code') && areCodes(each)),
    );
  // A word that nobody knows (`Eigene Artikelnr`) may say that it is the right one.
  const mayBeRight = (each: Column): boolean =>
    first.kind === 'articleNumber' && !isPlain(each) && rankOfSku(each) >= rankOfSku(first);
  // `Supplier SKU` is the supplier's: an `Article no` beside it may be the seller's own.
  const mayBeOwn = (each: Column): boolean => isOfMaker(first) && !isOfMaker(each);
  // Lines that the likeliest leaves blank have their code elsewhere.
  const fillsIn = (each: Column): boolean =>
    draft.rows.some((row) => cellOf(row, first) === '' && cellOf(row, each) !== '');
  const doubtful = named.filter(
    (each) =>
      !plain.includes(each) &&
      (isOfOffer(each) || mayBeRight(each) || mayBeOwn(each) || mayBeOther(each) || fillsIn(each)) &&
      !draft.areSame(each, first),
  );
  // `Customer item number` is the customer's own.
  const best = [...plain, ...doubtful].toSorted(
    (a, b) =>
      Number(a.side === 'buyer') - Number(b.side === 'buyer') ||
      Number(isOfMaker(a)) - Number(isOfMaker(b)) ||
      Number(isOfOffer(b)) - Number(isOfOffer(a)),
  );
  const [column, other] = best;
  const isClear = column !== undefined && other === undefined && isPlain(column) && !mayBeOther(column);
  if (isClear) draft.fill('SKU', column);
  else if (other !== undefined) draft.askWhich('SKU', 'Which column has the SKU', best);
  else if (column !== undefined)
    draft.ask(best, 'SKU', `Is ${examples(column)} the SKU?`, [column.name, { SKU: column.name }]);
  for (const each of named) {
    const isOpen = !isPlain(each) && !(isClear && draft.areSame(each, column));
    if (draft.isFree(each) && !isOpen) draft.aside.add(each);
  }
  if (!isClear) return undefined;
  askAboutSeveral(draft, column);
  return column;
}

/** The SKU. Without a column named so it is a question, unless the shops of a language call it by another name. */
function fillSku(draft: Draft): Column | undefined {
  const named = draft.filledOf('sku', 'articleNumber');
  if (draft.isSet('SKU')) {
    for (const column of named) draft.aside.add(column);
    return undefined;
  }
  if (named.length > 0) return fillNamedSku(draft, named);
  if (hasTwice(draft.columns, 'sku')) return undefined;
  const called = draft
    .freeOf('bareReference')
    .filter(({ named: { has } }) => has('itemReference'))
    // In English, a reference may be anything.
    .filter(({ name, named: { has } }) => !has('reference') || /réf/i.test(name));
  const [reference] = draft.bestOf(called, () => 0);
  if (reference !== undefined) {
    draft.fill('SKU', reference);
    return reference;
  }
  const titles = draft.filledOf('title');
  const others = draft.filledOf('bareReference', 'lineId', 'reference');
  const barcodes = draft.filledOf('barcode');
  // `Our code`, beside the customer's.
  const own = draft.columns.filter(
    (each) => each.side === 'seller' && each.named.has('code') && each.cells.length > 0 && draft.isFree(each),
  );
  // Codes first, and of these what differs between the lines of an order, or is in every row.
  const rank = (each: Column): number =>
    Number(areCodes(each)) *
    (1 +
      Number(draft.differsWithin(each)) * 2 +
      Number(each.cells.length === each.rows) +
      Number(own.includes(each)));
  const candidates = [
    ...others,
    ...own,
    ...(titles.length > 1 || others.length === 0 ? titles : []),
    ...barcodes,
  ]
    .filter(({ cells }) => !cells.some(holdsSeveralSkus))
    .toSorted((a, b) => rank(b) - rank(a));
  if (candidates.length === 0) return undefined;
  const setBy = (column: Column): MapMembers => {
    // A title that is asked about is no title where it is the SKU.
    const other = titles.find((each) => each !== column && candidates.includes(each));
    const title = other ?? (titles.includes(column) ? column : undefined);
    const charges = [column, ...(title === undefined || title === column ? [] : [title])].flatMap((each) => {
      const values = valuesOf(each).filter(isCharge);
      return values.length % valuesOf(each).length === 0
        ? []
        : [{ column: each.name, in: values, reason: 'not-goods' }];
    });
    return {
      SKU: column.name,
      ...(title === undefined ? {} : { ItemTitle: title.name }),
      ...(charges.length === 0 ? {} : { $dropLines: charges }),
    };
  };
  draft.ask(
    candidates,
    'SKU',
    `Which column has the warehouse's SKU: ${anyOf(candidates)}?`,
    ...candidates.map((column): Answer => [column.name, setBy(column)]),
    ['none of them'],
  );
  return undefined;
}

/** A quantity beside a code: `(2)`, `2 `, `x2`, `2*`, `2 pcs`. */
const besideCode =
  /[([] ?x?\d{1,3}[)\]]|(?:^|\s)[x×]\d|\d ?[x×*]|\*\d|^\d{1,3} |\b\d{1,3} ?(?:pcs|st|stk)\b|^qty\b/i;
const isCodeLike = (word: string): boolean => /\p{L}/u.test(word) && /[\d_.-]/.test(word) && word.length > 3;

/** Whether a cell has the whole SKU of another row beside a further code, or beside a quantity. */
function holdsOthers(cell: string, all: readonly string[]): boolean {
  const words = cell.split(/[\s,;/|+&•<>()[\]:*]+/u).filter(Boolean);
  const rest = words.filter((word) => !all.includes(word));
  return words.length > 1 && rest.length < words.length && (rest.some(isCodeLike) || besideCode.test(cell));
}

/** Several SKUs in a cell. */
function askAboutSeveral(draft: Draft, column: Column): void {
  const values = valuesOf(column);
  const several = values.filter((value) => holdsSeveralSkus(value) || holdsOthers(value, values));
  if (several.length === 0) return;
  draft.ask(
    [column],
    `${column.name}: several`,
    `Do these cells hold several SKUs each: ${several.slice(0, 3).join(' / ').replaceAll(/\s+/g, ' ')}?`,
    ['yes, leave these orders out, to split by hand', leavingOut(column, 'on-hold', several)],
    ['no, the whole cell is one SKU'],
  );
}

const rankOfTitle = ({ named: { words, has, number = 1 } }: Column): number => {
  // `Item name 2` is the second line of it.
  if (number > 1) return 0;
  if (has('line') && words.length > 1 && !has('id')) return 3;
  if (words.some((word) => /desc|beschr|opis/.test(word))) return 1;
  return words.length > 1 ? 2.5 : 2;
};

/** Whether the cells of a column look like codes: one word, of letters and digits or with a mark in it. */
const areCodes = ({ cells }: Column): boolean =>
  cells.every((cell) => /^\S+$/.test(cell) && /\p{L}/u.test(cell) && /[\d._/-]/.test(cell));

/** The title of the item; without one, the SKU may stand for it. */
function fillTitle(draft: Draft, bareName: Column | undefined, sku: Column | undefined): void {
  if (draft.asksFor('ItemTitle')) return;
  // A column `Item` of numbers counts the lines.
  const titles = draft.freeOf('title').filter(({ cells }) => cells.some((cell) => /\p{L}/u.test(cell)));
  const [best] = draft.bestOf(titles, rankOfTitle);
  const title = titles.length === 0 ? bareName : best;
  if (title !== undefined) draft.fill('ItemTitle', title);
  else if (sku !== undefined && !draft.isSet('ItemTitle')) {
    const question = "No column has the item's title. Use the SKU as the title?";
    draft.ask([], 'ItemTitle', question, ['yes', { ItemTitle: sku.name }]);
  }
}

/** The lines of an order: SKU, title, quantity. `bareName`: a column `name` that is the item's. */
export function fillGoods(draft: Draft, bareName: Column | undefined) {
  if (fillItems(draft)) return { sku: undefined, quantity: undefined };
  const sku = fillSku(draft);
  fillTitle(draft, bareName, sku);
  const quantity = fillQuantity(draft);
  askAboutCounts(draft);
  settleSets(draft);
  return { sku, quantity };
}
