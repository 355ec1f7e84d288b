/** 2^24 bits: of a million references, one new one in a hundred seems to be known. */
const bits = 24;
/** Pages of 8 kB, which exist once they hold anything: to clear 2 MB costs a small file more than all else here. */
const pageBits = 16;
const pageMask = (1 << (pageBits - 5)) - 1;

/** Remembers texts, any number in 2 MB, and says whether one is certainly new; others may be known. */
export function newBloomFilter() {
  const pages: Int32Array[] = [];
  /** Sets a bit by the top of a hash; whether it was set. */
  const mark = (hash: number): boolean => {
    const at = hash >>> (32 - bits);
    pages[at >>> pageBits] ??= new Int32Array(pageMask + 1);
    const page = pages[at >>> pageBits] as Int32Array;
    const index = (at >>> 5) & pageMask;
    const word = page[index] as number;
    const bit = 1 << (at & 31);
    page[index] = word | bit;
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
