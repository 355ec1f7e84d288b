import { type Command, command } from '../cli/command.ts';
import { globalOptions } from '../cli/global-options.ts';
import {
  configCommand,
  doctorCommand,
  profileCommand,
  signInCommands,
} from '../commands/account/definition.ts';
import { commands as api } from '../commands/api/definition.ts';
import { commands as board } from '../commands/board/definition.ts';
import { completeDefinition, commands as completion } from '../commands/completion/definition.ts';
import { commands as emulator } from '../commands/emulator/definition.ts';
import { commands as inbound } from '../commands/inbound/definition.ts';
import { commands as order } from '../commands/order/definition.ts';
import { commands as po } from '../commands/po/definition.ts';
import { commands as runs } from '../commands/runs/definition.ts';
import { commands as slot } from '../commands/slot/definition.ts';
import { commands as stock } from '../commands/stock/definition.ts';
import { commands as verify } from '../commands/verify/definition.ts';
import { helpCommand } from './help.ts';

/** The whole tree, in the order of the help. */
export const allCommands: readonly Command[] = [
  ...signInCommands,
  ...stock,
  order,
  inbound,
  ...board,
  slot,
  po,
  runs,
  api,
  configCommand,
  profileCommand,
  completion,
  verify,
  doctorCommand,
  helpCommand,
  emulator,
  command(completeDefinition, async () => {
    const { completer } = await import('../commands/completion/complete.ts');
    return completer(allCommands, globalOptions);
  }),
];
