import { once } from '../../text/once.ts';
import { listOf } from '../../text/words.ts';
import type { Reason } from '../document/reasons.ts';
import { stemTest } from './states.ts';

const cancelled = once(() =>
  stemTest(listOf('cancel | storn | annul | anul | geannul | avbeställ | avbok | avbrut')),
);

const refunded = once(() =>
  stemTest(
    listOf(`
      refund | return | erstatt | retour | rembours | reembols | devuel | devol | rimbors | reso | resi |
      terugbetaal | zwrot | zwrac | zwróc | återbetal | retur`),
  ),
);

/** Why units that a column of this name counts are not shipped: what names no other reason counts what was shipped. */
export function reasonOfCount(name: string): Reason {
  if (cancelled()(name)) return 'cancelled';
  return refunded()(name) ? 'refunded' : 'fulfilled';
}
