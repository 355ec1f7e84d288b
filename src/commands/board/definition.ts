import { command, define } from '../../cli/command.ts';
import { durationMs } from '../../cli/values.ts';

/** `board`. */
export const boardDefinition = define({
  name: 'board',
  summary: 'Show the same as cfi today, full screen and live',
  related: ['help desk', 'today'],
  examples: [{ command: 'cfi board' }, { command: 'cfi board --interval 30m' }],
  options: [
    {
      flags: '--interval <DURATION>',
      help: 'time between polls, default 20m, at least 10m (not on the emulator)',
      parse: durationMs,
    },
    { flags: '--read-only', help: 'look only: no key changes anything at the service' },
    { flags: '--no-bell', help: 'do not ring for a new offer' },
  ],
  notes:
    'Keys: arrows or j k, Enter details, a accept, c counter, x cancel, b book one like this, p PO from a file, ' +
    'w the week, / filter, g refresh now, ? keys, q quit. Only y answers a question with yes.',
  graceful: true,
});

/** `board`, with what runs it. */
export const boardCommand = command(boardDefinition, () => import('./board.ts'));
