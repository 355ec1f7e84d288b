import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import { waitNotice } from '../../cli/progress.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { dataAbout } from '../../client/api/records.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { cancelSlot } from './cancel-slot.ts';
import type { cancelCommand } from './definition.ts';
import { readSlot } from './read-slot.ts';
import { slotStatus } from './record.ts';
import { slotCsv, slotLine } from './view.ts';

type SlotCancelOptions = OptionsOf<typeof cancelCommand>;

/** Cancels a slot that no purchase order uses. Repeating it does no harm. */
export async function run(context: CommandContext, options: SlotCancelOptions): Promise<Result> {
  const { ref, yes } = options;
  if (!context.settings.interactive) await confirmOrExit(context, { message: `Cancel slot ${ref}?`, yes });
  const api = await openApi(context, { onWait: waitNotice(context) });
  try {
    if (!yes && context.settings.interactive)
      await confirmOrExit(context, { message: `Cancel slot ${await named(api, ref)}?` });
    const { answer, slot } = await cancelSlot(api, options.ref, context.deps.interrupted);
    return {
      data: dataAbout(answer.data, 'slot', options.ref, slot),
      blocks: [{ kind: 'text', text: `Slot ${options.ref} is cancelled.` }],
      csv: { columns: slotCsv, rows: [slot] },
    };
  } catch (error) {
    if (error instanceof CfiError && error.code === 'conflict') {
      const hint = `a purchase order uses it; see which: ${commandFor(context.settings, 'slot', 'get', options.ref)}`;
      throw new CfiError('conflict', error.message, { ...error.details, hint });
    }
    throw error;
  } finally {
    await api.close();
  }
}

/** The slot with its time, warehouse and vehicle, so that a mistyped reference is noticed; only its reference if unread. */
async function named(api: Api, reference: string): Promise<string> {
  try {
    const { slot } = await readSlot(api, reference);
    return `${slotLine(slot)}, ${slotStatus(slot)}`;
  } catch (error) {
    if (!(error instanceof CfiError) || error.details.unreached) throw error;
    if (['unauthorized', 'cancelled'].includes(error.code)) throw error;
    return reference;
  }
}

/** The columns in csv. */
export const columns = () => slotCsv;
