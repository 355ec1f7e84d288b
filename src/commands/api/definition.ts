import { command, define } from '../../cli/command.ts';

/** The methods that change nothing, so that they can be repeated. */
export const readMethods = ['GET', 'HEAD', 'OPTIONS'] as const;

const apiMethods = [...readMethods, 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const apiDefinition = define({
  name: 'api',
  namesAccount: 'writes',
  summary: 'Call any endpoint, with sign-in and retries',
  related: ['emulator openapi'],
  examples: [
    { command: "cfi api GET '/inventory?page_size=5'" },
    { command: 'cfi api GET /inventory/stock-age --paginate' },
    { command: 'cfi api POST /outbound --body order.json' },
  ],
  args: [
    {
      name: 'method',
      label: 'METHOD',
      help: 'GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE',
      question: 'Which method?',
      choices: apiMethods,
      required: true,
    },
    {
      name: 'path',
      label: 'PATH',
      help: 'below the base address, for example /inventory',
      question: 'Which path, such as /inventory?',
      required: true,
    },
  ],
  options: [
    { flags: '--body <FILE|->', help: 'the request body; - is standard input', complete: 'file' },
    { flags: '--paginate', help: 'fetch all pages and print an array of their bodies' },
  ],
  graceful: true,
  waits: true,
  notes:
    'Prints the body of the answer unchanged; the exit code depends on its status. A write is never repeated.\nHEAD and OPTIONS get no body: --debug shows the headers of the answer.',
});

export const commands = command(apiDefinition, () => import('./request.ts'));
