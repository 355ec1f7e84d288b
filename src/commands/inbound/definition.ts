import type { Command } from '../../cli/command-module.ts';
import { fileNote, readingOptions } from '../../cli/reading-flags.ts';

export const inboundCommand: Command = {
  name: 'inbound',
  summary: 'Register deliveries through the legacy flow',
  examples: [
    { command: 'cfi inbound delivery.csv', does: 'the same as cfi inbound create delivery.csv' },
    { command: 'cfi inbound get PO-7' },
  ],
  fallback: true,
  commands: [
    {
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
      options: readingOptions,
      notes: fileNote('inbound'),
      graceful: true,
      load: () => import('./create.ts'),
    },
    {
      name: 'get',
      summary: 'Show a delivery',
      examples: [{ command: 'cfi inbound get PO-7' }],
      args: [{ name: 'deliveryNumber', label: 'DELIVERY_NUMBER', help: 'its PO_REFERENCE', required: true }],
      load: () => import('./get.ts'),
    },
    {
      name: 'template',
      summary: 'Print a file to start from',
      examples: [{ command: 'cfi inbound template > delivery.csv' }],
      options: [{ flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] }],
      load: () => import('./template.ts'),
    },
  ],
};
