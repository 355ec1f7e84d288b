import { command, define } from '../../cli/command.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof shells)[number];

export const completionDefinition = define({
  name: 'completion',
  summary: 'Print a completion script for your shell',
  examples: [
    { command: 'cfi completion bash > ~/.local/share/bash-completion/completions/cfi' },
    { command: 'cfi completion zsh > ~/.zfunc/_cfi' },
    { command: 'cfi completion fish > ~/.config/fish/completions/cfi.fish' },
    { command: 'cfi completion powershell >> $PROFILE' },
  ],
  args: [{ name: 'shell', label: shells.join('|'), help: 'your shell', choices: shells, required: true }],
});

export const commands = command(completionDefinition, () => import('./scripts.ts'));

export const completeDefinition = define({
  name: '__complete',
  summary: 'Words that could come next',
  examples: [],
  hidden: true,
  args: [{ name: 'words', label: 'WORD', variadic: true }],
});
