import { momentOf, readTime } from '../../../cli/options/time-option.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { field, fieldsOf, listIn, textField } from '../../../text/records.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { type Control, pathTo } from '../control.ts';

/**
 * The moment that `--time` means by the emulator's clock, in ISO 8601; echoed on standard error as understood. Throws a
 * usage error for text that is not a time, or a time that is past.
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

/** The last time proposed for a slot, in milliseconds. Throws `not-found` for an unknown slot. */
async function lastProposedTime(control: Control, reference: string): Promise<number> {
  const slot = await control.call('GET', pathTo('fc', 'slots', reference));
  const { requestedTime, proposals } = fieldsOf(field(slot, 'schedule'));
  const proposed = textField(listIn(proposals).at(-1), 'proposedTime');
  return parseInstant(proposed ?? String(requestedTime));
}
