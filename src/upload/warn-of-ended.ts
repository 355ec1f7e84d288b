import type { CommandContext } from '../cli/settings.ts';
import { counted } from '../text/words.ts';
import type { Entry } from './ledger/run-report.ts';
import { listed } from './output/still-held.ts';

/**
 * Warns of rows whose slot can no longer be used, for instance because it was cancelled: they count as done, and nobody
 * would notice that nothing can be delivered. `ended` has the service's words for such slots, by reference.
 */
export function warnOfEnded(
  context: CommandContext,
  entries: Iterable<Pick<Entry, 'reference' | 'number'>>,
  ended: ReadonlyMap<string, string>,
): void {
  if (ended.size === 0) return;
  const rows: string[] = [];
  for (const { reference, number } of entries) {
    const status = typeof number === 'string' ? ended.get(number) : undefined;
    if (status !== undefined) rows.push(`${reference} (${number} is ${status})`);
  }
  if (rows.length === 0) return;
  const [have, are] = rows.length === 1 ? ['has', 'is'] : ['have', 'are'];
  context.warn(
    `${counted(rows.length, 'row')} ${have} a slot that can no longer be used, and ${are} not booked again: ${listed(rows)}; to book a row again, send it alone with --fresh`,
  );
}
