import { bareDateOf, type Layout, type Target } from '../document/layout.ts';
import type { Remark, Row } from '../document/row.ts';
import type { ReadingOptions } from '../document/types.ts';
import { dateOrderIn } from '../fields/cells.ts';
import { conformed, type Role } from '../fields/sheet-cell.ts';
import { columnsOf, type FieldSource, valueColumns } from '../mapping/field-source.ts';
import { findColumns } from '../mapping/header.ts';
import { conditionsOf, decidingColumns, type Mapping } from '../mapping/mapping.ts';
import type { RowFields } from './column-plan.ts';
import { allFields } from './fields-of-rows.ts';

/** Of several roles of a column, the first of these counts. */
const precedence: readonly Role['kind'][] = ['number', 'date', 'text', 'rule'];

function roleOf({ type, field }: Target, decimal: 'point' | 'comma'): Role {
  if (type === 'number' || type === 'whole')
    return { kind: 'number', decimal, inPercent: field === 'TaxRate', isPrice: field === 'PricePerUnit' };
  const as = bareDateOf({ type, field }) ?? (/date$/i.test(field) ? 'day' : undefined);
  return as === undefined ? { kind: 'text', isBarcode: type === 'barcode' } : { kind: 'date', as };
}

function rolesOf(
  fields: RowFields,
  layout: Layout,
  mapping: Mapping | undefined,
  deciding: ReadonlySet<number>,
  decimal: 'point' | 'comma',
) {
  const { header } = fields;
  const roles = new Map<number, Role>();
  const give = (index: number | undefined, role: Role): void => {
    if (index === undefined) return;
    const known = roles.get(index);
    if (known === undefined || precedence.indexOf(role.kind) < precedence.indexOf(known.kind))
      roles.set(index, role);
  };
  const giveSource = (target: Target, source: FieldSource): void => {
    if (typeof source === 'object' && 'either' in source) {
      for (const each of source.either) giveSource(target, each);
      return;
    }
    // The cell becomes text in the decimal sign with which its own source reads it.
    const own = typeof source === 'object' && 'number' in source ? source.number?.decimal : undefined;
    const values = valueColumns(source);
    for (const index of findColumns(header, values)) give(index, roleOf(target, own ?? decimal));
    const others = columnsOf(source).filter((name) => !values.includes(name));
    for (const index of findColumns(header, others))
      give(index, roleOf(layout.targets.get('Qty') ?? target, decimal));
  };
  for (const { target, source, constant } of allFields(fields)) {
    if (source === undefined || constant !== undefined) continue;
    const mapped = [mapping?.fields, ...(mapping?.items ?? [])].flatMap(
      (fields) => fields?.[target.name] ?? [],
    );
    if (mapped.length === 0) give(source.index, roleOf(target, decimal));
    for (const each of mapped) giveSource(target, each);
  }
  for (const condition of conditionsOf(mapping ?? {}))
    if ('future' in condition)
      for (const index of findColumns(header, condition.column)) give(index, { kind: 'date', as: 'start' });
  for (const index of deciding) give(index, { kind: 'rule' });
  return roles;
}

/** Replaces an unreadable cell in a failed file, so that nobody sends it before it is corrected. */
const unreadMark = '#N/A';

/** Finds columns in which a spreadsheet made dates of some cells only, as it read day and month in the wrong order. */
function mixedDates(roles: ReadonlyMap<number, Role>) {
  const columns = [...roles].flatMap(([index, { kind }]) =>
    kind === 'date' ? [{ index, text: '', hasDate: false, line: 0 }] : [],
  );
  return function* look({ cells, typed = [], line }: Row): Generator<Remark> {
    for (const column of columns) {
      const [found = '', cell] = [cells[column.index]?.trim(), typed[column.index]];
      // A day above 12 cannot have been a month.
      if (cell?.kind === 'date') column.hasDate ||= Number(cell.iso?.slice(8, 10)) <= 12;
      else if (dateOrderIn(found)?.proves !== undefined) column.text ||= found;
      if (!column.hasDate || column.text === '') continue;
      column.line ||= line;
      if (column.line !== line) continue;
      const message = `is in a column that has both dates and text such as ${column.text}: a spreadsheet may have swapped day and month in the dates`;
      yield { index: column.index, isError: false, found, expected: 'a column with only dates', message };
    }
  };
}

/** Prepares to read the cells of a sheet, once its columns are known. */
export function sheetCells(
  fields: RowFields,
  layout: Layout,
  mapping: Mapping | undefined,
  { decimal }: Pick<ReadingOptions, 'decimal'>,
) {
  const width = fields.header.names.length;
  const deciding = new Set(findColumns(fields.header, decidingColumns(mapping ?? {})));
  const roles = rolesOf(fields, layout, mapping, deciding, decimal);
  const mixed = mixedDates(roles);
  const namesCurrency = fields.ofDocument.some(({ target }) => target.name === 'Currency');

  /** The cells that have a name, and a remark about each value that has none. */
  function inWidth(cells: readonly string[], remarks: Remark[]): string[] {
    for (let index = width; index < cells.length; index++) {
      const found = (cells[index] as string).trim();
      const message = 'the column has no name in the header, but a value here';
      if (found !== '') remarks.push({ index, isError: true, found, expected: 'a blank cell', message });
    }
    const own = cells.slice(0, width);
    while (own.length < width) own.push('');
    return own;
  }

  /** The row with each cell as the text that its field reads, and remarks about cells that are used. */
  function conform(row: Row): Row {
    const { cells: all, line, typed = [] } = row;
    const remarks = [...mixed(row)];
    const cells = inWidth(all, remarks);
    for (const { index, line: since } of row.above ?? [])
      if (deciding.has(index)) {
        const message = `is in a merged cell that begins in row ${since}, so that it says nothing of this row: unmerge it`;
        remarks.push({
          ...{ index, since, isError: true, decides: true },
          found: '',
          expected: 'a cell of its own',
          message,
        });
      }
    let currency: string | undefined;
    for (let index = 0; index < typed.length; index++) {
      const cell = typed[index];
      const role = roles.get(index);
      if (cell === undefined || role === undefined) continue;
      const { text, remark } = conformed(cells[index] as string, cell, role);
      cells[index] = text;
      if (remark !== undefined)
        remarks.push({ index, ...remark, ...(deciding.has(index) ? { decides: true } : {}) });
      if (role.kind !== 'number' || !role.isPrice || !('look' in cell)) continue;
      const own = cell.look.currency;
      if (own !== undefined && currency !== undefined && own !== currency && !namesCurrency) {
        // The prices of a row, each of which is a line's, are in one currency.
        const message = `is in ${own}, but another price of the row is in ${currency}`;
        remarks.push({ index, isError: true, found: own, expected: currency, message });
      }
      currency ??= own;
    }
    return { cells, line, currency, remarks: remarks.length === 0 ? undefined : remarks };
  }

  return {
    conform,
    /** The same for a failed file: unreadable cells stay errors. */
    failed(row: Row): Row {
      const read = conform(row);
      const cells = [...read.cells, ...row.cells.slice(width)];
      for (const { index, isError } of read.remarks ?? [])
        if (isError && index < width) cells[index] = unreadMark;
      return { ...read, cells };
    },
  };
}
