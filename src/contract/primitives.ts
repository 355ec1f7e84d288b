import * as z from 'zod/mini';
import { hasFourDigitYear, parseInstant } from '../text/time/time.ts';

const notBlank = z.regex(/\S/, { error: 'text that is not blank' });

/** Text that has at least one character other than white space. */
export const text = z.string().check(notBlank);

/** Optional text, which may be blank. */
export const optionalText = z.optional(z.string());

/** Text of at most `max` characters, not blank. */
export const shortText = (max: number) => z.string().check(notBlank, z.maxLength(max));

const datePart = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const timePart = String.raw`[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?`;
const zonePart = String.raw`(?:Z|z|[+-](?:0\d|1[0-4]):?[0-5]\d)`;
const zonedPattern = new RegExp(`^${datePart}${timePart}${zonePart}$`);
/** An ISO 8601 date or time, the zone optional; calendar and range are checked separately. */
export const timePattern = new RegExp(`^${datePart}(?:${timePart}(?:${zonePart})?)?$`);
const datePattern = new RegExp(`^${datePart}$`);

/** Whether an ISO 8601 date or time is a calendar time in these years. */
const isInRange = (value: string): boolean => hasFourDigitYear(parseInstant(value));

/** Whether the text is an ISO 8601 time that names its zone (`Z` or an offset), in the years 0001 to 9999 UTC. */
export const isZonedTime = (value: string): boolean => zonedPattern.test(value) && isInRange(value);

export const zonedTime = z.string().check(
  z.refine(isZonedTime, {
    error: 'an ISO 8601 time with its zone, for example 2026-09-01T17:00:00Z or 2026-09-01T17:00:00+01:00',
  }),
);

/** An ISO 8601 date or time, the zone optional: what the service accepts, though it may misread it. */
export const anyTime = z
  .string()
  .check(z.refine((value) => timePattern.test(value) && isInRange(value), { error: 'an ISO 8601 time' }));

/** Whether the text is a calendar day, `YYYY-MM-DD`. */
export const isCalendarDay = (value: string): boolean => datePattern.test(value) && isInRange(value);

export const calendarDay = z
  .string()
  .check(z.refine(isCalendarDay, { error: 'a calendar day, for example 2026-09-01' }));

/** An ISO 8601 time with its zone in an answer: it is documented, not checked. */
export const instant = z.string();

/** A calendar day, `YYYY-MM-DD`, in an answer. */
export const day = z.string();

export const count = z.int().check(z.minimum(0));

export const quantity = z.int().check(z.minimum(1));

/** A successful answer: `success` true, an optional `message`, and the resource in `data`. */
export const envelope = <T extends z.core.$ZodType>(data: T) =>
  z.looseObject({ success: z.literal(true), message: z.optional(z.string()), data });

/** A failure: `success` false and the reason in `error`; a failed PO adds `retryable` and its reserved number. */
export const failure = z.looseObject({
  success: z.literal(false),
  error: z.string(),
  retryable: z.optional(z.boolean()),
  lw_po_number: z.optional(z.string()),
});

/** The pagination block beside `data`; its members differ by endpoint. */
export const pagination = z.looseObject({
  current_page: z.int(),
  page_size: z.int(),
  has_more: z.optional(z.boolean()),
  next_page: z.optional(z.int()),
  total_pages: z.optional(z.int()),
  total_items: z.optional(z.int()),
});
