import type { Settings } from '../cli/settings.ts';
import { accountFlags } from '../client/auth/account-flags.ts';
import { CfiError } from '../errors.ts';
import { type LeftOutLine, mustNotShip } from '../payload/reasons.ts';
import { counted, shownWord } from '../text/words.ts';
import type { Spool } from './spool/spool.ts';

/** What the warehouse may ship although the file says by now that it must not. */
export interface StillHeld {
  /** References of orders that are left out. */
  readonly orders: ReadonlySet<string>;
  /** By reference, lines that are left out of orders which were sent with them. */
  readonly lines: ReadonlyMap<string, readonly LeftOutLine[]>;
}

/** Nothing is known to be with the warehouse. */
export const nothingHeld: StillHeld = { orders: new Set(), lines: new Map() };

/** Whether a line that is left out for this reason must not be with the warehouse. */
export const lineMustNotShip = ({ reason }: Pick<LeftOutLine, 'reason'>): boolean =>
  reason === 'cancelled' || reason === 'refunded';

/** The references of the orders that are left out and must not be with the warehouse. */
export function* mustNotBeHeld(spool: Spool): Generator<string> {
  if (spool.count('left-out') === 0) return;
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'left-out') continue;
    const { reference, leftOut } = spool.at(document);
    if (leftOut !== undefined && mustNotShip(leftOut)) yield reference;
  }
}

/** References that a message and a command line name at most. */
const mostNamed = 50;

const listed = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');

/** The error that names what is with the warehouse, with the command that cancels it; undefined when nothing is. */
export function stillHeldError({ orders, lines }: StillHeld, settings: Settings): CfiError | undefined {
  const references = [...orders, ...lines.keys()];
  if (references.length === 0) return undefined;
  const parts: string[] = [];
  if (orders.size > 0) {
    const are = orders.size === 1 ? 'is' : 'are';
    parts.push(
      `${counted(orders.size, 'order')} left out as cancelled, refunded or on hold ${are} already with the warehouse: ${listed([...orders])}`,
    );
  }
  if (lines.size > 0) {
    const are = lines.size === 1 ? 'is' : 'are';
    const named = [...lines].map(
      ([reference, left]) => `${reference} (${left.map(({ SKU }) => SKU).join(', ')})`,
    );
    parts.push(
      `${counted(lines.size, 'order')} ${are} with the warehouse with lines that are cancelled or refunded by now: ${listed(named)}`,
    );
  }
  const words = references.slice(0, mostNamed).map(shownWord);
  const flags = accountFlags(settings);
  // A reference that begins with a dash would be read as an option.
  const rest = words.some((word) => word.startsWith('-')) ? [...flags, '--', ...words] : [...words, ...flags];
  const command = ['cfi order cancel', ...rest].join(' ');
  const more = references.length > mostNamed ? `, and ${references.length - mostNamed} more` : '';
  return new CfiError('partial', parts.join('; '), {
    hint: `to cancel what has not left yet: ${command}${more}`,
  });
}
