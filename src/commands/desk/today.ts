import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openApi } from '../../client/auth/session.ts';
import { exitCodes } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { readSlots } from '../slot/read-slot.ts';
import { rememberReferences } from '../slot/watch/last-reported.ts';
import { cameShort } from './came-short.ts';
import type { todayDefinition } from './definition.ts';
import { deskSections } from './sections.ts';
import { deskBlocks, deskColumns, deskCsv, deskItems } from './view.ts';

/** Days that the desk looks ahead and back. */
export const defaultDays = 7;

/** The columns of csv. */
export const columns = () => deskColumns;

/** The coordinator's desk, from one list of slots and the purchase orders of those that arrived lately. */
export async function run(
  context: CommandContext,
  options: OptionsOf<typeof todayDefinition>,
): Promise<Result> {
  const days = options.days ?? defaultDays;
  const api = await openApi(context);
  try {
    const { slots, now } = await readSlots(api);
    await rememberReferences(context, api, slots);
    const { arrived, ...sections } = deskSections(slots, now(), days);
    const desk = { ...sections, short: await cameShort(context, api, arrived) };
    const open = desk.needsAnswer.length > 0;
    return {
      data: desk,
      items: deskItems(desk),
      blocks: deskBlocks(desk, now(), days),
      csv: deskCsv(desk),
      notices: open ? ['to answer: cfi slot respond REF --accept, or --counter TIME'] : [],
      ...(open && options.exitCode ? { exitCode: exitCodes.answerNeeded } : {}),
    };
  } finally {
    await api.close();
  }
}
