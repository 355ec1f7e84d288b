import type { Choice } from '../../../cli/prompts.ts';
import { typedDate } from '../../../cli/typed-times.ts';
import { windowHours } from '../../../contract/limits.ts';
import { slotWindows } from '../../../contract/slot.ts';
import { type CfiError, usageError } from '../../../errors.ts';
import { spokenDay } from '../../../text/time/spoken.ts';
import { weekdayIndex } from '../../../text/time/time.ts';
import { dayAfter } from '../../../text/time/typed-day.ts';
import { londonWindow, ukDate } from '../../../text/time/zone.ts';

/** How many days ahead the list of dates goes. */
const daysOffered = 14;

/** The windows of a day that are not over at `now`, milliseconds. */
export const bookableWindows = (date: string, now: number): string[] =>
  slotWindows.filter((window) => {
    const time = londonWindow(date, windowHours[window]);
    return Number.isNaN(time) || time > now;
  });

/** Whether a window of that day, `YYYY-MM-DD`, is over at `now`, milliseconds; false for a window that is not published. */
export const windowIsOver = (date: string, window: string, now: number): boolean =>
  slotWindows.some((known) => known === window) && !bookableWindows(date, now).includes(window);

/** For prompts: the day that a text means, if it has a window that can still be booked; else what to type. */
export function bookableDay(
  text: string,
  now: number,
): { readonly day: string } | { readonly problem: string } {
  const typed = typedDate(text, now);
  if ('problem' in typed || bookableWindows(typed.day, now).length > 0) return typed;
  return { problem: `the windows of ${spokenDay(typed.day, now)} are over: choose a later day` };
}

/** The error for a day without a window that can still be booked. */
export const dayIsOver = (date: string, now: number): CfiError =>
  usageError(`the windows of ${spokenDay(date, now)} are over`, 'choose a later date');

/** Whether nothing is delivered that day, `YYYY-MM-DD`: a Monday, unless the warehouse takes Mondays. */
export const isClosedDay = (day: string, takesMondays: boolean): boolean =>
  !takesMondays && weekdayIndex(day) === 1;

/** The days of the next two weeks. Mondays are disabled unless the warehouse is open then, and so is a day that is over. */
export function dateChoices(now: number, takesMondays: boolean): Choice[] {
  const today = ukDate(now);
  return Array.from({ length: daysOffered }, (_, index): Choice => {
    const value = dayAfter(today, index);
    const name = `${spokenDay(value, now)}${index === 0 ? ' (today)' : ''}`;
    if (isClosedDay(value, takesMondays)) return { value, name, disabled: 'closed on Mondays' };
    return bookableWindows(value, now).length === 0 ? { value, name, disabled: 'too late' } : { value, name };
  });
}
