/** The time at which tests take place: a Tuesday, 09:00 in the UK, six hours after the day's stock-age snapshot. */
export const testTime = '2026-09-01T08:00:00Z';

/** The same in ms since the epoch. */
export const testNow = Date.parse(testTime);
