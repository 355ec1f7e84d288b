import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CfiError } from '../../../src/errors.ts';
import { type CliOptions, makeHome, runCli, scriptedPrompts } from '../../support/cli.ts';
import { dataOf } from '../../support/upload/home-with.ts';

const content = [
  'Orders of our shop',
  'Order #;Date;State;Buyer;Street;City;Postcode;Country;Code;Product;Qty;Price',
  'S-1;03/08/2026 10:00;Ready for us;Ada Byron;1 High Street;Leeds;LS1 4AB;GB;AC-TENT-2;Tent;1;£129.00',
  'S-2;04/08/2026 10:00;Cancelled;Bo Ek;2 Low Road;York;YO1 7HH;GB;AC-TENT-2;Tent;1;£129.00',
].join('\n');

function shop(text = content): string {
  const home = makeHome();
  writeFileSync(join(home, 'shop.csv'), text);
  return home;
}
const map = (home: string, args: readonly string[] = [], options: CliOptions = {}) =>
  runCli(['order', 'map', 'shop.csv', ...args], { home, ...options });
/** Dates with the day first, a word specific to this shop, and values that no file contains. */
const answers = ['day', '36h', 'const:PAID', 'Northgate FC', 'send', 'Europe/London', 'yes', 'shop.map.json'];

describe('order map without a terminal', () => {
  it('prints the proposal, and exits with 9 naming fields without a source', async () => {
    const outcome = await map(shop());
    expect(outcome.code).toBe(9);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ ReferenceNumber: 'Order #', SKU: 'Code' });
    expect(outcome.stderr).toContain(
      'error: no column was found for DispatchBy, PaymentStatus, warehouse_name\n',
    );
    expect(outcome.stderr).toContain('check ReceivedDate: day and month could be swapped');
    expect(outcome.stderr).toContain('State: unknown status "Ready for us": left out as on-hold');
    expect(outcome.stderr).toContain('give it with --timezone ZONE');
    expect(outcome.stderr).toContain('the header is on line 2');
  });

  it.each([
    ['Order\n1\n', 'shop.csv: 1 column\n'],
    ['Order,SKU\n1,A\n', 'shop.csv: 2 columns\n'],
  ])('counts the columns of %j', async (content, said) => {
    expect((await map(shop(content))).stderr).toContain(said);
  });

  it('exits with 0 when options supply the rest, and prints the same map in every format', async () => {
    const args = ['--warehouse', 'Northgate FC', '--dispatch-within', '36h', '--set', 'PaymentStatus=PAID'];
    const home = shop();
    const plain = await map(home, args);
    expect(plain.code).toBe(0);
    expect((await map(home, [...args, '--json'])).stdout).toBe(plain.stdout);
    expect(plain.stderr).toContain(
      "cfi order create shop.csv --map map.json --set PaymentStatus=PAID --warehouse 'Northgate FC' --dispatch-within 36h --dry-run\n",
    );
  });

  it("says that a file with the service's own columns needs no map, and prints one that reads it alike", async () => {
    const home = shop((await runCli(['order', 'template'])).stdout);
    const { code, stdout, stderr } = await map(home);
    expect(code).toBe(0);
    expect(stderr).toContain("all with the service's own names, so no map is needed\n");
    expect(stderr).toContain(': cfi order create shop.csv --dry-run\n');
    writeFileSync(join(home, 'm.json'), stdout);
    const dryRun = (args: readonly string[]) =>
      runCli(['order', 'create', 'shop.csv', '--dry-run', '--json', ...args], { home });
    const [direct, mapped] = [await dryRun([]), await dryRun(['--map', 'm.json'])];
    expect(dataOf(direct).orders).toHaveLength(1);
    expect(mapped.stdout).toBe(direct.stdout);
  });

  it('writes the --out file, and the upload reads it', async () => {
    const home = shop();
    await map(home, ['--out', 'm.json']);
    const args = [
      '--map',
      'm.json',
      '--timezone',
      'Europe/London',
      '--warehouse',
      'W',
      '--dispatch-within',
      '1d',
    ];
    const outcome = await runCli(
      ['order', 'create', 'shop.csv', ...args, '--set', 'PaymentStatus=PAID', '--dry-run', '--json'],
      { home },
    );
    // The meaning of the shop's own word is still unknown.
    expect(dataOf(outcome)).toMatchObject({
      total: 0,
      leftOut: [
        { ReferenceNumber: 'S-1', reason: 'on-hold' },
        { ReferenceNumber: 'S-2', reason: 'cancelled' },
      ],
    });
  });

  it('reads standard input', async () => {
    const outcome = await runCli(['order', 'map', '-'], { stdin: content });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ ReferenceNumber: 'Order #' });
  });

  it.each([
    ['JSON', 'orders.json', '[{}]', 'which needs no map'],
    [
      'a report that cannot be used',
      'items.csv',
      'Sale Date,Order ID,Number of Items\n',
      'choose "Order Items" as the CSV type in Shop Manager > Settings > Options > Download data; the file is called EtsySoldOrderItems',
    ],
  ])('refuses %s with exit 2', async (_, name, text, message) => {
    const home = makeHome();
    writeFileSync(join(home, name), text);
    const outcome = await runCli(['order', 'map', name], { home });
    expect([outcome.code, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(message);
  });
});

describe('order map on a terminal', () => {
  it('shows joined names as they would be sent', async () => {
    const twoNames = content.replaceAll('Buyer', 'First name;Last name').replaceAll(/(Ada|Bo) /g, '$1;');
    const outcome = await map(shop(twoNames), [], {
      tty: true,
      columns: 100,
      answers,
      env: { NO_COLOR: '1' },
    });
    expect(outcome.stderr).toMatch(/ChannelBuyerName +First name \+ Last name +Ada Byron/);
  });

  it('asks open questions, shows what would be sent, and saves a map that uploads', async () => {
    const home = shop();
    const outcome = await map(home, [], { tty: true, columns: 80, answers, env: { NO_COLOR: '1' } });
    expect(outcome.askedFor).toEqual([
      'Date is written like 03/08/2026 10:00: which comes first?',
      'How soon after the order was placed must it be dispatched? (< is back)',
      'Are these orders paid?',
      'Which warehouse ships these orders? (< is back)',
      'State is "Ready for us" in 1 row: what does that mean?',
      'Which time zone are the times in? (< is back)',
      'Is that right?',
      'Save the map as',
    ]);
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toMatch(/goes to: +Ada Byron, 1 High Street, Leeds, LS1 4AB, GB/);
    expect(outcome.stderr).toMatch(/ReferenceNumber +lines +units +town +country +dispatchBy\nS-1 /);
    expect(outcome.stderr).toContain('1 order can be sent.');
    expect(outcome.stderr).toContain('1 order left out as cancelled: S-2');
    expect(outcome.stdout).toBe(readFileSync(join(home, 'shop.map.json'), 'utf8'));
    const command = /: (cfi order create .* --dry-run)\n/.exec(outcome.stderr)?.[1] ?? '';
    const uploaded = await runCli(command.split(' ').slice(1, -1).concat('--emulator', '--json'), { home });
    expect(dataOf(uploaded)).toMatchObject({
      created: 1,
      leftOut: [{ ReferenceNumber: 'S-2', reason: 'cancelled' }],
    });
  });

  it('returns to the previous question, and to any answer after the preview', async () => {
    const home = shop();
    const outcome = await map(home, [], {
      tty: true,
      answers: [
        ...['month', '<', 'day', '36h', 'back', '48h', 'const:PAID', 'W', 'unpaid', 'Europe/London'],
        ...[
          'change',
          'status 0 Ready for us',
          'send',
          'change',
          'warehouse_name',
          'Thames Reach FC',
          'yes',
          'm.json',
        ],
      ],
    });
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      warehouse_name: { const: 'Thames Reach FC' },
      ReceivedDate: { date: 'DD/MM/YYYY HH:mm' },
      $keep: [{ column: 'State', in: ['Ready for us'] }],
    });
    expect(outcome.stderr).toContain('--dispatch-within 2d');
  });

  it('accepts any column for a field, and leaves it open if none fits', async () => {
    const outcome = await map(shop(), [], {
      tty: true,
      answers: [
        ...answers.slice(0, -2),
        'change',
        'ItemTitle',
        'column:Code',
        'change',
        'Qty',
        'open',
        'yes',
        'm.json',
      ],
    });
    expect(outcome.code).toBe(9);
    expect(outcome.stderr).toContain('no column was found for Qty');
    expect(JSON.parse(outcome.stdout)).toMatchObject({ ItemTitle: 'Code' });
  });

  it('never overwrites its input, and asks before it overwrites another file', async () => {
    const home = shop();
    writeFileSync(join(home, 'kept.json'), 'mine');
    const outcome = await map(home, [], {
      tty: true,
      answers: [...answers.slice(0, -1), './shop.csv', 'kept.json', false, 'kept.json', true],
    });
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).toContain('would overwrite FILE shop.csv');
    expect(readFileSync(join(home, 'shop.csv'), 'utf8')).toBe(content);
    expect(readFileSync(join(home, 'kept.json'), 'utf8')).toBe(outcome.stdout);
  });

  it('leaves nothing behind when it is cancelled or interrupted', async () => {
    const home = shop();
    const stopped = await map(home, [], { tty: true, answers: [...answers.slice(0, -2), 'stop'] });
    expect([stopped.code, stopped.stdout]).toEqual([3, '']);
    const asked: string[] = [];
    const prompts = scriptedPrompts(answers, asked);
    const interrupted = await map(home, [], {
      tty: true,
      deps: {
        prompts: async () => ({
          ...prompts,
          text: async (question) => {
            if (question.message === 'Save the map as') throw new CfiError('cancelled', 'interrupted');
            return prompts.text(question);
          },
        }),
      },
    });
    expect([interrupted.code, interrupted.stdout]).toEqual([130, '']);
    expect(existsSync(join(home, 'shop.map.json'))).toBe(false);
  });

  it('does not ask for values from the profile or the command line', async () => {
    const home = shop();
    await runCli(['config', 'set', 'warehouse', 'Northgate FC'], { home });
    await runCli(['config', 'set', 'timezone', 'Europe/London'], { home });
    const args = ['--dispatch-within', '36h', '--set', 'PaymentStatus=PAID'];
    const { askedFor, code } = await map(home, args, {
      tty: true,
      answers: ['day', 'send', 'yes', 'm.json'],
    });
    expect([code, askedFor.length]).toEqual([0, 4]);
  });

  it('shows the first problems in the preview, with the readable orders', async () => {
    const home = shop(
      `${content}\nS-3;05/08/2026 10:00;Ready for us;Cy;3 Mid;Hull;HU1;GB;AC-TENT-2;Tent;none;£1.00\n`,
    );
    const { stderr } = await map(home, [], { tty: true, answers });
    expect(stderr).toContain('1 of 2 orders can be sent. Errors in the others:\n  line 5: S-3: Qty must be');
  });
});
