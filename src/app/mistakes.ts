import type { CommanderError } from 'commander';
import { type Command, longName, type Option, spellings, takesValue, type Values } from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';
import type { Home } from '../config/paths.ts';
import { knownNames, knownSlotReferences } from '../config/remembered.ts';
import { CfiError, usageError } from '../errors.ts';
import { meantHint, nearest, saidAs } from '../text/nearest.ts';
import { attempt } from '../text/records.ts';
import { listed, quoteSpaces, shownWord } from '../text/words.ts';
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
      yield { name, option, next: takes && last ? argv[at + 1] : undefined };
      if (takes && last) at += 1;
      if (takes) break;
    }
  }
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

/** The line with words put before an option whose value they cannot be: `--late R-1` is `R-1 --late`. */
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

/** Words after `cfi help` that are neither a topic, one of `topics`, nor a command. */
export function unknownHelp(words: readonly string[], topics: readonly string[] = []): CfiError {
  const about = words.join(' ');
  const { path, command, rest = '' } = commandAt(words);
  const names = membersOf(command).map(({ name }) => name);
  const near = nearest(path.length === 0 ? about : rest, path.length === 0 ? [...topics, ...names] : names);
  return usageError(
    `there is no help about ${JSON.stringify(about)}`,
    near === undefined
      ? `see cfi help ${path.join(' ') || 'topics'}`
      : `did you mean cfi help ${[...path, near].join(' ')}?`,
  );
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

/** What to write for an option that is none here: one that stands before its command, or a word that needs no option. */
function placeHint(name: string, { path, command }: Place): string | undefined {
  const typed = ['cfi', ...path].join(' ');
  const own = command?.options?.some((option) => spellings(option).includes(name));
  if (own === true) return `write it after the command: ${typed} ${name}`;
  const arg = command?.args?.find(({ label }) => name === `--${label.toLowerCase()}`);
  return arg && `write it without an option: ${typed} ${arg.label}`;
}

/** Commander's error, with its suggestion as the hint. What an option is given with `=` is not shown: it may be a secret. */
export function asUsageError({ code, message }: CommanderError, argv: readonly string[]): CfiError {
  const at = commandAt(namingWords(argv));
  const options = [...(at.command?.options ?? []), ...everywhere];
  refuseSwallowedOption(argv, options);
  const [whole = '', meant] = message.replace(/^error: /, '').split('\n(Did you mean ');
  const said = argv
    .filter((word) => word.startsWith('-'))
    .reduce((text, word) => text.replaceAll(word, () => word.split('=', 1).join('')), whole);
  const typed = ['cfi', ...at.path].join(' ');
  const help = `see ${typed} --help`;
  const isGiven = (name: string): boolean => argv.some((word) => word.startsWith(`${name}=`));
  const valued = options.flatMap(spellings).find((name) => said.includes(`'${name}'`) && isGiven(name));
  if (code === 'commander.unknownOption' && valued !== undefined)
    return usageError(`${valued} takes no value`, help);
  if (code === 'commander.unknownOption') {
    const hint = placeHint(said.split("'")[1] ?? '', at);
    if (hint !== undefined) return usageError(said, hint);
  }
  if (code === 'commander.excessArguments') {
    const taken = at.command?.args?.map(({ label }) => label).join(' and ') || 'options only';
    const quotes = `${quoteSpaces}; ${help}`;
    return usageError(`too many words for ${typed}, which takes ${taken}`, wordHint(argv, at) ?? quotes);
  }
  const asOption = everywhere.map(longName).find((name) => name === `--${at.rest}`);
  if (code === 'commander.unknownCommand' && asOption !== undefined)
    return usageError(said, `did you mean cfi ${asOption}?`);
  if (code === 'commander.unknownCommand') refuseUnknownCommand(argv);
  if (code === 'commander.optionMissingArgument') {
    const [flags = ''] = said.replace("option '", '').split(' <');
    const isRare = at.command?.options?.some((option) => option.isRare && spellings(option).includes(flags));
    return usageError(`${flags} needs a value`, isRare === true ? `${help}-all` : help);
  }
  return usageError(said, meant === undefined ? help : `did you mean ${meant.slice(0, -1)}`);
}

/** The lines of all commands of a name below one: `order cancel` and `slot cancel`. */
const named = (name: string, commands: readonly Command[], line = 'cfi'): string[] =>
  commands.flatMap((each) => {
    const own = `${line} ${each.name}`;
    const isMeant = each.name === name && each.hidden !== true;
    return [...(isMeant ? [own] : []), ...named(name, each.commands ?? [], own)];
  });

const mostMeant = 3;

/** Throws for `order creat`, and `order creat --help`: commander explains the group, as if the word were not there. */
export function refuseUnknownCommand(argv: readonly string[]): void {
  const words = namingWords(argv);
  const { path, command, rest } = commandAt(words);
  const takesWord = command?.commands === undefined ? command !== undefined : command.fallback;
  if (rest === undefined || takesWord) return;
  const names = membersOf(command).flatMap(({ name, hidden }) => (hidden === true ? [] : name));
  const near = nearest(rest, names);
  const typed = ['cfi', ...path].join(' ');
  const elsewhere = named(rest, membersOf(command), typed);
  const inGroup = elsewhere.filter((line) => words.some((word) => line === `${typed} ${word} ${rest}`));
  const meant = near !== undefined ? [near] : inGroup.length > 0 ? inGroup : elsewhere;
  const isClear = meant.length > 0 && meant.length <= mostMeant;
  const hint = isClear ? `did you mean ${listed(meant, 'or')}?` : `see ${typed} --help`;
  throw usageError(`unknown command '${rest}'`, hint);
}

/** The error for a slot or PO not found, with the one meant: seen here, and written differently. No digit may differ. */
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
  const wordsFor = saidAs(unknown);
  const meant = meantHint(known.filter((each) => wordsFor(each).size > 0));
  const { hint = '' } = thrown.details;
  return meant === undefined || meant === hint ? thrown : thrown.with({ hint: `${meant} ${hint}`.trim() });
}
