import type { CommandContext } from '../../../cli/settings.ts';
import type { Api } from '../../../client/types.ts';
import type { Fields } from '../../../text/records.ts';
import { formatDuration, minuteMs } from '../../../text/time/time.ts';
import { slotReference } from '../record.ts';
import { statusText } from '../view.ts';
import type { WatchPlan } from './loop.ts';

/** How often a watch polls, and how long it waits. */
export type Pace = Pick<WatchPlan, 'intervalMs' | 'closestMs' | 'maxWaitMs'>;

const states = (slots: readonly Fields[]): string =>
  slots.map((slot) => `${slotReference(slot)} ${statusText(slot)}`).join(', ');

/** Why the watch ends undecided. `left` milliseconds of the maximum wait were too few for another poll. */
export function timeUp(left: number, open: readonly Fields[], { maxWaitMs = 0, closestMs }: Pace): string {
  if (left === 0) return `no decision within ${formatDuration(maxWaitMs)}: ${states(open)}`;
  const rule = `the service allows a poll every ${formatDuration(closestMs)}, and the next would be after --max-wait ${formatDuration(maxWaitMs)}`;
  return `no decision yet: ${states(open)}; ${rule}`;
}

/** Announces each wait; short waits, and those of the embedded emulator, only once. */
export function waiting(context: CommandContext, api: Api): WatchPlan['onWait'] {
  let announced = false;
  return (ms, open) => {
    if (announced && (api.transport.embedded || ms < minuteMs)) return;
    announced = true;
    const next = formatDuration(ms < 1000 ? ms : Math.round(ms / 1000) * 1000);
    context.notice(`${open.length === 0 ? 'no state yet' : states(open)}; next poll in ${next}`);
  };
}
