import { cellForPeople } from '../../render/cell.ts';
import { type Fields, field } from '../../text/records.ts';
import { agreedInstant, slotReference, usedBy, waitingSince } from '../slot/record.ts';
import { palletsText } from '../slot/view.ts';
import { ageText, clockText, dayText } from '../today/times.ts';
import { changeText, shortText, vehicleText } from '../today/view.ts';

/** The kind of a row. */
export type RowKind = 'needsAnswer' | 'waiting' | 'arriving' | 'short';

/** One line that the cursor can select. */
export interface Row {
  readonly kind: RowKind;
  readonly record: Fields;
  /** The slot's reference, or the number of the purchase order. */
  readonly key: string;
}

/** The cells of a row at `now`, the service's time in milliseconds. */
export function rowCells({ kind, record }: Row, now: number): string[] {
  if (kind === 'short')
    return [
      cellForPeople(field(record, 'lw_po_number')),
      shortText(record),
      cellForPeople(field(record, 'Warehouse_Name')),
    ];
  const warehouse = cellForPeople(field(record, 'warehouse'));
  const reference = slotReference(record);
  if (kind !== 'arriving')
    return [reference, changeText(record), warehouse, ageText(now, waitingSince(record))];
  const time = agreedInstant(record);
  return [
    reference,
    `${dayText(time, now)} ${clockText(time)}`,
    warehouse,
    vehicleText(record),
    palletsText(record),
    usedBy(record) ?? 'no PO yet',
  ];
}

/** Whether a row shows the text at `now`, or its record holds it in a value; ignores case. */
export function rowContains(row: Row, text: string, now: number): boolean {
  const wanted = text.toLowerCase();
  return [rowCells(row, now).join(' '), ...valuesIn(row.record)].some((each) =>
    each.toLowerCase().includes(wanted),
  );
}

/** The texts and numbers of a record, at any depth, without the names of its fields. */
function valuesIn(record: Fields): string[] {
  const found: string[] = [];
  const open: unknown[] = [record];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) open.push(inner);
    else if (['string', 'number', 'bigint'].includes(typeof value)) found.push(String(value));
  }
  return found;
}
