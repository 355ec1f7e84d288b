import { command, define } from '../../cli/command.ts';
import { wholeNumber } from '../../cli/values.ts';

/** `today`. */
export const todayDefinition = define({
  name: 'today',
  namesAccount: true,
  summary: 'Show what needs your answer, what arrives, is late or came short',
  related: ['help desk', 'slot respond', 'board', 'slot list', 'po list'],
  document: 'today',
  examples: [
    { command: 'cfi today' },
    { command: 'cfi today --days 14' },
    { command: 'cfi today --exit-code -q', does: 'for cron: exit 12 if an offer needs your answer' },
  ],
  options: [
    {
      flags: '--days <N>',
      help: 'days to look ahead, and back for what arrived, default 7',
      parse: wholeNumber(1, 366),
    },
    { flags: '--exit-code', help: 'exit 12 if an offer needs your answer' },
  ],
  notes: 'To answer: cfi slot respond.',
});

/** `today`, with what runs it. */
export const todayCommand = command(todayDefinition, () => import('./today.ts'));
