import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import { exitCodes } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { howToAnswer } from '../slot/next-step.ts';
import { readSlots } from '../slot/read-slot.ts';
import { rememberReferences } from '../slot/watch/last-reported.ts';
import { cameShort } from './came-short.ts';
import type { todayDefinition } from './definition.ts';
import { slotSections } from './sections.ts';
import { overviewBlocks, overviewColumns, overviewCsv, overviewItems } from './view.ts';

/** Days that it looks ahead and back. */
export const defaultDays = 7;

/** The columns of csv. */
export const columns = () => overviewColumns;

/** The overview: one request for the list of slots, and one for each purchase order of a recent arrival. */
export async function run(
  context: CommandContext,
  options: OptionsOf<typeof todayDefinition>,
): Promise<Result> {
  const days = options.days ?? defaultDays;
  const api = await openApi(context);
  try {
    const { slots, now } = await readSlots(api);
    await rememberReferences(context, api, slots);
    const { arrived, ...sections } = slotSections(slots, now(), days);
    const overview = { ...sections, short: await cameShort(context, api, arrived) };
    const answersNeeded = overview.needsAnswer.length > 0;
    return {
      data: overview,
      items: overviewItems(overview),
      blocks: overviewBlocks(overview, now(), days),
      csv: overviewCsv(overview),
      notices: answersNeeded ? [`to answer: ${howToAnswer(context.settings, 'REF', 'TIME')}`] : [],
      ...(answersNeeded && options.exitCode ? { exitCode: exitCodes.answerNeeded } : {}),
    };
  } finally {
    await api.close();
  }
}
