import type { Command } from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';
import { helpCommand } from './help.ts';

/** Commands of the first level, and the module that defines them, perhaps among others. */
interface Part {
  readonly names: readonly string[];
  /** Left out of help and completion. */
  readonly hidden?: boolean;
  load(): Promise<{ readonly commands: Command | readonly Command[] }>;
}

const account = () => import('../commands/account/definition.ts');

/** All parts, in the order of the help. A line loads only what it names: all definitions are a third of the program. */
const parts: readonly Part[] = [
  { names: ['login', 'logout', 'whoami'], load: account },
  { names: ['inventory', 'stock-age'], load: () => import('../commands/stock/definition.ts') },
  { names: ['order'], load: () => import('../commands/order/definition.ts') },
  { names: ['inbound'], load: () => import('../commands/inbound/definition.ts') },
  { names: ['today', 'board'], load: () => import('../commands/board/definition.ts') },
  { names: ['slot'], load: () => import('../commands/slot/definition.ts') },
  { names: ['po'], load: () => import('../commands/po/definition.ts') },
  { names: ['runs'], load: () => import('../commands/runs/definition.ts') },
  { names: ['api'], load: () => import('../commands/api/definition.ts') },
  { names: ['config', 'profile'], load: account },
  { names: ['completion'], load: () => import('../commands/completion/definition.ts') },
  { names: ['verify'], load: () => import('../commands/verify/definition.ts') },
  { names: ['doctor'], load: account },
  { names: ['help'], load: async () => ({ commands: helpCommand }) },
  { names: ['emulator'], load: () => import('../commands/emulator/definition.ts') },
  {
    names: ['__complete'],
    hidden: true,
    async load() {
      const { completeCommand } = await import('../commands/completion/definition.ts');
      return { commands: completeCommand(allCommands, globalOptions) };
    },
  },
];

async function commandsOf({ names, load }: Part): Promise<readonly Command[]> {
  const { commands } = await load();
  return [commands].flat().filter(({ name }) => names.includes(name));
}

/** A command of the first level: its definition if it was loaded, otherwise only its name. */
export interface Branch {
  readonly name: string;
  readonly hidden: boolean;
  readonly command?: Command;
}

/** The first level of the tree, with the definitions of the commands that a line names, in the order of the help. */
export async function branchesFor(argv: readonly string[]): Promise<readonly Branch[]> {
  const branches = parts.map(async (part): Promise<Branch[]> => {
    const { names, hidden = false } = part;
    if (!names.some((name) => argv.includes(name))) return names.map((name) => ({ name, hidden }));
    return (await commandsOf(part)).map((command) => ({ name: command.name, hidden, command }));
  });
  return (await Promise.all(branches)).flat();
}

/** The whole tree, in the order of the help. */
export async function allCommands(): Promise<readonly Command[]> {
  return (await Promise.all(parts.map(commandsOf))).flat();
}
