import type { Settings } from '../cli/settings.ts';
import { commandFor } from '../client/auth/account.ts';
import { CfiError } from '../errors.ts';
import { counted, operands } from '../text/words.ts';
import { firstNamed, mostNamed, type StillHeld } from '../upload/still-held.ts';

/** The error that names what is already with the warehouse, with the command that cancels it; undefined if nothing is. */
export function stillHeldError({ orders, differing, lines }: StillHeld, settings: Settings) {
  const references = [...orders, ...lines.keys()];
  if (references.length === 0) return undefined;
  const parts: string[] = [];
  if (orders.size > 0) {
    const are = orders.size === 1 ? 'is' : 'are';
    const named = [...orders].map((reference) =>
      differing.has(reference) ? `${reference} (with different content)` : reference,
    );
    parts.push(
      `${counted(orders.size, 'order')} left out as cancelled, refunded or on hold ${are} already with the warehouse: ${firstNamed(named)}`,
    );
  }
  if (lines.size > 0) {
    const are = lines.size === 1 ? 'is' : 'are';
    const named = [...lines].map(
      ([reference, left]) => `${reference} (${left.map(({ SKU }) => SKU).join(', ')})`,
    );
    parts.push(
      `${counted(lines.size, 'order')} ${are} already with the warehouse with lines that are now cancelled or refunded: ${firstNamed(named)}`,
    );
  }
  const named = operands(references.slice(0, mostNamed));
  const command = commandFor(settings, 'order', 'cancel', ...named);
  const first =
    references.length > mostNamed
      ? ` of the first ${mostNamed}, then run this upload again for the others`
      : '';
  return new CfiError('partial', parts.join('; '), {
    hint: `to cancel what has not shipped yet${first}: ${command}`,
  });
}
