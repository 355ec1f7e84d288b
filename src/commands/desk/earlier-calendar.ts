import { lstat } from 'node:fs/promises';
import { unreadableFile } from '../../storage/file-errors.ts';
import { readText } from '../../storage/read-file.ts';
import { codeOf } from '../../text/records.ts';

/**
 * The text of a calendar that is about to be replaced; empty if there is none, or if it goes to a pipe or a device. Throws a
 * usage error if it cannot be read.
 */
export async function earlierCalendar(path: string): Promise<string> {
  try {
    return (await lstat(path)).isFile() ? await readText(path) : '';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw unreadableFile(`cannot read the calendar ${path}, which is to be replaced`, error);
  }
}
