import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type ScriptedAnswer, scriptedPrompts } from '../support/cli.ts';
import { testbedForEach } from '../support/testbed.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

const testbed = testbedForEach();

const slotFile = (warehouse: string): string =>
  `date,window,warehouse,loadingType,numberOfSkus\n2026-09-03,morning,${warehouse},palletised,lt_10\n`;

const files: Readonly<Record<string, (warehouse: string) => string>> = {
  'orders.csv': (warehouse) => ordersCsv([orderRow('N-1')]).replace('Northgate FC', warehouse),
  'in.csv': (warehouse) =>
    `PO_REFERENCE,Warehouse_Name,barcode,Quantity\nIN-1,${warehouse},2000000001012,3\n`,
  'po.csv': (warehouse) =>
    `PO_REFERENCE,Warehouse_Name,slotReference,SKU,Quantity\nPO-1,${warehouse},SLOT-000001,AC-TENT-2,5\n`,
  'slots.csv': slotFile,
};

const rest = '--loading-type palletised --number-of-skus lt_10 --delivery-type truck'.split(' ');
const typed = ['slot', 'book', '--date', '2026-09-03', '--window', 'morning', ...rest];

beforeEach(async () => {
  await testbed.bookConfirmed();
  await testbed.requests();
});

/** Runs a line on a terminal, with these answers; the choices of each list that was shown. */
async function asked(line: readonly string[], answers: readonly ScriptedAnswer[]) {
  const lists: string[][] = [];
  const askedFor: string[] = [];
  const prompts = scriptedPrompts(answers, askedFor);
  const choose: typeof prompts.choose = (question) => {
    lists.push(question.choices.map(({ value }) => value));
    return prompts.choose(question);
  };
  const deps = { prompts: async () => ({ ...prompts, choose }) };
  const { code, stderr } = await testbed.cfi(line, { tty: true, columns: 200, deps });
  return { code, stderr, lists, askedFor };
}

const sent = async () => (await testbed.requests()).filter((request) => !request.startsWith('GET '));

const write = (name: string, warehouse: string): void =>
  writeFileSync(join(testbed.home, name), files[name]?.(warehouse) ?? '');

it.each([
  [['order', 'create', 'orders.csv'], 'Send 1 order to Northgate FC'],
  [['inbound', 'create', 'in.csv'], 'Send 1 delivery to Northgate FC'],
  [['po', 'create', 'po.csv'], 'Create 1 purchase order at Northgate FC'],
  [['slot', 'book', 'slots.csv'], 'Book 1 slot at Northgate FC'],
  [[...typed, '--warehouse', 'Nortgate FC'], 'Book Northgate FC, Thu 3 Sep morning'],
])('%j has an unknown warehouse chosen before its review, the nearest first', async (line, question) => {
  const file = line.find((word) => word.endsWith('.csv'));
  if (file !== undefined) write(file, 'Nortgate FC');
  const { code, lists, askedFor } = await asked(line, ['Northgate FC', false]);
  expect([code, askedFor.length]).toEqual([3, 2]);
  expect(lists[0]?.[0]).toBe('Northgate FC');
  expect(lists[0]?.at(-1)).toBe('Nortgate FC');
  expect(askedFor[0]).toBe('Nortgate FC is not one of your warehouses. Which one do you mean?');
  expect(askedFor[1]).toContain(question);
  expect(await sent()).toEqual([]);
});

it('has a missing warehouse chosen; b goes back there', async () => {
  write('orders.csv', '');
  const { code, askedFor, lists } = await asked(
    ['order', 'create', 'orders.csv'],
    ['Northgate FC', 'b', 'Northgate FC', true],
  );
  expect([code, lists.length]).toEqual([0, 2]);
  expect(askedFor[0]).toBe('No warehouse is named. Which one?');
  expect(askedFor[2]).toBe(askedFor[0]);
  expect((await sent()).length).toBe(1);
});

it('asks nothing about the warehouses of the account, and warns of one that is kept', async () => {
  write('orders.csv', 'Northgate FC');
  expect((await asked(['order', 'create', 'orders.csv'], [false])).askedFor).toHaveLength(1);
  write('orders.csv', 'Nortgate FC');
  const { stderr, askedFor } = await asked(['order', 'create', 'orders.csv'], ['Nortgate FC', false]);
  expect(askedFor[1]).toContain('Send 1 order to Nortgate FC');
  expect(stderr).toContain('not one of the warehouses known here');
});

it.each([
  [['order', 'create', 'orders.csv', '--dry-run']],
  [[...typed, '--warehouse', 'Nortgate FC', '--dry-run']],
])('%j warns of an unknown warehouse without a terminal', async (line) => {
  const file = line.find((word) => word.endsWith('.csv'));
  if (file !== undefined) write(file, 'Nortgate FC');
  const { code, stderr } = await testbed.cfi(line);
  expect(code).toBe(0);
  expect(stderr).toContain('Nortgate FC');
  expect(stderr).toMatch(/warning: .*did you mean Northgate FC\?/);
});

it.skipIf(process.platform === 'win32')('sends what a pipe gave once the warehouse is chosen', async () => {
  write('orders.csv', 'Nortgate FC');
  execFileSync('mkfifo', [join(testbed.home, 'pipe.csv')]);
  spawn('sh', ['-c', 'cat orders.csv > pipe.csv'], { cwd: testbed.home });
  const { code, stderr } = await asked(['order', 'create', 'pipe.csv'], ['Northgate FC', true]);
  expect([code, (await sent()).length], stderr).toEqual([0, 1]);
});

it.each([
  ['no rows', 'date,window,loadingType,numberOfSkus\n', 0],
  ['another mistake', slotFile('').replace('lt_10', 'few'), 2],
  [
    'an unknown warehouse and another row with a mistake',
    `${slotFile('Nortgate FC')}2026-09-03,morning,Northgate FC,palletised,few\n`,
    2,
  ],
])('asks nothing about the warehouse of a file with %s', async (_, text, exitCode) => {
  writeFileSync(join(testbed.home, 'slots.csv'), text);
  const { code, askedFor } = await asked(['slot', 'book', 'slots.csv'], []);
  expect([code, askedFor]).toEqual([exitCode, []]);
  expect(await sent()).toEqual([]);
});

it('asks a service that fails once for the warehouses of a dry run', async () => {
  write('orders.csv', 'Nortgate FC');
  await testbed.admin.post('/faults', { match: { path: '/inventory' }, do: { status: 503, body: {} } });
  await testbed.requests();
  expect((await testbed.cfi(['order', 'create', 'orders.csv', '--dry-run'])).code).toBe(0);
  expect((await testbed.requests()).filter((request) => request.includes('/inventory'))).toHaveLength(1);
  expect(testbed.waits).toEqual([]);
});

it.each([[['--dry-run']], [[]]])('refuses an unknown warehouse with --strict %j', async (more) => {
  write('orders.csv', 'Nortgate FC');
  const { code, stderr } = await testbed.cfi(['order', 'create', 'orders.csv', '--strict', ...more]);
  expect(code, stderr).toBe(2);
  expect(stderr).toContain('nothing was sent');
  expect(await sent()).toEqual([]);
});

it('asks nothing where the file was typed, and sends nothing', async () => {
  const askedFor: string[] = [];
  const { code, stderr } = await testbed.cfi(['order', 'create', '-'], {
    ...{ tty: true, stdin: files['orders.csv']?.('Nortgate FC') ?? '' },
    deps: { prompts: async () => scriptedPrompts(['Northgate FC', true], askedFor) },
  });
  expect([code, askedFor], stderr).toEqual([3, []]);
  expect(stderr).toContain('needs your answer');
  expect(await sent()).toEqual([]);
});

it.each([[['--dry-run']], [[]]])(
  'takes no warehouse for unknown that no result has shown yet %j',
  async (more) => {
    await testbed.cfi(['inventory', '--location', 'Northgate FC']);
    write('orders.csv', 'Thames Reach FC');
    const { code, stderr } = await testbed.cfi(['order', 'create', 'orders.csv', '--strict', ...more]);
    expect(stderr).not.toContain('one of the warehouses');
    expect(code, stderr).toBe(0);
  },
);
