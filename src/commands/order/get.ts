import type { Context } from '../../cli/settings.ts';
import { readEach } from '../../client/read-each.ts';
import { openApi } from '../../client/session.ts';
import type { Result } from '../../render/result.ts';
import { orderBlocks, orderCsv, orderRows } from './view.ts';

export interface OrderGetOptions {
  readonly refs: readonly string[];
}

/** The stored record of each order; those found are shown even when others are missing. */
export async function run(context: Context, options: OrderGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const found = await readEach(options.refs, (reference) =>
      api.call('getOrder', { params: { referenceNumber: reference } }),
    );
    return {
      ...found.result,
      blocks: found.records.flatMap(orderBlocks),
      csv: { columns: orderCsv, rows: found.records.flatMap(orderRows) },
    };
  } finally {
    await api.close();
  }
}
