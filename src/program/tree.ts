import type { Command, Option } from '../cli/command-module.ts';
import { accountCommands } from '../commands/account/definition.ts';
import { emulatorCommand } from '../commands/emulator/definition.ts';
import { inboundCommand } from '../commands/inbound/definition.ts';
import { orderCommand } from '../commands/order/definition.ts';
import { poCommand } from '../commands/po/definition.ts';
import { slotCommand } from '../commands/slot/definition.ts';
import { stockCommands } from '../commands/stock/definition.ts';
import { apiCommand, configCommand, doctorCommand, profileCommand } from '../commands/tools-definitions.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Options that every command takes, anywhere on the line. */
export const globalOptions: readonly Option[] = [
  { flags: '--profile <NAME>', help: 'saved account, default "default" (CFI_PROFILE)', complete: 'profile' },
  { flags: '--base-url <URL>', help: "the service's base address, ending in /v1 (CFI_BASE_URL)" },
  { flags: '--emulator', help: 'the embedded emulator instead of a server (CFI_EMULATOR=1)' },
  {
    flags: '--state <DIR>',
    help: 'where the emulator keeps its state, or :memory: (CFI_EMULATOR_STATE)',
    complete: 'folder',
  },
  {
    flags: '-o, --output <FORMAT>',
    help: 'table, json, ndjson or csv, default table (CFI_OUTPUT)',
    choices: ['table', 'json', 'ndjson', 'csv'],
  },
  { flags: '--json', help: 'the same as --output json' },
  { flags: '--out <FILE>', help: 'write the result to a file, whole or not at all', complete: 'file' },
  { flags: '--no-input', help: 'never ask (CFI_NO_INPUT=1)' },
  { flags: '--no-color', help: 'no colour (NO_COLOR)' },
  { flags: '-q, --quiet', help: 'only results and errors' },
  { flags: '--debug', help: 'show each request and answer, secrets removed (CFI_DEBUG=1)' },
  { flags: '--timeout <DURATION>', help: 'for one request, default 30s (CFI_TIMEOUT)' },
  { flags: '--max-retries <N>', help: 'how often a read is tried again, default 4 (CFI_MAX_RETRIES)' },
];

const completion: Command = {
  name: 'completion',
  summary: 'Print a completion script for your shell',
  examples: [
    { command: 'cfi completion bash > ~/.local/share/bash-completion/completions/cfi' },
    { command: 'cfi completion zsh > ~/.zfunc/_cfi' },
    { command: 'cfi completion fish > ~/.config/fish/completions/cfi.fish' },
  ],
  args: [{ name: 'shell', label: shells.join('|'), choices: shells, required: true }],
  load: () => import('../commands/completion/completion.ts'),
};

const complete: Command = {
  name: '__complete',
  summary: 'Words that could come next',
  examples: [],
  hidden: true,
  args: [{ name: 'words', label: 'WORD', variadic: true }],
  load: async () => {
    const { completer } = await import('../commands/completion/complete.ts');
    return completer(commands, globalOptions);
  },
};

const help: Command = {
  name: 'help',
  summary: 'Explain a command, or exit-codes, environment, csv, output, emulator',
  examples: [{ command: 'cfi help order create' }, { command: 'cfi help exit-codes' }],
  args: [
    {
      name: 'about',
      label: 'COMMAND',
      variadic: true,
      suggest: ['exit-codes', 'environment', 'csv', 'output', 'emulator'],
    },
  ],
};

/** The whole tree, in the order in which help lists it. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...stockCommands,
  orderCommand,
  inboundCommand,
  slotCommand,
  poCommand,
  apiCommand,
  configCommand,
  profileCommand,
  completion,
  doctorCommand,
  help,
  emulatorCommand,
  complete,
];
