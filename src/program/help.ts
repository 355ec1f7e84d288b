import type { Argument, Command, Option } from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';

/** `--page <N>` as people read it: `--page N`. */
const shown = (flags: string): string => flags.replaceAll(/<([^>]*)>/g, '$1');

const argumentUsage = ({ label, required, variadic }: Argument): string => {
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

/** The help of a command or group: what it is for, examples, then its options. */
export function formatHelp(path: readonly string[], command: Command): string {
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
