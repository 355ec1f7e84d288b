import { onTestFinished } from 'vitest';

/** Closes what a test has opened when that test is over, in reverse order. */
export function closedAfterTest<T extends { close(): unknown }>(opened: T): T {
  onTestFinished(async () => {
    await opened.close();
  });
  return opened;
}
