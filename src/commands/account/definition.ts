import { type Command, command, define, type Group } from '../../cli/command.ts';
import { yesOption } from '../../cli/reading-options.ts';
import { durationMs } from '../../cli/values.ts';
import { keyNames } from '../../config/keys.ts';

export const loginCommand = define({
  name: 'login',
  summary: 'Sign in and save the token in this profile',
  related: ['logout', 'whoami', 'doctor', 'profile list'],
  document: 'signedIn',
  examples: [
    {
      command: 'cfi login --base-url https://service.example/v1 --client-id acme',
      does: 'asks for the secret',
    },
    { command: 'pass show cfi | cfi login --client-id acme --client-secret-stdin' },
    { command: 'cfi login --profile bluebird --save-secret', does: 'later renews the token without asking' },
  ],
  options: [
    { flags: '--client-id <ID>', help: 'client ID; also CFI_CLIENT_ID' },
    { flags: '--client-secret-stdin', help: 'read the secret from standard input' },
    { flags: '--client-secret-file <FILE>', help: 'read the secret from a file', complete: 'file' },
    {
      flags: '--save-secret',
      help: "also save the secret, in the system's keychain or else in the config file",
    },
  ],
  notes: 'There is no option for the secret itself, because other users of the machine could read it.',
});

const logoutCommand = define({
  name: 'logout',
  summary: 'Remove the token and secret saved in this profile',
  related: ['login'],
  document: 'signedOut',
  examples: [{ command: 'cfi logout' }, { command: 'cfi logout --profile bluebird' }],
});

export const whoamiCommand = define({
  name: 'whoami',
  summary: 'Show which account is signed in and until when',
  related: ['login', 'doctor'],
  document: 'account',
  examples: [
    { command: 'cfi whoami' },
    { command: 'cfi whoami --expires-within 2h || cfi login', does: 'exit 4 if the token expires sooner' },
  ],
  options: [
    {
      flags: '--expires-within <DURATION>',
      help: 'exit 4 if the token expires within this time',
      parse: durationMs,
    },
  ],
});

const profileListCommand = define({
  name: 'list',
  summary: 'List the saved accounts',
  related: ['login', 'profile use', 'profile remove', 'config list'],
  document: 'profiles',
  examples: [{ command: 'cfi profile list' }],
});

const profileArgument = {
  name: 'name',
  label: 'NAME',
  question: 'Which profile?',
  required: true,
  complete: 'profile',
  chosenFrom: async () => (await import('./profile.ts')).savedProfiles,
  listedBy: 'cfi profile list',
} as const;

export const useCommand = define({
  name: 'use',
  summary: 'Use this account by default',
  related: ['profile list'],
  document: 'usedProfile',
  examples: [{ command: 'cfi profile use bluebird' }],
  args: [profileArgument],
});

export const removeCommand = define({
  name: 'remove',
  summary: 'Remove a saved account',
  related: ['profile list'],
  document: 'removedProfile',
  examples: [{ command: 'cfi profile remove bluebird' }, { command: 'cfi profile remove bluebird --yes' }],
  args: [profileArgument],
  options: [yesOption],
});

export const profileCommand: Group = {
  name: 'profile',
  summary: 'Manage saved accounts',
  examples: [{ command: 'cfi profile list' }, { command: 'cfi profile use bluebird' }],
  commands: [
    command(profileListCommand, async () => (await import('./profile.ts')).list),
    command(useCommand, async () => (await import('./profile.ts')).use),
    command(removeCommand, async () => (await import('./profile.ts')).remove),
  ],
};

const key = {
  name: 'key',
  label: 'KEY',
  help: `one of ${keyNames.join(', ')}`,
  question: 'Which setting?',
  suggest: keyNames,
  chosenFrom: async () => async () => keyNames.map((value) => ({ value })),
  required: true,
} as const;

const configListCommand = define({
  name: 'list',
  summary: 'Show all keys with their values',
  related: ['profile list', 'config set', 'config path'],
  document: 'settings',
  examples: [{ command: 'cfi config list' }],
});

export const getCommand = define({
  name: 'get',
  summary: 'Show one value',
  related: ['config set'],
  document: 'settingValue',
  examples: [{ command: 'cfi config get output' }],
  args: [key],
});

export const setCommand = define({
  name: 'set',
  summary: 'Save a value',
  related: ['help environment', 'config list', 'config get', 'config unset'],
  document: 'changedSetting',
  examples: [{ command: 'cfi config set timeout 60s' }],
  args: [
    key,
    {
      name: 'value',
      label: 'VALUE',
      question: 'The new value',
      help: 'as for the option of that name; accessible is on or off; monday_warehouses takes names, separated by commas',
      required: true,
      takesEmpty: true,
    },
  ],
});

export const unsetCommand = define({
  name: 'unset',
  summary: 'Remove a value',
  related: ['config set'],
  document: 'changedSetting',
  examples: [{ command: 'cfi config unset timeout' }],
  args: [key],
});

const pathCommand = define({
  name: 'path',
  summary: 'Print the path of the config file',
  related: ['config list'],
  document: 'settingValue',
  examples: [{ command: 'cfi config path' }],
});

export const configCommand: Group = {
  name: 'config',
  summary: "Show and change a profile's defaults",
  examples: [
    { command: 'cfi config list' },
    { command: 'cfi config set output json' },
    { command: 'cfi config path' },
  ],
  commands: [
    command(configListCommand, async () => (await import('./config.ts')).list),
    command(getCommand, async () => (await import('./config.ts')).get),
    command(setCommand, async () => (await import('./config.ts')).set),
    command(unsetCommand, async () => (await import('./config.ts')).unset),
    command(pathCommand, async () => (await import('./config.ts')).path),
  ],
};

export const doctorCommand = command(
  define({
    name: 'doctor',
    summary: 'Check base address, DNS, proxy, certificates, clock, token and permissions',
    related: ['login', 'whoami', 'verify'],
    document: 'checks',
    examples: [{ command: 'cfi doctor' }, { command: 'cfi doctor --profile bluebird --json' }],
    notes: 'Exit code 1 if a check fails, otherwise 0.',
  }),
  () => import('./doctor.ts'),
);

export const signInCommands: readonly Command[] = [
  command(loginCommand, () => import('./login.ts')),
  command(logoutCommand, () => import('./logout.ts')),
  command(whoamiCommand, () => import('./whoami.ts')),
];
