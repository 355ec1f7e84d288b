import type { DocumentSink, NewDocument, ReadDocument } from '../../../src/payload/document/types.ts';

/** A sink that keeps documents in memory. */
export interface MemorySink extends DocumentSink {
  /** In the order in which they were added. */
  documents(): ReadDocument[];
}

/** The document with its body as text. */
const asText = (document: NewDocument): ReadDocument => {
  const { body } = document;
  return { ...document, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

/** Keeps documents in memory. */
export function memorySink(): MemorySink {
  const kept = new Map<string, ReadDocument>();
  const deferred = new Map<string, string[]>();
  const known = new Set<string>();
  let [knowsScattered, isNewlyScattered] = [false, false];
  const isScattered = (reference: string): boolean => knowsScattered && known.has(reference);
  return {
    add(document) {
      if (kept.has(document.reference)) return false;
      kept.set(document.reference, asText(document));
      return true;
    },
    find: (reference) => kept.get(reference),
    replace(document) {
      kept.set(document.reference, asText(document));
    },
    isOwn: () => true,
    isScattered,
    keepScattered(reference, rows) {
      if (!isScattered(reference)) {
        isNewlyScattered = true;
        known.add(reference);
        return;
      }
      const list = deferred.get(reference);
      if (list === undefined) deferred.set(reference, [rows]);
      else list.push(rows);
    },
    *scattered() {
      for (const [reference, list] of deferred) for (const rows of list) yield { reference, rows };
    },
    willStartAgain: () => isNewlyScattered,
    startAgain() {
      if (!isNewlyScattered) return false;
      [knowsScattered, isNewlyScattered] = [true, false];
      kept.clear();
      deferred.clear();
      return true;
    },
    documents: () => [...kept.values()],
  };
}
