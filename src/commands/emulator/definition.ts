import { command, define, type Group, rarely } from '../../cli/command.ts';
import { fileArgument, yesAtTerminal } from '../../cli/reading-options.ts';
import { durationMs, notA, notBlank, ratePerMinute, wholeNumber } from '../../cli/values.ts';
import { fcPolicies } from '../../emulator/store/clients.ts';
import { usageError } from '../../errors.ts';
import { withoutBrackets } from '../../text/host.ts';
import { clockCommand, faultCommand, fcCommand } from './control-definitions.ts';

/** A host name that requests may be sent to, in lower case, or `*`; a usage error names the option. */
export function hostName(option: string, text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  // An IPv6 address has at least two colons; a name with a port has one, even if it looks hexadecimal.
  if (name === '*' || /^\[?[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*\]?$/.test(name)) return withoutBrackets(name);
  if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)) return name;
  const how = 'write it without scheme and port, for example emulator or cfi.example.test; * allows any';
  throw notA(option, text, 'the name of a host', how);
}

/** The origin of web pages, as browsers send it, or `*`; a usage error names the option. */
export function pageOrigin(option: string, text: string): string {
  const value = text.trim().toLowerCase();
  if (value === '*' || value === 'null') return value;
  const url = URL.parse(value);
  if (url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(url.href))
    return url.origin;
  const how = 'write only scheme, host and port, for example http://localhost:5173; * allows any';
  throw notA(option, text, 'the origin of a web page', how);
}

/** An address to listen on; an IPv6 address may be in brackets, as in a URL. A usage error names the option. */
export function listeningAddress(option: string, text: string): string {
  const address = text.trim();
  if (address === '') throw usageError(`${option} must not be empty`);
  return address.startsWith('[') && address.endsWith(']') ? address.slice(1, -1) : address;
}

const seed = {
  flags: '--seed <NAME|FILE>',
  help: 'default, empty, large or a seed file',
  suggest: ['default', 'empty', 'large'],
  complete: 'file',
} as const;

const parsePort = wholeNumber(0, 65_535);

const longestRange = 1000;

/** The numbers from the first to the last of a range such as `1..20`; a usage error names the option. */
function numberRange(option: string, text: string): readonly number[] {
  const [, first, last] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (!(from >= 1 && to >= from && to - from < longestRange)) {
    const how = `write it as 1..20, with at most ${longestRange} numbers`;
    throw notA(option, text, 'a range of numbers', how);
  }
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Options of `emulator start` and `emulator exec`, which differ only in their default port. */
export const servingOptions = rarely(
  [
    { flags: '--host <H>', help: 'address to listen on, default 127.0.0.1', parse: listeningAddress },
    {
      flags: '--allow-host <NAME>',
      help: 'accept this host name, * for any; repeatable',
      repeat: true,
      parse: hostName,
    },
    {
      flags: '--allow-origin <ORIGIN>',
      help: 'accept pages of this origin, * for any; repeatable',
      repeat: true,
      parse: pageOrigin,
    },
    { flags: '--tls-cert <FILE>', help: 'serve https with this certificate (PEM)', complete: 'file' },
    { flags: '--tls-key <FILE>', help: 'the key of the certificate (PEM)', complete: 'file' },
    seed,
    { flags: '--now <ISO>', help: "start the emulator's clock at this time" },
    { flags: '--freeze', help: 'stop the clock until it is moved' },
    {
      flags: '--fc-policy <POLICY>',
      help: 'how warehouses answer: manual, auto or counter',
      choices: fcPolicies,
    },
    { flags: '--rate-limit <N/m>', help: 'limit each client to N requests per minute', parse: ratePerMinute },
    { flags: '--latency <DURATION>', help: 'delay every answer by this much', parse: durationMs },
    {
      flags: '--vary-assumptions <N>',
      help: 'vary the answers that the specification leaves open',
      parse: wholeNumber(0),
    },
    {
      flags: '--assume <LIST|FILE>',
      help: 'answers: A-06=1,A-22=2 or a file of verify --save',
      complete: 'file',
    },
  ],
  ...['--seed', '--now', '--freeze', '--fc-policy', '--assume'],
);

export const startCommand = define({
  name: 'start',
  summary: 'Serve the emulator until it is interrupted',
  related: ['help emulator', 'verify', 'emulator exec', 'emulator status', 'emulator seed'],
  examples: [
    { command: 'cfi emulator start' },
    { command: 'cfi emulator start --port 0 --json', does: 'a free port; one JSON line when ready' },
    { command: 'cfi emulator start --state :memory: --seed large --fc-policy auto' },
  ],
  options: [
    { flags: '--port <N>', help: 'port, default 4650; 0 picks a free one', parse: parsePort },
    ...servingOptions,
    { flags: '--open', help: 'open the warehouse page in the browser' },
  ],
  notes:
    'State is kept in --state DIR, or only in memory with --state :memory:.\n' +
    "The warehouse's side in a browser is at http://127.0.0.1:4650/_emulator/",
  graceful: true,
});

export const execCommand = define({
  name: 'exec',
  summary: 'Run a command against its own emulator',
  related: ['help emulator', 'emulator start'],
  examples: [
    { command: 'cfi emulator exec --seed seed.json --now 2026-09-01T08:00:00Z -- npm test' },
    { command: 'cfi emulator exec --assume service.json --require verified -- npm test' },
    {
      command: 'cfi emulator exec --vary 1..20 -- npm test',
      does: 'find the assumption that breaks your client',
    },
  ],
  args: [
    {
      name: 'command',
      label: 'COMMAND',
      help: 'after --, with its own arguments',
      question: 'Which command?',
      required: true,
      variadic: true,
    },
  ],
  options: [
    { flags: '--port <N>', help: 'port; default 0, which picks a free one', parse: parsePort },
    ...servingOptions,
    {
      flags: '--report <FILE>',
      help: 'write the calls and assumptions that it relied on',
      complete: 'file',
      writes: true,
    },
    {
      flags: '--require <WHAT>',
      help: 'verified: exit 9 if it relied on an assumption that is not',
      choices: ['verified'],
    },
    {
      flags: '--vary <RANGE>',
      help: 'run it under each of these sets of assumptions, such as 1..20',
      parse: numberRange,
    },
  ],
  notes:
    "Ends with the command's exit code; with --vary, 9 if any run fails. Sets CFI_BASE_URL, CFI_CLIENT_ID, " +
    "CFI_CLIENT_SECRET (of the seed's first client) and CFI_EMULATOR_ADMIN. State is kept in memory only, or in --state DIR.",
  graceful: true,
});

const statusCommand = define({
  name: 'status',
  summary: 'Show whether an emulator answers, and its clock',
  related: ['emulator start', 'emulator clock', 'emulator reset', 'emulator log'],
  document: 'emulatorStatus',
  examples: [{ command: 'cfi emulator status' }],
});

export const resetCommand = define({
  name: 'reset',
  summary: 'Start over from the seed',
  related: ['emulator status', 'emulator export', 'emulator import'],
  document: 'newState',
  examples: [
    { command: 'cfi emulator reset' },
    { command: 'cfi emulator reset --seed large --yes', does: 'without asking' },
  ],
  options: [seed, yesAtTerminal],
});

export const exportCommand = define({
  name: 'export',
  summary: 'Write the whole state to a file',
  related: ['emulator reset', 'emulator import'],
  document: 'exportedState',
  examples: [{ command: 'cfi emulator export state.json' }],
  args: [{ ...fileArgument, help: '- is standard output', required: true, writes: true }],
});

export const importCommand = define({
  name: 'import',
  summary: 'Replace the whole state with an exported one',
  related: ['emulator reset', 'emulator export'],
  document: 'newState',
  examples: [{ command: 'cfi emulator import state.json' }],
  args: [{ ...fileArgument, help: '- is standard input', required: true }],
});

export const seedCommand = define({
  name: 'seed',
  summary: 'Write a seed from your account at the service',
  related: ['verify', 'emulator start'],
  document: 'writtenSeed',
  examples: [{ command: 'cfi emulator seed --from-live seed.json' }],
  options: [
    {
      flags: '--from-live <FILE>',
      help: 'read the signed-in account and write this file',
      question: 'Which file should it write?',
      isWord: true,
      required: true,
      complete: 'file',
      writes: true,
    },
  ],
  notes: [
    'It only reads, at most two requests a second and 10,000 in all: inventory, stock ages, slots and their purchase ' +
      'orders, marketplace orders.',
    'People, addresses and comments are replaced by fictional ones; references, SKUs, sizes and prices are kept.',
    'An emulator starts with it as cfi emulator start --seed FILE.',
  ].join('\n'),
});

export const logCommand = define({
  name: 'log',
  summary: 'Show the last requests',
  related: ['emulator status', 'emulator fault add'],
  document: 'requestLog',
  examples: [
    { command: 'cfi emulator log' },
    { command: 'cfi emulator log --follow -o ndjson' },
    { command: "cfi emulator log --method POST --path '/order/*/cancel'" },
    { command: 'cfi emulator log --status 429 --count' },
  ],
  options: [
    { flags: '--method <METHOD>', help: 'only this method, for example POST', parse: notBlank },
    { flags: '--path <PATH>', help: 'only this path, without /v1; * matches any text', parse: notBlank },
    { flags: '--status <CODE>', help: 'only answers with this status', parse: wholeNumber(100, 599) },
    { flags: '--count', help: 'print the number of requests instead' },
    { flags: '--follow', help: 'keep printing new requests' },
  ],
});

export const openapiCommand = define({
  name: 'openapi',
  summary: 'Print the OpenAPI document of the service',
  related: ['api', 'emulator conformance'],
  examples: [
    { command: 'cfi emulator openapi > openapi.json' },
    { command: 'cfi emulator openapi --control > control.json' },
  ],
  options: [{ flags: '--control', help: "the control API's document instead" }],
});

const conformanceCommand = define({
  name: 'conformance',
  summary: 'List the rules of the specification and the tests that check them',
  related: ['verify', 'emulator openapi'],
  document: 'conformance',
  examples: [{ command: 'cfi emulator conformance' }, { command: 'cfi emulator conformance -o csv' }],
});

export const commands: Group = {
  name: 'emulator',
  summary: 'Run the whole service on this machine, for rehearsals and tests',
  examples: [
    { command: 'cfi emulator start', does: 'serve on http://127.0.0.1:4650/v1' },
    { command: 'cfi emulator exec -- npm test', does: 'a new one for one command' },
  ],
  commands: [
    command(startCommand, async () => (await import('./serve.ts')).start),
    command(execCommand, async () => (await import('./serve.ts')).exec),
    command(statusCommand, async () => (await import('./state.ts')).status),
    command(resetCommand, async () => (await import('./state.ts')).reset),
    command(seedCommand, () => import('./seed/seed.ts')),
    command(exportCommand, async () => (await import('./state.ts')).exportState),
    command(importCommand, async () => (await import('./state.ts')).importState),
    command(clockCommand, async () => (await import('./state.ts')).clock),
    fcCommand,
    faultCommand,
    command(logCommand, async () => (await import('./requests.ts')).log),
    command(openapiCommand, async () => (await import('./specification.ts')).openapi),
    command(conformanceCommand, async () => (await import('./specification.ts')).conformance),
  ],
};
