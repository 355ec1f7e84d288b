import { type BigIntStats, closeSync, fstat, lstat, open, stat } from 'node:fs';
import { promisify } from 'node:util';
import { openToRead } from '../../storage/read-file.ts';
import type { Source } from '../document/types.ts';
import { unusable } from './unreadable.ts';

type Look<At> = (at: At, options: { bigint: true }) => Promise<BigIntStats>;
// Node's own promises for files take more than 1 ms to load.
const lookAtPath = promisify(stat) as Look<string>;
const lookAtName = promisify(lstat) as Look<string>;
const lookAtOpen = promisify(fstat) as Look<number>;
const openPath = promisify(open) as (path: string, flags: string) => Promise<number>;

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;

/** Whether two looks at a path show the same file, and nothing has been written to it. Pipes and devices never change. */
const isUnchanged = (before: BigIntStats, after: BigIntStats): boolean =>
  isSameFile(before, after) &&
  (!after.isFile() || (before.size === after.size && before.mtimeNs === after.mtimeNs));

/** Whether a link may lead to a file. */
export type Links = 'followed' | 'refused';

/** A file that was just opened, and what it was then. */
interface Opened {
  readonly stats: BigIntStats;
  /** It was read to its end before. */
  readonly isAgain: boolean;
}

/**
 * A file as a source. Reading it throws a `CfiError` if something is written to it at the same time: an order may end where
 * the file ended a moment ago. It is read again for the failed file, after an upload that may take hours; that throws too
 * if the file has changed since it was first opened, because its lines are other ones. With `links` refused, it also throws
 * if the path no longer leads to the file itself, so that nobody can have another file read by putting a link in its place.
 */
export function fileSource(name: string, path: string, links: Links = 'followed'): Source {
  let first: BigIntStats | undefined;
  let wasRead = false;
  const changed = (isAgain: boolean) =>
    isAgain
      ? unusable(
          name,
          'has changed since it was read, so no failed file was written; cfi runs shows what failed',
        )
      : unusable(
          name,
          'is still being written',
          'nothing was sent; run the same command again when it is complete',
        );

  async function begin(stats: BigIntStats): Promise<Opened> {
    const opened = { stats, isAgain: wasRead };
    first ??= stats;
    if (!isUnchanged(first, stats)) throw changed(opened.isAgain);
    if (links === 'refused' && !isSameFile(stats, await lookAtName(path, { bigint: true })))
      throw unusable(name, 'was replaced while it was opened', 'nothing was sent');
    return opened;
  }

  async function end({ stats, isAgain }: Opened): Promise<void> {
    wasRead = true;
    const now = await lookAtPath(path, { bigint: true }).catch(() => undefined);
    // A file that was replaced as a whole has been read as it was.
    if (now === undefined || !isSameFile(stats, now) || isUnchanged(stats, now)) return;
    throw changed(isAgain);
  }

  return {
    name,
    async *open() {
      const { stats, stream } = await openToRead(path);
      try {
        const opened = await begin(stats);
        yield* stream;
        await end(opened);
      } finally {
        stream.destroy();
      }
    },
    async openFile() {
      // A pipe or a device has no place to go back to.
      if (!(await lookAtPath(path, { bigint: true })).isFile()) return undefined;
      const descriptor = await openPath(path, 'r');
      try {
        const opened = await begin(await lookAtOpen(descriptor, { bigint: true }));
        return { descriptor, checkUnchanged: () => end(opened) };
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    },
  };
}
