import type { ArgumentSpec } from '../cli/command.ts';
import type { Command, Option } from './command.ts';
import { commands, globalOptions } from './tree.ts';

/** `--page <N>` as people read it: `--page N`. */
const shown = (flags: string): string => flags.replaceAll(/<([^>]*)>/g, '$1');

const argumentUsage = ({ label, required, variadic }: ArgumentSpec): string => {
  const name = variadic ? `${label}...` : label;
  return required ? name : `[${name}]`;
};

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  return rows
    .map(([left, right]) => (right === '' ? `  ${left}` : `  ${left.padEnd(width)}  ${right}`))
    .join('\n');
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  return [`${title}:\n${columns(rows, width)}`];
}

const optionRows = (options: readonly Option[]): (readonly [string, string])[] =>
  options.map((option) => {
    const flags = shown(option.flags);
    return [flags.startsWith('--') ? `    ${flags}` : flags, option.help] as const;
  });

function examples(command: Command): string[] {
  if (command.examples.length === 0) return [];
  const lines = command.examples.map(({ command: line, does }) =>
    does === undefined ? `  ${line}` : `  # ${does}\n  ${line}`,
  );
  return [`Examples:\n${lines.join('\n')}`];
}

function usage(path: readonly string[], command: Command): string {
  const name = ['cfi', ...path].join(' ');
  if (command.commands !== undefined) return `${name} COMMAND`;
  const parts = [name, ...(command.args ?? []).map(argumentUsage)];
  return (command.options ?? []).length === 0 ? parts.join(' ') : `${parts.join(' ')} [options]`;
}

const topHelp = (): string =>
  [
    'cfi - orders, stock, delivery slots and purchase orders at your fulfilment service',
    'Usage: cfi COMMAND [options]',
    [
      'Examples:',
      '  # try everything offline, nothing to set up',
      '  cfi --emulator inventory',
      '  # sign in, then upload orders',
      '  cfi login --base-url https://service.example/v1 --client-id acme',
      '  cfi order create orders.csv',
      '  # book a delivery slot, step by step',
      '  cfi slot book',
    ].join('\n'),
    ...section(
      'Commands',
      commands.filter(({ hidden }) => hidden !== true).map(({ name, summary }) => [name, summary] as const),
    ),
    ...section('Options, anywhere on the line', [
      ...optionRows(globalOptions),
      ['-h, --help', 'explain a command'],
      ['-V, --version', 'print the version'],
    ]),
    'More: cfi help COMMAND, cfi help exit-codes|environment|csv|output|emulator',
  ].join('\n\n');

/** The help of a command or group: what it is for, examples, then its options. Of the whole program without one. */
export function formatHelp(path: readonly string[], command: Command | undefined): string {
  if (command === undefined) return `${topHelp()}\n`;
  const described = (command.args ?? []).filter(({ help }) => help !== undefined);
  return `${[
    command.summary,
    `Usage: ${usage(path, command)}`,
    ...examples(command),
    ...section(
      'Commands',
      (command.commands ?? []).map(({ name, summary }) => [name, summary] as const),
    ),
    ...section(
      'Arguments',
      described.map((argument) => [argument.label, argument.help ?? ''] as const),
    ),
    ...section('Options', optionRows(command.options ?? [])),
    ...(command.notes === undefined ? [] : [command.notes]),
    ...section('Global options', [...optionRows(globalOptions), ['-h, --help', 'explain this command']]),
  ].join('\n\n')}\n`;
}
