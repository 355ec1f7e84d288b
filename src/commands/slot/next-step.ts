import { type AccountSettings, commandFor } from '../../client/auth/account.ts';
import type { Fields } from '../../text/records.ts';
import { readTypedTime } from '../../text/time/typed-time.ts';
import { withUkOffset } from '../../text/time/zone.ts';
import { isPastOffer, offeredTime, slotPhase, slotReference, slotStatus, usedBy } from './record.ts';

/** How to answer an offer, as command lines. One with a time accepts only the offer that was shown. */
export function howToAnswer(settings: AccountSettings, reference: string, time: string | undefined): string {
  const accepting = ['--accept', ...(time === undefined ? [] : ['--offer', time])];
  return `${commandFor(settings, 'slot', 'respond', reference, ...accepting)}, or --counter TIME`;
}

/** The offered time as `--offer` takes it; undefined if it is no moment. */
function offerToName(slot: Fields): string | undefined {
  const time = withUkOffset(offeredTime(slot) ?? '');
  return readTypedTime(time)?.kind === 'instant' ? time : undefined;
}

/**
 * The next step for a slot at `now`, in milliseconds, as a command line for the same account; undefined if there is none.
 * It does not suggest accepting a time that is past.
 */
export function nextStep(slot: Fields, settings: AccountSettings, now: number): string | undefined {
  const reference = slotReference(slot);
  const phase = slotPhase(slot);
  switch (phase) {
    case 'pending':
      return `next: ${commandFor(settings, 'slot', 'watch', reference)}`;
    case 'answer-needed':
      if (isPastOffer({ time: offeredTime(slot) }, now))
        return `next: ${commandFor(settings, 'slot', 'respond', reference, '--counter', 'TIME')}; the offered time is past`;
      return `next: ${howToAnswer(settings, reference, offerToName(slot))}`;
    case 'confirmed':
      return usedBy(slot) === undefined && slotStatus(slot) === 'confirmed'
        ? `next: ${commandFor(settings, 'po', 'create', 'FILE', '--slot', reference)}`
        : undefined;
    case 'cancelled':
    case 'other':
      return undefined;
    default:
      return phase satisfies never;
  }
}
