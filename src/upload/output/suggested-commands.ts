import { repeatedOptions } from '../../cli/reading-options.ts';
import type { Settings } from '../../cli/settings.ts';
import { accountFlags } from '../../client/auth/account.ts';
import { formatByName } from '../../payload/source/open-payload.ts';
import { shownWord } from '../../text/words.ts';
import type { UploadFlags } from '../terms/flags.ts';
import type { Words } from '../terms/wording.ts';
import type { WrittenFile } from './failed-files.ts';

/** Keeps a file name that begins with a dash from being read as an option. */
const fileWord = (name: string): string => shownWord(name.startsWith('-') ? `./${name}` : name);

/**
 * The command line that uploads corrected files with the options that decide what is sent. It does not repeat the encoding,
 * because the program wrote these files itself, with a byte-order mark if needed.
 */
export function retryCommand(
  { command }: Words,
  files: readonly WrittenFile[],
  flags: UploadFlags,
  settings: Settings,
): string {
  // The name may be from `--failed`.
  const texts = files.flatMap(({ name, format }) => (format === 'xlsx' ? [] : [{ name, format }]));
  const isMisnamed = texts.some(({ name, format }) => (formatByName(name, flags) ?? format) !== format);
  const [format, ...others] = new Set(texts.map((file) => file.format));
  const options = repeatedOptions(
    isMisnamed && format !== undefined && others.length === 0 ? { ...flags, format } : flags,
  );
  if (flags.stock !== undefined) options.push('--stock', flags.stock);
  const words = [command, ...files.map(({ name }) => fileWord(name)), ...options.map(shownWord)];
  return [...words, ...accountFlags(settings)].join(' ');
}

/** The command line that cancels orders. */
export function cancelCommand(references: readonly string[], settings: Settings): string {
  const words = references.map(shownWord);
  const flags = accountFlags(settings);
  // Keeps a reference that begins with a dash from being read as an option.
  const rest = words.some((word) => word.startsWith('-')) ? [...flags, '--', ...words] : [...words, ...flags];
  return ['cfi order cancel', ...rest].join(' ');
}
