import type { Layout, Target } from '../document/layout.ts';
import type { Remark, Row } from '../document/row.ts';
import type { ReadingOptions } from '../document/types.ts';
import { conformed, type Role } from '../fields/sheet-cell.ts';
import { columnsOf, type FieldSource, valueColumns } from '../mapping/field-source.ts';
import { asList, findColumns, type Header } from '../mapping/header.ts';
import type { Condition, Mapping } from '../mapping/mapping.ts';
import type { ColumnPlan, FieldReader } from './column-plan.ts';

/** If a column is read in several ways, the first of these is used. */
const precedence: readonly Role['kind'][] = ['number', 'time', 'day', 'text', 'rule'];

function roleOf({ type, field }: Target, decimal: 'point' | 'comma'): Role {
  switch (type) {
    case 'number':
    case 'whole':
      return { kind: 'number', decimal, inPercent: field === 'TaxRate', isPrice: field === 'PricePerUnit' };
    case 'day':
      return { kind: 'day' };
    case 'time':
    case 'utc-time':
      return { kind: 'time', endOfDay: field === 'DispatchBy' };
    default:
      return /date$/i.test(field) ? { kind: 'day' } : { kind: 'text', isBarcode: type === 'barcode' };
  }
}

/** The decimal sign with which a source reads its numbers. */
function decimalOf(source: FieldSource | undefined, fallback: 'point' | 'comma'): 'point' | 'comma' {
  if (source === undefined || !('column' in source)) return fallback;
  return source.number?.decimal ?? fallback;
}

function conditionColumns({ column, and, unless }: Condition): string[] {
  const others = [and, unless].flatMap((other) => (other === undefined ? [] : conditionColumns(other)));
  return [...asList(column), ...others];
}

/** How the cells of a sheet are read, once the columns are known. */
export interface SheetCells {
  /** The row with each cell as the text that its field reads, and remarks about cells that are used. */
  conform(row: Row): Row;
  /** The same for a file of failures: cells that cannot be read are errors there too. */
  failed(row: Row): Row;
}

/** The role of each column. */
function rolesOf(
  plan: Pick<ColumnPlan, 'header' | 'documentFields' | 'lines'>,
  layout: Layout,
  mapping: Mapping | undefined,
  decimal: 'point' | 'comma',
): Map<number, Role> {
  const { header } = plan;
  const roles = new Map<number, Role>();
  const give = (index: number | undefined, role: Role): void => {
    if (index === undefined) return;
    const known = roles.get(index);
    if (known === undefined || precedence.indexOf(role.kind) < precedence.indexOf(known.kind))
      roles.set(index, role);
  };
  const ofField = ({ target, source, constant }: FieldReader): void => {
    if (source === undefined || constant !== undefined) return;
    const wanted = mapping?.fields[target.name];
    const role = roleOf(target, decimalOf(wanted, decimal));
    give(source.index, role);
    if (wanted === undefined) return;
    const values = valueColumns(wanted);
    for (const index of findColumns(header, values)) give(index, role);
    const others = columnsOf(wanted).filter((name) => !values.includes(name));
    for (const index of findColumns(header, others))
      give(index, { ...roleOf(quantityIn(layout) ?? target, decimal) });
  };
  for (const field of [...plan.documentFields, ...plan.lines.flatMap((line) => line.fields)]) ofField(field);
  for (const index of ruleColumns(header, mapping)) give(index, { kind: 'rule' });
  return roles;
}

/** The columns on which it depends what is left out. */
function ruleColumns(header: Header, mapping: Mapping | undefined): Set<number> {
  const { keep = [], leaveOut = [], dropLines = [], skipRows = [], orderRows = [] } = mapping ?? {};
  const conditions = [...keep, ...leaveOut, ...dropLines, ...skipRows, ...orderRows];
  return new Set(conditions.flatMap((condition) => findColumns(header, conditionColumns(condition))));
}

const quantityIn = (layout: Layout): Target | undefined => layout.targets.get('Qty');

/** What stands in a file of failures for a cell that cannot be read, so that it is not sent before it is corrected. */
const unreadMark = '#N/A';

/** Prepares to read the cells of a sheet whose columns are known. */
export function sheetCells(
  plan: Pick<ColumnPlan, 'header' | 'documentFields' | 'lines'>,
  layout: Layout,
  mapping: Mapping | undefined,
  { decimal }: Pick<ReadingOptions, 'decimal'>,
): SheetCells {
  const width = plan.header.names.length;
  const roles = rolesOf(plan, layout, mapping, decimal);
  const deciding = ruleColumns(plan.header, mapping);

  /** The cells that have a name, and a remark about each value that has none. */
  function inWidth(cells: readonly string[], remarks: Remark[]): string[] {
    for (let index = width; index < cells.length; index++) {
      const found = (cells[index] as string).trim();
      const message = 'a value stands here, in a column without a name in the header';
      if (found !== '') remarks.push({ index, isError: true, found, expected: 'a blank cell', message });
    }
    const own = cells.slice(0, width);
    while (own.length < width) own.push('');
    return own;
  }

  function conform({ cells: all, line, typed = [] }: Row): Row {
    const remarks: Remark[] = [];
    const cells = inWidth(all, remarks);
    let currency: string | undefined;
    for (let index = 0; index < typed.length; index++) {
      const cell = typed[index];
      const role = roles.get(index);
      if (cell === undefined || role === undefined) continue;
      const { text, remark } = conformed(cells[index] as string, cell, role);
      cells[index] = text;
      if (remark !== undefined)
        remarks.push({ index, ...remark, ...(deciding.has(index) ? { decides: true } : {}) });
      if (role.kind === 'number' && role.isPrice && 'look' in cell) currency = cell.look.currency;
    }
    return {
      cells,
      line,
      ...(remarks.length === 0 ? {} : { remarks }),
      ...(currency === undefined ? {} : { currency }),
    };
  }

  return {
    conform,
    failed(row) {
      const read = conform(row);
      const cells = [...read.cells, ...row.cells.slice(width)];
      for (const { index, isError } of read.remarks ?? [])
        if (isError && index < width) cells[index] = unreadMark;
      return { ...read, cells };
    },
  };
}
