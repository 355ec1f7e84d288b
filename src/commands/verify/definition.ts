import { command, define } from '../../cli/command.ts';
import { yesOption } from '../../cli/reading-options.ts';

export const verifyDefinition = define({
  name: 'verify',
  namesAccount: 'writes',
  summary: 'Check which assumptions of the emulator hold for your service',
  related: ['doctor', 'emulator conformance', 'emulator start', 'emulator seed'],
  document: 'findings',
  examples: [
    { command: 'cfi verify', does: 'reads only' },
    { command: 'cfi verify --write --save service.json', does: 'also creates and cancels, after asking' },
    { command: 'cfi verify --against service.json', does: 'has the service changed since then?' },
  ],
  options: [
    {
      flags: '--write',
      help: 'create one order, one slot and one purchase order, and cancel what can be cancelled',
    },
    yesOption,
    {
      flags: '--save <FILE>',
      help: 'write what was learned, for emulator start --assume',
      complete: 'file',
      writes: true,
    },
    { flags: '--against <FILE>', help: 'compare with what --save wrote earlier', complete: 'file' },
  ],
  notes: [
    'Without --write, it sends at most 40 reads, one at a time and at most five per second.',
    'What is created is called CFI-VERIFY-…; a purchase order cannot be cancelled and is named at the end.',
    'cfi emulator start --assume FILE uses what --save wrote.',
    'Exit code 9 if any assumption differs, otherwise 0; with --against, 9 if an answer has changed since FILE was written.',
  ].join('\n'),
});

export const commands = command(verifyDefinition, () => import('./verify.ts'));
