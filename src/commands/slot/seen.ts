import type { Context } from '../../cli/settings.ts';
import { confirmedTime, offeredTime, slotPhase, slotReference, slotStatus } from '../../client/slots.ts';
import type { Api } from '../../client/types.ts';
import { type KnownSlot, type KnownSlots, knownSlots, rememberSlots } from '../../config/known-slots.ts';
import { homePaths } from '../../config/paths.ts';
import type { Fields } from '../../text/records.ts';

const folder = ({ deps }: Context): string => homePaths(deps.env, deps.platform, deps.cwd).data;

const account = (api: Api): string => `${api.baseUrl} ${api.clientId ?? ''}`;

/** What a change is judged by: the state, and the time it speaks of. */
export function stateOf(slot: Fields): KnownSlot {
  const time = slotPhase(slot) === 'answer-needed' ? offeredTime(slot) : confirmedTime(slot);
  return { status: slotStatus(slot), ...(time === undefined ? {} : { time }) };
}

/** The states that this machine saw last. */
export const lastSeen = (context: Context, api: Api): Promise<KnownSlots> =>
  knownSlots(folder(context), account(api));

/** Remembers what was seen, for `slot watch --once` and for completion. */
export async function remember(context: Context, api: Api, slots: readonly Fields[]): Promise<void> {
  const seen = Object.fromEntries(
    slots.filter((slot) => slotReference(slot) !== '').map((slot) => [slotReference(slot), stateOf(slot)]),
  );
  if (Object.keys(seen).length > 0)
    await rememberSlots(folder(context), account(api), seen, context.deps.pid);
}
