import {
  Command as Commander,
  Argument as CommanderArgument,
  CommanderError,
  Option as CommanderOption,
} from 'commander';
import { type Command, type Given, type Option, type Runnable, spellings } from '../cli/command.ts';
import { type GlobalOptions, globalOptions } from '../cli/global-options.ts';
import { oneOf } from '../cli/values.ts';
import type { Deps } from '../deps.ts';
import { type OutputFormat, outputFormats } from '../render/result.ts';
import { attempt, entryOf } from '../text/records.ts';
import { wrapLines } from '../text/words.ts';
import { frontPage } from './front-page.ts';
import { formatHelp, optionsTopic, readingTopic } from './help.ts';
import {
  asUsageError,
  commandAt,
  everywhere,
  refuseSwallowedOption,
  refuseUnknownCommand,
  unknownHelp,
  withWordsApart,
} from './mistakes.ts';
import { allCommands } from './tree.ts';

export interface Line {
  readonly path: readonly string[];
  readonly command: Runnable;
  readonly globals: GlobalOptions;
  /** Options and positional arguments by name. */
  readonly options: Given;
}

function option(spec: Option): CommanderOption {
  const made = new CommanderOption(spec.flags, spec.help);
  // Of two long names, people know the first.
  const name = spellings(spec).find((each) => each.startsWith('--')) ?? spec.flags;
  const { choices } = spec;
  const read =
    spec.parse ?? (choices && ((flag: string, text: string) => oneOf(flag, text, choices, spec.repeat)));
  if (spec.repeat) {
    made
      .default([])
      .argParser((text: string, before: readonly unknown[]) => [...before, read?.(name, text) ?? text]);
  } else if (read !== undefined) {
    // `-o=json` arrives here as the value `=json`.
    const short = made.short !== undefined;
    made.argParser((text: string) => read(name, short && choices ? text.replace(/^=/, '') : text));
  }
  return made;
}

function add(
  parent: Commander,
  spec: Command,
  path: readonly string[],
  reading: { readonly width: number; readonly isWhole: boolean; found(line: Line): void },
  isDefault = false,
): void {
  const here = [...path, spec.name];
  const target = parent.command(spec.name, { isDefault });
  target.configureHelp({ formatHelp: () => formatHelp(here, spec, reading.width, reading.isWhole) });
  if (spec.commands !== undefined) {
    for (const member of spec.commands)
      add(target, member, here, reading, spec.fallback === true && member === spec.commands[0]);
    return;
  }
  for (const each of spec.options ?? []) target.addOption(option(each));
  // When the command runs, it asks for missing arguments, or reports them all at once.
  for (const { name, variadic, choices } of spec.args ?? []) {
    const made = new CommanderArgument(variadic ? `[${name}...]` : `[${name}]`);
    if (choices !== undefined && !variadic) made.argParser((text: string) => oneOf(name, text, choices));
    target.addArgument(made);
  }
  target.action(() => {
    const given = (spec.args ?? [])
      .map(({ name }, index) => [name, target.processedArgs[index]] as const)
      .filter(([, value]) => value !== undefined);
    const options = { ...target.opts(), ...Object.fromEntries(given) };
    reading.found({ path: here, command: spec, globals: target.optsWithGlobals<GlobalOptions>(), options });
  });
}

/** Global options as text. */
type Guess = Pick<GlobalOptions, 'json' | 'out' | 'state' | 'color' | 'debug'> & { readonly output?: string };

/** The global options on a line that cannot be read, or that asks only for the help or the version. */
export function guessedOptions(argv: readonly string[]): Guess {
  const program = new Commander().exitOverride().configureOutput({ outputError: () => {} });
  for (const { flags } of globalOptions) program.option(flags);
  // It throws if the last option lacks its value.
  attempt(() => program.parseOptions([...argv]), undefined);
  return program.opts();
}

/** The format for such a line. */
export function guessedFormat({ json, output }: Guess, env: Deps['env']): OutputFormat {
  const asked = json ? 'json' : (output ?? env.CFI_OUTPUT)?.replace(/^=/, '').toLowerCase();
  return outputFormats.find((format) => format === asked) ?? 'table';
}

type Request =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly line: Line };

/** Parses a command line. Throws a usage error that says what is wrong and what the user probably meant. */
export async function readLine(argv: readonly string[], width = Number.POSITIVE_INFINITY): Promise<Request> {
  let line: Line | undefined;
  let text = '';
  const print = (part: string): void => {
    text += part;
  };
  const found = (parsed: Line): void => {
    line = parsed;
  };
  const program = new Commander('cfi')
    .version('', '-V, --version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print, outputError: () => {} })
    .configureHelp({ formatHelp: () => wrapLines(frontPage, width) });
  for (const each of globalOptions) program.addOption(option(each));
  const asked = withWordsApart(argv);
  const end = asked.indexOf('--');
  const typed = end < 0 ? asked : asked.slice(0, end);
  const isWhole = typed.includes('--help-all');
  // `help order create --help-all` asks for the same as without `help`.
  const isNamed = typed[0] === 'help' && allCommands.some(({ name }) => name === typed[1]);
  const own = isWhole && isNamed ? typed.slice(1) : typed;
  for (const command of allCommands) {
    // The definitions of the commands that the line does not name need not be read.
    if (argv.includes(command.name)) add(program, command, [], { width, isWhole, found });
    else program.command(command.name);
  }
  try {
    program.parse(
      [...own.map((word) => (word === '--help-all' ? '--help' : word)), ...asked.slice(typed.length)],
      { from: 'user' },
    );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') return { kind: 'version' };
    if (error.exitCode !== 0 && error.code !== 'commander.help') throw asUsageError(error, argv);
    refuseUnknownCommand(argv);
    return { kind: 'text', text };
  }
  if (line === undefined) return { kind: 'text', text: wrapLines(frontPage, width) };
  refuseSwallowedOption(argv, [...(line.command.options ?? []), ...everywhere]);
  if (line.command.name === 'help') return { kind: 'text', text: await explained(line, width) };
  return { kind: 'run', line };
}

async function explained(line: Line, width: number): Promise<string> {
  const about = (line.options.about ?? []) as readonly string[];
  if (about.length !== 1) return helpOf(about, width);
  const { topics } = await import('./topics.ts');
  const [name = ''] = about;
  if (name === 'topics') return helpOf(['help'], width);
  if (name === 'options') return wrapLines(optionsTopic(), width);
  if (name === 'reading') return wrapLines(readingTopic(), width);
  if (name === 'agent') return wrapLines((await import('./agent.ts')).agentPage(allCommands), width);
  const topic = entryOf(topics, name);
  if (topic === undefined) {
    return helpOf(about, width, ['options', 'reading', 'agent', ...Object.keys(topics)]);
  }
  // The emulator is both a group and a topic, and both are useful.
  return name === 'emulator'
    ? `${helpOf(about, width)}\n${wrapLines(topic, width)}`
    : wrapLines(topic, width);
}

function helpOf(words: readonly string[], width: number, topics?: readonly string[]): string {
  const at = commandAt(words);
  if (at.rest !== undefined) throw unknownHelp(words, topics);
  return at.command === undefined ? wrapLines(frontPage, width) : formatHelp(at.path, at.command, width);
}
