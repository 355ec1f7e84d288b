import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { dataOf } from '../../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

const home = makeHome();
const write = (name: string, text: string): string => {
  writeFileSync(join(home, name), text);
  return join(home, name);
};
const skus = write('skus.csv', 'from,to,qty,share\nAC-TENT-2,A-1,2,3\nAC-TENT-2,B-1,,\n');
const dryRun = (...words: readonly string[]) =>
  runCli(['order', 'create', ...words, '--dry-run', '--json'], { home });

const itemsOf = async (...words: readonly string[]) => {
  const outcome = await dryRun(...words);
  const [order] = dataOf(outcome).orders as unknown as [{ OrderItems: Record<string, unknown>[] }];
  return order.OrderItems.map(({ SKU, Qty, PricePerUnit, OrderLineNumber }) => [
    SKU,
    Qty,
    PricePerUnit,
    OrderLineNumber,
  ]);
};

// Two sets of 12.50: 18.75 for four A-1, and 6.25 for two B-1.
const expected = [
  ['A-1', 1, 4.68, '1.1'],
  ['A-1', 3, 4.69, '1.2'],
  ['B-1', 1, 3.12, '1.3'],
  ['B-1', 1, 3.13, '1.4'],
];

it('makes lines of the parts of sets, in CSV, with a map, and in JSON', async () => {
  const csv = write('a.csv', ordersCsv([orderRow('R-1', { Qty: '2' }), orderRow('R-1')]));
  const found = await itemsOf(csv, '--sku-map', skus);
  expect(found.slice(0, 4)).toEqual(expected);
  expect(found.slice(4).map(([, , , number]) => number)).toEqual(['2.1', '2.2']);
  const plain = dataOf(await dryRun(write('b.csv', ordersCsv([orderRow('R-1', { Qty: '2' })])))).orders;
  expect(await itemsOf(write('b.json', JSON.stringify(plain)), '--sku-map', skus)).toEqual(expected);
  const fields = Object.fromEntries(
    ordersCsv([])
      .trim()
      .split(',')
      .map((name) => [name, name]),
  );
  const parts = [{ SKU: 'A-1', Qty: 2, share: 3 }, { SKU: 'B-1' }];
  const map = write('map.json', JSON.stringify({ ...fields, $sku: { 'AC-TENT-2': parts } }));
  expect(await itemsOf(join(home, 'b.csv'), '--map', map)).toEqual(expected);
});

it('follows a name to the last one, from a line and from a part', async () => {
  const csv = write('a.csv', ordersCsv([orderRow('R-1')]));
  const names = 'MID-1,MID-2\nMID-2,NEW\n';
  const renamed = write('names.csv', `from,to\nAC-TENT-2,MID-1\n${names}`);
  expect((await itemsOf(csv, '--sku-map', renamed)).map(([sku]) => sku)).toEqual(['NEW']);
  const parts = names.replaceAll('\n', ',\n');
  const inSet = write('set.csv', `from,to,qty\nAC-TENT-2,MID-1,1\nAC-TENT-2,B-1,1\n${parts}`);
  expect((await itemsOf(csv, '--sku-map', inSet)).map(([sku]) => sku)).toEqual(['NEW', 'B-1']);
});

it('sees the parts in the totals and the digest', async () => {
  const csv = write('a.csv', ordersCsv([orderRow('R-1', { Qty: '2' })]));
  const data = dataOf(await dryRun(csv, '--sku-map', skus));
  expect(data.summary).toMatchObject({ lines: 4, units: 6, value: { GBP: '25.00' } });
  expect(data.digest).not.toBe(dataOf(await dryRun(csv)).digest);
});

it('refuses a set with fewer pennies than units, with its row', async () => {
  const many = write('many.csv', 'from,to,qty\nAC-TENT-2,A-1,2000\n');
  const csv = write('a.csv', ordersCsv([orderRow('R-1')]));
  const outcome = await dryRun(csv, '--sku-map', many);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain('"line":2');
  expect(outcome.stderr).toContain('is too low for the 2000 units of the set AC-TENT-2');
});

it('takes the prices of the parts from --prices where the set has no share', async () => {
  const plain = write('plain.csv', 'from,to,qty\nAC-TENT-2,A-1,2\nAC-TENT-2,B-1,1\n');
  const csv = write('a.csv', ordersCsv([orderRow('R-1')]));
  const prices = write('prices.csv', 'SKU,PricePerUnit\nA-1,4.10\nB-1,4.30\n');
  // 12.50 is the price of the parts.
  expect(await itemsOf(csv, '--sku-map', plain, '--prices', prices)).toEqual([
    ['A-1', 2, 4.1, '1.1'],
    ['B-1', 1, 4.3, '1.2'],
  ]);
  const some = write('some.csv', 'SKU,PricePerUnit\nA-1,4.10\n');
  expect(await itemsOf(csv, '--sku-map', plain, '--prices', some)).toEqual([
    ['A-1', 1, 3.12, '1.1'],
    ['A-1', 1, 3.13, '1.2'],
    ['B-1', 1, 6.25, '1.3'],
  ]);
});

it('keeps the number of a line that is only renamed', async () => {
  const renames = write('renames.csv', 'from,to,qty\nAC-TENT-2,A-1,1\n');
  const csv = write('a.csv', ordersCsv([orderRow('R-1'), orderRow('R-1')]));
  expect(await itemsOf(csv, '--sku-map', renames)).toEqual([
    ['A-1', 1, 12.5, '1'],
    ['A-1', 1, 12.5, '2'],
  ]);
});
