import { command, define } from '../../cli/command.ts';
import { sinceOption } from '../../cli/values.ts';

export const runsDefinition = define({
  name: 'runs',
  summary: 'List what this machine sent: orders, deliveries, slots, POs, cancellations',
  related: ['order create', 'order runs'],
  document: 'runs',
  examples: [
    { command: 'cfi runs --since yesterday' },
    { command: 'cfi runs 12 -o csv', does: 'what became of all that it sent' },
  ],
  args: [{ name: 'run', label: 'RUN', help: 'number of a run, to show what it sent' }],
  options: [sinceOption('runs started since then')],
});

export const commands = command(runsDefinition, async () => (await import('./runs.ts')).allRuns);
