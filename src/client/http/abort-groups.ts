/** Has `callback` called when the signal aborts; the returned function calls that off. */
export type OnAbort = (signal: AbortSignal, callback: () => void) => () => void;

interface Group {
  readonly callbacks: ((() => void) | undefined)[];
  readonly free: number[];
}

/**
 * One listener for all requests under a signal: thousands of their own would be slow, and a leak to Node's eyes. Places
 * in a list that are used again, not a `Set`: the tables it outgrows keep what they held alive until a full collection.
 */
export function createAbortGroups(): OnAbort {
  const groups = new WeakMap<AbortSignal, Group>();
  const newGroup = (signal: AbortSignal): Group => {
    const group: Group = { callbacks: [], free: [] };
    groups.set(signal, group);
    const call = (): void => {
      for (const callback of [...group.callbacks]) callback?.();
    };
    signal.addEventListener('abort', call, { once: true });
    return group;
  };
  return (signal, callback) => {
    const { callbacks, free } = groups.get(signal) ?? newGroup(signal);
    const place = free.pop() ?? callbacks.length;
    callbacks[place] = callback;
    return () => {
      callbacks[place] = undefined;
      free.push(place);
    };
  };
}
