import { command, define } from '../../cli/command.ts';

/** `api`. */
export const apiDefinition = define({
  name: 'api',
  summary: 'Call any endpoint, with sign-in and retries',
  examples: [
    { command: "cfi api GET '/inventory?page_size=5'" },
    { command: 'cfi api GET /inventory/stock-age --paginate' },
    { command: 'cfi api POST /outbound --body order.json' },
  ],
  args: [
    { name: 'method', label: 'METHOD', help: 'GET, POST, PUT, PATCH or DELETE', required: true },
    { name: 'path', label: 'PATH', help: 'below the base address, for example /inventory', required: true },
  ],
  options: [
    { flags: '--body <FILE|->', help: 'the request body; - is standard input', complete: 'file' },
    { flags: '--paginate', help: 'fetch all pages and print an array of their bodies' },
  ],
  graceful: true,
  notes:
    'Prints the body of the answer unchanged; the exit code depends on its status. A write is never repeated.',
});

/** `api`, with the module that runs it. */
export const apiCommand = command(apiDefinition, () => import('./request.ts'));
