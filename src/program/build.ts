import { Command as Commander, Option as CommanderOption } from 'commander';
import type { Argument, Command, Option, Runnable } from '../cli/command.ts';
import { type GlobalOptions, globalOptions } from '../cli/options/global-options.ts';
import { oneOf } from '../cli/options/values.ts';
import { wrapLines } from '../text/wrap.ts';
import { frontPage } from './front-page.ts';
import { formatHelp } from './help.ts';
import type { Branch } from './tree.ts';

/** A parsed command line. */
export interface Line {
  readonly path: readonly string[];
  readonly command: Runnable;
  readonly globals: GlobalOptions;
  /** Options and positional arguments by name. */
  readonly options: Readonly<Record<string, unknown>>;
}

function option(spec: Option): CommanderOption {
  const made = new CommanderOption(spec.flags, spec.help);
  const name = made.long ?? spec.flags;
  const { choices } = spec;
  const read =
    spec.parse ??
    (choices === undefined ? undefined : (flag: string, text: string) => oneOf(flag, text, choices));
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

/** Receives what a line asks for: a command to run, or help to print. */
export interface Findings {
  found(line: Line): void;
  print(text: string): void;
}

function configure(
  target: Commander,
  spec: { readonly options?: readonly Option[]; readonly args?: readonly Argument[] },
  { print }: Findings,
): Commander {
  for (const each of spec.options ?? []) target.addOption(option(each));
  // When the command runs, it asks for missing arguments, or reports them all at once.
  for (const each of spec.args ?? []) target.argument(each.variadic ? `[${each.name}...]` : `[${each.name}]`);
  return target
    .helpOption('-h, --help', 'explain this command')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print, outputError: () => {} });
}

function build(spec: Command, path: readonly string[], width: number, findings: Findings): Commander {
  const here = [...path, spec.name];
  const target = new Commander(spec.name);
  configure(target, spec, findings);
  target.configureHelp({ formatHelp: () => formatHelp(here, spec, width) });
  if (spec.commands !== undefined) {
    for (const member of spec.commands) {
      const isDefault = spec.fallback === true && member === spec.commands[0];
      target.addCommand(build(member, here, width, findings), {
        isDefault,
        hidden: member.hidden === true,
      });
    }
  } else {
    target.action((...received: unknown[]) => {
      const values = (spec.args ?? []).map(({ name }, index) => [name, received[index]] as const);
      const given = values.filter(([, value]) => value !== undefined);
      for (const [at, { name, choices }] of (spec.args ?? []).entries()) {
        const text = received[at];
        if (choices !== undefined && typeof text === 'string') oneOf(name, text, choices);
      }
      const options = { ...target.opts(), ...Object.fromEntries(given) };
      findings.found({ path: here, command: spec, globals: root(target).opts<GlobalOptions>(), options });
    });
  }
  return target;
}

function root(command: Commander): Commander {
  return command.parent === null ? command : root(command.parent);
}

/** The parser for a command line, of which a command without a definition is only known by its name. */
export function buildProgram(
  branches: readonly Branch[],
  version: string,
  width: number,
  findings: Findings,
): Commander {
  const program = configure(new Commander('cfi'), { options: globalOptions }, findings);
  program.version(version, '-V, --version', 'print the version');
  program.configureHelp({ formatHelp: () => wrapLines(frontPage, width) });
  for (const { name, hidden, command } of branches) {
    const member = command === undefined ? new Commander(name) : build(command, [], width, findings);
    program.addCommand(member, { hidden });
  }
  return program;
}
