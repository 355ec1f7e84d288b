import type { Format } from '../payload/document/types.ts';
import { decode } from '../payload/source/decode.ts';
import { fileSource } from '../payload/source/file-source.ts';
import { bytesOf, formatByName, formatByText } from '../payload/source/source-bytes.ts';
import type { UploadFlags } from './terms/flags.ts';

/** The format in which a file would be read, by the beginning of its text if nothing else tells; csv if it cannot be read. */
export async function formatOfFile(
  path: string,
  flags: Pick<UploadFlags, 'format' | 'encoding'>,
): Promise<Format> {
  const known = formatByName(path, flags);
  if (known !== undefined) return known;
  try {
    for await (const start of decode(bytesOf(fileSource(path, path)), flags.encoding, path))
      return formatByText(start);
  } catch {
    // The upload says why.
  }
  return 'csv';
}
