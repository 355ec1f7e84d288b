import { holdsSeveralSkus } from '../document/suspicions.ts';
import { isCharge } from '../words/values.ts';
import type { Column } from './columns.ts';
import { addRule, ask, fill } from './draft.ts';
import { bestOf, examples, type Facts, freeOf, valuesOf } from './facts.ts';
import { fillQuantity } from './quantities.ts';
import { fillItems, settleSets } from './sets.ts';

/** Fills a field from the best of its columns, or asks which it is. The column, where it is decided. */
function fillFromBest(
  facts: Facts,
  field: string,
  candidates: readonly Column[],
  rank: (column: Column) => number,
): Column | undefined {
  const { draft } = facts;
  const best = bestOf(facts, candidates, rank);
  const [column, other] = best;
  if (column === undefined) return undefined;
  if (other === undefined && column.named.unknown.length === 0) {
    fill(draft, field, column.name, [column]);
    return column;
  }
  ask(draft, best, {
    id: field,
    question:
      other === undefined
        ? `Is ${examples(column)} ${field}?`
        : `Which is ${field}: ${best.map(examples).join(' or ')}?`,
    choices: best.map((each) => ({ means: each.name, set: { [field]: each.name } })),
  });
  return undefined;
}

const rankOfSku = ({ kind, named, ofLine }: Column): number =>
  (kind === 'articleNumber' ? 1 : named.words.includes('sku') ? 3 : 2) -
  (named.concepts.has('id') ? 1.5 : 0) +
  (ofLine && kind !== 'articleNumber' ? 0.5 : 0);

/** The SKU. Without a column named so it is a question, unless the shops of a language call it by another name. */
function fillSku(facts: Facts): Column | undefined {
  const { draft } = facts;
  const named = freeOf(facts, 'sku', 'articleNumber').filter(({ cells }) => cells.length > 0);
  if (named.length > 0) {
    const column = fillFromBest(facts, 'SKU', named, rankOfSku);
    for (const other of named) if (other !== column && !draft.asked.has(other)) draft.aside.add(other);
    if (column !== undefined) askAboutSeveral(facts, column);
    return column;
  }
  const called = freeOf(facts, 'bareReference')
    .filter(({ named: { concepts } }) => concepts.has('itemReference'))
    // In English, a reference may be anything.
    .filter(({ name, named: { concepts } }) => !concepts.has('reference') || /réf/i.test(name));
  const [reference] = bestOf(facts, called, () => 0);
  if (reference !== undefined) {
    fill(draft, 'SKU', reference.name, [reference]);
    return reference;
  }
  const titles = freeOf(facts, 'title').filter(({ cells }) => cells.length > 0);
  const others = freeOf(facts, 'bareReference', 'lineId', 'reference').filter(
    ({ cells }) => cells.length > 0,
  );
  const barcodes = freeOf(facts, 'barcode').filter(({ cells }) => cells.length > 0);
  const candidates = [...others, ...(titles.length > 1 || others.length === 0 ? titles : []), ...barcodes];
  if (candidates.length === 0) return undefined;
  ask(draft, candidates, {
    id: 'SKU',
    question: `Which column has the SKU of the warehouse: ${candidates.map(examples).join(' or ')}?`,
    choices: [
      ...candidates.map((column) => {
        // A title that is asked about is no title where it is the SKU.
        const title = titles.find((each) => each !== column && candidates.includes(each));
        const isTitle = titles.includes(column);
        return {
          means: column.name,
          set: {
            SKU: column.name,
            ...(title === undefined
              ? isTitle
                ? { ItemTitle: column.name }
                : {}
              : { ItemTitle: title.name }),
          },
        };
      }),
      { means: 'none of them', set: {} },
    ],
  });
  return undefined;
}

/** Rule 3: several SKUs in a cell. */
function askAboutSeveral({ draft }: Facts, column: Column): void {
  const several = valuesOf(column).filter(holdsSeveralSkus);
  if (several.length === 0) return;
  ask(draft, [column], {
    id: `${column.name}: several`,
    question: `Are these several SKUs in one cell: ${several.slice(0, 3).join(' / ').replaceAll(/\s+/g, ' ')}?`,
    choices: [
      {
        means: 'yes, leave these orders out: a person must split them',
        set: { $leaveOut: [{ column: column.name, in: several, reason: 'on-hold' }] },
      },
      { means: 'no, the whole cell is one SKU', set: {} },
    ],
  });
}

const rankOfTitle = ({ kind, named: { words, concepts } }: Column): number => {
  if (kind !== 'title') return 0;
  if (concepts.has('line') && words.length > 1 && !concepts.has('id')) return 3;
  return words.some((word) => /desc|beschr|opis/.test(word)) ? 1 : 2;
};

/** The title of the item; without one, the SKU may stand for it. */
function fillTitle(facts: Facts, bareName: Column | undefined, sku: Column | undefined): void {
  const { draft } = facts;
  if (draft.questions.some(({ choices }) => choices.some(({ set }) => 'ItemTitle' in set))) return;
  // A column `Item` of numbers counts the lines.
  const titles = freeOf(facts, 'title').filter(({ cells }) => cells.some((cell) => /\p{L}/u.test(cell)));
  if (bareName !== undefined && titles.length === 0) {
    fill(draft, 'ItemTitle', bareName.name, [bareName]);
    return;
  }
  const [best] = bestOf(facts, titles, rankOfTitle);
  if (best !== undefined) {
    fill(draft, 'ItemTitle', best.name, [best]);
    return;
  }
  if (sku === undefined || draft.fields.has('ItemTitle')) return;
  const isGiven = facts.options.set.some(([field]) => field === 'ItemTitle');
  if (!isGiven)
    ask(draft, [], {
      id: 'ItemTitle',
      question: `No column has the title of the item. May its SKU stand for it?`,
      choices: [{ means: 'yes', set: { ItemTitle: sku.name } }],
    });
}

/** Lines for money and no goods: postage, a discount. */
function dropCharges(facts: Facts): void {
  const { draft, columns } = facts;
  for (const field of ['SKU', 'ItemTitle']) {
    const column = columns.find(({ name }) => name === draft.fields.get(field));
    if (column === undefined) continue;
    const charges = valuesOf(column).filter(isCharge);
    if (charges.length > 0 && charges.length < valuesOf(column).length)
      addRule(draft, '$dropLines', { column: column.name, in: charges, reason: 'not-goods' });
  }
}

/** The lines of an order: SKU, title, quantity. `bareName`: a column `name` that is the item's. The quantity's column. */
export function fillGoods(facts: Facts, bareName: Column | undefined): Column | undefined {
  if (fillItems(facts)) return undefined;
  const sku = fillSku(facts);
  fillTitle(facts, bareName, sku);
  const quantity = fillQuantity(facts);
  dropCharges(facts);
  settleSets(facts);
  return quantity;
}
