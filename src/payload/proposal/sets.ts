import { valueMeaning } from '../words/values.ts';
import { type Column, cellOf } from './columns.ts';
import { addRule, ask, type MapMembers } from './draft.ts';
import { type Facts, freeOf, type Row, valuesOf } from './facts.ts';
import { moneyEntry } from './prices.ts';

/** Rule 3: further items in the same row, `item_1_sku` or `SKU 2`. */
export function fillItems(facts: Facts): boolean {
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
export function settleSets(facts: Facts): void {
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
