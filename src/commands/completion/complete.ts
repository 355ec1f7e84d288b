import type { Command, Completion, Option, OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { readConfig } from '../../config/file.ts';
import { knownSlotReferences } from '../../config/known-slots.ts';
import { homePaths } from '../../config/paths.ts';
import type { Result } from '../../render/result.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import type { completeDefinition } from './definition.ts';

/** A word that could come next, and what it means. `:file` and `:folder` ask the shell for file names. */
interface Offer {
  readonly word: string;
  readonly about?: string;
}

interface Position {
  readonly command: Command | undefined;
  readonly members: readonly Command[];
  /** Positional arguments before the word being completed. */
  readonly given: number;
  /** The option whose value is being typed. */
  readonly pending?: Option;
}

const flagsOf = (option: Option): string[] => option.flags.match(/(?<![\w<])--?[\w-]+/g) ?? [];
const takesValue = (option: Option): boolean => option.flags.includes('<');

/** The module of the hidden command that completion scripts call. */
export function completer(commands: readonly Command[], globals: readonly Option[]) {
  return {
    async run(context: CommandContext, options: OptionsOf<typeof completeDefinition>): Promise<Result> {
      const words = options.words;
      const current = words.at(-1) ?? '';
      const position = locate(words.slice(0, -1), commands, globals);
      const offers = await offersAt(position, current, globals, context);
      const lines = offers.map(
        ({ word, about }) => sanitizeLine(word) + (about === undefined ? '' : `\t${about}`),
      );
      return { data: lines, blocks: [], bare: lines.map((line) => `${line}\n`).join('') };
    },
  };
}

function locate(
  words: readonly string[],
  commands: readonly Command[],
  globals: readonly Option[],
): Position {
  let command: Command | undefined;
  let members = commands;
  let given = 0;
  let pending: Option | undefined;
  for (const word of words) {
    if (pending !== undefined) {
      pending = undefined;
    } else if (word.startsWith('-')) {
      const option = [...globals, ...(command?.options ?? [])].find((each) => flagsOf(each).includes(word));
      if (option !== undefined && takesValue(option)) pending = option;
    } else {
      const next: Command | undefined = members.find(({ name }) => name === word);
      if (next === undefined) given += 1;
      else {
        command = next;
        members = next.commands ?? (next.name === 'help' ? commands : []);
      }
    }
  }
  return { command, members, given, ...(pending === undefined ? {} : { pending }) };
}

async function offersAt(
  { command, members, given, pending }: Position,
  current: string,
  globals: readonly Option[],
  context: CommandContext,
): Promise<Offer[]> {
  const known = { context, command };
  if (pending !== undefined) return starting(current, await values(pending, current, known));
  const options = [...(command?.options ?? []), ...globals];
  const [name, value] = current.split(/=(.*)/s);
  if (current.startsWith('--') && value !== undefined) {
    const option = options.find((each) => flagsOf(each).includes(name ?? ''));
    const offers = option === undefined ? [] : starting(value, await values(option, value, known));
    return offers.map(({ word, ...rest }) => ({
      word: word.startsWith(':') ? word : `${name}=${word}`,
      ...rest,
    }));
  }
  if (current.startsWith('-')) {
    const flags = options.flatMap((each) => flagsOf(each).map((word) => ({ word, about: each.help })));
    return starting(current, [...flags, { word: '--help', about: 'explain this command' }]);
  }
  const visible = members.filter(({ hidden }) => hidden !== true);
  const named = visible.map(({ name: word, summary }) => ({ word, about: summary }));
  const args = command?.args ?? [];
  const argument = args[given] ?? (args.at(-1)?.variadic ? args.at(-1) : undefined);
  return starting(current, [
    ...named,
    ...(argument === undefined ? [] : await values(argument, current, known)),
  ]);
}

const starting = (current: string, offers: readonly Offer[]): Offer[] =>
  offers.filter(({ word }) => word.startsWith(':') || word.startsWith(current));

interface Valued {
  readonly choices?: readonly string[];
  readonly suggest?: readonly string[];
  readonly complete?: Completion;
}

/** What is known where a word is completed. */
interface Surroundings {
  readonly context: CommandContext;
  readonly command: Command | undefined;
}

async function values(
  { choices, suggest, complete }: Valued,
  current: string,
  { context, command }: Surroundings,
): Promise<Offer[]> {
  const fixed = [...(choices ?? []), ...(suggest ?? [])].map((word) => ({ word }));
  if (complete === undefined) return fixed;
  if (complete === 'column' || complete === 'columns')
    return (await columnWords(complete, current, command)).map((word) => ({ word }));
  return [...fixed, ...(await known(complete, context))];
}

/** Names of the command's columns; in a list of them, those that are not there yet. */
async function columnWords(
  complete: 'column' | 'columns',
  current: string,
  command: Command | undefined,
): Promise<string[]> {
  const module = command?.commands === undefined ? await command?.load?.() : undefined;
  const names = (module?.columns?.({}) ?? []).map(({ header }) => header);
  if (complete === 'column') return names;
  const given = current.split(',').slice(0, -1);
  return names.filter((name) => !given.includes(name)).map((name) => [...given, name].join(','));
}

/** Names known on this machine; nothing is fetched from the service. */
async function known(
  what: Exclude<Completion, 'column' | 'columns'>,
  { deps }: CommandContext,
): Promise<Offer[]> {
  const home = homePaths(deps.env, deps.platform, deps.cwd);
  const profiles = () => readConfig(home.configFile, { warn: () => {}, now: deps.now }).profiles;
  switch (what) {
    case 'file':
    case 'folder':
      return [{ word: `:${what}` }];
    case 'slot':
      return (await knownSlotReferences(home.data)).map((word) => ({ word }));
    case 'profile':
      return Object.keys(profiles()).map((word) => ({ word }));
    case 'warehouse': {
      const names = Object.values(profiles()).map(({ warehouse }) => warehouse);
      return [...new Set(names.filter((name) => typeof name === 'string'))].map((word) => ({ word }));
    }
  }
}
