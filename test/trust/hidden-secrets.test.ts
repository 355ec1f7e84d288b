import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { json, startService } from '../support/services/http-server.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const token = 'tok3n/of+the~Service.Ab-9_zz';
const secret = 'its-Secret_0123.456789';

/** What stands in for every kind of record, so that each command finds what it shows. */
const record = {
  ReferenceNumber: 'R-1',
  OrderId: { UUID: 'uuid-1', Number: 1 },
  Status: 'Pending',
  Client: 'Acme',
  slotReference: 'SLOT-1',
  status: 'Requested',
  warehouse_name: 'Northgate FC',
  warehouse: 'Northgate FC',
  date: '2026-09-04',
  window: 'morning',
  TrackingNumber: 'TN-1',
  ShippingVendor: 'DPD',
  lw_po_number: 'LW-1',
  PO_REFERENCE: 'PO-1',
  SKU: 'SKU-1',
  location_name: 'Northgate FC',
  Available: 5,
  note: 'a note',
};
const places = [
  ...Object.keys(record).filter((name) => !['ReferenceNumber', 'date', 'window'].includes(name)),
  'UUID',
  'new',
  'error',
  'page',
];

/** Members that commands only show: one cannot hide another, so they are tried together. */
const onlyShown = [
  'Client',
  'warehouse_name',
  'TrackingNumber',
  'ShippingVendor',
  'PO_REFERENCE',
  'note',
  'new',
  'warehouse',
  'Available',
  'UUID',
];
const together = onlyShown.join(', ');

/** Names that completion offers and files keep, each of a kind of record of its own. */
const names = ['SKU', 'location_name', 'lw_po_number', 'slotReference'];

/** The record with a text at a place, or at several. */
function recordWith(place: string, text: string): Record<string, unknown> {
  const names = place.split(', ');
  const own = names.includes('UUID') ? { OrderId: { UUID: text, Number: 1 } } : {};
  return { ...record, ...Object.fromEntries(names.map((name) => [name, text])), ...own };
}

const session: readonly string[] = [
  'order create orders.csv --results results.csv --failed failed.csv',
  'order create orders.csv --results results.csv --failed failed.csv -o json',
  'order get R-1',
  'order get R-1 -o csv',
  'order list -o csv',
  'order track R-1',
  'order track R-1 --all --for matrixify --out Orders.csv',
  'order find R-1',
  'order runs',
  'order runs 1 -o json',
  'order cancel R-1 --yes -o csv',
  'slot list',
  'slot list --ics slots.ics',
  'slot get SLOT-1 --ics slot.ics',
  'slot get SLOT-1 -o csv',
  'slot watch SLOT-1 --once',
  'po get LW-1',
  'po list',
  'inventory',
  'inventory --out inventory.csv -o csv',
  'stock-age SKU-1',
  'inbound get D-1',
  'today',
  'whoami',
  'doctor',
  'inventory --debug',
  '__complete -- stock-age x',
  '__complete -- slot get x',
  '__complete -- order get x',
];

function filesIn(folder: string): [name: string, text: string][] {
  return readdirSync(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [[name, readFileSync(path, 'utf8')]];
  });
}

/** A service with a text at a place of all that it answers. */
const answering = (place: string, text: string) =>
  startService(({ url, method }, response) => {
    if (place === 'error') return json(response, 400, { success: false, error: `no: ${text}` });
    if (place === 'page') {
      response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '0' });
      return response.end(`<html><title>Down: ${text}</title></html>`);
    }
    const one = recordWith(place, text);
    const isOne = method !== 'GET' || /\/(?:R-|SLOT-|LW-|SKU-|D-)/.test(url);
    return json(response, method === 'POST' ? 201 : 200, {
      success: true,
      message: text,
      data: isOne ? one : [one],
    });
  });

async function shownBy(place: string, text: string): Promise<readonly [what: string, text: string][]> {
  const service = await answering(place, text);
  const home = makeHome();
  writeFileSync(join(home, 'orders.csv'), manyOrders(2));
  const env = {
    CFI_BASE_URL: service.baseUrl,
    CFI_TOKEN: token,
    CFI_CLIENT_ID: 'acme',
    CFI_CLIENT_SECRET: secret,
    CFI_MAX_RETRIES: '1',
  };
  const shown: [string, string][] = [];
  for (const line of session) {
    const { stdout, stderr } = await runCli(line.split(' '), { home, cwd: home, env });
    shown.push([line, stdout + stderr]);
  }
  return [...shown, ...filesIn(home)];
}

/** How programs write a secret. */
const spellings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => JSON.stringify(secret).slice(1, -1),
  encodeURIComponent,
  (secret) => Buffer.from(`acme:${secret}`).toString('base64'),
];

async function expectHidden(place: string, text: string): Promise<void> {
  for (const [what, output] of await shownBy(place, text))
    expect(output.includes(text), `${what} for ${text} at ${place}: ${output.slice(0, 2000)}`).toBe(false);
}

describe('a secret that the service returns', () => {
  it('is not kept among the names for completion', async () => {
    const slots = [token, 'LW-1'].map((po, at) => ({ slotReference: `SLOT-${at}`, usedByPoReference: po }));
    const service = await startService((_, response) => json(response, 200, { success: true, data: slots }));
    const home = makeHome();
    const env = { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: token };
    expect(await runCli(['slot', 'list'], { home, env })).toMatchObject({ code: 0 });
    const names = readFileSync(join(home, 'cache', 'names.json'), 'utf8');
    expect(names).toContain('LW-1');
    expect(names).not.toContain(token);
    const { stdout } = await runCli(['__complete', '--', 'po', 'get', ''], { home, env });
    expect(stdout.trim()).toBe('LW-1');
  });

  it('is not kept in a seed of the account', async () => {
    const sku = [{ sku: token, StockLevel: 1, Available: 1 }];
    const locations = [{ location_name: 'Northgate FC', sku }];
    const service = await startService(({ url }, response) =>
      json(response, 200, { success: true, data: url.includes('/inventory?') ? { locations } : [] }),
    );
    const home = makeHome();
    const env = { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: token };
    const line = ['emulator', 'seed', '--from-live', 'seed.json'];
    expect(await runCli(line, { home, cwd: home, env })).toMatchObject({ code: 0 });
    const seed = readFileSync(join(home, 'seed.json'), 'utf8');
    expect([seed.includes('[removed]'), seed.includes(token)]).toEqual([true, false]);
  });

  const alone = places.filter((place) => ![...onlyShown, ...names].includes(place));
  const tried = [...alone, names.join(', ')];
  it.each(tried)('is in no output and no file when it is the %s', async (place) => {
    await expectHidden(place, token);
  });

  it(`is in no output and no file in any spelling when it is the ${together}`, async () => {
    const text = [token, secret].flatMap((value) => spellings.map((spelt) => spelt(value)));
    for (const [what, output] of await shownBy(together, text.join(' ')))
      for (const each of text)
        expect(output.includes(each), `${each} in ${what}: ${output.slice(0, 2000)}`).toBe(false);
  }, 60_000);

  it('stays in the data of json', async () => {
    const service = await answering('note', token);
    const env = { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: token };
    const { stdout } = await runCli(['order', 'get', 'R-1', '-o', 'json'], { env });
    expect(JSON.parse(stdout).data.note).toBe(token);
  });
});
