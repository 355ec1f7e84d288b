import { setMaxListeners } from 'node:events';
import { longestTimerMs } from './text/time/time.ts';

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

/** Calls back when the signal is aborted, unless the returned function is called first. Any number may wait for one signal. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  // Node would warn of a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}

/** Resolves after `ms`. Rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stopTimer = startTimer(ms, () => {
      leaveSignal?.();
      resolve();
    });
    const leaveSignal =
      signal &&
      onAbort(signal, () => {
        stopTimer();
        reject(signal.reason);
      });
  });
}
