import { momentOf, readTime } from '../../../cli/options/time-option.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { field, fieldsOf, listIn, textField } from '../../../text/records.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { type Control, pathTo } from '../control.ts';

/**
 * The time of `--time`, ISO 8601, by the emulator's clock: as people type it, and echoed as understood. Throws a usage
 * error for anything that is not a time, or is past.
 */
export async function warehouseTime(
  context: CommandContext,
  control: Control,
  reference: string,
  text: string,
): Promise<string> {
  const typed = readTime('--time', text);
  const now = parseInstant(textField(await control.call('GET', '/clock'), 'now') ?? '');
  const lastProposed = typed.kind === 'clock' ? await lastProposedTime(control, reference) : undefined;
  return momentOf(context, '--time', { typed, text }, { now, lastProposed }).iso;
}

/** The time proposed last for a slot, milliseconds. Throws a `CfiError`, `not-found`, for an unknown slot. */
async function lastProposedTime(control: Control, reference: string): Promise<number> {
  const slot = await control.call('GET', pathTo('fc', 'slots', reference));
  const { requestedTime, proposals } = fieldsOf(field(slot, 'schedule'));
  const proposed = textField(listIn(proposals).at(-1), 'proposedTime');
  return parseInstant(proposed ?? String(requestedTime));
}
