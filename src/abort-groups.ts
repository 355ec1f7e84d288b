/** Calls `callback` when the signal is aborted, unless the returned function was called before. */
export type OnAbort = (signal: AbortSignal, callback: () => void) => () => void;

interface Group {
  readonly callbacks: ((() => void) | undefined)[];
  readonly free: number[];
}

/**
 * One listener on a signal for all requests and waits: thousands of listeners would be slow, and Node would warn of a
 * leak. It uses a list with reused entries, because the old tables of a growing `Set` keep their contents alive until a
 * full garbage collection.
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
