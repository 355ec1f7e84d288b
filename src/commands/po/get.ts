import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Result } from '../../render/result.ts';
import { fieldsOf } from '../../text/records.ts';
import type { getCommand } from './definition.ts';
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

/** One purchase order: its state, what was ordered and delivered, and the warehouse's report. */
export async function run(context: Context, options: PoGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('getPurchaseOrder', { params: { poReference: options.lwPoNumber } });
    const order = fieldsOf(answer.data);
    if (!options.discrepancies) {
      return {
        data: answer.data,
        blocks: poBlocks(order),
        csv: { columns: lineCsv, rows: lines(order) },
      };
    }
    const rows = discrepancies(order);
    const table = { kind: 'table', columns: discrepancyColumns, rows, empty: 'no discrepancies' } as const;
    return {
      data: rows,
      items: rows,
      blocks: [poSummary(order), table],
      csv: { columns: discrepancyCsv, rows },
    };
  } finally {
    await api.close();
  }
}

/** The columns in csv. */
export const columns = ({ discrepancies: only }: Partial<PoGetOptions>) => (only ? discrepancyCsv : lineCsv);
