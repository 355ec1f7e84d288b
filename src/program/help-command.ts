import type { Runnable } from '../cli/command.ts';

const helpTopics = [
  ...['options', 'exit-codes', 'environment', 'csv', 'reading', 'exports', 'maps', 'times'],
  ...['output', 'desk', 'many-machines', 'emulator'],
];

/** `help`, which is answered while the line is read. */
export const helpCommand: Runnable = {
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
