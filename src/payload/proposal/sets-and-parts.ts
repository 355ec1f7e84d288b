import { valueMeaning } from '../words/names.ts';
import { type Column, cellOf, filledAs, valuesOf } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import { droppingLines, leavingOut, type MapMembers } from './questions.ts';
import { numbersLines } from './twins.ts';

/** A column, whatever its name, with the SKU, or the number of the line, of another row of the order in each of its cells. */
function parentByCells(draft: Draft, sku: Column | undefined): Column | undefined {
  const { columns, orders } = draft;
  const numbers = columns.filter(numbersLines);
  const names = (column: Column, key: Column): boolean =>
    orders.every((rows) =>
      rows.every((row) => {
        const cell = cellOf(row, column);
        if (cell === '' || (key !== sku && cell === '0')) return true;
        return cell !== cellOf(row, key) && rows.some((other) => cellOf(other, key) === cell);
      }),
    );
  const isFree = (column: Column): boolean =>
    column !== sku && column.cells.length > 0 && !draft.used.has(column) && !numbers.includes(column);
  // A number may be of anything.
  const mayNumber = ({ ofLine, kind, named }: Column): boolean =>
    kind === 'unknown' || (ofLine && !named.has('quantity', 'price', 'total', 'amount'));
  return columns.find(
    (column) =>
      isFree(column) &&
      ((sku !== undefined && names(column, sku)) ||
        (mayNumber(column) &&
          column.cells.some((cell) => cell !== '0') &&
          numbers.some((key) => names(column, key)))),
  );
}

/** The rows of sets, of the `parts` of which these are made, and of all `children`, also the one part of a configured product. */
function setsIn(draft: Draft) {
  const { columns, orders } = draft;
  const sku = draft.columnFor('SKU');
  const parent = filledAs(columns, 'parent')[0] ?? parentByCells(draft, sku);
  if (parent === undefined) return undefined;
  const children: Row[] = [];
  const parts: Row[] = [];
  const parents = new Set<Row>();
  const numbers = columns.filter(numbersLines);
  const isConfigured = (head: Row): boolean =>
    columns.some((column) => column.kind === 'type' && isConfiguredName(cellOf(head, column)));
  for (const rows of orders)
    for (const row of rows) {
      const reference = cellOf(row, parent);
      if (reference === '' || reference === '0') continue;
      const isNumbered = (other: Row): boolean =>
        numbers.some((column) => column !== parent && cellOf(other, column) === reference);
      const others = rows.filter((other) => other !== row);
      const head =
        others.find(isNumbered) ??
        others.find(
          (other) => other.some((cell) => cell.trim() === reference) && cellOf(other, parent) !== reference,
        );
      if (head === undefined) continue;
      children.push(row);
      const isOnly = rows.filter((other) => cellOf(other, parent) === reference).length === 1;
      const isSame = sku !== undefined && cellOf(head, sku) === cellOf(row, sku);
      if (isOnly && (isSame || isConfigured(head))) continue;
      parts.push(row);
      parents.add(head);
    }
  return children.length === 0 ? undefined : { parent, children, parts, parents: [...parents] };
}

const isSetName = (value: string): boolean => valueMeaning(value) === 'set';
const isConfiguredName = (value: string): boolean =>
  /^(?:configur(?:able|ed)|variable)(?: product)?$/i.test(value);

/** Whether a row may be the chosen variant of a configured product: as many of it, and called like it. */
function isVariant(draft: Draft, head: Row, row: Row): boolean {
  const [quantity, ...names] = ['Qty', 'SKU', 'ItemTitle'].map((field) => draft.columnFor(field));
  return (
    (quantity === undefined || cellOf(head, quantity) === cellOf(row, quantity)) &&
    names.some((column) => {
      const own = column === undefined ? '' : cellOf(head, column);
      return own !== '' && column !== undefined && cellOf(row, column).startsWith(own);
    })
  );
}

/** Asks about lines that a type alone calls sets or configured products: other lines of their orders may be their parts. */
function askAboutTypes(draft: Draft): void {
  const { columns, orders } = draft;
  const type = columns.find(
    ({ kind, cells }) => kind === 'type' && cells.some((cell) => isSetName(cell) || isConfiguredName(cell)),
  );
  const kindOf = (row: Row): string => (type === undefined ? '' : cellOf(row, type));
  const beside = new Map<Row, Row[]>();
  for (const rows of orders)
    for (const head of rows) {
      const isOther = (row: Row): boolean => !isSetName(kindOf(row)) && !isConfiguredName(kindOf(row));
      const others = rows.filter(
        (row) => isOther(row) && (isSetName(kindOf(head)) || isVariant(draft, head, row)),
      );
      if (isSetName(kindOf(head)) || (isConfiguredName(kindOf(head)) && others.length > 0))
        beside.set(head, others);
    }
  if (type === undefined || beside.size === 0) {
    askAboutSubLines(draft);
    return;
  }
  const heads = [...new Set([...beside.keys()].map(kindOf))];
  const parts = new Set([...beside.values()].flat());
  const partTypes = [...new Set([...parts].map(kindOf))];
  const areKnown =
    partTypes.every((each) => each !== '') &&
    orders.flat().every((row) => parts.has(row) || !partTypes.includes(kindOf(row)));
  const [named, others] = [heads.join(', '), partTypes.join(', ')];
  if (parts.size === 0)
    draft.ask(
      [type],
      'sets',
      `${type.name} says that some lines are sets (${named}). What does the warehouse ship?`,
      ['the sets as they are'],
      ['their parts, which have rows of their own', droppingLines(type, 'not-goods', heads)],
    );
  else
    draft.ask(
      [type],
      'sets',
      `Some lines have ${named} in ${type.name}, and other lines of their orders may be their parts or variants. What does the warehouse ship?`,
      [`leave out every order with a line of ${named}, to check by hand`, leavingOut(type, 'on-hold', heads)],
      areKnown && [
        `only the lines of ${named}: leave out every line of ${others}`,
        droppingLines(type, 'not-goods', partTypes),
      ],
      [`only the other lines: leave out every line of ${named}`, droppingLines(type, 'not-goods', heads)],
      ['all of them: the other lines are goods of their own'],
    );
}

/** A set and its parts in rows of their own are a question; a configured product and its child are one line. */
export function settleSets(draft: Draft): void {
  const found = setsIn(draft);
  if (found === undefined) {
    // The parent of a variant is no set.
    for (const column of draft.freeOf('parent')) if (column.named.has('sku')) draft.aside.add(column);
    askAboutTypes(draft);
    return;
  }
  const type = draft.columns.find(({ kind, cells }) => kind === 'type' && cells.some(isSetName));
  const typed = type === undefined ? [] : valuesOf(type).filter(isSetName);
  const dropping = (column: Column | undefined, values: readonly string[]) => ({
    ...{ column: column?.name, in: values, reason: 'not-goods' },
  });
  const { parent, children, parts, parents } = found;
  // A 0 names no parent.
  const referring = valuesOf(parent).filter((value) => value !== '0');
  const hasZeros = referring.length < valuesOf(parent).length;
  const ofParts = hasZeros ? { in: referring } : { empty: false };
  if (parts.length === 0) {
    draft.addRule('$dropLines', parent, { ...ofParts, reason: 'not-goods' });
    return;
  }
  const sku = draft.columnFor('SKU');
  const valuesIn = (rows: readonly Row[], column: Column): string[] => [
    ...new Set(rows.map((row) => cellOf(row, column))),
  ];
  const heads = sku === undefined ? [] : valuesIn(parents, sku);
  const configured = valuesIn(
    children.filter((row) => !parts.includes(row)),
    parent,
  );
  const dropHeads = type === undefined ? dropping(sku, heads) : dropping(type, typed);
  const dropConfigured = configured.length === 0 ? [] : [dropping(parent, configured)];
  draft.ask(
    [parent, ...(type === undefined ? [] : [type])],
    'sets',
    `Some lines are sets (${heads.slice(0, 3).join(', ')}), with their parts in rows of their own. What does the warehouse ship?`,
    ['the sets', { $dropLines: [{ column: parent.name, ...ofParts, reason: 'not-goods' }] }],
    ['the parts', { $dropLines: [dropHeads, ...dropConfigured] }],
  );
}

/** Lines `1.1` and `1.2` beside a line `1` are its parts. */
function askAboutSubLines(draft: Draft): void {
  for (const column of draft.columns.filter(numbersLines)) {
    const parts = new Set<string>();
    const heads = new Set<string>();
    for (const rows of draft.orders) {
      const numbers = rows.map((row) => cellOf(row, column));
      for (const number of numbers) {
        const head = number.slice(0, Math.max(number.lastIndexOf('.'), number.lastIndexOf('-'), 0));
        if (head === '' || !numbers.includes(head)) continue;
        parts.add(number);
        heads.add(head);
      }
    }
    const without = (values: ReadonlySet<string>): MapMembers =>
      droppingLines(column, 'not-goods', [...values]);
    if (parts.size > 0)
      draft.ask(
        [column],
        'sets',
        `Some lines (${[...parts].slice(0, 3).join(', ')} in ${column.name}) are parts of others. What does the warehouse ship?`,
        ['the sets', without(parts)],
        ['the parts', without(heads)],
      );
  }
}
