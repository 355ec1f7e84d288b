import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { readEach } from '../../client/api/lookups.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Column, Result } from '../../render/result.ts';
import { type Fields, field, texts } from '../../text/records.ts';
import type { getCommand } from './definition.ts';
import { readPurchaseOrder } from './read-order.ts';
import {
  discrepancies,
  discrepancyColumns,
  discrepancyCsv,
  lineCsv,
  lines,
  poBlocks,
  poSummary,
} from './view.ts';

type PoGetOptions = OptionsOf<typeof getCommand>;

const number: Column<Fields> = {
  header: 'lw_po_number',
  value: (row) => field(row, 'lw_po_number'),
  priority: 1,
};

/** Purchase orders: status, ordered and delivered quantities, and the warehouse's report. */
export async function run(
  context: CommandContext,
  { lwPoNumbers, discrepancies: only }: PoGetOptions,
): Promise<Result> {
  const api = await openApi(context);
  try {
    const { records, result } = await readEach(lwPoNumbers, (poReference) =>
      readPurchaseOrder(api, poReference, context.warn),
    );
    const several = lwPoNumbers.length > 1;
    if (only) {
      const rows = records.flatMap((order) => named(order, discrepancies(order), several));
      return {
        ...result,
        data: rows,
        items: rows,
        blocks: records.flatMap((order) => [
          poSummary(order),
          {
            kind: 'table',
            columns: discrepancyColumns,
            rows: discrepancies(order),
            empty: 'no discrepancies',
          },
        ]),
        csv: { columns: columnsOf(discrepancyCsv, several), rows },
      };
    }
    return {
      ...result,
      names: () => ({ po: texts(records, 'lw_po_number') }),
      blocks: records.flatMap(poBlocks),
      csv: {
        columns: columnsOf(lineCsv, several),
        rows: records.flatMap((order) => named(order, lines(order), several)),
      },
    };
  } finally {
    await api.close();
  }
}

const named = (order: Fields, rows: readonly Fields[], several: boolean): Fields[] =>
  several ? rows.map((row) => ({ lw_po_number: field(order, 'lw_po_number'), ...row })) : [...rows];

/** Adds the number to the rows if there are several purchase orders. */
const columnsOf = (own: readonly Column<Fields>[], several: boolean): readonly Column<Fields>[] =>
  several ? [number, ...own] : own;

/** The columns of csv. */
export const columns = ({ discrepancies: only, lwPoNumbers }: Partial<PoGetOptions>) =>
  columnsOf(only ? discrepancyCsv : lineCsv, (lwPoNumbers?.length ?? 0) > 1);
