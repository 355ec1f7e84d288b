import { counted } from '../../../text/words.ts';

/** Notices items that are on several pages of a list: it has changed while it was read, so others may be missing. */
export interface RepeatedItems {
  /** Takes the items of the next page, by what identifies them. */
  page(keys: Iterable<string>): void;
  /** Warns of a list that has changed, after its last page. */
  tell(warn: (line: string) => void): void;
}

/** Begins before the first page; `one` is what an item is called. */
export function watchRepeats(one: string): RepeatedItems {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  return {
    page(keys) {
      const here = new Set(keys);
      for (const key of here) if (seen.has(key)) repeated.add(key);
      for (const key of here) seen.add(key);
    },
    tell(warn) {
      if (repeated.size === 0) return;
      const are = repeated.size === 1 ? 'is' : 'are';
      warn(
        `${counted(repeated.size, one)} ${are} on more than one page: the list has changed while it was read, so others may be missing; run the command again`,
      );
    },
  };
}
