import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, listIn } from '../../text/records.ts';
import type { listCommand } from './definition.ts';
import { openOffer } from './record.ts';
import { offerText, slotColumns, slotCsv } from './view.ts';
import { rememberReferences } from './watch/last-reported.ts';

type SlotListOptions = OptionsOf<typeof listCommand>;

/** The account's slots; `--available` keeps only those that a purchase order can use now. */
export async function run(context: Context, options: SlotListOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('listSlots', {
      query: { available: options.available ? true : undefined },
    });
    const rows = listIn(answer.data, 'slots', 'items');
    await rememberReferences(context, api, rows);
    const offers = offersText(rows);
    const empty = options.available ? 'no slot is confirmed and free' : 'no slots; cfi slot book makes one';
    return {
      data: answer.data,
      ...(answer.pagination === undefined ? {} : { pagination: answer.pagination }),
      items: rows,
      blocks: [
        { kind: 'table', columns: slotColumns, rows, empty },
        ...(offers === undefined ? [] : [{ kind: 'text', text: offers } as const]),
      ],
      csv: { columns: slotCsv, rows },
      notices: offers === undefined ? [] : ['to answer: cfi slot respond REF --accept, or --counter TIME'],
    };
  } finally {
    await api.close();
  }
}

/** The offers that wait for an answer, whole: the table may have no room for warehouse and comment. */
function offersText(slots: readonly Fields[]): string | undefined {
  const lines = slots.flatMap((slot) => {
    const offer = openOffer(slot);
    return offer === undefined ? [] : [`  ${offerText(slot, offer)}`];
  });
  if (lines.length === 0) return undefined;
  return ['Waiting for your answer:', ...lines].join('\n');
}
