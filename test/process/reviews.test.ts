import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { runPty } from '../support/processes/process.ts';
import { startWritingService } from '../support/services/writing-service.ts';
import { runAtTerminal } from '../support/simulated-terminal.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';
import { filesToSend, slotToBook } from '../support/upload/writes.ts';

/** What is typed, each after the screen has shown a text. */
type Typed = readonly (readonly [shown: string, keys: string])[];

const booking = slotToBook.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
const uploaded = ['order', 'create', 'orders.csv', '--yes'];
const [up, down] = ['\u001b[A', '\u001b[B'];

/** The ways to write at the service on a terminal: a line, what is typed before its review, and what that asks. */
const ways: readonly (readonly [line: string, typed: Typed, question: string])[] = [
  ['order create orders.csv', [], 'Send 2 orders to Northgate FC?'],
  ['order create', [['Which file', 'orders.csv\r']], 'Send 2 orders to Northgate FC?'],
  ['inbound create in.csv', [], 'Send 1 delivery to Northgate FC?'],
  ['po create po.csv', [], 'Create 1 purchase order at Northgate FC?'],
  ['po create --slot S-1 --item AC-TENT-2=5', [], 'Create PO-S-1 for slot S-1?'],
  [
    'po create',
    [
      ['Which slot', `${down}\r`],
      // With Enter pasted behind it.
      ['First item', 'AC-TENT-2=5\r\r\r\r'],
      ['Next item', '\r\r\r'],
    ],
    'Create PO-S-1 for slot S-1?',
  ],
  ['slot book slots.csv', [], 'Book 2 slots at Northgate FC?'],
  [`slot book ${booking}`, [], 'Book Northgate FC, Tue 3 Sep 2030 morning'],
  ['slot book --like S-2 --date 2030-09-04', [], 'Book Northgate FC, Wed 4 Sep 2030 morning'],
  [
    'slot book',
    [
      ['Which warehouse', '\r'],
      ['Which day', `${up}\r`],
      ['The day', '2030-09-03\r'],
      ['Which window', '\r'],
      ['How is it delivered', '\r'],
      ['How are the goods', '\r'],
      ['How many SKUs', '5\r'],
      ['How many pallets', '\r'],
      ['truck registration', '\r'],
    ],
    'Book Northgate FC, Tue 3 Sep 2030 morning',
  ],
  ['slot cancel S-1', [], 'Cancel slot S-1?'],
  ['slot cancel', [['Which slot', '\r']], 'Cancel slot S-'],
  ['slot respond S-2 --accept', [], 'Accept S-2 for Tue 10 Sep 2030'],
  ["slot respond S-2 --counter '11 sep 2030 9:00'", [], 'Propose Wed 11 Sep 2030 09:00 BST for S-2?'],
  [
    'slot respond',
    [
      ['Which slot', '\r'],
      ['leave it open', `${down}\r`],
    ],
    'Accept S-2 for Tue 10 Sep 2030',
  ],
  ['order cancel R-1', [], 'Cancel order R-1?'],
  ['order cancel', [['Which order', 'R-1\r']], 'Cancel order R-1?'],
  ['order cancel R-1 R-2', [], 'Cancel 2 orders?'],
  ['order cancel --run 1', [], 'Cancel 2 orders that run 1 created?'],
  ['verify --write', [], 'Create one order, one slot'],
  ['board', [['S-1', 'a']], 'Accept S-2 for Tue 10 Sep 2030'],
  ['board', [['S-1', 'x']], 'Cancel slot S-2?'],
  // A slot's page takes the same keys as its row.
  [
    'board',
    [
      ['S-1', '\r'],
      ['Negotiation', 'a'],
    ],
    'Accept S-2 for Tue 10 Sep 2030',
  ],
  [
    'board',
    [
      ['S-1', 'c'],
      ['Your time', '11 sep 2030 09:00\r'],
      ['A comment', '\r'],
    ],
    'Propose Wed 11 Sep 2030 09:00 BST for S-2?',
  ],
  [
    'board',
    [
      ['S-1', 'b'],
      ['Book a slot', '4 sep 2030\r'],
    ],
    'Book Northgate FC, Wed 4 Sep 2030 morning',
  ],
  [
    'board',
    [
      ['S-1', 'jp'],
      ['order file', 'po.csv\r'],
    ],
    'Create 1 purchase order at Northgate FC?',
  ],
];

/** The answers that send nothing. */
const refusals = [
  ['Enter', '\r'],
  ['Esc', '\u001b'],
  ['Ctrl-D', '\u0004'],
  ['Ctrl-C', '\u0003'],
  ['n', 'n\r'],
  ['another word', 'yikes\r'],
  ['several lines', 'y\ny\n'],
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own sequences
const escapeSequences = /\u001b\[[0-9;?]*[a-zA-Z]/g;

/** What a person reads on the screen, whatever the width at which it was broken. */
const readOn = (text: string): string => text.replaceAll(escapeSequences, '').replaceAll(/\s+/g, ' ');

const terminals = { real: runPty, simulated: runAtTerminal };
type Terminal = keyof typeof terminals;

/** Runs a line at a terminal, with a y typed too early; counts what was written before the answer to its review, and in all. */
async function answered(at: Terminal, line: string, typed: Typed, keys: string, columns: number) {
  const service = await startWritingService();
  const home = makeHome();
  for (const [name, text] of Object.entries(filesToSend)) writeFileSync(join(home, name), text);
  const options = { home, cwd: home, env: service.env };
  if (line.startsWith('order cancel')) expect((await runCli(uploaded, options)).code).toBe(0);
  const earlier = service.writes.length;
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const terminal = terminals[at](words, { ...options, columns, rows: 40 });
  const isBoard = line === 'board';
  if (!isBoard) terminal.type('y\r');
  for (const [shown, next] of typed) {
    await terminal.until(shown);
    // The board drops what is typed behind a key that asks.
    terminal.type(isBoard ? `${next}yy` : next);
  }
  await terminal.until('(y/N)');
  const before = service.writes.length - earlier;
  terminal.type(keys);
  if (isBoard && keys !== '\u0003') {
    // It takes the screen again, and no key while it waits for the service.
    await terminal.until('\u001b[?1049h');
    const quitting = setInterval(() => terminal.type('q'), 50);
    terminal.done.finally(() => clearInterval(quitting));
  }
  const { code, text } = await terminal.done;
  return { code, text: readOn(text), before, writes: service.writes.length - earlier };
}

type Answer = 'y' | (typeof refusals)[number][0];
type Row = readonly [line: string, question: string, Terminal, columns: number, Answer, Typed];

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const widths = [60, 80, 120];
const names = refusals.map(([name]) => name);

/** Each way is sent, and refused with one of the answers, at another width; a line in a real terminal too. */
const rows = ways.flatMap(([line, typed, question], at): readonly Row[] => [
  [line, question, 'simulated', pick(widths, at), 'y', typed],
  [line, question, 'simulated', pick(widths, at + 1), pick(names, at), typed],
  ...(at === 0 ? [[line, question, 'real', 80, 'y', typed] satisfies Row] : []),
]);

it.each(rows)(
  'cfi %s asks "%s" at a %s terminal of %i columns, and is answered with %s',
  async (line, question, at, columns, name, typed) => {
    const keys = new Map<Answer, string>([['y', 'y\r'], ...refusals]).get(name) ?? '';
    const { code, text, before, writes } = await answered(at, line, typed, keys, columns);
    expect(before).toBe(0);
    expect(text).toContain(question);
    const [first] = typed[0] ?? [question];
    // The board has the account in its title.
    if (line !== 'board') expect(text.split(first)[0]).toContain('account: ');
    if (name === 'y') return expect(writes).toBeGreaterThan(0);
    expect([writes, text]).toEqual([0, expect.stringContaining('nothing was sent')]);
    expect(code).toBe(name === 'Ctrl-C' ? 130 : line === 'board' ? 0 : 3);
  },
);

/** A map of our own columns, for files of `ordersCsv`. */
const leavingOut = {
  ...Object.fromEntries(
    ordersCsv([])
      .trim()
      .split(',')
      .map((name) => [name, name]),
  ),
  $statuses: [{ column: 'PaymentStatus', ship: ['paid'], leaveOut: { cancelled: ['void'] } }],
};

it.each([
  [[], 60],
  [['--quiet'], 80],
  [[], 120],
])('a review says in this order what a person must see, with %j at %i columns', async (flags, columns) => {
  const service = await startWritingService();
  const home = makeHome();
  const rows = Array.from({ length: 23 }, (_, index) => orderRow(`R-${index + 1}`));
  rows.push(orderRow('R-24', { PaymentStatus: 'VOID' }));
  writeFileSync(join(home, 'orders.csv'), ordersCsv(rows));
  writeFileSync(join(home, 'map.json'), JSON.stringify(leavingOut));
  const line = ['order', 'create', 'orders.csv', '--map', 'map.json', ...flags];
  const now = Date.UTC(2030, 0, 1);
  const terminal = runAtTerminal(line, { home, cwd: home, env: service.env, now, columns, rows: 40 });
  await terminal.until('(y/N)');
  terminal.type('\r');
  const { code, text } = await terminal.done;
  const shown = readOn(text);
  const places = [
    'is in the past',
    'AC-TENT-2 at Northgate FC: 23 needed',
    '23 lines, 23 units, 287.50 GBP',
    'R-1 ',
    'R-20 ',
    'and 3 more',
    '1 order left out as cancelled: R-24',
    'Send 23 orders to Northgate FC? (y/N)',
    'nothing was sent',
  ].map((part) => [part, shown.indexOf(part)] as const);
  expect(places.filter(([, at]) => at < 0)).toEqual([]);
  expect(places.map(([, at]) => at)).toEqual(places.map(([, at]) => at).sort((one, other) => one - other));
  expect(shown).not.toContain('R-21 ');
  expect([code, shown.includes('account: '), service.writes]).toEqual([3, flags.length === 0, []]);
});

it.each([
  'order create orders.csv --yes',
  'slot respond S-2 --accept --offer 2030-09-10T13:00:00+01:00',
  'order create orders.csv --reviewed',
])('cfi %s asks nothing on a terminal', async (line) => {
  const service = await startWritingService();
  const home = makeHome();
  writeFileSync(join(home, 'orders.csv'), filesToSend['orders.csv']);
  const options = { home, cwd: home, env: service.env };
  const words = line.split(' ');
  if (line.endsWith('--reviewed')) {
    const { stdout } = await runCli(['order', 'create', 'orders.csv', '--dry-run', '--json'], options);
    words.push(JSON.parse(stdout).data.digest);
  }
  const { code, text } = await runAtTerminal(words, { ...options, columns: 80, rows: 40 }).done;
  expect([code, service.writes.length > 0]).toEqual([0, true]);
  expect(text).not.toContain('(y/N)');
});

it.each<[line: string, typed: Typed]>([
  ['slot book', [['Which warehouse', '\u001b']]],
  ['slot cancel', [['Which slot', '\u001b[D']]],
  ['slot respond', [['Which slot', '\u001bOD']]],
  ['order create', [['Which file', '\u001b']]],
  [
    'slot book',
    [
      ['Which warehouse', '\r'],
      ['Which day', '\u001b'],
      ['Which warehouse', '\r'],
      ['Which day', `${up}\r`],
      ['The day', '\u001b'],
      ['Which day', '\u001b[D'],
      ['Which warehouse', '\u001b'],
    ],
  ],
  [
    'po create',
    [
      ['Which slot', `${down}\r`],
      ['First item', 'AC-TENT-2=5\r'],
      ['Next item', '\u001b'],
      ['First item', 'AC-TENT-2=6\r'],
      ['Next item', '\r'],
      ['(y/N)', 'b\r'],
      ['Which answer', '\u001b'],
      ['(y/N)', '\u001b[D'],
      ['Which answer', '\u001b[D'],
      ['(y/N)', '\u001b'],
    ],
  ],
])(
  'cfi %s goes back with Esc, Left and b, and from its first question to its end: %j',
  async (line, typed) => {
    const service = await startWritingService();
    const terminal = runAtTerminal(line.split(' '), { env: service.env, columns: 80 });
    for (const [shown, keys] of typed) {
      await terminal.until(shown);
      terminal.type(keys);
    }
    const { code, text } = await terminal.done;
    expect([code, service.writes]).toEqual([3, []]);
    expect(text).toContain('nothing was sent');
  },
);
