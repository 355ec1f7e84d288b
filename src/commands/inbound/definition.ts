import { command, define, type Group } from '../../cli/command.ts';
import { readingFlags } from '../../cli/options/reading-options.ts';

/** `inbound create`. */
export const createCommand = define({
  name: 'create',
  summary: 'Register deliveries from a CSV or JSON file',
  examples: [
    { command: 'cfi inbound create delivery.csv --dry-run' },
    { command: 'cfi inbound create delivery.json' },
  ],
  args: [
    {
      name: 'file',
      label: 'FILE',
      help: 'CSV or JSON; - is standard input',
      required: true,
      complete: 'file',
    },
  ],
  options: readingFlags,
  graceful: true,
});

/** `inbound get`. */
export const getCommand = define({
  name: 'get',
  summary: 'Show a delivery',
  examples: [{ command: 'cfi inbound get PO-7' }],
  args: [
    {
      name: 'deliveryNumber',
      label: 'DELIVERY_NUMBER',
      help: 'its PO_REFERENCE',
      required: true,
      complete: 'inbound',
    },
  ],
});

/** `inbound template`. */
export const templateCommand = define({
  name: 'template',
  summary: 'Print a template file',
  examples: [{ command: 'cfi inbound template > delivery.csv' }],
  options: [{ flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] }],
});

/** `inbound` and its commands. */
export const inboundCommand: Group = {
  name: 'inbound',
  summary: 'Register deliveries through the legacy flow',
  examples: [
    { command: 'cfi inbound delivery.csv', does: 'the same as cfi inbound create delivery.csv' },
    { command: 'cfi inbound get PO-7' },
  ],
  fallback: true,
  commands: [
    command(createCommand, () => import('./create.ts')),
    command(getCommand, () => import('./get.ts')),
    command(templateCommand, () => import('./template.ts')),
  ],
};
