import { command, define, type Group } from '../../cli/command.ts';

/** `profile list`. */
const listCommand = define({
  name: 'list',
  summary: 'List the saved accounts',
  examples: [{ command: 'cfi profile list' }],
});

/** `profile use`. */
export const useCommand = define({
  name: 'use',
  summary: 'Use this account by default',
  examples: [{ command: 'cfi profile use bluebird' }],
  args: [{ name: 'name', label: 'NAME', required: true, complete: 'profile' }],
});

/** `profile remove`. */
export const removeCommand = define({
  name: 'remove',
  summary: 'Remove a saved account',
  examples: [{ command: 'cfi profile remove bluebird' }, { command: 'cfi profile remove bluebird --yes' }],
  args: [{ name: 'name', label: 'NAME', required: true, complete: 'profile' }],
  options: [{ flags: '-y, --yes', help: 'do not ask' }],
});

/** `profile` and its commands. */
export const profileCommand: Group = {
  name: 'profile',
  summary: 'Manage saved accounts',
  examples: [{ command: 'cfi profile list' }, { command: 'cfi profile use bluebird' }],
  commands: [
    command(listCommand, () => import('./list.ts')),
    command(useCommand, () => import('./use.ts')),
    command(removeCommand, () => import('./remove.ts')),
  ],
};
