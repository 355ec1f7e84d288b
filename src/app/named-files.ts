import { longName, optionKey, type Runnable } from '../cli/command.ts';
import type { CommandContext, Settings } from '../cli/settings.ts';
import { homePaths } from '../config/paths.ts';
import type { Deps } from '../deps.ts';
import { usageError } from '../errors.ts';
import type { NamedFile } from '../storage/output-file.ts';

const namesIn = (value: unknown): string[] =>
  [value].flat().filter((name): name is string => typeof name === 'string' && name !== '' && name !== '-');

/**
 * The files that a command line names, and the program's own: a file that is read must never be overwritten. Throws a
 * usage error for an option without a name, as from a script whose variable is not set: such a file is written only at
 * the end, and the result would be lost.
 */
export function namedFiles(
  { args = [], options = [] }: Pick<Runnable, 'args' | 'options'>,
  given: Readonly<Record<string, unknown>>,
  { out }: Pick<Settings, 'out'>,
  { env, platform, cwd }: Pick<Deps, 'env' | 'platform' | 'cwd'>,
): CommandContext['files'] {
  const unnamed = options.find((option) => option.complete === 'file' && given[optionKey(option)] === '');
  if (unnamed !== undefined) throw usageError(`${longName(unnamed)} must not be empty`);
  const files = [
    ...args.map((arg) => ({ ...arg, role: arg.label, value: given[arg.name] })),
    ...options.map((option) => ({ ...option, role: longName(option), value: given[optionKey(option)] })),
  ]
    .filter(({ complete }) => complete === 'file')
    .flatMap(({ role, value, writes }) => namesIn(value).map((name) => ({ role, name, writes })));
  const home = homePaths(env, platform, cwd);
  const own: NamedFile[] = [
    { role: "cfi's settings", name: home.configFile },
    ...home.databases.map((name) => ({ role: "cfi's own file", name })),
    ...namesIn(env.CFI_CLIENT_SECRET_FILE).map((name) => ({ role: 'CFI_CLIENT_SECRET_FILE', name })),
  ];
  return {
    read: [...files.filter(({ writes }) => writes !== true), ...own],
    written: [
      ...files.filter(({ writes }) => writes === true),
      ...namesIn(out).map((name) => ({ role: '--out', name })),
    ],
  };
}
