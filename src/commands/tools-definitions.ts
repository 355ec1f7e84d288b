import type { Command } from '../cli/command-module.ts';

export const apiCommand: Command = {
  name: 'api',
  summary: 'Call any endpoint, with sign-in and retries',
  examples: [
    { command: "cfi api GET '/inventory?page_size=5'" },
    { command: 'cfi api GET /inventory/stock-age --paginate' },
    { command: 'cfi api POST /outbound --body order.json' },
  ],
  args: [
    { name: 'method', label: 'METHOD', help: 'GET, POST, PUT, PATCH or DELETE', required: true },
    { name: 'path', label: 'PATH', help: 'below the base address, as /inventory', required: true },
  ],
  options: [
    { flags: '--body <FILE|->', help: 'what to send; - is standard input', complete: 'file' },
    { flags: '--paginate', help: "follow the pages and print one array of the pages' bodies" },
  ],
  notes: 'The body is printed as it came; the exit code follows the status. A write is never repeated.',
  load: () => import('./api/request.ts'),
};

/** What `config` knows; a test holds it to the keys themselves. */
const keys = [
  'base_url',
  'output',
  'timeout',
  'max_retries',
  'warehouse',
  'timezone',
  'decimal',
  'dispatch_within',
  'monday_warehouses',
];
const key = {
  name: 'key',
  label: 'KEY',
  help: `one of ${keys.join(', ')}`,
  suggest: keys,
  required: true,
} as const;

export const configCommand: Command = {
  name: 'config',
  summary: "See and change a profile's defaults",
  examples: [
    { command: 'cfi config list' },
    { command: 'cfi config set output json' },
    { command: 'cfi config path' },
  ],
  commands: [
    {
      name: 'list',
      summary: 'Show all keys with their values',
      examples: [{ command: 'cfi config list' }],
      load: () => import('./config/list.ts'),
    },
    {
      name: 'get',
      summary: 'Show one value',
      examples: [{ command: 'cfi config get output' }],
      args: [key],
      load: () => import('./config/get.ts'),
    },
    {
      name: 'set',
      summary: 'Keep a value',
      examples: [{ command: 'cfi config set timeout 60s' }],
      args: [
        key,
        { name: 'value', label: 'VALUE', help: 'as the option of that name takes it', required: true },
      ],
      load: () => import('./config/set.ts'),
    },
    {
      name: 'unset',
      summary: 'Forget a value',
      examples: [{ command: 'cfi config unset timeout' }],
      args: [key],
      load: () => import('./config/unset.ts'),
    },
    {
      name: 'path',
      summary: 'Print where the file is',
      examples: [{ command: 'cfi config path' }],
      load: () => import('./config/path.ts'),
    },
  ],
};

export const profileCommand: Command = {
  name: 'profile',
  summary: 'Manage saved accounts',
  examples: [{ command: 'cfi profile list' }, { command: 'cfi profile use bluebird' }],
  commands: [
    {
      name: 'list',
      summary: 'List the saved accounts',
      examples: [{ command: 'cfi profile list' }],
      load: () => import('./profile/list.ts'),
    },
    {
      name: 'use',
      summary: 'Make an account the one that is used by default',
      examples: [{ command: 'cfi profile use bluebird' }],
      args: [{ name: 'name', label: 'NAME', required: true, complete: 'profile' }],
      load: () => import('./profile/use.ts'),
    },
    {
      name: 'remove',
      summary: 'Forget an account',
      examples: [
        { command: 'cfi profile remove bluebird' },
        { command: 'cfi profile remove bluebird --yes' },
      ],
      args: [{ name: 'name', label: 'NAME', required: true, complete: 'profile' }],
      options: [{ flags: '-y, --yes', help: 'do not ask' }],
      load: () => import('./profile/remove.ts'),
    },
  ],
};

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check base address, DNS, proxy, certificates, clock, token and permissions',
  examples: [{ command: 'cfi doctor' }, { command: 'cfi doctor --profile bluebird --json' }],
  notes: 'Exit code 1 when a check failed, 0 otherwise.',
  load: () => import('./doctor/doctor.ts'),
};
