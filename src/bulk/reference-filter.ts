const bits = 1 << 25;

/**
 * Says of most references, without asking the database, that they were not there before. Takes 4 MiB however many
 * there are; at a million references about one new one in a thousand is looked up for nothing.
 */
export interface ReferenceFilter {
  /** Notes the reference; false when it certainly was not noted before. */
  mayHaveSeen(reference: string): boolean;
}

/** An empty filter: a Bloom filter of four bits a reference. */
export function referenceFilter(): ReferenceFilter {
  const words = new Uint32Array(bits / 32);
  return {
    mayHaveSeen(reference) {
      let first = 0x811c9dc5;
      let second = 0x9747b28c;
      for (let i = 0; i < reference.length; i++) {
        const code = reference.charCodeAt(i);
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul(second ^ code, 0x5bd1e995) ^ (second >>> 15);
      }
      let seen = true;
      for (let i = 0; i < 4; i++) {
        const bit = (first + Math.imul(i, second | 1)) & (bits - 1);
        const mask = 1 << (bit & 31);
        const word = words[bit >>> 5] as number;
        if ((word & mask) === 0) {
          seen = false;
          words[bit >>> 5] = word | mask;
        }
      }
      return seen;
    },
  };
}
