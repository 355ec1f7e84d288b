import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { homePaths } from '../../config/paths.ts';
import { type KnownSlot, type KnownSlots, knownSlots, rememberSlots } from '../../config/remembered.ts';
import type { ReadConfigOptions } from '../../config/settings-file.ts';
import type { Fields } from '../../text/records.ts';
import { redactData } from '../../text/redact.ts';
import { confirmedTime, offeredTime, slotPhase, slotReference, slotStatus } from './slot-record.ts';

const folder = ({ deps }: CommandContext): string => homePaths(deps.env, deps.platform, deps.cwd).data;

const account = (api: Api): string => `${api.baseUrl} ${api.clientId ?? ''}`;

const reading = ({ warn, deps }: CommandContext): ReadConfigOptions => ({ warn, now: () => deps.now() });

/** What counts as a change: the status, and the offered or agreed time. */
export function stateOf(slot: Fields): KnownSlot {
  const time = slotPhase(slot) === 'answer-needed' ? offeredTime(slot) : confirmedTime(slot);
  return { status: slotStatus(slot), ...(time === undefined ? {} : { time }) };
}

/** The states that the last `slot watch --once` on this machine reported. */
export const lastReported = (context: CommandContext, api: Api): Promise<KnownSlots> =>
  knownSlots(folder(context), account(api), reading(context));

/** Records what `slot watch --once` has reported, so that the next call reports only changes. */
export const rememberStates = (context: CommandContext, api: Api, slots: readonly Fields[]): Promise<void> =>
  keep(context, api, slots, stateOf);

/**
 * Records that these slots exist, for completion. Their reported states do not change: reading a slot must not hide a
 * change from `slot watch --once`.
 */
export const rememberReferences = (
  context: CommandContext,
  api: Api,
  slots: readonly Fields[],
): Promise<void> => keep(context, api, slots, () => ({}));

async function keep(
  context: CommandContext,
  api: Api,
  slots: readonly Fields[],
  known: (slot: Fields) => KnownSlot,
): Promise<void> {
  const { redact } = context.redactor;
  const named = slots.filter((slot) => {
    const reference = slotReference(slot);
    return reference !== '' && redact(reference) === reference;
  });
  if (named.length === 0) return;
  const entries = Object.fromEntries(
    named.map((slot) => [slotReference(slot), redactData(known(slot), redact) as KnownSlot]),
  );
  await rememberSlots(folder(context), account(api), entries, reading(context));
}
