import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/session.ts';
import { CfiError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { fieldsOf } from '../../text/records.ts';
import { calendarEvent } from './ics.ts';
import { remember } from './seen.ts';
import { nextStep, slotBlocks, slotColumns } from './view.ts';

export interface SlotGetOptions {
  readonly ref: string;
  readonly ics?: string;
}

/** One slot with its negotiation; `--ics` writes the agreed time as a calendar event. */
export async function run(context: Context, options: SlotGetOptions): Promise<Result> {
  const api = await openApi(context);
  try {
    const answer = await api.call('getSlot', { params: { slotReference: options.ref } });
    const slot = fieldsOf(answer.data);
    await remember(context, api, [slot]);
    const notices = [nextStep(slot)].filter((line) => line !== undefined);
    if (options.ics !== undefined) {
      await writeEvent(resolve(context.deps.cwd, options.ics), calendarEvent(slot, api.transport.now()));
      notices.unshift(`calendar event written to ${options.ics}`);
    }
    return {
      data: answer.data,
      blocks: slotBlocks(slot),
      csv: { columns: slotColumns, rows: [slot] },
      notices,
    };
  } finally {
    await api.close();
  }
}

async function writeEvent(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new CfiError('invalid-input', `cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}
