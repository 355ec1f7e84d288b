import type { Command } from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';
import { helpCommand } from './help.ts';

/** Commands of the first level that one module defines. */
interface Part {
  readonly names: readonly string[];
  /** Left out of help and completion. */
  readonly hidden?: boolean;
  load(): Promise<readonly Command[]>;
}

/** All parts, in the order of the help. A line loads only what it names: all definitions are a third of the program. */
const parts: readonly Part[] = [
  {
    names: ['login', 'logout', 'whoami'],
    load: async () => (await import('../commands/account/definition.ts')).accountCommands,
  },
  {
    names: ['inventory', 'stock-age'],
    load: async () => (await import('../commands/stock/definition.ts')).stockCommands,
  },
  { names: ['order'], load: async () => [(await import('../commands/order/definition.ts')).orderCommand] },
  {
    names: ['inbound'],
    load: async () => [(await import('../commands/inbound/definition.ts')).inboundCommand],
  },
  { names: ['today'], load: async () => [(await import('../commands/board/definition.ts')).todayCommand] },
  { names: ['board'], load: async () => [(await import('../commands/board/definition.ts')).boardCommand] },
  { names: ['slot'], load: async () => [(await import('../commands/slot/definition.ts')).slotCommand] },
  { names: ['po'], load: async () => [(await import('../commands/po/definition.ts')).poCommand] },
  { names: ['runs'], load: async () => [(await import('../commands/runs/definition.ts')).runsCommand] },
  { names: ['api'], load: async () => [(await import('../commands/api/definition.ts')).apiCommand] },
  {
    names: ['config'],
    load: async () => [(await import('../commands/account/definition.ts')).configCommand],
  },
  {
    names: ['profile'],
    load: async () => [(await import('../commands/account/definition.ts')).profileCommand],
  },
  {
    names: ['completion'],
    load: async () => [(await import('../commands/completion/definition.ts')).completionCommand],
  },
  { names: ['verify'], load: async () => [(await import('../commands/verify/definition.ts')).verifyCommand] },
  {
    names: ['doctor'],
    load: async () => [(await import('../commands/account/definition.ts')).doctorCommand],
  },
  { names: ['help'], load: async () => [helpCommand] },
  {
    names: ['emulator'],
    load: async () => [(await import('../commands/emulator/definition.ts')).emulatorCommand],
  },
  {
    names: ['__complete'],
    hidden: true,
    load: async () => {
      const { completeCommand } = await import('../commands/completion/definition.ts');
      return [completeCommand(allCommands, globalOptions)];
    },
  },
];

/** A command of the first level: its definition if it was loaded, otherwise only its name. */
export interface Branch {
  readonly name: string;
  readonly hidden: boolean;
  readonly command?: Command;
}

/** The first level of the tree, with the definitions of the commands that a line names, in the order of the help. */
export async function branchesFor(argv: readonly string[]): Promise<readonly Branch[]> {
  const branches = parts.map(async ({ names, hidden = false, load }): Promise<Branch[]> => {
    if (!names.some((name) => argv.includes(name))) return names.map((name) => ({ name, hidden }));
    return (await load()).map((command) => ({ name: command.name, hidden, command }));
  });
  return (await Promise.all(branches)).flat();
}

/** The whole tree, in the order of the help. */
export async function allCommands(): Promise<readonly Command[]> {
  return (await Promise.all(parts.map(({ load }) => load()))).flat();
}
