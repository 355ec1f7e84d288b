import type { CommandContext } from '../../../cli/settings.ts';
import { momentOf, readTime } from '../../../cli/time-option.ts';
import { field, fieldsOf, listIn, numberField, textField } from '../../../text/records.ts';
import { parseInstant } from '../../../text/time.ts';
import type { Control } from '../control.ts';

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

/** The time proposed last for a slot, milliseconds; undefined for an unknown slot. */
async function lastProposedTime(control: Control, reference: string): Promise<number | undefined> {
  const table = fieldsOf(field(field(await control.call('GET', '/state'), 'tables'), 'slots'));
  const columns = (table.columns ?? []) as readonly string[];
  const rows = (table.rows ?? []) as readonly (readonly unknown[])[];
  const row = rows.find((values) => values[columns.indexOf('reference')] === reference);
  if (row === undefined) return undefined;
  const slot = Object.fromEntries(columns.map((column, at) => [column, row[at]]));
  const proposals = listIn(JSON.parse(String(slot.proposals)));
  const proposed = textField(proposals.at(-1), 'proposedTime');
  return proposed === undefined ? numberField(slot, 'requested_time') : parseInstant(proposed);
}
