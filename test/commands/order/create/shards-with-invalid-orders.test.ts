import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../../support/cli.ts';
import { startOrderService } from '../../../support/services/order-service.ts';
import { dataOf, errorOf } from '../../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';

const count = 3;
const shards = Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);

/** Uploads each shard of a file, with an invalid order for every third, from a folder of its own. */
async function uploadShards(name: string, text: string, options: readonly string[] = ['--skip-invalid']) {
  const service = await startOrderService();
  const runs = [];
  for (const shard of shards) {
    const home = makeHome();
    writeFileSync(join(home, name), text);
    const line = ['order', 'create', name, '--shard', shard, '--json', ...options];
    const outcome = await runCli(line, { home, env: service.env });
    const failed = join(home, `${name}.failed.${name.endsWith('json') ? 'json' : 'csv'}`);
    runs.push({ ...outcome, failed: existsSync(failed) ? readFileSync(failed, 'utf8') : '' });
  }
  return { service, runs };
}

const referencesIn = (failed: string): string[] =>
  failed
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(',')[0] as string);

/** The references that the error names. */
const namedIn = (run: { stderr: string }): string[] =>
  ((errorOf(run)?.errors ?? []) as { reference?: string }[]).map(({ reference }) => String(reference));

/** The references of the invalid orders, by shard. */
const invalidOf = ({ stdout }: { stdout: string }): string[] =>
  dataOf({ stdout }).orders.flatMap(({ ReferenceNumber, outcome }) =>
    outcome === 'invalid' ? [String(ReferenceNumber)] : [],
  );

describe('with --shard and --skip-invalid', () => {
  it('each shard reports its own invalid orders, and no other does', async () => {
    const rows = Array.from({ length: 18 }, (_, index) =>
      orderRow(`R-${index}`, index % 3 === 0 ? { Qty: '0' } : {}),
    );
    const { service, runs } = await uploadShards('orders.csv', ordersCsv(rows));
    const invalid = runs.map((run) => invalidOf(run));
    expect(invalid.flat().sort()).toEqual(['R-0', 'R-12', 'R-15', 'R-3', 'R-6', 'R-9']);
    expect(runs.map(({ failed }) => referencesIn(failed))).toEqual(invalid);
    expect(runs.map(namedIn)).toEqual(invalid);
    expect(runs.map(({ code }) => code)).toEqual(invalid.map((each) => (each.length > 0 ? 9 : 0)));
    expect(service.stored.size).toBe(12);
  });

  it('rows without a reference belong to the first shard', async () => {
    const rows = [orderRow('R-1'), orderRow('', { Buyer: 'Nobody' }), orderRow('R-2'), orderRow('R-3')];
    const { runs } = await uploadShards('orders.csv', ordersCsv(rows));
    expect(runs.map(({ code }) => code)).toEqual([9, 0, 0]);
    expect(runs.map((run) => dataOf(run).invalid)).toEqual([1, 0, 0]);
    expect(runs.map(({ failed }) => failed.includes('Nobody'))).toEqual([true, false, false]);
  });

  it('a row that seems to be a line of the order above it stays with that order', async () => {
    const [header = '', first = ''] = ordersCsv([orderRow('R-1')]).split('\n');
    const line = header
      .split(',')
      .map((name, index) => (/SKU|ItemTitle|Qty|PricePerUnit/.test(name) ? first.split(',')[index] : ''))
      .join(',');
    const { service, runs } = await uploadShards('orders.csv', `${header}\n${first}\n${line}\n`);
    const own = runs.map((run) => invalidOf(run));
    expect(own.flat()).toEqual(['R-1']);
    expect(runs.map(({ failed }) => referencesIn(failed))).toEqual(
      own.map((each) => (each.length > 0 ? ['R-1', ''] : [])),
    );
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 0, 9]);
    expect(service.stored.size).toBe(0);
  });

  it('both copies of a reference that appears twice in JSON belong to its shard', async () => {
    const [header = '', row = ''] = ordersCsv([orderRow('x')]).split('\n');
    const cells = row.split(',');
    const order = (reference: string) => {
      const body: Record<string, unknown> = {};
      for (const [index, name] of header.split(',').entries()) {
        const [section = '', field] = name.split('.');
        if (field !== undefined)
          body[section] = { ...(body[section] as object | undefined), [field]: cells[index] };
        else if (!['SKU', 'ItemTitle', 'Qty', 'PricePerUnit'].includes(name)) body[name] = cells[index];
      }
      const OrderItems = [
        { SKU: 'AC-TENT-2', ItemTitle: 'Tent', Qty: 1, PricePerUnit: 12.5, OrderLineNumber: '1' },
      ];
      return { ...body, ReferenceNumber: reference, BillingAddress: body.DeliveryAddress, OrderItems };
    };
    const text = JSON.stringify([order('R-1'), order('R-2'), order('R-2'), order('R-3'), { oops: 1 }]);
    const { service, runs } = await uploadShards('orders.json', text);
    const counts = runs.map((run) => Number(dataOf(run).invalid));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(3);
    expect(runs.map(({ failed }) => failed.split('"R-2"').length - 1).sort()).toEqual([0, 0, 2]);
    expect(runs.map(({ failed }) => failed.includes('oops'))).toEqual([true, false, false]);
    expect(runs.map(({ code }) => code)).toEqual(counts.map((invalid) => (invalid > 0 ? 9 : 0)));
    expect(service.stored.size).toBe(2);
  });

  it('a dry run counts and names only its own invalid orders', async () => {
    const rows = [orderRow('R-1'), orderRow('R-2', { Qty: '0' }), orderRow('R-3'), orderRow('R-4')];
    const { runs } = await uploadShards('orders.csv', ordersCsv(rows), ['--skip-invalid', '--dry-run']);
    expect(runs.map((run) => Number(dataOf(run).invalid)).sort()).toEqual([0, 0, 1]);
    const failing = runs.filter(({ code }) => code !== 0);
    expect(failing).toHaveLength(1);
    expect(failing.map(namedIn)).toEqual([['R-2']]);
  });
});

it('without --skip-invalid, an invalid order stops every shard', async () => {
  const { service, runs } = await uploadShards(
    'orders.csv',
    ordersCsv([orderRow('R-1'), orderRow('R-2', { Qty: '0' }), orderRow('R-3')]),
    [],
  );
  expect(runs.map((run) => [run.code, namedIn(run)])).toEqual(shards.map(() => [2, ['R-2']]));
  expect(service.stored.size).toBe(0);
});
