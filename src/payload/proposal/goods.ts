import { holdsSeveralSkus } from '../document/suspicions.ts';
import { isCharge, valueMeaning } from '../words/names.ts';
import { type Column, cellOf } from './columns.ts';
import {
  addRule,
  ask,
  bestOf,
  examples,
  type Facts,
  fill,
  filledOf,
  freeOf,
  type MapMembers,
  type Row,
  valuesOf,
} from './draft.ts';
import { moneyEntry } from './prices.ts';
import { fillQuantity } from './quantities.ts';

/** Rule 3: further items in the same row, `item_1_sku` or `SKU 2`. */
function fillItems(facts: Facts): boolean {
  const { columns, draft } = facts;
  const fields = {
    sku: 'SKU',
    articleNumber: 'SKU',
    title: 'ItemTitle',
    quantity: 'Qty',
    price: 'PricePerUnit',
  } as const;
  const numbered = columns.filter(
    (column) => column.kind in fields && column.named.number !== undefined && column.side === undefined,
  );
  const numbers = [...new Set(numbered.map(({ named }) => named.number as number))].toSorted((a, b) => a - b);
  const bare = columns.filter(
    (column) => column.kind in fields && column.named.number === undefined && column.side === undefined,
  );
  const skus = numbered.filter(({ kind }) => kind === 'sku' || kind === 'articleNumber');
  // `SKU` and `SKU 2`: the first has no number.
  const sets = numbers.map((number) => numbered.filter(({ named }) => named.number === number));
  if (
    skus.length > 0 &&
    !numbers.includes(1) &&
    !numbers.includes(0) &&
    bare.some(({ kind }) => kind === 'sku')
  )
    sets.unshift(bare);
  if (skus.length === 0 || sets.length < 2) return false;
  draft.items = sets
    .filter((set) => set.some(({ kind }) => kind === 'sku' || kind === 'articleNumber'))
    .map((set) => {
      const members: Record<string, unknown> = {};
      for (const column of set) {
        const field = fields[column.kind as keyof typeof fields];
        if (field in members) continue;
        members[field] = field === 'PricePerUnit' ? moneyEntry(facts, column) : column.name;
        draft.used.add(column);
      }
      return members as MapMembers;
    });
  return true;
}

/** The rows of sets, of their parts, and of the one part of a configured product. */
interface Sets {
  readonly parent: Column;
  readonly children: readonly Row[];
  /** Parts of which the parent's row is a set. */
  readonly parts: readonly Row[];
  readonly parents: readonly Row[];
}

function setsIn(facts: Facts): Sets | undefined {
  const { columns, orders } = facts;
  const parent = columns.find(({ kind, cells }) => kind === 'parent' && cells.length > 0);
  const sku = columns.find(({ name }) => name === facts.draft.fields.get('SKU'));
  if (parent === undefined) return undefined;
  const children: Row[] = [];
  const parts: Row[] = [];
  const parents = new Set<Row>();
  for (const rows of orders)
    for (const row of rows) {
      const reference = cellOf(row, parent);
      if (reference === '' || reference === '0') continue;
      const head = rows.find(
        (other) =>
          other !== row &&
          other.some((cell) => cell.trim() === reference) &&
          cellOf(other, parent) !== reference,
      );
      if (head === undefined) continue;
      children.push(row);
      const siblings = rows.filter((other) => cellOf(other, parent) === reference);
      const isSame = siblings.length === 1 && sku !== undefined && cellOf(head, sku) === cellOf(row, sku);
      const isConfigured =
        siblings.length === 1 &&
        columns.some(
          (column) => column.kind === 'type' && cellOf(head, column).toLowerCase() === 'configurable',
        );
      if (isSame || isConfigured) continue;
      parts.push(row);
      parents.add(head);
    }
  return children.length === 0 ? undefined : { parent, children, parts, parents: [...parents] };
}

/** Rule 5: a set and its parts in rows of their own are a question; a configured product and its child are one line. */
function settleSets(facts: Facts): void {
  const { draft, columns } = facts;
  const type = columns.find(
    (column) => column.kind === 'type' && column.cells.some((cell) => valueMeaning(cell) === 'set'),
  );
  const found = setsIn(facts);
  const typed = type === undefined ? [] : valuesOf(type).filter((value) => valueMeaning(value) === 'set');
  const withoutSets = { $dropLines: [{ column: type?.name, in: typed, reason: 'not-goods' }] };
  if (found === undefined) {
    // The parent of a variant is no set.
    for (const column of freeOf(facts, 'parent'))
      if (column.named.concepts.has('sku')) draft.aside.add(column);
    if (type === undefined) return;
    ask(draft, [type], {
      id: 'sets',
      question: `${type.name} says that some lines are sets (${typed.join(', ')}). What does the warehouse ship?`,
      choices: [
        { means: 'the sets as they are', set: {} },
        { means: 'their parts, which have rows of their own', set: withoutSets },
      ],
    });
    return;
  }
  const { parent, children, parts, parents } = found;
  const dropChildren = { column: parent.name, empty: false, reason: 'not-goods' } as const;
  if (parts.length === 0) {
    addRule(draft, '$dropLines', dropChildren, parent);
    return;
  }
  const sku = columns.find(({ name }) => name === draft.fields.get('SKU'));
  const heads = sku === undefined ? [] : [...new Set(parents.map((row) => cellOf(row, sku)))];
  const configured = [
    ...new Set(children.filter((row) => !parts.includes(row)).map((row) => cellOf(row, parent))),
  ];
  const dropHeads =
    type === undefined ? { column: sku?.name, in: heads, reason: 'not-goods' } : withoutSets.$dropLines[0];
  const dropConfigured =
    configured.length === 0 ? [] : [{ column: parent.name, in: configured, reason: 'not-goods' }];
  ask(draft, [parent, ...(type === undefined ? [] : [type])], {
    id: 'sets',
    question: `Some lines are sets (${heads.slice(0, 3).join(', ')}), with their parts in rows of their own. What does the warehouse ship?`,
    choices: [
      { means: 'the sets', set: { $dropLines: [dropChildren] } },
      { means: 'the parts', set: { $dropLines: [dropHeads, ...dropConfigured] } },
    ],
  });
}

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
  const named = filledOf(facts, 'sku', 'articleNumber');
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
  const titles = filledOf(facts, 'title');
  const others = filledOf(facts, 'bareReference', 'lineId', 'reference');
  const barcodes = filledOf(facts, 'barcode');
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
