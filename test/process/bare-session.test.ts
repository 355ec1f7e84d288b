import { expect, it } from 'vitest';
import { orderBody } from '../support/emulator/stock.ts';
import { spawnCli } from '../support/processes/process.ts';

// biome-ignore lint/suspicious/noExplicitAny: a bare client knows no types, only what came over the wire
type Body = Record<string, any>;

/** A bare HTTP client: nothing of this project between the test and the socket. */
function bareClient(baseUrl: string, adminUrl: string) {
  let token = '';
  const send = async (url: string, method: string, headers: Record<string, string>, body?: unknown) => {
    const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...headers } };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(url, init);
    return { status: response.status, body: (await response.json()) as Body };
  };
  return {
    async signIn(client_id: string, client_secret: string) {
      const answer = await send(`${baseUrl}/auth/login`, 'POST', {}, { client_id, client_secret });
      token = answer.body.data?.access_token ?? '';
      return answer;
    },
    service: (method: string, path: string, body?: unknown) =>
      send(`${baseUrl}${path}`, method, { authorization: `Bearer ${token}` }, body),
    warehouse: (path: string, body: unknown) =>
      send(`${adminUrl}${path}`, 'POST', { 'x-emulator-admin': '1' }, body),
  };
}

it('completes the main job over plain HTTP, from sign-in to stock on the shelf', async () => {
  const served = spawnCli(['emulator', 'start', '--port', '0', '--state', ':memory:', '--output', 'json']);
  await served.until('\n');
  const { base_url, admin_url } = JSON.parse(served.seen());
  const client = bareClient(base_url, admin_url);
  try {
    expect((await client.service('GET', '/inventory')).status).toBe(401);
    expect((await client.signIn('emu-acme', 'wrong')).status).toBe(401);
    expect((await client.signIn('emu-acme', 'emu-acme-secret')).body.data.expires_in).toBe(86_400);

    const stock = async (): Promise<number> => {
      const { body } = await client.service('GET', '/inventory?page_size=200');
      const location = body.data.locations.find((entry: Body) => entry.location_name === 'Northgate FC');
      return location.sku.find((entry: Body) => entry.sku === 'AC-TENT-2').StockLevel;
    };
    const before = await stock();

    const order = orderBody('BARE-1');
    expect((await client.service('POST', '/outbound', order)).body.data.Status).toBe('Pending');
    expect((await client.service('POST', '/outbound', order)).status).toBe(409);
    expect((await client.service('GET', '/order/BARE-1')).body.data.ReferenceNumber).toBe('BARE-1');

    const day = new Date(Date.now() + 7 * 86_400_000);
    if (day.getUTCDay() === 1) day.setUTCDate(day.getUTCDate() + 1);
    const date = day.toISOString().slice(0, 10);
    const booked = await client.service('POST', '/inbound-slot', {
      date,
      window: 'morning',
      warehouse: 'Northgate FC',
      loadingType: 'palletised',
      numberOfSkus: 'lt_10',
      deliveryType: 'truck',
    });
    const { slotReference } = booked.body.data;
    expect(booked.body.data.scheduleStatus).toBe('pending_ops');

    const proposedTime = `${date}T13:00:00Z`;
    await client.warehouse(`/fc/slots/${slotReference}/counter`, { proposedTime });
    const countered = await client.service('GET', `/inbound-slot/${slotReference}`);
    expect(countered.body.data.scheduleStatus).toBe('pending_customer');
    expect(countered.body.data.schedule.proposals.at(-1)).toMatchObject({ proposedBy: 'ops', proposedTime });
    await client.service('POST', `/inbound-slot/${slotReference}/respond`, { action: 'accept' });
    const accepted = await client.service('GET', `/inbound-slot/${slotReference}`);
    expect(accepted.body.data.scheduleStatus).toBe('confirmed');

    const po = {
      Warehouse_Name: 'Northgate FC',
      slotReference,
      items: [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 10 }],
    };
    const created = await client.service('POST', '/inbound-po', { ...po, PO_REFERENCE: 'BARE-PO-1' });
    const number = created.body.data.lw_po_number;
    const again = await client.service('POST', '/inbound-po', { ...po, PO_REFERENCE: 'BARE-PO-2' });
    expect([created.status, again.status]).toEqual([201, 409]);

    await client.warehouse(`/fc/pos/${number}/receive`, { lines: [{ SKU: 'AC-TENT-2', delivered: 9 }] });
    const received = await client.service('GET', `/inbound-po/${number}`);
    expect(received.body.data.items[0]).toMatchObject({ ordered: 10, delivered: 9 });
    expect(received.body.data.inboundReport.discrepancies).toEqual([
      { SKU: 'AC-TENT-2', expected: 10, received: 9, difference: -1 },
    ]);
    expect(await stock()).toBe(before + 9);
  } finally {
    served.child.kill('SIGTERM');
  }
  expect((await served.done).code).toBe(0);
});
