import type { Choice } from '../../../cli/prompts.ts';
import { windowHours } from '../../../contract/limits.ts';
import { isCalendarDay } from '../../../contract/primitives.ts';
import { slotWindows } from '../../../contract/slot.ts';
import { type CfiError, usageError } from '../../../errors.ts';
import { dayMs, weekdayOf } from '../../../text/time/time.ts';
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

/** For prompts: true for a day, `YYYY-MM-DD`, with a window that can still be booked, or what to type. */
export function checkDay(typed: string, now: number): true | string {
  if (isCalendarDay(typed) && bookableWindows(typed, now).length > 0) return true;
  return `${ukDate(now)} or a later day, written like that`;
}

/** The error for a day without a window that can still be booked. */
export const dayIsOver = (date: string): CfiError =>
  usageError(`the windows of ${date} are over`, 'choose a later date');

/** Whether nothing is delivered that day, `YYYY-MM-DD`: a Monday, unless the warehouse takes Mondays. */
export const isClosedDay = (day: string, takesMondays: boolean): boolean =>
  !takesMondays && new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

/** The days of the next two weeks. Mondays are disabled unless the warehouse is open then, and so is a day that is over. */
export function dateChoices(now: number, takesMondays: boolean): Choice[] {
  const today = Date.parse(`${ukDate(now)}T00:00:00Z`);
  return Array.from({ length: daysOffered }, (_, index): Choice => {
    const time = today + index * dayMs;
    const value = new Date(time).toISOString().slice(0, 10);
    const name = `${weekdayOf(value)} ${value}${index === 0 ? ' (today)' : ''}`;
    if (isClosedDay(value, takesMondays)) return { value, name, disabled: 'closed on Mondays' };
    return bookableWindows(value, now).length === 0 ? { value, name, disabled: 'too late' } : { value, name };
  });
}
