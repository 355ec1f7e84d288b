import type { Choice } from '../../cli/prompts.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { typedDate } from '../../cli/values.ts';
import { isName } from '../../client/api/records.ts';
import { endedStatus } from '../../client/api/slot-list.ts';
import type { Api } from '../../client/types.ts';
import { isClosedDay, windowHours } from '../../contract/limits.ts';
import { type Problem, problemsOf } from '../../contract/problems.ts';
import { type SlotRequest, slotRequest, slotWindows } from '../../contract/slot.ts';
import { readSlot } from '../../desk/read.ts';
import { slotPhase, slotReference } from '../../desk/slot-record.ts';
import { statusWords } from '../../desk/slot-view.ts';
import { CfiError, usageError } from '../../errors.ts';
import { cellForPeople } from '../../render/text.ts';
import { type One, type OneWords, sendOne } from '../../report/one.ts';
import { type Fields, field, keysOf } from '../../text/records.ts';
import { spokenDay } from '../../text/time/spoken.ts';
import { dayAfter } from '../../text/time/typed-time.ts';
import { londonWindow, ukDate } from '../../text/time/zone.ts';
import { listed } from '../../text/words.ts';
import { slots } from '../../upload/run/kinds/slots.ts';
import { digestOf } from '../../upload/terms/spool.ts';

/**
 * That a window of a day, `YYYY-MM-DD`, is over at `now`, ms: `the morning of Tue 1 Sep is over`; undefined while it is not, and
 * for a window that is not published.
 */
export function overText(date: string, window: string, now: number): string | undefined {
  const known = slotWindows.find((each) => each === window);
  const isOver = known !== undefined && londonWindow(date, windowHours[known]) <= now;
  return isOver ? `the ${window} of ${spokenDay(date, now)} is over` : undefined;
}

/** The windows of a day that are not over at `now`, milliseconds. */
export const bookableWindows = (date: string, now: number): string[] =>
  slotWindows.filter((window) => overText(date, window, now) === undefined);

/** For prompts: the day that a text means, if it has a window that can still be booked; else what to type. */
export function bookableDay(text: string, now: number): ReturnType<typeof typedDate> {
  const typed = typedDate(text, now);
  if ('problem' in typed || bookableWindows(typed.day, now).length > 0) return typed;
  return { problem: `the windows of ${spokenDay(typed.day, now)} are over: choose a later day` };
}

/** The error for a day without a window that can still be booked. */
export const dayIsOver = (date: string, now: number): CfiError =>
  usageError(`the windows of ${spokenDay(date, now)} are over`, 'choose a later date');

/** The days of the next two weeks. Mondays are disabled unless the warehouse is open then, and so is a day that is over. */
export function dateChoices(now: number, takesMondays: boolean): Choice[] {
  const today = ukDate(now);
  return Array.from({ length: 14 }, (_, index): Choice => {
    const value = dayAfter(today, index);
    const name = `${spokenDay(value, now)}${index === 0 ? ' (today)' : ''}`;
    if (isClosedDay(value, takesMondays)) return { value, name, disabled: 'closed on Mondays' };
    return bookableWindows(value, now).length === 0 ? { value, name, disabled: 'too late' } : { value, name };
  });
}

/** The option that gives each field of a request. */
export const requestFlags = {
  date: '--date',
  window: '--window',
  warehouse: '--warehouse',
  loadingType: '--loading-type',
  numberOfSkus: '--number-of-skus',
  deliveryType: '--delivery-type',
  containerSize: '--container-size',
  palletCount: '--pallet-count',
  containerTruckNumber: '--vehicle',
} as const satisfies Record<string, string>;

/** The slots that a request would book once more: those booked for exactly what it says. */
function sameSlots(request: Fields, slots: Iterable<Fields>): Fields[] {
  const cell = (record: Fields, name: string): string => cellForPeople(field(record, name)).toLowerCase();
  const isSame = (slot: Fields): boolean =>
    keysOf(requestFlags).every((name) => cell(slot, name) === cell(request, name));
  return [...slots].filter((slot) => slotPhase(slot) !== 'cancelled' && isSame(slot));
}

/** The references of the slots that a request would book once more, by which a review tells them. */
export const sameReferences = (request: Fields, slots: Iterable<Fields>): string[] =>
  sameSlots(request, slots).map(slotReference);

/** Which of the slots a request would book once more, in a sentence without its full stop; undefined if none. */
export function bookedAlready(request: Fields, slots: Iterable<Fields>, now: number): string | undefined {
  const same = sameSlots(request, slots);
  if (same.length === 0) return undefined;
  const named = listed(same.map((slot) => `${slotReference(slot)} (${statusWords(slot, now)})`));
  return `A slot for exactly this is already booked: ${named}`;
}

function refusal(problems: readonly Problem[]): CfiError {
  const said = problems.map(({ field, expected, found, missing }) => {
    const flag = requestFlags[field as keyof typeof requestFlags] ?? field;
    return missing ? `${flag} is missing` : `${flag} must be ${expected}; found ${JSON.stringify(found)}`;
  });
  return new CfiError('usage', said.join('; '), {
    hint: 'see cfi help slot book',
    field: problems[0]?.field ?? '',
  });
}

/** Checks the given values before anything is asked or sent; ignores missing ones. Throws a usage error. */
export function checkGiven(draft: Readonly<Record<string, unknown>>): void {
  const parsed = slotRequest.safeParse(draft);
  if (parsed.success) return;
  const problems = problemsOf(parsed.error, draft).filter(({ field }) => draft[field] !== undefined);
  if (problems.length > 0) throw refusal(problems);
}

/** A complete request; an empty vehicle means none. Throws a usage error for values that the service would refuse. */
export function checkedRequest(draft: Readonly<Record<string, unknown>>): SlotRequest {
  const { containerTruckNumber: vehicle, ...rest } = draft;
  const request = typeof vehicle === 'string' && vehicle.trim() === '' ? rest : draft;
  const parsed = slotRequest.safeParse(request);
  if (parsed.success) return parsed.data;
  throw refusal(problemsOf(parsed.error, request));
}

/** The fields of a slot booked earlier, without a day or window that is over. Throws a usage error if `draft`'s day is. */
export async function requestLike(api: Api, reference: string, draft: Readonly<Fields>): Promise<Fields> {
  const { slot, now } = await readSlot(api, reference);
  const known = keysOf(requestFlags).flatMap((name) => {
    const value = field(slot, name);
    return isName(value) && value !== '' ? [[name, value] as const] : [];
  });
  const taken: Record<string, unknown> = Object.fromEntries(known);
  if ((draft.deliveryType ?? taken.deliveryType) !== 'container') delete taken.containerSize;
  const windows = bookableWindows(String(draft.date ?? taken.date), now());
  if (draft.date !== undefined && windows.length === 0) throw dayIsOver(String(draft.date), now());
  const isOver = !windows.includes(String(draft.window ?? taken.window));
  if (windows.length === 0 || (isOver && draft.window !== undefined)) delete taken.date;
  else if (isOver) delete taken.window;
  return taken;
}

const wordsOf = (fresh = false): OneWords => ({
  notDone: 'no slot was booked',
  notKnown: 'a slot may or may not have been booked',
  hint: `run the same command ${fresh ? 'without --fresh' : 'again'}: it looks for the slot first, and books only if it is missing`,
});

/**
 * Books one slot exactly once, as a run with one document. After a review, `seen` has the references of the equal slots
 * that it has shown: one that was booked since is a `conflict`. Throws a `CfiError` if the service refuses, if the outcome
 * is unknown, or if another process books for too long. Returns the service's `data`, and the `slot`, of which that may
 * show only the reference; `before` has the slots that the account had before it, and `errors` says of each that it may have
 * been booked twice, and of the slot that it can no longer be used.
 */
export async function bookSingle(
  context: CommandContext,
  api: Api,
  request: SlotRequest,
  { seen, fresh }: Pick<One, 'fresh'> & { readonly seen?: readonly string[] | undefined } = {},
) {
  const shown = new Set(seen);
  const refuseBooking = (slots: Iterable<Fields>): void => {
    const others = [...slots].filter((slot) => !shown.has(slotReference(slot)));
    const already = seen === undefined ? undefined : bookedAlready(request, others, context.clock.now());
    if (already !== undefined)
      throw new CfiError('conflict', `${already}, since you were asked; nothing was booked`, {
        hint: `look at it before you book another: ${api.commandFor('slot', 'list')}`,
      });
  };
  // The same request has the same name.
  const { warehouse, date, window } = request;
  const reference = `${warehouse} ${date} ${window} #${digestOf(JSON.stringify(request)).slice(0, 8)}`;
  const one = { kind: slots, reference, body: request, refuseBooking, fresh };
  const { result, duplicates, slotsBefore } = await sendOne(context, api, one, wordsOf(fresh));
  const data = result.answer ?? {};
  const slot = { ...request, ...data, slotReference: String(result.number) };
  const status = endedStatus(slot);
  const errors = [...duplicates];
  // What an earlier command booked, and did not tell, may have been cancelled since.
  if (status !== undefined) {
    const hint = 'run the same command again to book another';
    const message = `${slot.slotReference} was booked for this, but is ${status}`;
    errors.push(new CfiError('conflict', message, { hint }));
  }
  return { data, slot, errors, before: slotsBefore };
}
