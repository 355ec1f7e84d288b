/** How many requests may run at the same time, which depends on how the service copes. */
export interface AdaptiveLimit {
  readonly current: number;
  /** The service answered after this many milliseconds. */
  answered(tookMs: number): void;
  failed(): void;
  /** The service asked to slow down. */
  halve(): void;
}

/** A service counts as slow if it takes this many times its best time, and at least half a second more. */
const slowFactor = 4;
const slowMs = 500;

/**
 * Additive increase, multiplicative decrease, from 1 to `concurrency`, where it begins: a 429 halves the limit, a slow or
 * failing service reduces it by one, and each round of good answers increases it by one.
 */
export function createAdaptiveLimit(concurrency: number): AdaptiveLimit {
  let current = concurrency;
  let goodInRow = 0;
  let latency = 0;
  let best = Number.POSITIVE_INFINITY;
  const reduce = (to: number): void => {
    goodInRow = 0;
    current = Math.max(1, to);
  };
  return {
    get current() {
      return current;
    },
    answered(tookMs) {
      latency = latency === 0 ? tookMs : latency * 0.9 + tookMs * 0.1;
      best = Math.min(best * 1.001, latency);
      goodInRow += 1;
      if (goodInRow < current) return;
      if (latency > best * slowFactor && latency > best + slowMs) reduce(current - 1);
      else {
        goodInRow = 0;
        current = Math.min(concurrency, current + 1);
      }
    },
    failed: () => reduce(current - 1),
    halve: () => reduce(Math.floor(current / 2)),
  };
}
