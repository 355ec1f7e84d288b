import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliOptions, makeHome, runCli } from '../../support/cli.ts';
import { dataOf, errorOf } from '../../support/upload/home-with.ts';

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
describe('order map without a terminal', () => {
  it('prints the proposal, and exits with 9 naming what is missing and what is asked', async () => {
    const outcome = await map(shop());
    expect(outcome.code).toBe(9);
    const { $ask, ...proposed } = JSON.parse(outcome.stdout);
    expect(proposed).toMatchObject({ ReferenceNumber: 'Order #', ItemTitle: 'Product' });
    expect($ask.map(({ id }: { id: string }) => id)).toEqual(['ReceivedDate', 'State: Ready for us', 'SKU']);
    expect(outcome.stderr).toContain(
      'error: no column was found for DispatchBy, PaymentStatus, warehouse_name\n',
    );
    expect(outcome.stderr).toContain('the map has 3 open questions:');
    expect(outcome.stderr).toContain('Which comes first in Date, as in 03/08/2026 10:00?');
    expect(outcome.stderr).toContain('give it with --timezone ZONE');
    expect(outcome.stderr).toContain('the header is on line 2');
    expect(outcome.stderr).toContain('leaves out orders with Cancelled in State (cancelled)\n');
    expect(outcome.stderr).toContain('sends only orders with Ready for us in State\n');
  });

  it('tells all of it in one error', async () => {
    const { stderr } = await map(shop(), ['--json']);
    const [error, ...others] = stderr.split('\n').filter((line) => line.startsWith('{'));
    expect(others).toEqual([]);
    expect(JSON.parse(error ?? '').error).toEqual({
      code: 'partial',
      message: expect.stringMatching(
        /^no column was found for DispatchBy, .*\nthe map has 3 open questions:\n {2}Which/,
      ),
      hint: expect.stringMatching(
        /^give --dispatch-within DURATION, .*; to answer a question, copy the set of a choice into the map/,
      ),
      exitCode: 9,
    });
  });

  it('lists every column that nothing uses, in the map and in one line', async () => {
    const outcome = await map(
      shop(content.replace('Price\n', 'Price;Sales channel\n').replaceAll('£129.00', '£129.00;web')),
    );
    expect(JSON.parse(outcome.stdout).$unused).toEqual(['Sales channel']);
    expect(outcome.stderr).toContain('not used: Sales channel\n');
  });

  it.each([
    ['nope.csv', 'error: nope.csv: there is no such file\n'],
    ['.', 'error: .: it is a folder\n'],
  ])('names a file that cannot be read: %s', async (name, message) => {
    const outcome = await runCli(['order', 'map', name], { home: shop() });
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });

  it('takes no field from one of two columns of the same name', async () => {
    const outcome = await map(shop(content.replace(';Product;', ';buyer;')));
    expect(outcome.stderr).toContain('two columns buyer, which a map cannot tell apart');
    expect(outcome.stderr).toContain('no column was found for DispatchBy, PaymentStatus, ChannelBuyerName');
    const { $ask } = JSON.parse(outcome.stdout);
    expect($ask.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['Buyer', 'buyer']));
  });

  it.each(['SKU', 'Qty'])(
    'proposes nothing in place of two columns %s that it cannot tell apart',
    async (field) => {
      const headers = 'Order No,Date,Ship name,Street,City,Zip,Country,SKU,Item,Qty,Price,Currency';
      const row = 'A-1,2026-11-24,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,A-2,Tent,2,129.00,GBP';
      const outcome = await map(shop(`${headers},${field}\n${row},5\n`));
      expect(outcome.code).toBe(9);
      expect(outcome.stderr).toContain(`two columns ${field}, which a map cannot tell apart`);
      expect(outcome.stderr).toMatch(new RegExp(`^error: no column was found for .*\\b${field}\\b`, 'm'));
      expect(outcome.stdout).not.toContain(`"${field}": `);
    },
  );

  it('asks nothing that --set says', async () => {
    const given = ['--set', 'SKU=AC-TENT-2', '--set', 'ReceivedDate=2026-08-03T10:00:00Z'];
    const { stdout } = await map(shop(), given);
    const { $ask, $unused, ...proposed } = JSON.parse(stdout);
    expect($ask.map(({ id }: { id: string }) => id)).toEqual(['State: Ready for us']);
    expect($unused).toEqual(['Date', 'Code']);
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
    expect(message).toContain('3 questions in $ask not answered');
    expect(message).toContain('Should an order with "Ready for us" in State be shipped?');
    const { $ask, ...rest } = JSON.parse(readFileSync(join(home, 'm.json'), 'utf8'));
    const answered = { ...rest, $ask: [], ...$ask[0].choices[0].set, ...$ask[2].choices[0].set };
    writeFileSync(join(home, 'm.json'), JSON.stringify(answered));
    expect(dataOf(await upload())).toMatchObject({
      total: 1,
      leftOut: [{ ReferenceNumber: 'S-2', reason: 'cancelled' }],
    });
  });

  it.each([
    ['Order\n1\n', 'shop.csv: 1 column\n'],
    ['Order,SKU\n1,A\n', 'shop.csv: 2 columns\n'],
  ])('counts the columns of %j', async (content, said) => {
    expect((await map(shop(content))).stderr).toContain(said);
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
    const home = shop(content.replace('Ready for us', 'Processing').replace('Code', 'SKU'));
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
    const home = shop(content.replace('Ready for us', 'Processing').replace('Code', 'SKU'));
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
