import type { Target } from '../document/layout.ts';
import type { Row } from '../document/row.ts';
import type { ReadingOptions } from '../document/types.ts';
import { type DateOrder, dateOrderIn, withoutSpreadsheetDate } from '../fields/times.ts';
import type { Sources } from '../mapping/column-sources.ts';
import { columnIn } from '../mapping/field-source.ts';
import { cellAt } from '../mapping/header.ts';

/** The columns of a file in which dates may be written as spreadsheets show them. */
export interface DateColumns {
  /** Whether these rows have such a date, so that the whole file must be looked through for what proves its order. */
  needsProof(rows: readonly Row[]): boolean;
  look(rows: readonly Row[]): void;
  /** The whole file has been looked through. */
  settle(): void;
}

const isDated = ({ type }: Target): boolean => type === 'time' || type === 'utc-time' || type === 'day';

/**
 * Makes the sources of times read dates as spreadsheets show them, in the order that `given` says, or else that a cell of
 * the same column proves and none contradicts.
 */
export function dateColumns(
  sources: Sources,
  { dates: given, decided }: Pick<ReadingOptions, 'dates' | 'decided'>,
): DateColumns {
  const proofs = new Map<number, Set<DateOrder>>();
  const orders = new Map<number, DateOrder>();
  let settled = given !== undefined;
  for (const [target, source] of sources) {
    if (!isDated(target) || source.index === undefined) continue;
    proofs.set(source.index, new Set());
    const as = target.type === 'day' ? 'day' : target.field === 'DispatchBy' ? 'end' : 'start';
    sources.set(target, {
      ...source,
      text: (cells) => {
        const text = source.text(cells);
        const order = given ?? orders.get(columnIn(source, cells).index ?? -1);
        if (order === undefined || typeof text !== 'string') return text;
        const date = withoutSpreadsheetDate(text, order, as);
        if (date !== text && given !== undefined) decided?.('dates');
        return date;
      },
    });
  }
  const indexes = [...proofs.keys()];
  return {
    needsProof: (rows) =>
      !settled &&
      rows.some(({ cells }) => indexes.some((index) => dateOrderIn(cellAt(cells, index)) !== undefined)),
    look(rows) {
      for (const { cells } of rows)
        for (const [index, found] of proofs) {
          const order = dateOrderIn(cellAt(cells, index))?.proves;
          if (order !== undefined) found.add(order);
        }
    },
    settle() {
      settled = true;
      for (const [index, found] of proofs) {
        const [order, other] = found;
        if (order !== undefined && other === undefined) orders.set(index, order);
      }
    },
  };
}
