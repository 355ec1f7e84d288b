import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { waitNotice } from '../../cli/wait-notice.ts';
import { dataAbout } from '../../client/api/records/find-record.ts';
import { commandFor } from '../../client/auth/account-flags.ts';
import { openApi } from '../../client/auth/session.ts';
import { CfiError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { cancelSlot } from './cancel-slot.ts';
import type { cancelCommand } from './definition.ts';
import { slotCsv } from './view.ts';

type SlotCancelOptions = OptionsOf<typeof cancelCommand>;

/** Cancels a slot that no purchase order uses. Repeating it does no harm. */
export async function run(context: CommandContext, options: SlotCancelOptions): Promise<Result> {
  await confirmOrExit(context, { message: `Cancel slot ${options.ref}?`, yes: options.yes });
  const api = await openApi(context, { onWait: waitNotice(context) });
  try {
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

/** The columns in csv. */
export const columns = () => slotCsv;
