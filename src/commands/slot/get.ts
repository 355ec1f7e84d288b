import { resolve } from 'node:path';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { checkNamed } from '../../client/api/records.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Result } from '../../render/result.ts';
import { writeOut } from '../../storage/output-file.ts';
import { fieldsOf } from '../../text/records.ts';
import { accountKey } from '../../upload/terms/account.ts';
import { calendarEvent } from '../desk/calendar.ts';
import { earlierCalendar } from '../desk/earlier-calendar.ts';
import { rememberReferences } from '../desk/last-reported.ts';
import { serviceClock } from '../desk/read.ts';
import { slotBlocks, slotCsv } from '../desk/slot-view.ts';
import { nextStep } from '../desk/slot-words.ts';
import type { getCommand } from './definition.ts';

type SlotGetOptions = OptionsOf<typeof getCommand>;

/** One slot with its negotiation; `--ics` writes its time as a calendar event, tentative until it is agreed. */
export async function run(context: CommandContext, options: SlotGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('getSlot', { params: { slotReference: options.ref } });
    checkNamed(answer.data, 'slot', options.ref, context.warn);
    const slot = fieldsOf(answer.data);
    await rememberReferences(context, api, [slot]);
    const notices = [nextStep(slot, context.settings, serviceClock(api, answer.received)())].filter(
      (line) => line !== undefined,
    );
    if (options.ics !== undefined) {
      const before = options.ics === '-' ? '' : await earlierCalendar(resolve(context.deps.cwd, options.ics));
      const account = accountKey(api, context.deps.env.CFI_TOKEN);
      const event = calendarEvent(slot, { now: context.clock.now(), account, before });
      if (options.ics === '-') return { data: answer.data, blocks: [], bare: event };
      await writeOut(options.ics, context.deps.cwd, event);
      notices.unshift(`calendar event written to ${options.ics}`);
    }
    return {
      data: answer.data,
      blocks: slotBlocks(slot, context.clock.now()),
      csv: { columns: slotCsv, rows: [slot] },
      notices,
    };
  } finally {
    await api.close();
  }
}

/** The columns in csv. */
export const columns = () => slotCsv;
