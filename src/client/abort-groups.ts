/** Has `callback` called when the signal aborts; the returned function calls that off. */
export type OnAbort = (signal: AbortSignal, callback: () => void) => () => void;

/** One listener for all requests under a signal: thousands of their own would be slow, and a leak to Node's eyes. */
export function createAbortGroups(): OnAbort {
  const groups = new WeakMap<AbortSignal, Set<() => void>>();
  return (signal, callback) => {
    const group = groups.get(signal) ?? new Set();
    if (!groups.has(signal)) {
      groups.set(signal, group);
      signal.addEventListener('abort', () => [...group].forEach((each) => void each()), { once: true });
    }
    group.add(callback);
    return () => group.delete(callback);
  };
}
