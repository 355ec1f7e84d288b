import { type Command, command, define } from '../../cli/command.ts';
import { durationMs } from '../../cli/options/values.ts';

/** `login`. */
export const loginCommand = define({
  name: 'login',
  summary: 'Sign in and save the token in this profile',
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

/** `logout`. */
const logoutCommand = define({
  name: 'logout',
  summary: 'Remove the token and secret saved in this profile',
  examples: [{ command: 'cfi logout' }, { command: 'cfi logout --profile bluebird' }],
});

/** `whoami`. */
export const whoamiCommand = define({
  name: 'whoami',
  summary: 'Show which account is signed in and until when',
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

/** Commands of this folder, in the order of help. */
export const accountCommands: readonly Command[] = [
  command(loginCommand, () => import('./login.ts')),
  command(logoutCommand, () => import('./logout.ts')),
  command(whoamiCommand, () => import('./whoami.ts')),
];
