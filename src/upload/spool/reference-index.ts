/** Finds the documents of a spool by reference, with about 16 bytes of memory per document. */
export interface ReferenceIndex {
  /** The number of the document with this reference; -1 if there is none. */
  find(reference: string): number;
  /** The same; but if there is none, adds the reference with the next number. */
  findOrAdd(reference: string): number;
  /** Gives its memory back. It is empty afterwards. */
  clear(): void;
}

const firstCapacity = 1024;

/** Frees an array at once. Before Node 22, V8 frees it when it next collects what has been used for long. */
const free = ({ buffer }: Uint32Array): void =>
  void (buffer as { transfer?: (length: number) => unknown }).transfer?.(0);

function hashOf(reference: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < reference.length; at++) hash = Math.imul(hash ^ reference.charCodeAt(at), 0x01000193);
  // The last characters differ most; without mixing, they would affect only the lowest bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** An empty index. `holds` says whether the document with a number has a reference; usually called once per look-up. */
export function createReferenceIndex(
  holds: (document: number, reference: string) => boolean,
): ReferenceIndex {
  let count = 0;
  let hashes = new Uint32Array(firstCapacity);
  /** Open addressing: the document's number plus one, at its hash or after it; at most half full. */
  let slots = new Uint32Array(firstCapacity * 2);

  const grow = (): void => {
    const wider = new Uint32Array(hashes.length * 2);
    wider.set(hashes);
    hashes = wider;
    slots = new Uint32Array(wider.length * 2);
    for (let document = 0; document < count; document++) {
      let at = (hashes[document] as number) & (slots.length - 1);
      while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
      slots[at] = document + 1;
    }
  };

  const locate = (reference: string, add: boolean): number => {
    const hash = hashOf(reference);
    let at = hash & (slots.length - 1);
    for (let found = slots[at] as number; found !== 0; found = slots[at] as number) {
      if (hashes[found - 1] === hash && holds(found - 1, reference)) return found - 1;
      at = (at + 1) & (slots.length - 1);
    }
    if (!add) return -1;
    hashes[count] = hash;
    count += 1;
    slots[at] = count;
    if (count === hashes.length) grow();
    return -1;
  };

  return {
    find: (reference) => locate(reference, false),
    findOrAdd: (reference) => locate(reference, true),
    clear() {
      free(hashes);
      free(slots);
      count = 0;
      hashes = new Uint32Array(firstCapacity);
      slots = new Uint32Array(firstCapacity * 2);
    },
  };
}
