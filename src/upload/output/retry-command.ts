import { repeatedOptions } from '../../cli/options/reading-options.ts';
import type { Settings } from '../../cli/settings.ts';
import { accountFlags } from '../../client/auth/account-flags.ts';
import { shownWord } from '../../text/words.ts';
import type { UploadFlags } from '../flags.ts';
import type { Words } from '../wording.ts';

/** A file name that begins with a dash would be read as an option. */
const fileWord = (name: string): string => shownWord(name.startsWith('-') ? `./${name}` : name);

/**
 * The command line that uploads corrected files in the way in which the first ones were read. The encoding is not
 * repeated: the program wrote these files itself, with a mark where one is needed.
 */
export function retryCommand(
  { command }: Words,
  files: readonly string[],
  flags: UploadFlags,
  settings: Settings,
): string {
  const words = [command, ...files.map(fileWord), ...repeatedOptions(flags).map(shownWord)];
  return [...words, ...accountFlags(settings)].join(' ');
}
