import { durationMs, nameAndValue, ratePerMinute, wholeNumber } from '../cli/values.ts';
import type { Command, Option } from './command.ts';

const seed: Option = {
  flags: '--seed <NAME|FILE>',
  help: 'default, empty, large or a seed file',
  suggest: ['default', 'empty', 'large'],
  complete: 'file',
};

const startOptions: readonly Option[] = [
  { flags: '--port <N>', help: 'port, default 4650; 0 picks a free one', parse: wholeNumber(0, 65_535) },
  { flags: '--host <H>', help: 'address to listen on, default 127.0.0.1' },
  seed,
  { flags: '--now <ISO>', help: "where the emulator's clock starts" },
  { flags: '--freeze', help: 'the clock stands still until it is moved' },
  {
    flags: '--fc-policy <POLICY>',
    help: 'how warehouses answer: manual, auto or counter',
    choices: ['manual', 'auto', 'counter'],
  },
  { flags: '--rate-limit <N/m>', help: 'requests a minute that each client has', parse: ratePerMinute },
  { flags: '--latency <DURATION>', help: 'each answer takes this much longer', parse: durationMs },
  {
    flags: '--vary-assumptions <N>',
    help: 'pick other answers where the specification is silent',
    parse: wholeNumber(0),
  },
];
const stateNote = 'State is kept in --state DIR, or only in memory with --state :memory:.';

const clock: Command = {
  name: 'clock',
  summary: "Show or move the emulator's clock",
  examples: [
    { command: 'cfi emulator clock' },
    { command: 'cfi emulator clock advance 36h' },
    { command: 'cfi emulator clock set 2026-09-02T08:00:00Z' },
    { command: 'cfi emulator clock freeze' },
  ],
  args: [
    {
      name: 'action',
      label: 'show|set|advance|freeze|resume',
      help: 'default show',
      choices: ['show', 'set', 'advance', 'freeze', 'resume'],
    },
    { name: 'value', label: 'ISO|DURATION', help: 'for set and advance' },
  ],
  notes: 'The clock only goes forward. What falls due on the way happens, each at its own time.',
  load: () => import('../commands/emulator/clock.ts'),
};

const ref = (label: string, help: string, complete?: 'slot') => ({
  name: 'ref',
  label,
  help,
  required: true,
  ...(complete === undefined ? {} : { complete }),
});

const fc: Command = {
  name: 'fc',
  summary: 'Act as the warehouse',
  examples: [
    { command: 'cfi emulator fc confirm SLOT-000123' },
    { command: 'cfi emulator fc receive LW-PO-000042 --short AC-TENT-2=3' },
  ],
  commands: [
    {
      name: 'confirm',
      summary: 'Confirm a slot',
      examples: [{ command: 'cfi emulator fc confirm SLOT-000123' }],
      args: [ref('SLOT', 'slot reference', 'slot')],
      options: [{ flags: '--time <ISO>', help: 'the time agreed, default the one last asked for' }],
      load: () => import('../commands/emulator/fc-confirm.ts'),
    },
    {
      name: 'counter',
      summary: 'Propose another time for a slot',
      examples: [{ command: 'cfi emulator fc counter SLOT-000123 --time 2026-09-04T13:00:00+01:00' }],
      args: [ref('SLOT', 'slot reference', 'slot')],
      options: [
        { flags: '--time <ISO>', help: 'the time proposed', required: true },
        { flags: '--comment <TEXT>', help: 'a word to the client' },
      ],
      load: () => import('../commands/emulator/fc-counter.ts'),
    },
    {
      name: 'receive',
      summary: 'Receive the goods of a purchase order',
      examples: [
        { command: 'cfi emulator fc receive LW-PO-000042' },
        {
          command: 'cfi emulator fc receive LW-PO-000042 --short AC-TENT-2=3',
          does: 'three fewer than ordered',
        },
      ],
      args: [ref('PO', 'purchase order number')],
      options: [
        {
          flags: '--short <SKU=N>',
          help: 'N fewer of this SKU came; may be repeated',
          repeat: true,
          parse: nameAndValue,
        },
        { flags: '--partial', help: 'more deliveries will follow' },
      ],
      load: () => import('../commands/emulator/fc-receive.ts'),
    },
    {
      name: 'dispatch',
      summary: 'Dispatch an order',
      examples: [{ command: 'cfi emulator fc dispatch R-1001 --carrier DPD --tracking 1550' }],
      args: [ref('REF', 'order reference')],
      options: [
        { flags: '--client <ID>', help: 'whose order, where several clients have the reference' },
        { flags: '--tracking <T>', help: 'tracking number' },
        { flags: '--carrier <C>', help: 'shipping vendor' },
      ],
      load: () => import('../commands/emulator/fc-dispatch.ts'),
    },
  ],
};

const fault: Command = {
  name: 'fault',
  summary: 'Make the emulator fail on purpose',
  examples: [
    {
      command: `cfi emulator fault add '{"match":{"path":"/outbound"},"when":{"times":2},"do":{"status":503}}'`,
      does: 'the next two orders get 503',
    },
    { command: 'cfi emulator fault clear' },
  ],
  commands: [
    {
      name: 'add',
      summary: 'Add a fault rule',
      examples: [{ command: 'cfi emulator fault add rule.json' }],
      args: [
        {
          name: 'rule',
          label: 'FILE|JSON',
          help: 'the rule, or a file that holds it',
          required: true,
          complete: 'file',
        },
      ],
      load: () => import('../commands/emulator/fault-add.ts'),
    },
    {
      name: 'list',
      summary: 'List the fault rules',
      examples: [{ command: 'cfi emulator fault list' }],
      load: () => import('../commands/emulator/fault-list.ts'),
    },
    {
      name: 'clear',
      summary: 'Remove all fault rules',
      examples: [{ command: 'cfi emulator fault clear' }],
      load: () => import('../commands/emulator/fault-clear.ts'),
    },
  ],
};

export const emulatorCommand: Command = {
  name: 'emulator',
  summary: 'The whole service on this machine, for rehearsals and tests',
  examples: [
    { command: 'cfi emulator start', does: 'serve on http://127.0.0.1:4650/v1' },
    { command: 'cfi emulator exec -- npm test', does: 'a fresh one around a command' },
    { command: 'cfi --emulator inventory', does: 'no server at all' },
  ],
  commands: [
    {
      name: 'start',
      summary: 'Serve the emulator until it is interrupted',
      examples: [
        { command: 'cfi emulator start' },
        { command: 'cfi emulator start --port 0 --json', does: 'a free port; one JSON line when ready' },
        { command: 'cfi emulator start --state :memory: --seed large --fc-policy auto' },
      ],
      options: startOptions,
      notes: stateNote,
      graceful: true,
      load: () => import('../commands/emulator/start.ts'),
    },
    {
      name: 'exec',
      summary: 'Run a command against an emulator of its own',
      examples: [
        { command: 'cfi emulator exec -- cfi inventory' },
        { command: 'cfi emulator exec --seed seed.json --now 2026-09-01T08:00:00Z -- npm test' },
      ],
      args: [
        {
          name: 'command',
          label: 'COMMAND',
          help: 'after --, with its own arguments',
          required: true,
          variadic: true,
        },
      ],
      options: startOptions,
      notes: `The exit code is the command's. ${stateNote}`,
      graceful: true,
      load: () => import('../commands/emulator/exec.ts'),
    },
    {
      name: 'status',
      summary: 'Show whether an emulator answers, and its clock',
      examples: [{ command: 'cfi emulator status' }],
      load: () => import('../commands/emulator/status.ts'),
    },
    {
      name: 'reset',
      summary: 'Start over from the seed',
      examples: [{ command: 'cfi emulator reset' }, { command: 'cfi emulator reset --seed large' }],
      options: [seed],
      load: () => import('../commands/emulator/reset.ts'),
    },
    {
      name: 'export',
      summary: 'Write the whole state to a file',
      examples: [{ command: 'cfi emulator export state.json' }],
      args: [{ name: 'file', label: 'FILE', help: '- is standard output', required: true, complete: 'file' }],
      load: () => import('../commands/emulator/export.ts'),
    },
    {
      name: 'import',
      summary: 'Replace the whole state by an exported one',
      examples: [{ command: 'cfi emulator import state.json' }],
      args: [{ name: 'file', label: 'FILE', help: '- is standard input', required: true, complete: 'file' }],
      load: () => import('../commands/emulator/import.ts'),
    },
    clock,
    fc,
    fault,
    {
      name: 'log',
      summary: 'Show the last requests',
      examples: [{ command: 'cfi emulator log' }, { command: 'cfi emulator log --follow -o ndjson' }],
      options: [{ flags: '--follow', help: 'go on with each new request' }],
      load: () => import('../commands/emulator/log.ts'),
    },
    {
      name: 'openapi',
      summary: 'Print the OpenAPI document of the service',
      examples: [{ command: 'cfi emulator openapi > openapi.json' }],
      load: () => import('../commands/emulator/openapi.ts'),
    },
    {
      name: 'conformance',
      summary: 'List the rules of the specification and the tests that hold each',
      examples: [{ command: 'cfi emulator conformance' }, { command: 'cfi emulator conformance -o csv' }],
      load: () => import('../commands/emulator/conformance.ts'),
    },
  ],
};
