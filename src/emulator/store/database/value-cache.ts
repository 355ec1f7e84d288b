/** `orders` is a write that only adds orders, with the stock they reserve and the counter they increase. */
export type WriteMode = 'write' | 'orders';

/** What was read from a database, until a write changes it. */
export interface ValueCache {
  /** The value of `key`; `make` reads it. With `outlasts`, writes of that mode do not invalidate it. */
  get<T>(key: string, make: () => T, outlasts?: 'orders'): T;
  /** Counts a single write. Within a transaction it does nothing, because the transaction counts. */
  wroteAlone(): void;
  /** Runs a transaction that writes; the writes within it count according to its mode. */
  during<T>(mode: WriteMode, work: () => T): T;
  /** The number of this process's writes, as a text that each of them changes. */
  readonly writes: string;
}

/** Maximum number of cached values of each sort. */
const maxCached = 500;

/** Starts a cache. `dataVersion` returns a text that changes with each commit of another process. */
export function createValueCache(dataVersion: () => string): ValueCache {
  const values = new Map<string, unknown>();
  const outlasting = new Map<string, unknown>();
  const written = { write: 0, orders: 0 };
  const atRead = { write: -1, orders: -1, version: '' };
  let writing: WriteMode | undefined;
  let isSameTurn = false;

  const dropOutdated = (): void => {
    // The check costs as much as a small read, so it runs once in each turn.
    if (isSameTurn && atRead.write === written.write && atRead.orders === written.orders) return;
    const version = dataVersion();
    const same = version === atRead.version && atRead.write === written.write;
    if (!same) outlasting.clear();
    if (!same || atRead.orders !== written.orders) values.clear();
    Object.assign(atRead, written, { version });
    if (isSameTurn) return;
    isSameTurn = true;
    setImmediate(() => {
      isSameTurn = false;
    });
  };

  return {
    get<T>(key: string, make: () => T, outlasts?: 'orders') {
      if (writing === undefined) dropOutdated();
      else if (writing !== outlasts || atRead.write !== written.write) return make();
      const kept = outlasts === undefined ? values : outlasting;
      const known = kept.get(key) as T | undefined;
      if (known !== undefined) return known;
      if (kept.size >= maxCached) kept.clear();
      const made = make();
      kept.set(key, made);
      return made;
    },
    wroteAlone() {
      if (writing === undefined) written.write += 1;
    },
    during(mode, work) {
      written[mode] += 1;
      writing = mode;
      try {
        return work();
      } finally {
        writing = undefined;
      }
    },
    get writes() {
      return `${written.write}-${written.orders}`;
    },
  };
}
