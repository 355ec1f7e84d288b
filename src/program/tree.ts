import type { Command, Runnable } from '../cli/command.ts';
import { globalOptions } from '../cli/options/global-options.ts';
import { accountCommands } from '../commands/account/definition.ts';
import { apiCommand } from '../commands/api/definition.ts';
import { boardCommand } from '../commands/board/definition.ts';
import { completeCommand, completionCommand } from '../commands/completion/definition.ts';
import { configCommand } from '../commands/config/definition.ts';
import { doctorCommand } from '../commands/doctor/definition.ts';
import { emulatorCommand } from '../commands/emulator/definition.ts';
import { inboundCommand } from '../commands/inbound/definition.ts';
import { orderCommand } from '../commands/order/definition.ts';
import { poCommand } from '../commands/po/definition.ts';
import { profileCommand } from '../commands/profile/definition.ts';
import { runsCommand } from '../commands/runs/definition.ts';
import { slotCommand } from '../commands/slot/definition.ts';
import { stockCommands } from '../commands/stock/definition.ts';
import { todayCommand } from '../commands/today/definition.ts';
import { verifyCommand } from '../commands/verify/definition.ts';

const helpTopics = [
  ...['options', 'exit-codes', 'environment', 'csv', 'reading', 'exports', 'maps', 'times'],
  ...['output', 'desk', 'many-machines', 'emulator'],
];

const help: Runnable = {
  name: 'help',
  summary: `Explain a command, or ${helpTopics.join(', ')}`,
  examples: [{ command: 'cfi help order create' }, { command: 'cfi help options' }],
  args: [
    {
      name: 'about',
      label: 'COMMAND',
      variadic: true,
      suggest: helpTopics,
    },
  ],
};

/** The whole tree, in the order of the help. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...stockCommands,
  orderCommand,
  inboundCommand,
  todayCommand,
  boardCommand,
  slotCommand,
  poCommand,
  runsCommand,
  apiCommand,
  configCommand,
  profileCommand,
  completionCommand,
  verifyCommand,
  doctorCommand,
  help,
  emulatorCommand,
  completeCommand(() => commands, globalOptions),
];
