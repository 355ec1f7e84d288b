import { hasFourDigitYear } from '../../contract/primitives.ts';
import { windowHours } from '../../contract/slot.ts';
import { dayMs, minuteMs } from '../../text/time/units.ts';
import { londonTime, londonWindow } from '../../text/time/zone.ts';
import type { RuleContext } from '../engine/context.ts';
import { insertJob, type Job } from '../store/jobs.ts';
import { type Slot, slotByReference } from '../store/slots.ts';
import type { FcPolicy } from './fc-policies.ts';
import { confirmSlot, counterSlot } from './slots.ts';

/** How long a warehouse with a policy waits before it answers. */
const answerDelay = 30 * minuteMs;

const monday = 1;
const weekend: readonly number[] = [0, 6];

/** Whether the warehouse would offer a slot on that day (UTC midnight of its date). */
function offersOn(slot: Slot, date: Date): boolean {
  const weekday = date.getUTCDay();
  return !weekend.includes(weekday) && (weekday !== monday || slot.accepts_monday === 1);
}

/** The other delivery window, on the next weekday after the requested one when the warehouse accepts deliveries. */
function otherWindow(slot: Slot): number {
  const asked = londonTime(slot.requested_time);
  const { morning, afternoon } = windowHours;
  const hour = Number(asked.slice(11, 13)) < afternoon ? afternoon : morning;
  let date = new Date(Date.parse(asked.slice(0, 10)) + dayMs);
  while (!offersOn(slot, date)) date = new Date(date.getTime() + dayMs);
  return londonWindow(date.toISOString().slice(0, 10), hour);
}

const hasOffer = ({ proposals }: Slot): boolean => proposals.some(({ proposedBy }) => proposedBy === 'ops');

/** For each policy, the job that answers a slot. */
const answerJobs: Readonly<Record<FcPolicy, (slot: Slot) => Job['job'] | undefined>> = {
  manual: () => undefined,
  auto: () => 'slot-confirm',
  counter: (slot) => (hasOffer(slot) ? 'slot-confirm' : 'slot-counter'),
};

/**
 * Schedules the warehouse's answer to the client's request: `auto` confirms, `counter` proposes another time once and
 * then confirms, `manual` leaves the answer to the control API.
 */
export function scheduleWarehouseAnswer(context: RuleContext, slot: Slot): void {
  const job = answerJobs[slot.fc_policy](slot);
  if (job === undefined) return;
  insertJob(context.db, { due_at: context.now + answerDelay, job, ref: slot.reference });
}

/** Answers a slot that still waits for the warehouse. */
function answerSlot(context: RuleContext, reference: string, answer: (slot: Slot) => void): void {
  const slot = slotByReference(context.db, reference);
  if (slot?.status === 'pending_ops') answer(slot);
}

/** Runs a job that has fallen due. An answer to a slot that is unknown or no longer waits has no effect. */
export function runJob(context: RuleContext, { job, ref }: Pick<Job, 'job' | 'ref'>): void {
  switch (job) {
    case 'slot-confirm':
      answerSlot(context, ref, () => confirmSlot(context, ref, {}));
      return;
    case 'slot-counter':
      answerSlot(context, ref, (slot) => counterOrConfirm(context, slot));
      return;
    case 'token-expiry':
      // Tokens carry their own expiry; the job only shows it when the clock moves.
      return;
    default:
      job satisfies never;
  }
}

/** Makes a counter-offer, or confirms if no other window is left before the last year that a time can have. */
function counterOrConfirm(context: RuleContext, slot: Slot): void {
  const offer = otherWindow(slot);
  if (hasFourDigitYear(offer)) counterSlot(context, slot.reference, { proposedTime: londonTime(offer) });
  else confirmSlot(context, slot.reference, {});
}
