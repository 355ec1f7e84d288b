/** Part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * The part of a reference, from 1: FNV-1a over the UTF-8 bytes, then the remainder. It must be the same on every machine
 * and in every version, because machines share a file.
 */
export function partOf(reference: string, count: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(reference, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 15;
  return ((Math.imul(hash, 0x2c1b3c6d) >>> 0) % count) + 1;
}
