import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/session.ts';
import type { Result } from '../../render/result.ts';
import { listIn } from '../../text/records.ts';
import { remember } from './seen.ts';
import { slotColumns } from './view.ts';

export interface SlotListOptions {
  readonly available?: boolean;
}

/** The account's slots; `--available` leaves those that a purchase order can use now. */
export async function run(context: Context, options: SlotListOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('listSlots', {
      query: { available: options.available ? true : undefined },
    });
    const rows = listIn(answer.data, 'slots', 'items');
    await remember(context, api, rows);
    return {
      data: answer.data,
      ...(answer.pagination === undefined ? {} : { pagination: answer.pagination }),
      items: rows,
      blocks: [
        {
          kind: 'table',
          columns: slotColumns,
          rows,
          empty: options.available ? 'no slot is confirmed and free' : 'no slots; cfi slot book makes one',
        },
      ],
    };
  } finally {
    await api.close();
  }
}
