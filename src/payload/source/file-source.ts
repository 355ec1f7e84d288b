import { once } from 'node:events';
import { type BigIntStats, createReadStream, fstat } from 'node:fs';
import { promisify } from 'node:util';
import type { Source } from '../types.ts';
import { unusable } from './unreadable.ts';

const statOf = promisify(fstat) as (descriptor: number, options: { bigint: true }) => Promise<BigIntStats>;

/** Changes whenever the file does; undefined for a pipe or a device. */
const markOf = (found: BigIntStats): string | undefined =>
  found.isFile() ? [found.dev, found.ino, found.size, found.mtimeNs].join(' ') : undefined;

/**
 * A file as a source. It is read again for the failed file, after an upload that may take hours; if it has changed since it
 * was first opened, its lines are other ones, and reading it throws a `CfiError`.
 */
export function fileSource(name: string, path: string): Source {
  let first: { readonly mark: string | undefined } | undefined;
  return {
    name,
    async *open() {
      const stream = createReadStream(path);
      try {
        const [descriptor] = (await once(stream, 'open')) as [number];
        const mark = markOf(await statOf(descriptor, { bigint: true }));
        first ??= { mark };
        if (mark !== first.mark)
          throw unusable(
            name,
            'has changed since it was read, so no failed file was written; cfi runs shows what failed',
          );
        yield* stream;
      } finally {
        stream.destroy();
      }
    },
  };
}
