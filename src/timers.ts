import { setMaxListeners } from 'node:events';
import { endedUnsent } from './errors.ts';
import { longestTimerMs } from './text/time/time.ts';

/** Milliseconds from a clock that never goes back. Unlike `performance`, it loads nothing. */
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

/** How long work may go on before signals and timers are heard. */
const sliceMs = 50;

/**
 * For a loop over much: to be awaited in each round; gives the event loop its turn where that is due. Where a round takes
 * microseconds, the clock need not be asked in each, but only once in so many.
 */
export function turns(roundsAtOnce = 1): () => Promise<void> | undefined {
  let last = monotonicNow();
  let rounds = 0;
  return () => {
    rounds += 1;
    if (rounds % roundsAtOnce !== 0 || monotonicNow() - last < sliceMs) return undefined;
    return new Promise((done) => {
      setImmediate(() => {
        last = monotonicNow();
        done();
      });
    });
  };
}

/** The items of a long loop before anything is sent: signals and timers are heard in between, and the signal ends it. */
export async function* heard<Item>(items: Iterable<Item>, signal?: AbortSignal): AsyncGenerator<Item> {
  // One item may be an order of many megabytes.
  const turn = turns();
  for (const item of items) {
    const due = turn();
    if (due !== undefined) await due;
    if (signal?.aborted) throw endedUnsent(signal);
    yield item;
  }
}

/** What the work before anything is sent comes to; rejects as soon as the signal is heard, whose turns the work has to give. */
export function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    stop = () => reject(endedUnsent(signal));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // A hot folder reads any number of files under one signal.
  return Promise.race([work, interrupted]).finally(() => signal.removeEventListener('abort', stop));
}

/** Long work that can be interrupted at each `yield`. */
export type Steps<Result> = Generator<void, Result>;

/** Does the work in slices, between which signals and timers are heard. Steps of more than a millisecond are taken one at once. */
export async function inSlices<Result>(steps: Steps<Result>, stepsAtOnce = 16): Promise<Result> {
  const turn = turns(stepsAtOnce);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const due = turn();
    if (due !== undefined) await due;
  }
}

/** What the work makes of each item, one step an item. */
export function* eachOf<Item, Made>(
  items: Iterable<Item>,
  work: (item: Item, at: number) => Made,
): Steps<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(work(item, made.length));
    yield;
  }
  return made;
}

/** The items in order, equal ones as they were; `compare` is a step. */
export function* sorted<Item>(items: Iterable<Item>, compare: (a: Item, b: Item) => number): Steps<Item[]> {
  let from = [...items];
  let to: Item[] = [];
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      for (let left = start, right = middle; left < middle || right < end; ) {
        const isLeft =
          right >= end || (left < middle && compare(from[left] as Item, from[right] as Item) <= 0);
        to.push(from[isLeft ? left++ : right++] as Item);
        yield;
      }
    }
    [from, to] = [to, []];
  }
  return from;
}
