import { onTestFinished } from 'vitest';

/** Closes what a test has opened when that test is over; the last opened first. */
export function closedAfterTest<T extends { close(): unknown }>(opened: T): T {
  onTestFinished(async () => {
    await opened.close();
  });
  return opened;
}
