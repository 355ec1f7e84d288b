import type { DocumentSink, ReadDocument } from '../../../src/payload/types.ts';

/** A sink that keeps documents in memory. */
export interface MemorySink extends DocumentSink {
  /** In the order in which they were added. */
  documents(): ReadDocument[];
}

/** Keeps documents in memory. */
export function memorySink(): MemorySink {
  const kept = new Map<string, ReadDocument>();
  const deferred = new Map<string, string[]>();
  return {
    add(document) {
      if (kept.has(document.reference)) return false;
      kept.set(document.reference, document);
      return true;
    },
    find: (reference) => kept.get(reference),
    replace(document) {
      kept.set(document.reference, document);
    },
    keepScattered(reference, rows) {
      const list = deferred.get(reference);
      if (list === undefined) deferred.set(reference, [rows]);
      else list.push(rows);
    },
    *scattered() {
      for (const [reference, list] of deferred) for (const rows of list) yield { reference, rows };
    },
    documents: () => [...kept.values()],
  };
}
