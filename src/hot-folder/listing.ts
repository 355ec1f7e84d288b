import { type Candidate, candidatesIn, lookAtFile } from './candidates.ts';

/** The files of a folder in the order to take them. They are kept for a while, for listing many takes its time. */
export interface Listing {
  /** The files, oldest first; lists the folder again if it is time. Throws the file system's error. */
  files(): readonly Candidate[];
  /** Makes the next `files` list the folder again; false if the last one did. */
  listAgain(): boolean;
  /** Whether a file is still as it was listed. If not, the next `files` lists the folder again. */
  isAsListed(file: Candidate): boolean;
  /** Leaves out a file, for as long as the others are kept. */
  leaveOut(file: Candidate): void;
}

/** Files are kept for so many times as long as it took to list them. */
const share = 10;

/** Nothing is listed yet. `now` is monotonic, ms. */
export function keepListing(folder: string, now: () => number): Listing {
  let kept: readonly Candidate[] = [];
  let keepUntil = Number.NEGATIVE_INFINITY;
  let isKept = false;
  const listAgain = (): boolean => {
    keepUntil = Number.NEGATIVE_INFINITY;
    return isKept;
  };
  return {
    files() {
      const start = now();
      isKept = start < keepUntil;
      if (isKept) return kept;
      kept = candidatesIn(folder);
      const end = now();
      keepUntil = end + share * (end - start);
      return kept;
    },
    listAgain,
    isAsListed(file) {
      const found = lookAtFile(folder, file.name);
      const isSame = found?.mark === file.mark && found.changed === file.changed;
      if (!isSame) listAgain();
      return isSame;
    },
    leaveOut(file) {
      kept = kept.filter(({ name }) => name !== file.name);
    },
  };
}
