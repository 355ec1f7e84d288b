/** Milliseconds of a minute. */
export const minuteMs = 60_000;

/** Milliseconds of an hour. */
export const hourMs = 60 * minuteMs;

/** Milliseconds of a day of 24 hours. */
export const dayMs = 24 * hourMs;
