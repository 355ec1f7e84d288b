import * as z from 'zod/mini';

/** Text that has at least one character other than white space. */
export const text = z.string().check(z.regex(/\S/));

/** Text of at most `max` characters, not blank. */
export const shortText = (max: number) => z.string().check(z.regex(/\S/), z.maxLength(max));

const datePart = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const timePart = String.raw`[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`;
const zonePart = String.raw`(?:Z|z|[+-](?:0\d|1[0-4]):?[0-5]\d)`;
const zonedPattern = new RegExp(`^${datePart}${timePart}${zonePart}$`);
const timePattern = new RegExp(`^${datePart}(?:${timePart}(?:${zonePart})?)?$`);
const datePattern = new RegExp(`^${datePart}$`);

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the `YYYY-MM-DD` at the start of the text is a day of the calendar. */
function startsWithCalendarDay(value: string): boolean {
  const year = Number(value.slice(0, 4));
  const month = Number(value.slice(5, 7));
  const day = Number(value.slice(8, 10));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && !leap ? 28 : (monthLengths[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

/** Whether the text is an ISO 8601 time that names its zone (`Z` or an offset). */
export const isZonedTime = (value: string): boolean =>
  zonedPattern.test(value) && startsWithCalendarDay(value);

/** Whether the text is an ISO 8601 date or time, with a zone or without. */
const isTime = (value: string): boolean => timePattern.test(value) && startsWithCalendarDay(value);

/** An ISO 8601 time that carries its zone: an unambiguous instant. */
export const zonedTime = z.string().check(z.refine(isZonedTime, { error: 'zoned-time' }));

/** An ISO 8601 date or time, the zone optional: what the service accepts, though it may misread it. */
export const anyTime = z.string().check(z.refine(isTime, { error: 'time' }));

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export const isCalendarDay = (value: string): boolean =>
  datePattern.test(value) && startsWithCalendarDay(value);

/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = z.string().check(z.refine(isCalendarDay, { error: 'date' }));

export const quantity = z.int().check(z.minimum(1));
