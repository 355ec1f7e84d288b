import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linePrompts } from '../../src/cli/prompts.ts';
import { makeHome, runCli, scriptedPrompts } from '../support/cli.ts';
import { startWritingService } from '../support/services/writing-service.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';
import { filesToSend, slotToBook } from '../support/upload/writes.ts';

const uploaded = ['order', 'create', 'orders.csv', '--yes'];

interface Way {
  readonly line: readonly string[];
  readonly question: string;
  readonly before?: readonly string[];
  /** Answers to the questions before the review. */
  readonly answers?: readonly string[];
  /** On the board: what is typed, each after the screen has shown a text. */
  readonly typed?: readonly (readonly [shown: string, keys: string])[];
}

/** The ways to write at the service on a terminal, and the beginning of what is asked. */
const ways: readonly Way[] = [
  { line: ['order', 'create', 'orders.csv'], question: 'Send 2 orders to Northgate FC' },
  { line: ['inbound', 'create', 'in.csv'], question: 'Send 1 delivery to Northgate FC' },
  { line: ['po', 'create', 'po.csv'], question: 'Create 1 purchase order at Northgate FC' },
  {
    line: ['po', 'create', '--slot', 'S-1', '--item', 'AC-TENT-2=5'],
    question: 'Create PO-S-1 for slot S-1',
  },
  {
    line: ['po', 'create'],
    answers: ['S-1', 'AC-TENT-2=5', ''],
    question: 'Create PO-S-1 for slot S-1',
  },
  { line: ['slot', 'book', 'slots.csv'], question: 'Book 2 slots at Northgate FC' },
  { line: ['slot', 'book', ...slotToBook], question: 'Book Northgate FC, Tue 3 Sep 2030 morning' },
  {
    line: ['slot', 'book'],
    answers: ['Northgate FC', 'other', '2030-09-03', 'morning', 'truck', 'loose', 'lt_10', '', ''],
    question: 'Book Northgate FC, Tue 3 Sep 2030 morning',
  },
  { line: ['slot', 'cancel', 'S-1'], question: 'Cancel slot S-1' },
  { line: ['slot', 'respond', 'S-2', '--accept'], question: 'Accept S-2 for Tue 10 Sep 2030' },
  {
    line: ['slot', 'respond', 'S-2', '--counter', '2030-09-11T09:00:00+01:00'],
    question: 'Propose Wed 11 Sep 2030 09:00 BST',
  },
  { line: ['slot', 'respond', 'S-2'], answers: ['accept'], question: 'Accept S-2 for Tue 10 Sep 2030' },
  { line: ['order', 'cancel', 'R-1'], question: 'Cancel order R-1', before: uploaded },
  { line: ['order', 'cancel', 'R-1', 'R-2'], question: 'Cancel 2 orders', before: uploaded },
  { line: ['order', 'cancel', '--run', '1'], question: 'Cancel 2 orders that run 1', before: uploaded },
  { line: ['verify', '--write'], question: 'Create one order, one slot' },
  { line: ['board'], typed: [['S-1', 'a']], question: 'Accept S-2 for Tue 10 Sep 2030' },
  { line: ['board'], typed: [['S-1', 'x']], question: 'Cancel slot S-2' },
  // A slot's page takes the same keys as its row.
  {
    line: ['board'],
    typed: [
      ['S-1', '\r'],
      ['Negotiation', 'a'],
    ],
    question: 'Accept S-2 for Tue 10 Sep 2030',
  },
  {
    line: ['board'],
    typed: [
      ['S-1', 'c'],
      ['Your time', '11 sep 2030 09:00\r'],
      ['A comment', '\r'],
    ],
    question: 'Propose Wed 11 Sep 2030 09:00 BST',
  },
  {
    line: ['board'],
    typed: [
      ['S-1', 'b'],
      ['Book a slot', '4 sep 2030\r'],
    ],
    question: 'Book Northgate FC, Wed 4 Sep 2030 morning',
  },
  {
    line: ['board'],
    typed: [
      ['S-1', 'jp'],
      ['order file', 'po.csv\r'],
    ],
    question: 'Create 1 purchase order at Northgate FC',
  },
];

/** A text as it was shown, whatever the width at which it was broken. */
const unbroken = (text: string): string => text.replaceAll(/\s+/g, ' ');

const idle = async (): Promise<void> => {
  for (let round = 0; round < 10; round++) await new Promise((next) => setImmediate(next));
};

/** What declines. */
const declining: readonly (readonly [name: string, keys: string, columns: number])[] = [
  ['Enter', '\r', 60],
  ['Enter', '\r', 120],
  ['n', 'n\r', 80],
  ['another word', 'yikes\r', 60],
  ['several lines', 'y\ny\n', 80],
  ['Esc', '\u001b', 120],
  ['Ctrl-D', '\u0004', 60],
  ['Ctrl-C', '\u0003', 80],
];

/** Everything is tried where somebody types the first question, and on the board; the others take turns. */
const firstOnBoard = ways.findIndex(({ typed }) => typed !== undefined);
const inTurn = <Case>(cases: readonly Case[], way: number, count: number): readonly Case[] =>
  way === 0 || way === firstOnBoard
    ? cases
    : cases.filter((_, at) => (at + cases.length * way - way) % cases.length < count);

describe.each(ways.map((way, at) => ({ ...way, at })))(
  'cfi $line on a terminal: $question',
  ({ line, question, before, answers = [], typed, at }) => {
    const isBoard = typed !== undefined;

    /** Runs it with a y typed before its question, and these keys at it. */
    async function answered(keys: string, columns = 80, more: readonly string[] = []) {
      const service = await startWritingService();
      const home = makeHome();
      for (const [name, text] of Object.entries(filesToSend)) writeFileSync(join(home, name), text);
      const options = { home, cwd: home, env: service.env };
      if (before !== undefined) expect((await runCli(before, options)).code).toBe(0);
      const earlier = service.writes.length;
      const writesSoFar = (): number => service.writes.length - earlier;
      const input = Object.assign(new PassThrough(), { setRawMode: () => {}, isTTY: true });
      let shown = '';
      const output = Object.assign(new PassThrough(), { isTTY: true, columns, rows: 24 });
      let look = (): void => {};
      output.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        look();
      });
      const until = (text: string): Promise<void> =>
        new Promise((found) => {
          look = () => {
            if (unbroken(shown).includes(text)) found();
          };
          look();
        });
      // Typed too early.
      if (!isBoard) input.write('y\r');
      const { signal } = new AbortController();
      const terminal = { input, output, plain: false, signal, onContinue: () => () => {} };
      const { confirm } = linePrompts(terminal);
      const prompts = { ...scriptedPrompts(answers, []), confirm };
      const done = runCli([...line, ...more], {
        ...{ ...options, tty: true, columns },
        deps: {
          prompts: async () => prompts,
          ...(isBoard ? { stdin: input, stdout: output, stderr: output } : {}),
        },
      });
      let unasked = 0;
      let asked = '';
      let isOver = false;
      const end = (): void => {
        isOver = true;
      };
      done.then(end, end);
      const type = async (): Promise<void> => {
        for (const [text, next] of typed ?? []) {
          await until(text);
          await idle();
          shown = '';
          // A y behind a key is typed too early, too.
          input.write(`${next}yy`);
        }
        await until('(y/N)');
        await idle();
        unasked = writesSoFar();
        asked = shown;
        shown = '';
        input.write(keys);
        if (!isBoard || keys === '\u0003') return;
        // It takes the screen again, and no key while it waits for the service.
        await until('\u001b[?1049h');
        while (!isOver) {
          input.write('q');
          await idle();
        }
      };
      const isAsked = keys !== '';
      const [{ code, stderr }] = await Promise.all([done, isAsked ? type() : undefined]);
      return { code, stderr: stderr + (isBoard ? shown : ''), asked, unasked, writes: writesSoFar() };
    }

    it.each(inTurn(declining, at, 3))('sends nothing after %s, and says so', async (_, keys, columns) => {
      const { code, stderr, asked, unasked, writes } = await answered(keys, columns);
      const declined = isBoard ? 0 : 3;
      expect([code, unasked, writes]).toEqual([keys === '\u0003' ? 130 : declined, 0, 0]);
      expect(unbroken(asked)).toContain(question);
      expect(stderr).toContain('nothing was sent');
    });

    it.each(inTurn([60, 80, 120], at, 1))(
      'sends after y at %i columns, and nothing before it',
      async (columns) => {
        const { unasked, writes, asked } = await answered('y\r', columns, isBoard ? [] : ['--quiet']);
        expect([unasked, writes > 0]).toEqual([0, true]);
        expect(unbroken(asked)).toContain(question);
      },
    );

    if (!isBoard && answers.length === 0)
      it('asks nothing with --yes', async () => {
        expect((await answered('', 80, ['--yes'])).writes).toBeGreaterThan(0);
      });
  },
);

it('shows the account, 20 rows and the count of the rest before it asks to send orders', async () => {
  const service = await startWritingService();
  const home = makeHome();
  const rows = Array.from({ length: 23 }, (_, index) => orderRow(`R-${index + 1}`));
  writeFileSync(join(home, 'orders.csv'), ordersCsv(rows));
  const { code, stderr, askedFor } = await runCli(['order', 'create', 'orders.csv'], {
    ...{ home, cwd: home, env: service.env },
    tty: true,
    columns: 100,
    answers: [false],
  });
  expect([code, askedFor]).toEqual([3, ['Send 23 orders to Northgate FC?']]);
  expect(stderr).toContain('and 3 more');
  expect(stderr).toMatch(/^R-20 /m);
  expect(stderr).not.toMatch(/^R-21 /m);
  expect(stderr.indexOf('account: ')).toBeLessThan(stderr.indexOf('R-1 '));
});

it.each([
  ['slot respond S-2 --accept', 3, 0],
  ['slot respond S-2 --accept --yes', 0, 1],
  ['slot cancel S-1', 3, 0],
  ['order cancel R-1', 3, 0],
  ['verify --write', 3, 0],
  ['order create orders.csv', 0, 2],
])('without a terminal, %s ends with exit %i', async (line, exitCode, count) => {
  const service = await startWritingService();
  const home = makeHome();
  writeFileSync(join(home, 'orders.csv'), filesToSend['orders.csv']);
  const { code, askedFor } = await runCli(line.split(' '), { home, cwd: home, env: service.env });
  expect([code, askedFor, service.writes.length]).toEqual([exitCode, [], count]);
});
