import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answered,
  type Choice,
  type MapMembers,
  type Question,
} from '../../../src/payload/proposal/questions.ts';
import { type CliOptions, makeHome, runCli } from '../../support/cli.ts';
import { dataOf, errorOf, homeWith } from '../../support/upload/home-with.ts';

const content = [
  'Orders of our shop',
  'Order #;Date;State;Ship to;Street;City;Postcode;Country;Code;Product;Qty;Price',
  'S-1;03/08/2026 10:00;Ready for us;Ada Byron;1 High Street;Leeds;LS1 4AB;GB;AC-TENT-2;Tent;1;£129.00',
  'S-2;04/08/2026 10:00;Cancelled;Bo Ek;2 Low Road;York;YO1 7HH;GB;AC-TENT-2;Tent;1;£129.00',
].join('\n');

function shop(text = content): string {
  const home = homeWith('shop.csv', text);
  return home;
}
const map = (home: string, args: readonly string[] = [], options: CliOptions = {}) =>
  runCli(['order', 'map', 'shop.csv', ...args], { home, ...options });
describe('order map without a terminal', () => {
  it('prints the proposal, and exits with 9 naming what is missing and what is asked', async () => {
    const outcome = await map(shop());
    expect(outcome.code).toBe(9);
    const { $ask, ...proposed } = JSON.parse(outcome.stdout);
    expect(proposed).toMatchObject({ ReferenceNumber: 'Order #', ItemTitle: 'Product' });
    expect($ask.map(({ id }: { id: string }) => id)).toEqual([
      'ReceivedDate',
      'State: Ready for us',
      'SKU',
      'unused',
    ]);
    expect(outcome.stderr).toContain(
      'error: no column was found for DispatchBy, PaymentStatus and warehouse_name\n',
    );
    expect(outcome.stderr).toContain('the map has 4 open questions:');
    expect(outcome.stderr).toContain('How are the dates in Date written (03/08/2026 10:00)?');
    expect(outcome.stderr).toContain('give it with --timezone ZONE');
    expect(outcome.stderr).toContain('the header is on line 2');
    expect(outcome.stderr).toContain('leaves out orders by the values of State\n');
  });

  it('tells all of it in one error', async () => {
    const { stderr } = await map(shop(), ['--json']);
    const [error, ...others] = stderr.split('\n').filter((line) => line.startsWith('{'));
    expect(others).toEqual([]);
    expect(JSON.parse(error ?? '').error).toEqual({
      code: 'partial',
      message: expect.stringMatching(
        /^no column was found for DispatchBy, .*\nthe map has 4 open questions:\n {2}How/,
      ),
      hint: expect.stringMatching(
        /^give --dispatch-within DURATION, .*; to answer a question, copy the set of a choice into the map/,
      ),
      exitCode: 9,
    });
  });

  it('asks about all columns that nothing reads at once, and shows their values', async () => {
    const text = content.replace('Price\n', 'Price;Sales channel\n').replaceAll('£129.00', '£129.00;web');
    const outcome = await map(shop(text));
    const { $ask } = JSON.parse(outcome.stdout);
    expect($ask.at(-1)).toMatchObject({ id: 'unused', columns: ['Code', 'Sales channel'] });
    expect(outcome.stderr).toContain('Sales channel: web × 2\n');
  });

  it.each([
    ['nope.csv', 'error: nope.csv: there is no such file\n'],
    ['.', 'error: .: it is a folder\n'],
  ])('names a file that cannot be read: %s', async (name, message) => {
    const outcome = await runCli(['order', 'map', name], { home: shop() });
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });

  it.each([
    ['Ship to', content.replace(';Product;', ';ship to;')],
    ['Qty', content.replace('Price\n', 'Price;Qty\n').replaceAll('£129.00', '£129.00;5')],
  ])('refuses two columns %s that it cannot tell apart', async (name, text) => {
    const outcome = await map(shop(text));
    expect([outcome.code, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr).toContain(`several columns ${name}, which a map cannot tell apart`);
  });

  it('asks nothing that --set says', async () => {
    const given = ['--set', 'SKU=AC-TENT-2', '--set', 'ReceivedDate=2026-08-03T10:00:00Z'];
    const { stdout } = await map(shop(), given);
    const { $ask, $unused, ...proposed } = JSON.parse(stdout);
    expect($ask.map(({ id }: { id: string }) => id)).toEqual(['State: Ready for us', 'unused']);
    expect($ask[1].columns).toEqual(['Date', 'Code']);
    expect($unused).toEqual([]);
    expect(proposed).toMatchObject({ ItemTitle: 'Product' });
  });

  it('is refused by the upload until its questions are answered by copying a set', async () => {
    const home = shop();
    const { stdout } = await map(home, ['--out', 'm.json']);
    expect(stdout).toBe('');
    const args = ['order', 'create', 'shop.csv', '--map', 'm.json', '--dry-run', '--json'];
    const given = ['--timezone', 'Europe/London', '--warehouse', 'W', '--dispatch-within', '1d'];
    const upload = () => runCli([...args, ...given, '--set', 'PaymentStatus=PAID'], { home });
    const refused = await upload();
    expect(refused.code).toBe(2);
    const { message } = errorOf(refused);
    expect(message).toContain('4 questions in $ask without an answer:\n  ');
    expect(message).toContain('An order with State "Ready for us" (1 row): does it ship, or why not?');
    const proposed: MapMembers = JSON.parse(readFileSync(join(home, 'm.json'), 'utf8'));
    const questions = proposed.$ask as readonly Question[];
    const complete = questions.reduce(
      (members, question) => answered(members, question, question.choices[0] as Choice),
      proposed,
    );
    writeFileSync(join(home, 'm.json'), JSON.stringify(complete));
    expect(dataOf(await upload())).toMatchObject({
      total: 1,
      leftOut: [{ ReferenceNumber: 'S-2', reason: 'cancelled' }],
    });
  });

  it('names what cannot be read in a column that is named for a field', async () => {
    const { stderr } = await map(shop('Order,Unit price,SKU\n1,"129,-",A\n'));
    expect(stderr).toContain('Not all of Unit price can be read as the unit price: 129,-.');
  });

  it('counts the columns', async () => {
    expect((await map(shop('Order,SKU\n1,A\n'))).stderr).toContain('shop.csv: 2 columns\n');
  });

  it('exits with 0 when options supply the rest, and prints the same map in every format', async () => {
    const args = [
      '--warehouse',
      'Northgate FC',
      '--dispatch-within',
      '36h',
      '--set',
      'PaymentStatus=PAID',
      '--dates',
      'dmy',
    ];
    const home = shop(content.replace('Ready for us', 'Awaiting shipment').replace('Code', 'SKU'));
    const plain = await map(home, args);
    expect(plain.code).toBe(0);
    // So that the map also refuses what a new column of a later file says.
    expect(JSON.parse(plain.stdout).$unused).toEqual([]);
    expect((await map(home, [...args, '--json'])).stdout).toBe(plain.stdout);
    expect(plain.stderr).toContain(
      "cfi order create shop.csv --map map.json --set PaymentStatus=PAID --dates dmy --warehouse 'Northgate FC' --dispatch-within 36h --dry-run\n",
    );
  });

  it('takes prices from a list or the inventory for a file without any', async () => {
    const home = shop(content.replaceAll(/;(?:Price|£129\.00)/g, '').replace('Code', 'SKU'));
    writeFileSync(join(home, 'prices.csv'), 'SKU,PricePerUnit\nAC-TENT-2,129.00\n');
    expect((await map(home)).stderr).toContain('PricePerUnit');
    for (const prices of ['prices.csv', 'inventory'])
      expect((await map(home, ['--prices', prices])).stderr).not.toContain('PricePerUnit');
  });

  it('names the encoding once in the command for the upload, which prices are read in too', async () => {
    const home = shop(content.replace('Ready for us', 'Awaiting shipment').replace('Code', 'SKU'));
    writeFileSync(join(home, 'prices.csv'), 'SKU,PricePerUnit\nAC-TENT-2,129.00\n');
    const given =
      '--warehouse N --dispatch-within 2d --set PaymentStatus=PAID --dates dmy --prices prices.csv';
    const { stderr } = await map(home, ['--encoding', 'utf-8', ...given.split(' ')]);
    expect(stderr).toContain('cfi order create shop.csv --map map.json --encoding utf-8 --set ');
    expect(stderr.match(/--encoding/g)).toHaveLength(1);
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

  it('says no such thing of one that lacks a required field', async () => {
    const { code, stderr } = await map(shop('ReferenceNumber,SKU,Qty\nR-1,A,1\n'));
    expect([code, stderr]).toEqual([9, expect.stringContaining('no column was found for ')]);
    expect(stderr).toContain("all with the service's own names\n");
    expect(stderr).not.toContain('--dry-run');
  });

  it.each(['order template', 'order template --preset shopify'])(
    'takes the header of %s alone, which says all',
    async (template) => {
      const [header = ''] = (await runCli(template.split(' '))).stdout.split('\n');
      const { stdout, stderr } = await map(shop(`${header}\n`));
      expect(stderr).not.toContain('no orders');
      expect(JSON.parse(stdout)).toMatchObject({});
    },
  );

  it('reads standard input', async () => {
    const outcome = await runCli(['order', 'map', '-'], { stdin: content });
    expect(outcome.stderr).toContain('standard input: 12 columns');
    expect(JSON.parse(outcome.stdout)).toMatchObject({ ReferenceNumber: 'Order #' });
  });

  it.each([
    ['JSON', 'orders.json', '[{}]', 'which needs no map'],
    ['a header alone', 'a.csv', 'Order number,SKU,Quantity\n', 'a.csv has a header and no orders\nhint: '],
    ['a header above a footer', 'a.csv', 'Order number,SKU\n0 record(s) downloaded\n', 'and no orders'],
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
