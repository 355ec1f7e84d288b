import { windowHours } from '../../contract/slot.ts';
import { londonTime, londonWindow } from '../../text/zone.ts';
import type { RuleContext } from '../engine/context.ts';
import { insertJob, type Job } from '../store/jobs.ts';
import { type Slot, slotByReference } from '../store/slots.ts';
import { confirmSlot, counterSlot } from './slots.ts';

/** How long a warehouse with a policy takes to answer. */
const answerDelay = 30 * 60_000;
const day = 86_400_000;

const monday = 1;
const weekend: readonly number[] = [0, 6];

/** Whether slots are open on that day (UTC midnight of its date) as far as a warehouse's own offers go. */
function offersOn(slot: Slot, date: Date): boolean {
  const weekday = date.getUTCDay();
  return !weekend.includes(weekday) && (weekday !== monday || slot.accepts_monday === 1);
}

/** The other window of the next weekday after the one asked for on which the warehouse accepts deliveries. */
function otherWindow(slot: Slot): number {
  const asked = londonTime(slot.requested_time);
  const { morning, afternoon } = windowHours;
  const hour = Number(asked.slice(11, 13)) < afternoon ? afternoon : morning;
  let date = new Date(Date.parse(asked.slice(0, 10)) + day);
  while (!offersOn(slot, date)) date = new Date(date.getTime() + day);
  return londonWindow(date.toISOString().slice(0, 10), hour);
}

/**
 * Puts down the warehouse's answer to what the client asked for, as its policy says: `auto` confirms, `counter` offers
 * another time once and then confirms, `manual` leaves it to the control API.
 */
export function scheduleWarehouseAnswer(context: RuleContext, slot: Slot): void {
  if (slot.fc_policy === 'manual') return;
  const offered = slot.proposals.some((proposal) => proposal.proposedBy === 'ops');
  const job = slot.fc_policy === 'counter' && !offered ? 'slot-counter' : 'slot-confirm';
  insertJob(context.db, { due_at: context.now + answerDelay, job, ref: slot.reference });
}

/** Gives a warehouse's answer that has fallen due; one that was overtaken, or is about no slot of ours, does nothing. */
export function runWarehouseJob(context: RuleContext, job: Pick<Job, 'job' | 'ref'>): void {
  const slot = slotByReference(context.db, job.ref);
  if (slot?.status !== 'pending_ops') return;
  if (job.job === 'slot-confirm') confirmSlot(context, job.ref, {});
  if (job.job === 'slot-counter')
    counterSlot(context, job.ref, { proposedTime: londonTime(otherWindow(slot)) });
}
