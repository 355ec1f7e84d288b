import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies bytes to a temporary file, for random access to what can be read only once. Only its owner can read it, and it
 * has no name any more where the system allows that. Throws the file system's error.
 */
export async function temporaryCopy(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly descriptor: number; remove(): void }> {
  const path = join(tmpdir(), `cfi-${crypto.randomUUID()}.tmp`);
  const descriptor = openSync(path, 'wx+', 0o600);
  const remove = (): void => rmSync(path, { force: true });
  try {
    if (process.platform !== 'win32') remove();
    for await (const chunk of chunks) {
      for (let written = 0; written < chunk.length; )
        written += writeSync(descriptor, chunk, written, chunk.length - written);
    }
    return { descriptor, remove };
  } catch (error) {
    closeSync(descriptor);
    remove();
    throw error;
  }
}
