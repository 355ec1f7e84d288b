import { command, define, type Group } from '../../cli/command.ts';
import { fileArgument, readingFlags, yesAtTerminal } from '../../cli/reading-options.ts';

export const createCommand = define({
  name: 'create',
  namesAccount: 'writes',
  summary: 'Register deliveries from a CSV or JSON file',
  related: ['help csv', 'po create', 'inbound template', 'inbound get'],
  document: 'deliveryUpload',
  examples: [
    { command: 'cfi inbound create delivery.csv --dry-run' },
    { command: 'cfi inbound create delivery.json' },
  ],
  args: [{ ...fileArgument, required: true }],
  options: [...readingFlags, yesAtTerminal],
  graceful: true,
});

export const getCommand = define({
  name: 'get',
  summary: 'Show a delivery',
  related: ['inbound create'],
  document: 'delivery',
  examples: [{ command: 'cfi inbound get PO-7' }],
  args: [
    {
      name: 'deliveryNumber',
      label: 'DELIVERY_NUMBER',
      help: 'its PO_REFERENCE',
      question: 'Which delivery? (its number)',
      required: true,
      complete: 'inbound',
    },
  ],
});

export const templateCommand = define({
  name: 'template',
  summary: 'Print a template file',
  related: ['inbound create'],
  examples: [{ command: 'cfi inbound template > delivery.csv' }],
  options: [{ flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] }],
});

export const commands: Group = {
  name: 'inbound',
  summary: 'Register deliveries through the legacy flow',
  examples: [
    { command: 'cfi inbound delivery.csv', does: 'the same as cfi inbound create delivery.csv' },
    { command: 'cfi inbound get PO-7' },
  ],
  fallback: true,
  commands: [
    command(createCommand, async () => (await import('./inbound.ts')).create),
    command(getCommand, async () => (await import('./inbound.ts')).get),
    command(templateCommand, async () => (await import('./inbound.ts')).template),
  ],
};
