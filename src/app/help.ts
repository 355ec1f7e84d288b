import {
  type Command,
  type Example,
  type Option,
  purposes,
  type Runnable,
  spellings,
} from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';
import { orderReadingFlags } from '../cli/reading-options.ts';
import { keysOf } from '../text/records.ts';
import { wrapLines } from '../text/words.ts';

const helpTopics = [
  ...['options', 'exit-codes', 'environment', 'csv', 'reading', 'exports', 'maps', 'times'],
  ...['output', 'desk', 'many-machines', 'emulator', 'agent'],
];

/** `help`, which is answered while the line is read. */
export const helpCommand: Runnable = {
  name: 'help',
  summary: `Explain a command or a topic: ${helpTopics.join(', ')}`,
  examples: [{ command: 'cfi help order create' }, { command: 'cfi help options' }],
  args: [{ name: 'about', label: 'COMMAND', variadic: true, suggest: helpTopics }],
};

type Row = readonly [left: string, right: string];

/** Widest first column of a list; a longer entry pushes only its own description to the right. */
const widestColumn = 34;

/** `--page <N>` as people read it: `--page N`. */
const shown = (flags: string): string => flags.replaceAll(/<([^<>]{0,60})>/g, '$1');

/** The parts of a page that have text, with an empty line between them. */
const page = (...parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

const widthOf = (rows: readonly Row[]): number =>
  Math.min(widestColumn, Math.max(0, ...rows.map(([left]) => left.length)));

function section(title: string, rows: readonly Row[], width = widthOf(rows)): string {
  if (rows.length === 0) return '';
  const lines = rows.map(([left, right]) =>
    right === '' ? `  ${left}` : `  ${left.padEnd(width)}  ${right}`,
  );
  return `${title}:\n${lines.join('\n')}`;
}

const optionRows = (options: readonly Pick<Option, 'flags' | 'help'>[]): Row[] =>
  options.map((option) => {
    const flags = shown(option.flags);
    return [flags.startsWith('--') ? `    ${flags}` : flags, option.help];
  });

/** Words on lines of at most `width` columns, the further ones indented. */
function filled([first = '', ...words]: readonly string[], width: number, indent = ''): string[] {
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines;
}

/** Examples take one line each if they fit, so that help fits on one screen. */
function examples(all: readonly Example[], width: number): string {
  const lines = all.flatMap(({ command, does }) => {
    const line = `  ${command}   # ${does}`;
    if (does !== undefined && line.length <= width) return [line];
    // Broken only before options, so that a shell still reads it as one line; two columns for the backslash.
    const typed = filled(`  ${command}`.split(/ (?=--[a-z])/), width - 2, '    ').join(' \\\n');
    return does === undefined ? [typed] : [wrapLines(`  # ${does}`, width), typed];
  });
  return lines.length === 0 ? '' : `Examples:\n${lines.join('\n')}`;
}

function usage(path: readonly string[], command: Command): string {
  const name = ['cfi', ...path].join(' ');
  if (command.commands !== undefined) return `${name} COMMAND`;
  const args = (command.args ?? []).map(({ label, required, variadic }) => {
    const words = variadic ? `${label}...` : label;
    return required ? words : `[${words}]`;
  });
  const options = (command.options ?? []).length === 0 ? [] : ['[options]'];
  return [name, ...args, ...options].join(' ');
}

/** Options under what they are for; those without a purpose first. */
function optionSections(options: readonly Option[]): string[] {
  const width = widthOf(optionRows(options));
  const under = (title: string, purpose: Option['purpose']): string =>
    section(title, optionRows(options.filter((option) => option.purpose === purpose)), width);
  return [under('Options', undefined), ...keysOf(purposes).map((each) => under(purposes[each], each))];
}

/** What to look at beside a command, broken only between the names. */
function seeAlso({ related = [] }: Command, width: number): string {
  if (related.length === 0) return '';
  const words = `${related.map((name) => `cfi ${name}`).join(',\n')}.`.split('\n');
  return filled(['See also:', ...words], width).join('\n');
}

/** How many examples the short help has. */
const fewExamples = 2;

/** The options of every command that help names, beside those in its examples. */
const usual = ['-o', '--json', '--out', '--emulator'];

function globalLine(shown: readonly Example[]): string {
  const words = shown.flatMap(({ command }) => command.split(/[ =]/));
  const used = globalOptions.flatMap(spellings).filter((name) => words.includes(name));
  const names = [...new Set([...usual, ...used])].join(', ');
  return `Every command takes ${names} and more: cfi help options`;
}

/** The help of a command or group; the rare options and more than two examples only if it `isWhole`. */
export function formatHelp(path: readonly string[], command: Command, width: number, isWhole = false) {
  const { commands = [], args = [], options = [], notes = '' } = command;
  const wrapped = (text: string): string => wrapLines(text, width);
  const members = commands.map(({ name, summary }): Row => [name, summary]);
  const described = args.flatMap(({ label, help }) => (help === undefined ? [] : [`  ${label}  ${help}`]));
  const hasRare = options.some(({ isRare }) => isRare);
  const isCut = !isWhole && (hasRare || command.examples.length > fewExamples);
  const shownOptions = options.filter(({ isRare }) => isWhole || !isRare);
  const shownExamples = isWhole ? command.examples : command.examples.slice(0, fewExamples);
  const more = `More ${hasRare ? 'options and examples' : 'examples'}: ${['cfi', ...path].join(' ')} --help-all`;
  return page(
    wrapped(command.summary),
    wrapped([`Usage: ${usage(path, command)}`, ...described].join('\n')),
    examples(shownExamples, width),
    wrapped(section('Commands', members)),
    ...optionSections(shownOptions).map(wrapped),
    wrapped(notes),
    [...(isCut ? [wrapped(more)] : []), wrapped(globalLine(shownExamples)), seeAlso(command, width)]
      .join('\n')
      .trimEnd(),
  );
}

/** The options that are answered while the line is read. */
export const ownOptions = [
  { flags: '-h, --help', help: 'explain a command' },
  { flags: '--help-all', help: 'explain a command with its rare options and all examples' },
  { flags: '-V, --version', help: 'print the version; with --json also Node, platform and installation' },
];

/** The topic `options`: options that every command accepts. */
export const optionsTopic = (): string =>
  page(
    'Options of every command, anywhere on the line',
    section('Options', optionRows([...globalOptions, ...ownOptions])),
    'The variable in brackets does the same. An option overrides the variable, which overrides the profile.',
  );

/** The topic `reading`: options of commands that read files, above all order files. */
export const readingTopic = (): string =>
  page(
    'How files are read',
    section('Options', optionRows(orderReadingFlags)),
    'Deliveries, purchase orders and slots take some of these: see, for example, cfi inbound create --help.',
    'The format of files: cfi help csv. Shop exports: cfi help exports, cfi help maps.',
  );
