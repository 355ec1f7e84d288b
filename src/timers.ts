import { createAbortGroups } from './abort-groups.ts';
import { longestTimerMs } from './text/time/units.ts';

const onAbort = createAbortGroups();

/** Milliseconds from a clock that never goes back. Unlike `performance`, it loads nothing, which would take 2 ms. */
export function monotonicNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/** Calls back once after `ms`, of any length, unless the returned function is called first. */
export function startTimer(ms: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    timer =
      left > longestTimerMs
        ? setTimeout(() => wait(left - longestTimerMs), longestTimerMs)
        : setTimeout(callback, left);
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** Resolves after `ms`. Rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stopTimer = startTimer(ms, () => {
      stopListening?.();
      resolve();
    });
    const stopListening =
      signal &&
      onAbort(signal, () => {
        stopTimer();
        stopListening?.();
        reject(signal.reason);
      });
  });
}
