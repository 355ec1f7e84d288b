import { type Command, longName, type Option } from '../cli/command.ts';
import { type CfiError, usageError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';

interface Placed {
  readonly path: readonly string[];
  readonly command: Command;
}

function* leaves(commands: readonly Command[], path: readonly string[] = []): Iterable<Placed> {
  for (const command of commands) {
    const here = [...path, command.name];
    if (command.commands === undefined) yield { path: here, command };
    else yield* leaves(command.commands, here);
  }
}

/** The words of a line that are neither options nor the values of global ones. */
export function namingWords(argv: readonly string[], globals: readonly Option[]): string[] {
  const valued = globals
    .filter(({ flags }) => flags.includes('<'))
    .flatMap(({ flags }) => flags.match(/(?<!\w)--?[\w-]+/g));
  return argv.filter((word, at) => !word.startsWith('-') && !valued.includes(argv[at - 1] ?? ''));
}

/** The words of a command line that name a command, as far as they do. */
export function commandAt(
  words: readonly string[],
  commands: readonly Command[],
): { readonly path: readonly string[]; readonly command?: Command; readonly rest?: string } {
  let members: readonly Command[] | undefined = commands;
  let command: Command | undefined;
  const path: string[] = [];
  for (const word of words) {
    const next: Command | undefined = members?.find(({ name }) => name === word);
    if (next === undefined) return { path, ...(command === undefined ? {} : { command }), rest: word };
    command = next;
    members = next.commands;
    path.push(word);
  }
  return { path, ...(command === undefined ? {} : { command }) };
}

/** An option that a command does not have: the nearest that it has, or the commands that have it. */
export function unknownOption(
  flag: string,
  at: Placed | undefined,
  commands: readonly Command[],
  globals: readonly Option[],
): CfiError {
  const name = flag.replace(/=.*$/s, '');
  const where = at === undefined ? 'cfi' : `cfi ${at.path.join(' ')}`;
  const own = [...(at?.command.options ?? []), ...globals].map(longName);
  const near = nearest(name, [...own, '--help', '--version']);
  if (near !== undefined) return usageError(`${where} has no option ${name}`, `did you mean ${near}?`);
  const owners = [...leaves(commands)].filter(({ command }) =>
    (command.options ?? []).some((option) => longName(option) === name),
  );
  const names = owners.slice(0, 3).map(({ path }) => `cfi ${path.join(' ')}`);
  return names.length > 0
    ? usageError(
        `${where} has no option ${name}`,
        `${name} belongs to ${names.join(', ')}, after the command's name`,
      )
    : usageError(`${where} has no option ${name}`, `see ${where} --help`);
}

/** A command that there is not, with the nearest that there is. */
export function unknownCommand(word: string, path: readonly string[], members: readonly Command[]): CfiError {
  const where = ['cfi', ...path].join(' ');
  const near = nearest(
    word,
    members.filter(({ hidden }) => hidden !== true).map(({ name }) => name),
  );
  return usageError(
    `there is no command "${[...path, word].join(' ')}"`,
    near === undefined ? `see ${where} --help` : `did you mean ${where} ${near}?`,
  );
}
