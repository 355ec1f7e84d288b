import { isClosedDay, windowHours } from '../../contract/limits.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import {
  dayMs,
  hasFourDigitYear,
  minuteMs,
  parseInstant,
  utcDay,
  weekdayIndex,
} from '../../text/time/time.ts';
import { londonTime, londonWindow } from '../../text/time/zone.ts';
import type { FcPolicy } from '../store/clients.ts';
import { deleteJobsAbout, insertJob, type Job } from '../store/jobs.ts';
import { type Proposal, type Slot, slotByReference, updateSchedule } from '../store/slots.ts';
import type { RuleContext } from './context.ts';

/** How long a warehouse with a policy waits before it answers. */
const answerDelay = 30 * minuteMs;

/** Whether a day, `YYYY-MM-DD`, is a Saturday or a Sunday. */
export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayIndex(day));

/** The other delivery window, on the next weekday after the requested one when the warehouse accepts deliveries. */
function otherWindow(slot: Slot): number {
  const asked = londonTime(slot.requested_time);
  const { morning, afternoon } = windowHours;
  const hour = Number(asked.slice(11, 13)) < afternoon ? afternoon : morning;
  let at = Date.parse(asked.slice(0, 10)) + dayMs;
  while (isWeekend(utcDay(at)) || isClosedDay(utcDay(at), slot.accepts_monday === 1)) at += dayMs;
  return londonWindow(utcDay(at), hour);
}

/** For each policy, the job that answers a slot. */
const answerJobs: Readonly<Record<FcPolicy, (slot: Slot) => Job['job'] | undefined>> = {
  manual: () => undefined,
  auto: () => 'slot-confirm',
  counter: ({ proposals }) =>
    proposals.some(({ proposedBy }) => proposedBy === 'ops') ? 'slot-confirm' : 'slot-counter',
};

/** Schedules the answer that the warehouse's policy gives to the client's request; `manual` leaves it to a person. */
export function scheduleWarehouseAnswer(context: RuleContext, slot: Slot): void {
  const job = answerJobs[slot.fc_policy](slot);
  if (job === undefined) return;
  insertJob(context.db, { due_at: context.now + answerDelay, job, ref: slot.reference });
}

/** Stores what became of a slot, without the answer that the warehouse's policy scheduled. Returns the slot. */
export function decide(db: Database, slot: Slot): Slot {
  deleteJobsAbout(db, slot.reference);
  updateSchedule(db, slot);
  return slot;
}

/** Confirms a slot at `time` (ms), for either side. Returns the slot as it is then. */
export const confirm = ({ db, now }: RuleContext, slot: Slot, time: number): Slot =>
  decide(db, { ...slot, status: 'confirmed', confirmed_time: time, updated_at: now });

type Offer = Pick<Proposal, 'proposedTime' | 'comment'>;

/** Offers another time for a slot that waits for the warehouse. Returns the slot as it is then. */
export function counter({ db, now }: RuleContext, slot: Slot, offer: Offer): Slot {
  const proposals = [...slot.proposals, { proposedBy: 'ops', ...offer, createdAt: now } as const];
  return decide(db, { ...slot, status: 'pending_customer', proposals, updated_at: now });
}

/** The client asks for another time than it was offered; the slot waits for the warehouse again. */
export function askAgain(context: RuleContext, slot: Slot, offer: Offer): Slot {
  const { db, now } = context;
  const proposals = [...slot.proposals, { proposedBy: 'client', ...offer, createdAt: now } as const];
  const requested_time = parseInstant(offer.proposedTime);
  const waiting = { ...slot, status: 'pending_ops', requested_time, proposals, updated_at: now } as const;
  updateSchedule(db, waiting);
  scheduleWarehouseAnswer(context, waiting);
  return waiting;
}

/** Runs a job that has fallen due. An answer to a slot that is unknown or no longer waits has no effect. */
export function runJob(context: RuleContext, { job, ref }: Pick<Job, 'job' | 'ref'>): void {
  // Tokens carry their own expiry; the job only shows it when the clock moves.
  if (job === 'token-expiry') return;
  const slot = slotByReference(context.db, ref);
  if (slot?.status !== 'pending_ops') return;
  const offer = job === 'slot-counter' ? otherWindow(slot) : Number.NaN;
  // The last year that a time can have may hold no other window.
  if (hasFourDigitYear(offer)) counter(context, slot, { proposedTime: londonTime(offer), comment: null });
  else confirm(context, slot, slot.requested_time);
}
