import { dirname, join, resolve } from 'node:path';
import type { CommanderError } from 'commander';
import {
  type Command,
  leaves,
  longName,
  type Option,
  spellings,
  takesValue,
  type Values,
} from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';
import type { Home } from '../config/paths.ts';
import { knownNames, knownSlotReferences } from '../config/remembered.ts';
import { CfiError, usageError } from '../errors.ts';
import { nearFile } from '../storage/file-errors.ts';
import type { NamedFile } from '../storage/output-file.ts';
import { isSaidAs, meantHint, nearest } from '../text/nearest.ts';
import { attempt, codeOf, field } from '../text/records.ts';
import { listed, shownWord } from '../text/words.ts';
import { ownOptions } from './help.ts';
import { allCommands } from './tree.ts';

/** The options that every command line takes. */
export const everywhere = [...globalOptions, ...ownOptions];

/** The words of a line that are neither options nor values of global options. */
function namingWords(argv: readonly string[]): string[] {
  const valued = globalOptions.filter(takesValue).flatMap(spellings);
  return argv.filter(
    (word, at) => (word === '-' || !word.startsWith('-')) && !valued.includes(argv[at - 1] ?? ''),
  );
}

interface Place {
  readonly path: readonly string[];
  readonly command: Command | undefined;
  /** The first word that is not part of it. */
  readonly rest: string | undefined;
}

/** The commands that may follow one, or begin a line. */
const membersOf = (command: Command | undefined): readonly Command[] =>
  command === undefined ? allCommands : (command.commands ?? []);

/** The command that the first words of a line name. */
export function commandAt(words: readonly string[]): Place {
  let command: Command | undefined;
  for (const [at, word] of words.entries()) {
    const next = membersOf(command).find(({ name }) => name === word);
    if (next === undefined) return { path: words.slice(0, at), command, rest: word };
    command = next;
  }
  return { path: words, command, rest: undefined };
}

/** `--warehouse` and `--location` of one option. */
const longNames = (option: Option): string[] => spellings(option).filter((name) => name.startsWith('--'));

/** Options that mean the same in different commands, for whoever takes one for the other; commander knows only spelling. */
const sameThings: readonly (readonly string[])[] = [
  ['--warehouse', '--location'],
  ['--yes', '--force'],
  ['--since', '--from'],
  ['--output', '--format'],
  ['--out', '--save'],
  ['--follow', '--watch'],
  ['--reason', '--comment'],
];

/** What commander takes a mistyped option for: `(Did you mean --dry-run?)`; never the one that creates a state folder. */
function suggestionOf({ message }: CommanderError): string | undefined {
  const found = /\(Did you mean (--[a-z-]{1,40})\?\)/.exec(message)?.[1];
  return found === '--state' ? undefined : found;
}

/** An unknown option: names what commander suggests, one that is the same thing, or its owners. */
function unknownOption(flag: string, { path, command }: Place, suggested: string | undefined): CfiError {
  const [name = flag] = flag.split('=', 1);
  const where = ['cfi', ...path].join(' ');
  const error = (hint: string): CfiError => usageError(`${where} has no option ${name}`, hint);
  if (/^-\d/.test(name)) return error('a value that begins with a dash is read as an option');
  const own = (command?.options ?? []).flatMap(longNames);
  const all = [...own, ...globalOptions.flatMap(longNames)];
  if (name !== flag && all.includes(name))
    return usageError(`${name} takes no value; found ${JSON.stringify(flag.slice(name.length + 1))}`);
  if (own.includes(name)) return usageError(`${name} must come after the command: ${where} ${name}`);
  const begun = own.filter((each) => each.startsWith(name));
  const same = sameThings.find((row) => row.includes(name));
  const meant = begun.length === 1 ? begun[0] : (all.find((each) => same?.includes(each)) ?? suggested);
  if (meant !== undefined) return error(`did you mean ${meant}?`);
  if (command?.args?.some(({ label, required }) => label === 'COMMAND' && required))
    return error(`if it is an option of the command to run, put -- before that command: ${where} -- COMMAND`);
  const owners = [...leaves(allCommands)]
    .filter((leaf) => (leaf.command.options ?? []).some((option) => longNames(option).includes(name)))
    .slice(0, 3)
    .map((leaf) => `cfi ${leaf.path.join(' ')}`);
  if (owners.length > 0) return error(`${name} is an option of ${owners.join(', ')}`);
  return error(`see ${where} --help`);
}

/** The options as typed on a line, of `-qx` each letter; `next` is what would be the value of one that has none in its word. */
function* optionsOn(argv: readonly string[], options: readonly Option[]) {
  const known = new Map(
    options.flatMap((option) => spellings(option).map((name) => [name, option] as const)),
  );
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return;
    if (!/^-./.test(word)) continue;
    const names = word.startsWith('--') ? word.split('=', 1) : [...word.slice(1)].map((c) => `-${c}`);
    for (const [index, name] of names.entries()) {
      const option = known.get(name);
      const takes = option !== undefined && takesValue(option);
      const last = index === names.length - 1 && !word.includes('=');
      yield { name, word, option, next: takes && last ? argv[at + 1] : undefined };
      if (takes && last) at += 1;
      if (takes) break;
    }
  }
}

/** The first option on a line that is unknown, or has a value but takes none, as typed; for `-qx` only the unknown letter. */
function firstUnknownOption(argv: readonly string[], options: readonly Option[]): string | undefined {
  for (const { name, word, option } of optionsOn(argv, options)) {
    if (option === undefined) return word.startsWith('--') ? word : name;
    if (!/[<[]/.test(option.flags) && name !== word && word.startsWith('--')) return word;
  }
  return undefined;
}

/** Throws for the first option whose value would be another option: `--out --dry-run x.csv` would send the orders. */
export function refuseSwallowedOption(argv: readonly string[], options: readonly Option[]): void {
  for (const { option, next } of optionsOn(argv, options)) {
    if (option === undefined || next === undefined) continue;
    const [first] = optionsOn([next], options);
    if (first?.option === undefined) continue;
    throw usageError(
      `${longName(option)} needs a value, but the option ${first.name} follows`,
      `if that is the value, write ${longName(option)}=${next}`,
    );
  }
}

/**
 * The line with the words of the command before an option whose value may be left out, unless they are its value:
 * `--late R-1` is `R-1 --late`.
 */
export function withWordsApart(argv: readonly string[]): readonly string[] {
  const { command } = commandAt(namingWords(argv));
  if ((command?.args ?? []).length === 0) return argv;
  const open = (command?.options ?? []).filter(({ flags }) => flags.includes(' ['));
  const end = argv.indexOf('--');
  const line = argv.slice(0, end < 0 ? argv.length : end);
  for (const [at, word] of line.entries()) {
    const option = open.find((each) => longName(each) === word);
    const next = line[at + 1];
    if (option === undefined || next === undefined || next.startsWith('-')) continue;
    const value = attempt(() => option.parse?.(word, next), undefined);
    if (value === undefined) line.splice(at, 2, next, word);
  }
  return [...line, ...argv.slice(line.length)];
}

const namesOf = (members: readonly Command[]): string[] =>
  members.filter(({ hidden }) => hidden !== true).map(({ name }) => name);

/** A word after `cfi help` that is neither a topic nor a command, with the nearest of both. */
export function unknownHelp(word: string, topics: readonly string[]): CfiError {
  const names = [...topics, ...namesOf(allCommands)];
  const near = nearest(word, names) ?? names.find((name) => name.startsWith(word));
  return usageError(
    `there is no help about ${JSON.stringify(word)}`,
    near === undefined ? 'see cfi help help' : `did you mean cfi help ${near}?`,
  );
}

/** An unknown command, with the nearest one, or else the commands in other groups that end with this word. */
export function unknownCommand({ path, command, rest: word = '' }: Place): CfiError {
  const members = membersOf(command);
  const where = ['cfi', ...path].join(' ');
  const near = nearest(word, namesOf(members));
  const message = `there is no command "${[...path, word].join(' ')}"`;
  if (near !== undefined) return usageError(message, `did you mean ${where} ${near}?`);
  if (path.length === 0 && word === 'version') return usageError(message, 'did you mean cfi --version?');
  const placed = [...leaves(members, path)].filter(
    (leaf) => leaf.command.name === word && leaf.command.hidden !== true,
  );
  if (placed.length === 0) return usageError(message, `see ${where} --help`);
  const named = placed.map((leaf) => ['cfi', ...leaf.path].join(' '));
  return usageError(message, `did you mean ${listed(named, 'or')}?`);
}

/** Throws for `order creat --help`: commander explains the group, as if the word were not there. */
export function refuseUnknownCommand(argv: readonly string[]): void {
  if (firstUnknownOption(argv, everywhere) !== undefined) return;
  const at = commandAt(namingWords(argv));
  const takesWord = at.command?.commands === undefined ? at.command !== undefined : at.command.fallback;
  if (at.rest !== undefined && !takesWord) throw unknownCommand(at);
}

/** The option that the first word which the command does not take is probably for: `inventory AC-LAMP`. */
function wordHint(argv: readonly string[], { path, command }: Place): string | undefined {
  const options = command?.options ?? [];
  const meant = options.find(({ isWord }) => isWord);
  const typed = [...optionsOn(argv, [...options, ...everywhere])];
  // A word behind an unknown option, or one that was taken for a value, may be its value.
  if (typed.some(({ option, next }) => option === undefined || next?.startsWith('-'))) return undefined;
  const values = typed.map(({ next }) => next);
  const word = namingWords(argv)
    .slice(path.length)
    .find((each) => !values.includes(each));
  return meant && word && `did you mean ${longName(meant)} ${shownWord(word)}?`;
}

/** Commander's error in our words. Finds the mistake from the line, because its message is not for programs. */
export function inOurWords(error: CommanderError, argv: readonly string[]): CfiError {
  const at = commandAt(namingWords(argv));
  const where = ['cfi', ...at.path].join(' ');
  const options = [...(at.command?.options ?? []), ...everywhere];
  refuseSwallowedOption(argv, options);
  // What was taken for a value is an option that there is not: `--counter --time TIME`.
  for (const { option, next } of optionsOn(argv, options))
    if (option !== undefined && next?.startsWith('--'))
      return usageError(
        `${longName(option)} needs a value, and ${next.split('=', 1)} is no option`,
        `write ${option.flags.slice(option.flags.indexOf('--')).replace(/[<>]/g, '')}`,
      );
  switch (error.code) {
    case 'commander.unknownOption':
      // Or an option of the command, given before its name.
      return unknownOption(
        firstUnknownOption(argv, options) ?? firstUnknownOption(argv, everywhere) ?? '',
        at,
        suggestionOf(error),
      );
    case 'commander.optionMissingArgument': {
      // Only at the end of a line can a value be missing.
      const word = argv.at(-1) ?? '';
      const option = options.find((each) => spellings(each).includes(word));
      const name = option === undefined ? word : longName(option);
      const isGlobal = globalOptions.some((each) => longName(each) === name);
      return usageError(`${name} needs a value`, isGlobal ? 'see cfi help options' : `see ${where} --help`);
    }
    case 'commander.unknownCommand':
    case 'commander.excessArguments':
      return at.command === undefined || at.command.commands !== undefined
        ? unknownCommand(at)
        : usageError(`${where} was given too many arguments`, wordHint(argv, at) ?? `see ${where} --help`);
    default:
      return usageError('the command line cannot be read', 'see cfi --help');
  }
}

/** The error for a file to `read` that is not there, with the name in its folder that was probably meant. */
export function withNearFile(thrown: unknown, read: readonly NamedFile[], cwd: string): unknown {
  if (!(thrown instanceof CfiError) || codeOf(thrown.cause) !== 'ENOENT') return thrown;
  const path = field(thrown.cause, 'path');
  const missing = read.find(({ name }) => resolve(cwd, name) === path);
  const near = missing === undefined ? undefined : nearFile(resolve(cwd, missing.name));
  if (missing === undefined || near === undefined) return thrown;
  return withHint(thrown, `did you mean ${shownWord(join(dirname(missing.name), near))}?`);
}

/**
 * The error for a slot or a PO that is not found, with the reference meant: one seen here, only written differently.
 * Another digit is another slot.
 */
export function withMeantReference(thrown: unknown, values: Values, home: Home, account: string): unknown {
  if (!(thrown instanceof CfiError) || thrown.code !== 'not-found') return thrown;
  const wordsOf = (kind: 'slot' | 'po'): string[] =>
    values.flatMap(({ complete, value }) => (complete === kind ? [value ?? []].flat() : [])).map(String);
  const [slots, orders] = [wordsOf('slot'), wordsOf('po')];
  const words = [...slots, ...orders];
  const known = [
    ...(slots.length === 0 ? [] : knownSlotReferences(home.data)),
    ...(orders.length === 0 ? [] : knownNames(home.cache, account, 'po')),
  ];
  const unknown = words.filter((word) => !known.includes(word));
  const meant = meantHint(known.filter((each) => unknown.some((word) => isSaidAs(word, each))));
  return meant === undefined || meant === thrown.details.hint ? thrown : withHint(thrown, meant);
}

function withHint(error: CfiError, first: string): CfiError {
  const { hint } = error.details;
  return error.with({ hint: hint === undefined ? first : `${first} ${hint}` });
}
