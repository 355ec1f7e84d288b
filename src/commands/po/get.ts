import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { readEach } from '../../client/api/lookups.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import type { Column, Result } from '../../render/result.ts';
import { type Fields, field, texts } from '../../text/records.ts';
import { discrepancies, lines } from '../desk/po-record.ts';
import { readPurchaseOrder, uploadedPos } from '../desk/read.ts';
import type { getCommand } from './definition.ts';
import { discrepancyColumns, discrepancyCsv, lineCsv, poBlocks, poSummary } from './view.ts';

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
    const numbers = await numbersOf(context, api, lwPoNumbers);
    const { records, result } = await readEach(numbers, (poReference) =>
      readPurchaseOrder(api, poReference, context.warn),
    );
    const several = numbers.length > 1;
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
      blocks: records.flatMap((order) => poBlocks(order, context.clock.now())),
      csv: {
        columns: columnsOf(lineCsv, several),
        rows: records.flatMap((order) => named(order, lines(order), several)),
      },
    };
  } finally {
    await api.close();
  }
}

/** The service's numbers: it cannot look up the client's own reference, which this machine's ledger may know. */
async function numbersOf(
  context: CommandContext,
  api: Api,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const uploaded = await uploadedPos(context, api);
  const own = new Map(
    uploaded.flatMap(({ reference, number }) => (number === undefined ? [] : [[reference, number]])),
  );
  return wanted.map((name) => own.get(name) ?? name);
}

const named = (order: Fields, rows: readonly Fields[], several: boolean): Fields[] =>
  several ? rows.map((row) => ({ lw_po_number: field(order, 'lw_po_number'), ...row })) : [...rows];

/** Adds the number to the rows if there are several purchase orders. */
const columnsOf = (own: readonly Column<Fields>[], several: boolean): readonly Column<Fields>[] =>
  several ? [number, ...own] : own;

/** The columns of csv. */
export const columns = ({ discrepancies: only, lwPoNumbers }: Partial<PoGetOptions>) =>
  columnsOf(only ? discrepancyCsv : lineCsv, (lwPoNumbers?.length ?? 0) > 1);
