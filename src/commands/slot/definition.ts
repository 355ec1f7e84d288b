import { command, define, type Group, meantTo, rarely } from '../../cli/command.ts';
import { fileArgument, readingFlags, yesAtTerminal, yesOption } from '../../cli/reading-options.ts';
import { durationMs, intervalOption, notBlank, typedDay, typedWeek, wholeNumber } from '../../cli/values.ts';
import { limits } from '../../contract/limits.ts';

/** The reference of a slot, which a terminal lets choose. */
const slotArgument = {
  name: 'ref',
  label: 'REF',
  help: 'slot reference',
  question: 'Which slot?',
  required: true,
  complete: 'slot',
} as const;

const icsOption = { flags: '--ics <FILE>', complete: 'file', writes: true } as const;

export const bookCommand = define({
  name: 'book',
  namesAccount: 'writes',
  summary: 'Book a delivery slot, or all slots of a file',
  related: ['help csv', 'slot template', 'slot list', 'po create'],
  document: 'slotBooking',
  examples: [
    { command: 'cfi slot book', does: 'asks for each value' },
    { command: 'cfi slot book --like SLOT-000123 --date 2026-09-04', does: 'another day' },
    { command: 'cfi slot book slots.csv', does: 'each row once' },
  ],
  args: [
    { ...fileArgument, help: 'many slots, each booked once: CSV, workbook or JSON; - is standard input' },
  ],
  options: [
    ...meantTo('send', [
      { flags: '--date <DATE>', help: 'day of the delivery: 2026-12-18, 18 dec, tue', parse: typedDay },
      {
        flags: '--window <WINDOW>',
        help: 'morning (09:00 UK time) or afternoon (13:00)',
        choices: ['morning', 'afternoon'],
      },
      { flags: '--warehouse <NAME>', help: 'where the delivery goes', complete: 'warehouse' },
      {
        flags: '--loading-type <T>',
        help: 'for example palletised',
        suggest: ['palletised', 'loose', 'mixed'],
      },
      {
        flags: '--number-of-skus <BUCKET>',
        help: 'lt_10 (fewer than 10), 10_to_20 or gt_20',
        choices: ['lt_10', '10_to_20', 'gt_20'],
      },
      {
        flags: '--delivery-type <TYPE>',
        help: 'container or truck',
        choices: ['container', 'truck'],
      },
      {
        flags: '--container-size <S>',
        help: 'required for a container, for example 40ft',
        suggest: ['20ft', '40ft', '40ft_hc', '45ft_hc'],
      },
      {
        flags: '--pallet-count <N>',
        help: 'an estimate is enough',
        parse: wholeNumber(limits.minPalletCount),
      },
      { flags: '--vehicle <TEXT>', help: 'container number or registration' },
      { flags: '--like <REF>', help: 'copy this slot, except for the options given', complete: 'slot' },
    ]),
    { flags: '--watch', purpose: 'after', help: 'wait for the answer, like cfi slot watch' },
    yesAtTerminal,
    ...rarely(readingFlags, '--dry-run'),
    {
      flags: '--fresh',
      purpose: 'after',
      isRare: true,
      help: 'book again what an earlier command has booked',
    },
  ],
  graceful: true,
});

export const listCommand = define({
  name: 'list',
  namesAccount: 'reads',
  summary: 'List your slots, those that need your answer first',
  related: ['slot book', 'slot get', 'today'],
  document: 'slotList',
  examples: [
    { command: 'cfi slot list --open' },
    { command: 'cfi slot list --needs-answer' },
    { command: 'cfi slot list --status confirmed --from mon --to fri' },
    { command: 'cfi slot list --week', does: 'draws this week' },
    { command: 'cfi slot list --available --json' },
  ],
  options: [
    { flags: '--available', help: 'only slots ready for a purchase order' },
    { flags: '--needs-answer', help: 'only slots that need your answer' },
    { flags: '--open', help: 'leave out slots that are cancelled, used or past' },
    {
      flags: '--status <S>',
      help: "your-answer, waiting, used, or one of the service's statuses; repeatable",
      suggest: ['your-answer', 'waiting', 'confirmed', 'used', 'cancelled'],
      parse: notBlank,
      repeat: true,
    },
    {
      flags: '--warehouse <NAME>',
      help: 'only slots at this warehouse',
      complete: 'warehouse',
      parse: notBlank,
      isWord: true,
    },
    { flags: '--from <DATE>', help: 'first day, UK time: 2026-12-18, 18 dec, tue', parse: typedDay },
    { flags: '--to <DATE>', help: 'last day', parse: typedDay },
    {
      flags: '--week [DATE]',
      help: 'draw the week of this day, or next week; default this week',
      parse: typedWeek,
    },
    { ...icsOption, help: 'also write the slots as a calendar; - is standard output' },
  ],
  notes: "A slot's day is that of the agreed time, or else the offered or requested time.",
});

export const getCommand = define({
  name: 'get',
  summary: 'Show a slot and its negotiation',
  related: ['slot list', 'slot respond', 'slot cancel'],
  document: 'slot',
  examples: [
    { command: 'cfi slot get SLOT-000123' },
    { command: 'cfi slot get SLOT-000123 --ics delivery.ics', does: 'writes a calendar event' },
  ],
  args: [
    {
      ...slotArgument,
      chosenFrom: async () => (await import('./list.ts')).allSlots,
      listedBy: 'cfi slot list',
    },
  ],
  options: [{ ...icsOption, help: 'write a calendar event; - is standard output' }],
});

const timeNote =
  'TIME is warehouse time in the UK, such as 2030-05-14 10:00, 14 may 10:00, 14/5 10:00 or tomorrow 10:00, or ISO 8601 ' +
  'with a time zone. tue 10:00 is the Tuesday nearest to the offer; 10:00 is on the day last proposed.\n' +
  'On a terminal it asks first, unless you give --yes, or an --offer that is still open.';

export const templateCommand = define({
  name: 'template',
  summary: 'Print a template file for slot book',
  examples: [{ command: 'cfi slot template > slots.csv' }],
  related: ['slot book'],
  options: [{ flags: '--format <FORMAT>', help: 'csv or json, default csv', choices: ['csv', 'json'] }],
});

export const respondCommand = define({
  name: 'respond',
  namesAccount: 'writes',
  summary: "Answer the warehouse's offer",
  related: ['help times', 'slot get', 'slot watch', 'today'],
  document: 'slot',
  examples: [
    { command: 'cfi slot respond SLOT-000123 --accept' },
    {
      command: 'cfi slot respond SLOT-000123 --accept --offer "tue 13:00"',
      does: 'accepts only if that is still the offer',
    },
    { command: 'cfi slot respond SLOT-000123 --counter "wed 10:00" --comment "driver is late"' },
  ],
  args: [
    {
      ...slotArgument,
      chosenFrom: async () => (await import('./list.ts')).slotsToAnswer,
      listedBy: 'cfi slot list --needs-answer',
    },
  ],
  // The last two say themselves which of the others they need.
  needsOne: {
    name: 'accept',
    label: '--accept or --counter TIME',
    unless: ['counter', 'offer', 'comment'],
  },
  options: [
    { flags: '--accept', help: 'accept the time that the warehouse offers' },
    { flags: '--offer <TIME>', help: 'with --accept: only if this is still the offer, else exit 6' },
    { flags: '--counter <TIME>', help: 'propose another time' },
    { flags: '--comment <TEXT>', help: 'a comment for the warehouse, with --counter' },
    yesOption,
  ],
  notes: timeNote,
  graceful: true,
  waits: true,
});

export const cancelCommand = define({
  name: 'cancel',
  namesAccount: 'writes',
  summary: 'Cancel a slot that has no purchase order',
  related: ['slot get'],
  document: 'cancelledSlot',
  examples: [{ command: 'cfi slot cancel SLOT-000123' }, { command: 'cfi slot cancel SLOT-000123 --yes' }],
  args: [
    {
      ...slotArgument,
      chosenFrom: async () => (await import('./list.ts')).slotsToCancel,
      listedBy: 'cfi slot list --open',
    },
  ],
  options: [yesOption],
  graceful: true,
  waits: true,
});

export const watchCommand = define({
  name: 'watch',
  namesAccount: 'reads',
  summary: 'Wait for the warehouse to confirm or to offer another time',
  related: ['slot respond'],
  document: 'watchedSlots',
  examples: [
    { command: 'cfi slot watch SLOT-000123 --max-wait 8h' },
    {
      command: 'cfi slot watch --once -o ndjson',
      does: 'for cron: only what has changed since the last call',
    },
    { command: 'cfi slot watch --until confirmed --exec "./notify.sh"' },
  ],
  args: [
    {
      name: 'refs',
      label: 'REF',
      help: 'slots; all undecided ones by default',
      variadic: true,
      complete: 'slot',
    },
  ],
  options: [
    {
      flags: '--until <GOAL>',
      help: 'decision, the default: confirmed or another offer; or confirmed only',
      choices: ['decision', 'confirmed'],
    },
    intervalOption,
    { flags: '--max-wait <DURATION>', help: 'give up after this time (exit 8)', parse: durationMs },
    { flags: '--once', help: 'poll once and print only what has changed since the last call' },
    { flags: '--exec <COMMAND>', help: 'run this for each change, without a shell' },
  ],
  notes:
    'Exit codes: 0 confirmed; 8 still pending; 12 the warehouse offers another time; 13 cancelled, or can never be confirmed.\n' +
    '--exec gets CFI_SLOT_REFERENCE, CFI_SLOT_STATUS and CFI_SLOT_PROPOSED_TIME in its environment.',
  graceful: true,
});

export const commands: Group = {
  name: 'slot',
  summary: 'Book delivery slots and agree on their time',
  examples: [
    { command: 'cfi slot book', does: 'asks for each value' },
    { command: 'cfi slot list --available', does: 'ready for a purchase order' },
    { command: 'cfi slot respond SLOT-000123 --accept' },
  ],
  commands: [
    command(bookCommand, () => import('./book.ts')),
    command(listCommand, async () => (await import('./list.ts')).list),
    command(getCommand, async () => (await import('./list.ts')).get),
    command(templateCommand, async () => (await import('./book.ts')).template),
    command(respondCommand, () => import('./respond.ts')),
    command(cancelCommand, () => import('./cancel.ts')),
    command(watchCommand, () => import('./watch.ts')),
  ],
};
