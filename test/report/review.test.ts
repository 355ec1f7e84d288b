import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linePrompts } from '../../src/cli/prompts.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { startWritingService } from '../support/services/writing-service.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

const files = {
  'orders.csv': ordersCsv([orderRow('R-1'), orderRow('R-2')]),
  'in.csv': 'PO_REFERENCE,Warehouse_Name,barcode,Quantity\nIN-1,Northgate FC,2000000001012,3\n',
  'po.csv':
    'PO_REFERENCE,Warehouse_Name,slotReference,SKU,barcode,Quantity\nPO-1,Northgate FC,S-1,AC-TENT-2,2000000001012,5\n',
  'slots.csv':
    'date,window,warehouse,loadingType,numberOfSkus\n2030-09-03,morning,Northgate FC,palletised,lt_10\n' +
    '2030-09-04,morning,Northgate FC,palletised,lt_10\n',
};

const slot = ['--date', '2030-09-03', '--window', 'morning', '--warehouse', 'Northgate FC'];
const rest = ['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'];
const uploaded = ['order', 'create', 'orders.csv', '--yes'];

interface Way {
  readonly line: readonly string[];
  readonly question: string;
  readonly before?: readonly string[];
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
  { line: ['slot', 'book', 'slots.csv'], question: 'Book 2 slots at Northgate FC' },
  { line: ['slot', 'book', ...slot, ...rest], question: 'Book Northgate FC, Tue 3 Sep 2030 morning' },
  { line: ['slot', 'cancel', 'S-1'], question: 'Cancel slot S-1' },
  { line: ['slot', 'respond', 'S-2', '--accept'], question: 'Accept S-2 for Tue 10 Sep 2030' },
  {
    line: ['slot', 'respond', 'S-2', '--counter', '2030-09-11T09:00:00+01:00'],
    question: 'Propose Wed 11 Sep 2030 09:00 BST',
  },
  { line: ['order', 'cancel', 'R-1'], question: 'Cancel order R-1', before: uploaded },
  { line: ['order', 'cancel', 'R-1', 'R-2'], question: 'Cancel 2 orders', before: uploaded },
  { line: ['order', 'cancel', '--run', '1'], question: 'Cancel 2 orders that run 1', before: uploaded },
  { line: ['verify', '--write'], question: 'Create one order, one slot' },
];

describe.each(ways)('cfi $line on a terminal', ({ line, question, before }) => {
  /** Runs it with these keys typed before its question, and those at it. */
  async function answered(keys: string, more: readonly string[] = []) {
    const service = await startWritingService();
    const home = makeHome();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
    const options = { home, cwd: home, env: service.env };
    if (before !== undefined) expect((await runCli(before, options)).code).toBe(0);
    const earlier = service.writes.length;
    const writesSoFar = (): number => service.writes.length - earlier;
    const input = Object.assign(new PassThrough(), { setRawMode: () => {} });
    input.write('y\r');
    let shown = '';
    let isAnswered = false;
    let unasked = 0;
    const output = new PassThrough();
    output.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (isAnswered || !shown.includes('(y/N)')) return;
      isAnswered = true;
      unasked = writesSoFar();
      setImmediate(() => input.write(keys));
    });
    const { signal } = new AbortController();
    const prompts = linePrompts({ input, output, plain: false, signal, onContinue: () => () => {} });
    const { code, stderr } = await runCli([...line, ...more], {
      ...options,
      tty: true,
      columns: 100,
      deps: { prompts: async () => prompts },
    });
    return { code, stderr, shown, unasked, writes: writesSoFar() };
  }

  it.each([
    ['Enter', '\r', 3],
    ['n', 'n\r', 3],
    ['another word', 'yikes\r', 3],
    ['several lines', 'y\ny\n', 3],
    ['Esc', '\u001b', 3],
    ['Ctrl-D', '\u0004', 3],
    ['Ctrl-C', '\u0003', 130],
  ])('sends nothing after %s, and says so', async (_, keys, exitCode) => {
    const { code, stderr, shown, writes } = await answered(keys);
    expect([code, writes]).toEqual([exitCode, 0]);
    expect(shown).toContain(question);
    expect(stderr).toContain('nothing was sent');
  });

  it('sends after y, and nothing before it; --quiet keeps the question', async () => {
    const { unasked, writes, shown } = await answered('y\r', ['--quiet']);
    expect([unasked, writes > 0]).toEqual([0, line[0] !== 'verify']);
    expect(shown).toContain(`${question}`);
  });

  it('asks nothing with --yes', async () => {
    expect((await answered('', ['--yes'])).shown).toBe('');
  });
});

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
  writeFileSync(join(home, 'orders.csv'), files['orders.csv']);
  const { code, askedFor } = await runCli(line.split(' '), { home, cwd: home, env: service.env });
  expect([code, askedFor, service.writes.length]).toEqual([exitCode, [], count]);
});
