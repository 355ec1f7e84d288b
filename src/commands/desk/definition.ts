import { command, define } from '../../cli/command.ts';
import { durationMs, wholeNumber } from '../../cli/values.ts';

/** `today`. */
export const todayDefinition = define({
  name: 'today',
  summary: 'Show what needs your answer, what arrives and what came short',
  examples: [
    { command: 'cfi today' },
    { command: 'cfi today --days 14' },
    { command: 'cfi today --exit-code -q', does: 'for a cron job: exit 12 when you must answer' },
  ],
  options: [
    {
      flags: '--days <N>',
      help: 'days of 24 hours to look ahead, and back for what came short, default 7',
      parse: wholeNumber(1, 366),
    },
    { flags: '--exit-code', help: 'exit 12 when an offer waits for your answer' },
  ],
  notes: 'To answer: cfi slot respond REF --accept, or --counter TIME.',
});

/** `board`. */
export const boardDefinition = define({
  name: 'board',
  summary: 'Show the same as today, full screen and live',
  examples: [{ command: 'cfi board' }, { command: 'cfi board --interval 30m' }],
  options: [
    {
      flags: '--interval <DURATION>',
      help: 'time between looks, default 20m, at least 10m; the emulator at any rate',
      parse: durationMs,
    },
  ],
  notes:
    'Keys: arrows or j k, Enter details, a accept, c counter, x cancel, b book one like this, p PO from a file,\n' +
    '/ filter, g look now, ? keys, q leave. Nothing but y answers a question with yes.',
  graceful: true,
});

/** The coordinator's desk: `today` and `board`. */
export const deskCommands = [
  command(todayDefinition, () => import('./today.ts')),
  command(boardDefinition, () => import('./board/board.ts')),
];
