import { command, define, type Group } from '../../cli/command.ts';

/** The keys of `config`; a test compares them with the keys themselves. */
const keys = [
  'base_url',
  'output',
  'timeout',
  'max_retries',
  'warehouse',
  'timezone',
  'dates',
  'decimal',
  'dispatch_within',
  'preset',
  'map',
  'stock',
  'sku_map',
  'monday_warehouses',
];
const key = {
  name: 'key',
  label: 'KEY',
  help: `one of ${keys.join(', ')}`,
  suggest: keys,
  required: true,
} as const;

/** `config list`. */
const listCommand = define({
  name: 'list',
  summary: 'Show all keys with their values',
  examples: [{ command: 'cfi config list' }],
});

/** `config get`. */
export const getCommand = define({
  name: 'get',
  summary: 'Show one value',
  examples: [{ command: 'cfi config get output' }],
  args: [key],
});

/** `config set`. */
export const setCommand = define({
  name: 'set',
  summary: 'Save a value',
  examples: [{ command: 'cfi config set timeout 60s' }],
  args: [
    key,
    {
      name: 'value',
      label: 'VALUE',
      help: 'as for the option of that name; monday_warehouses takes names, separated by commas',
      required: true,
      takesEmpty: true,
      complete: 'setting',
    },
  ],
});

/** `config unset`. */
export const unsetCommand = define({
  name: 'unset',
  summary: 'Remove a value',
  examples: [{ command: 'cfi config unset timeout' }],
  args: [key],
});

/** `config path`. */
const pathCommand = define({
  name: 'path',
  summary: 'Print the path of the config file',
  examples: [{ command: 'cfi config path' }],
});

/** `config` and its commands. */
export const configCommand: Group = {
  name: 'config',
  summary: "Show and change a profile's defaults",
  examples: [
    { command: 'cfi config list' },
    { command: 'cfi config set output json' },
    { command: 'cfi config path' },
  ],
  commands: [
    command(listCommand, () => import('./list.ts')),
    command(getCommand, () => import('./get.ts')),
    command(setCommand, () => import('./set.ts')),
    command(unsetCommand, () => import('./unset.ts')),
    command(pathCommand, () => import('./path.ts')),
  ],
};
