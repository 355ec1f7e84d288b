import { command, define } from '../../cli/command.ts';
import { intervalOption, wholeNumber } from '../../cli/values.ts';

export const todayDefinition = define({
  name: 'today',
  namesAccount: 'reads',
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

export const boardDefinition = define({
  name: 'board',
  summary: 'Show the same as cfi today, full screen and live',
  related: ['help desk', 'today'],
  examples: [{ command: 'cfi board' }, { command: 'cfi board --interval 30m' }],
  options: [
    intervalOption,
    { flags: '--read-only', help: 'look only: no key changes anything at the service' },
    { flags: '--no-bell', help: 'do not ring for a new offer' },
  ],
  notes:
    'Keys: arrows or j k, Enter details, a accept, c counter, x cancel, b book one like this, p PO from a file, ' +
    'w the week, / filter, g refresh now, ? keys, q quit. Every change is reviewed first, as on the command line: only y sends it.',
  graceful: true,
});

export const commands = [
  command(todayDefinition, () => import('./today.ts')),
  command(boardDefinition, () => import('./board.ts')),
];
