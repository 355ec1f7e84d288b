import { command, define, type Group } from '../../cli/command.ts';
import { nameAndValue } from '../../cli/values.ts';
import { bodyFaults, domainFaults, socketFaults } from '../../emulator/domain/fault-names.ts';

export const clockCommand = define({
  name: 'clock',
  summary: "Show or move the emulator's clock",
  related: ['emulator status'],
  document: 'clock',
  examples: [
    { command: 'cfi emulator clock' },
    { command: 'cfi emulator clock advance 36h' },
    { command: 'cfi emulator clock set 2026-09-02T08:00:00Z' },
    { command: 'cfi emulator clock freeze' },
  ],
  args: [
    {
      name: 'action',
      label: 'show|set|advance|freeze|resume',
      help: 'default show',
      choices: ['show', 'set', 'advance', 'freeze', 'resume'],
    },
    { name: 'value', label: 'ISO|DURATION', help: 'for set and advance' },
  ],
  notes: 'The clock only moves forward. Everything that falls due happens in order, each at its own time.',
});

/** What the warehouse acts on. */
const ref = { name: 'ref', required: true } as const;

const slot = {
  ...ref,
  label: 'SLOT',
  help: 'slot reference',
  question: 'Which slot?',
  complete: 'slot',
} as const;

export const confirmCommand = define({
  name: 'confirm',
  summary: 'Confirm a slot',
  related: ['emulator fc counter'],
  document: 'slot',
  examples: [{ command: 'cfi emulator fc confirm SLOT-000123' }],
  args: [slot],
  options: [{ flags: '--time <TIME>', help: 'the agreed time, default the time last requested' }],
});

export const counterCommand = define({
  name: 'counter',
  summary: 'Propose another time for a slot',
  related: ['emulator fc confirm'],
  document: 'slot',
  examples: [{ command: 'cfi emulator fc counter SLOT-000123 --time 2026-09-04T13:00:00+01:00' }],
  args: [slot],
  options: [
    {
      flags: '--time <TIME>',
      help: 'the proposed time, for example "tue 10:00"',
      question: 'Which time, such as tue 10:00?',
      required: true,
    },
    { flags: '--comment <TEXT>', help: 'a comment for the client' },
  ],
});

const order = {
  ...ref,
  label: 'REF',
  help: 'order reference',
  question: 'Which order? (reference number)',
  complete: 'order',
} as const;

export const receiveCommand = define({
  name: 'receive',
  summary: 'Receive the goods of a purchase order',
  related: ['emulator fc receive-inbound'],
  document: 'purchaseOrder',
  examples: [
    { command: 'cfi emulator fc receive LW-000042' },
    { command: 'cfi emulator fc receive LW-000042 --short AC-TENT-2=3', does: 'three fewer than ordered' },
  ],
  args: [
    {
      ...ref,
      label: 'PO',
      help: 'purchase order number',
      question: 'Which purchase order? (its number)',
      complete: 'po',
    },
  ],
  options: [
    {
      flags: '--short <SKU=N>',
      help: 'N units of this SKU are missing; repeatable',
      repeat: true,
      parse: nameAndValue('SKU=N'),
    },
    { flags: '--partial', help: 'more deliveries will follow' },
  ],
});

export const dispatchCommand = define({
  name: 'dispatch',
  summary: 'Dispatch an order',
  related: ['emulator fc status'],
  document: 'order',
  examples: [{ command: 'cfi emulator fc dispatch R-1001 --carrier DPD --tracking 1550' }],
  args: [order],
  options: [
    { flags: '--client <ID>', help: 'whose order, if several clients have the reference' },
    { flags: '--tracking <T>', help: 'tracking number' },
    { flags: '--carrier <C>', help: 'shipping vendor' },
  ],
});

export const receiveInboundCommand = define({
  name: 'receive-inbound',
  summary: 'Receive a legacy inbound delivery',
  related: ['emulator fc receive'],
  document: 'receivedDelivery',
  examples: [{ command: 'cfi emulator fc receive-inbound PO-2001' }],
  args: [
    {
      ...ref,
      label: 'DELIVERY_NUMBER',
      help: 'delivery number',
      question: 'Which delivery? (its number)',
      complete: 'inbound',
    },
  ],
  options: [{ flags: '--client <ID>', help: 'whose delivery, if several clients have the number' }],
  notes: 'The stock of a delivery counts as soon as it is created; receiving it changes its status.',
});

export const statusCommand = define({
  name: 'status',
  summary: "Change an order's status",
  related: ['emulator fc dispatch'],
  document: 'order',
  examples: [{ command: 'cfi emulator fc status R-1001 Processing' }],
  args: [
    order,
    {
      name: 'status',
      label: 'STATUS',
      help: 'Pending, Processing, Shipped or Cancelled',
      question: 'Which status: Pending, Processing, Shipped or Cancelled?',
      required: true,
      suggest: ['Pending', 'Processing', 'Shipped', 'Cancelled'],
    },
  ],
  options: [{ flags: '--client <ID>', help: 'whose order, if several clients have the reference' }],
});

export const fcCommand: Group = {
  name: 'fc',
  summary: 'Act as the warehouse',
  examples: [
    { command: 'cfi emulator fc confirm SLOT-000123' },
    { command: 'cfi emulator fc receive LW-000042 --short AC-TENT-2=3' },
  ],
  commands: [
    command(confirmCommand, async () => (await import('./fc.ts')).confirm),
    command(counterCommand, async () => (await import('./fc.ts')).counter),
    command(receiveCommand, async () => (await import('./fc.ts')).receive),
    command(receiveInboundCommand, async () => (await import('./fc.ts')).receiveInbound),
    command(dispatchCommand, async () => (await import('./fc.ts')).dispatch),
    command(statusCommand, async () => (await import('./fc.ts')).changeStatus),
  ],
};

const ruleNote = `A rule has these members; only "do" is required. The first rule that matches is used.
  "match"  {"method", "path" (without /v1), "client", "reference"}; * matches any text
  "when"   {"skip": 1, "times": 2, "probability": 0.5}
  "phase"  "before" (default) or "after-commit": the request takes effect, the answer is lost
  "do"     {"status", "headers", "body"}, {"latency": "3s"}, {"socket": "${socketFaults.join('|')}"}, \
{"body": "${bodyFaults.join('|')}"} or {"domain": "${domainFaults.join('|')}"}`;

export const addCommand = define({
  name: 'add',
  summary: 'Add a fault rule',
  related: ['emulator fault list', 'emulator fault clear', 'emulator log'],
  document: 'addedFault',
  examples: [
    { command: 'cfi emulator fault add rule.json' },
    {
      command: `cfi emulator fault add '{"phase":"after-commit","do":{"socket":"reset"}}'`,
      does: 'the order is accepted, but the answer is lost',
    },
  ],
  args: [
    {
      name: 'rule',
      label: 'FILE|JSON',
      help: 'the rule, or a file that contains it',
      question: 'Which rule, or which file with a rule?',
      required: true,
      complete: 'file',
    },
  ],
  notes: ruleNote,
});

const listCommand = define({
  name: 'list',
  summary: 'List the fault rules',
  related: ['emulator fault add'],
  document: 'faults',
  examples: [{ command: 'cfi emulator fault list' }],
});

const clearCommand = define({
  name: 'clear',
  summary: 'Remove all fault rules',
  related: ['emulator fault add'],
  document: 'clearedFaults',
  examples: [{ command: 'cfi emulator fault clear' }],
});

export const faultCommand: Group = {
  name: 'fault',
  summary: 'Make the emulator fail on purpose',
  examples: [
    {
      command: `cfi emulator fault add '{"when":{"times":2},"do":{"status":503}}'`,
      does: 'the next two requests get 503',
    },
    { command: 'cfi emulator fault clear' },
  ],
  commands: [
    command(addCommand, async () => (await import('./requests.ts')).addFault),
    command(listCommand, async () => (await import('./requests.ts')).listFaults),
    command(clearCommand, async () => (await import('./requests.ts')).clearFaults),
  ],
};
