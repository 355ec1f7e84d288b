import { type BigIntStats, lstat, stat } from 'node:fs';
import { promisify } from 'node:util';
import { openToRead } from '../../storage/read-file.ts';
import type { Source } from '../document/types.ts';
import { unusable } from './unreadable.ts';

type Look = (path: string, options: { bigint: true }) => Promise<BigIntStats>;
// Node's own promises for files take more than 1 ms to load.
const lookAtPath = promisify(stat) as Look;
const lookAtName = promisify(lstat) as Look;

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino;

/** Whether two looks at a path show the same file, and nothing has been written to it. Pipes and devices never change. */
const isUnchanged = (before: BigIntStats, after: BigIntStats): boolean =>
  isSameFile(before, after) &&
  (!after.isFile() || (before.size === after.size && before.mtimeNs === after.mtimeNs));

/** Whether a link may lead to a file. */
export type Links = 'followed' | 'refused';

/**
 * A file as a source. Reading it throws a `CfiError` if something is written to it at the same time: an order may end where
 * the file ended a moment ago. It is read again for the failed file, after an upload that may take hours; that throws too
 * if the file has changed since it was first opened, because its lines are other ones. With `links` refused, it also throws
 * if the path no longer leads to the file itself, so that nobody can have another file read by putting a link in its place.
 */
export function fileSource(name: string, path: string, links: Links = 'followed'): Source {
  let first: BigIntStats | undefined;
  const changed = () =>
    unusable(
      name,
      'has changed since it was read, so no failed file was written; cfi runs shows what failed',
    );
  return {
    name,
    async *open() {
      const isAgain = first !== undefined;
      const { stats: opened, stream } = await openToRead(path);
      try {
        first ??= opened;
        if (!isUnchanged(first, opened)) throw changed();
        if (links === 'refused' && !isSameFile(opened, await lookAtName(path, { bigint: true })))
          throw unusable(name, 'was replaced while it was opened', 'nothing was sent');
        yield* stream;
        const now = await lookAtPath(path, { bigint: true }).catch(() => undefined);
        // A file that was replaced as a whole has been read as it was.
        if (now === undefined || !isSameFile(opened, now) || isUnchanged(opened, now)) return;
        if (isAgain) throw changed();
        throw unusable(
          name,
          'is still being written',
          'nothing was sent; run the same command again when it is complete',
        );
      } finally {
        stream.destroy();
      }
    },
  };
}
