/** 2^24 bits: of a million references, one new one in a hundred seems to be known. */
const bits = 24;

/** Remembers texts, any number in 2 MB, and says whether one is certainly new; others may be known. */
export function newBloomFilter() {
  const words = new Int32Array(1 << (bits - 5));
  /** Sets a bit by the top of a hash; whether it was set. */
  const mark = (hash: number): boolean => {
    const at = hash >>> (32 - bits);
    const word = words[at >>> 5] as number;
    const bit = 1 << (at & 31);
    words[at >>> 5] = word | bit;
    return (word & bit) !== 0;
  };
  return {
    /** Remembers the text; false if it is certainly new. */
    add(text: string): boolean {
      let hash = 0x811c9dc5;
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      const [first, second] = [mark(Math.imul(hash, 0x2c1b3c6d)), mark(Math.imul(hash, 0x297a2d39))];
      return first && second;
    },
  };
}
