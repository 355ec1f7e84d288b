import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import { exitCodes } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { lateOrdersLine } from '../../tracking/remembered-looks.ts';
import { createOrderReader, deskOf } from '../desk/desk.ts';
import { rememberReferences } from '../desk/last-reported.ts';
import { readSlots } from '../desk/read.ts';
import type { todayDefinition } from './definition.ts';
import { deskBlocks, deskColumns, deskCsv, deskItems } from './view.ts';

/** Days that it looks ahead and back. */
export const defaultDays = 7;

/** The columns of csv. */
export const columns = () => deskColumns;

/** The desk: one request for the list of slots, and one for each purchase order of a slot. */
export async function run(
  context: CommandContext,
  options: OptionsOf<typeof todayDefinition>,
): Promise<Result> {
  const days = options.days ?? defaultDays;
  const api = await openApi(context);
  try {
    const { slots, now } = await readSlots(api);
    await rememberReferences(context, api, slots);
    const orders = await createOrderReader(context, api, days).read(slots, now());
    const desk = deskOf(slots, orders, now(), days);
    const answersNeeded = desk.needsAnswer.length > 0;
    return {
      data: desk,
      items: deskItems(desk),
      blocks: deskBlocks(desk, now(), days, await lateOrdersLine(context, api)),
      csv: deskCsv(desk),
      notices: answersNeeded ? [`to answer: ${commandFor(context.settings, 'slot', 'respond')}`] : [],
      ...(answersNeeded && options.exitCode ? { exitCode: exitCodes.answerNeeded } : {}),
    };
  } finally {
    await api.close();
  }
}
