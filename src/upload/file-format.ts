import type { Format } from '../payload/document/types.ts';
import { fileSource } from '../payload/source/file-source.ts';
import { formatOfSource } from '../payload/source/open-payload.ts';
import { formatByName } from '../payload/source/source-bytes.ts';
import type { UploadFlags } from './terms/flags.ts';

/** The format in which a file would be read; that of its name, or csv, if it cannot be read. */
export async function formatOfFile(
  path: string,
  { format, encoding }: Pick<UploadFlags, 'format' | 'encoding'>,
): Promise<Format> {
  const given = format === undefined ? {} : { format };
  try {
    return await formatOfSource(fileSource(path, path), {
      ...given,
      ...(encoding === undefined ? {} : { encoding }),
    });
  } catch {
    // The upload says why.
    return formatByName(path, given) ?? 'csv';
  }
}
