import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, listIn } from '../../text/records.ts';
import type { listCommand } from './definition.ts';
import { slotPhase, slotReference } from './record.ts';
import { slotColumns, slotCsv } from './view.ts';
import { rememberReferences } from './watch/last-reported.ts';

type SlotListOptions = OptionsOf<typeof listCommand>;

/** The account's slots; `--available` leaves those that a purchase order can use now. */
export async function run(context: Context, options: SlotListOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('listSlots', {
      query: { available: options.available ? true : undefined },
    });
    const rows = listIn(answer.data, 'slots', 'items');
    await rememberReferences(context, api, rows);
    const empty = options.available ? 'no slot is confirmed and free' : 'no slots; cfi slot book makes one';
    return {
      data: answer.data,
      ...(answer.pagination === undefined ? {} : { pagination: answer.pagination }),
      items: rows,
      blocks: [{ kind: 'table', columns: slotColumns, rows, empty }],
      csv: { columns: slotCsv, rows },
      notices: openOffers(rows),
    };
  } finally {
    await api.close();
  }
}

function openOffers(rows: readonly Fields[]): string[] {
  const open = rows.filter((slot) => slotPhase(slot) === 'answer-needed').map(slotReference);
  if (open.length === 0) return [];
  return [`your answer is needed: ${open.join(', ')} (cfi slot respond REF --accept, or --counter TIME)`];
}
