/** Milliseconds in a minute. */
export const minuteMs = 60_000;

/** Milliseconds in an hour. */
export const hourMs = 60 * minuteMs;

/** Milliseconds in a day of 24 hours. */
export const dayMs = 24 * hourMs;

/** The longest delay of a timer in Node, almost 25 days; a longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;
