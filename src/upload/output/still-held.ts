import type { Settings } from '../../cli/settings.ts';
import { CfiError } from '../../errors.ts';
import { type LeftOutLine, mustNotShip } from '../../payload/document/reasons.ts';
import { counted } from '../../text/words.ts';
import type { Spool } from '../terms/spool.ts';
import { cancelCommand } from './suggested-commands.ts';

/** Orders and lines that the warehouse may still ship although the file now leaves them out. */
export interface StillHeld {
  /** References of orders that are left out. */
  readonly orders: ReadonlySet<string>;
  /** Those of them that had different content when the service was last asked: they may be other orders. */
  readonly differing: ReadonlySet<string>;
  /** By reference, lines that are now left out of orders that were sent with them. */
  readonly lines: ReadonlyMap<string, readonly LeftOutLine[]>;
}

/** Nothing is already with the warehouse. */
export const nothingHeld: StillHeld = { orders: new Set(), differing: new Set(), lines: new Map() };

/** Whether a line left out for this reason must be reported if it is already with the warehouse. */
export const lineMustNotShip = ({ reason }: Pick<LeftOutLine, 'reason'>): boolean =>
  reason === 'cancelled' || reason === 'refunded';

/** The references of left-out orders that must be reported if they are already with the warehouse. */
export function* mustNotBeHeld(spool: Spool): Generator<string> {
  for (const { reference, leftOut } of spool.documents('left-out'))
    if (leftOut !== undefined && mustNotShip(leftOut)) yield reference;
}

/** How many references a message and a command line name. */
const mostNamed = 50;

/** References for a message, the first 50 of them. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');

/** The error that names what is already with the warehouse, with the command that cancels it; undefined if nothing is. */
export function stillHeldError(
  { orders, differing, lines }: StillHeld,
  settings: Settings,
): CfiError | undefined {
  const references = [...orders, ...lines.keys()];
  if (references.length === 0) return undefined;
  const parts: string[] = [];
  if (orders.size > 0) {
    const are = orders.size === 1 ? 'is' : 'are';
    const named = [...orders].map((reference) =>
      differing.has(reference) ? `${reference} (with different content)` : reference,
    );
    parts.push(
      `${counted(orders.size, 'order')} left out as cancelled, refunded or on hold ${are} already with the warehouse: ${listed(named)}`,
    );
  }
  if (lines.size > 0) {
    const are = lines.size === 1 ? 'is' : 'are';
    const named = [...lines].map(
      ([reference, left]) => `${reference} (${left.map(({ SKU }) => SKU).join(', ')})`,
    );
    parts.push(
      `${counted(lines.size, 'order')} ${are} already with the warehouse with lines that are now cancelled or refunded: ${listed(named)}`,
    );
  }
  const command = cancelCommand(references.slice(0, mostNamed), settings);
  const first =
    references.length > mostNamed
      ? ` of the first ${mostNamed}, then run this upload again for the others`
      : '';
  return new CfiError('partial', parts.join('; '), {
    hint: `to cancel what has not shipped yet${first}: ${command}`,
  });
}
