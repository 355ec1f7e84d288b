import { describe, expect, it } from 'vitest';
import { inboundBody, openStock, orderBody } from '../../support/emulator/stock.ts';

const assumptionsOf = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  (headers['x-emulator-assumption'] ?? '').split(', ');

const failure = { success: false, error: expect.stringMatching(/\S/) };

describe('every answer', () => {
  it('[ERR-JSON] is JSON, and so is every request', async () => {
    const { emulator, acme } = await openStock();
    const login = await emulator.anonymous.post('/auth/login', { client_id: 'x', client_secret: 'y' });
    const found = [await acme.get('/inventory'), await acme.get('/order/NOWHERE'), login];
    for (const { headers } of found) expect(headers['content-type']).toMatch(/^application\/json\b/);
    const broken = await acme.post('/outbound', '{"ReferenceNumber":');
    expect(broken).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining('JSON') },
    });
  });

  it('[ERR-ENVELOPE] a success has success and data, with pagination beside it', async () => {
    const { acme } = await openStock();
    const paths = ['/inventory', '/inventory/stock-age', '/order?ship_from=MSF&page=1'];
    for (const path of paths) {
      const { body } = await acme.get(path);
      expect(body).toEqual({ success: true, data: expect.anything(), pagination: expect.any(Object) });
    }
    const { body } = await acme.post('/outbound', orderBody('R-1'));
    expect(body).toEqual({ success: true, message: expect.any(String), data: expect.any(Object) });
  });

  it('[ERR-SHAPE] a failure has success false and an error', async () => {
    const { acme, emulator, create } = await openStock();
    await create('R-1');
    const failures = [
      [await acme.post('/outbound', {}), 400],
      [await emulator.anonymous.get('/inventory'), 401],
      [await emulator.as('emu-auditor').post('/outbound', {}), 403],
      [await acme.get('/order/NOWHERE'), 404],
      [await create('R-1'), 409],
    ] as const;
    for (const [{ status, body }, expected] of failures) {
      expect({ status, body }).toEqual({ status: expected, body: failure });
    }
  });

  it.each([
    ['/outbound', orderBody('R-1'), 'ReferenceNumber'],
    ['/inbound', inboundBody('IN-1'), 'PO_REFERENCE'],
    ['/inbound-po', inboundBody('PO-1'), 'PO_REFERENCE'],
    ['/inbound-slot', {}, 'date'],
    ['/auth/login', { client_secret: 'x' }, 'client_id'],
  ])('[ERR-REQUIRED] POST %s names a missing field', async (path, body, field) => {
    const { acme } = await openStock();
    for (const value of [undefined, '', '  ']) {
      const answer = await acme.post(path, { ...body, [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { error: `${field} is required` } });
    }
    expect((await acme.post(path)).status).toBe(400);
  });

  it.each([
    ['an order', '/order/NOWHERE', 'A-35'],
    ['[INB-GET-UNKNOWN] a delivery', '/inbound/NOWHERE', 'A-35'],
    ['[SLOT-GET-UNKNOWN] a slot', '/inbound-slot/NOWHERE', 'A-35'],
    ['a purchase order', '/inbound-po/NOWHERE', 'A-35'],
    ['the stock ages of a SKU', '/inventory/stock-age/NOWHERE', 'A-32, A-35'],
  ])('[ERR-NOT-FOUND] [A-35] %s that is unknown is 404 with a reason', async (_, path, assumed) => {
    const { acme } = await openStock();
    const answer = await acme.get(path);
    expect([answer.status, answer.body]).toEqual([404, failure]);
    expect(answer.headers['x-emulator-assumption']).toBe(assumed);
  });

  it.each([
    ['[ERR-SERVER] a failure is', 500],
    ['[ERR-UNAVAILABLE] an unavailable service answers', 503],
  ])('%s %i, here from a fault', async (_, status) => {
    const { acme, admin } = await openStock();
    const body = { success: false, error: 'Not now' };
    await admin.post('/faults', { match: { path: '/inventory' }, when: { times: 1 }, do: { status, body } });
    expect(await acme.get('/inventory')).toMatchObject({ status, body });
    expect((await acme.get('/inventory')).status).toBe(200);
  });
});

describe('a fault that sets only a status', () => {
  const inventoryUnder = async (fault: object, options: Parameters<typeof openStock>[0] = {}) => {
    const { acme, admin } = await openStock(options);
    await admin.post('/faults', { match: { path: '/inventory' }, do: fault });
    return acme.get('/inventory');
  };

  it.each([404, 429, 500, 503])('[A-35] has the body of a failure: %i', async (status) => {
    const answer = await inventoryUnder({ status, headers: { 'Retry-After': '3' } });
    expect(answer).toMatchObject({ status, body: failure, headers: { 'retry-after': '3' } });
    expect(assumptionsOf(answer)).toEqual(['A-35']);
  });

  it('[A-35] alternatively a web page for 503', async () => {
    const options = { assume: { 'A-35': 3 } };
    const page = await inventoryUnder({ status: 503 }, options);
    expect(page).toMatchObject({ status: 503, body: expect.stringContaining('<html>') });
    expect(page.headers['content-type']).toMatch(/^text\/html\b/);
    expect(await inventoryUnder({ status: 500 }, options)).toMatchObject({ status: 500, body: failure });
  });

  it('keeps an explicitly empty body', async () => {
    const { status, body, headers } = await inventoryUnder({ status: 503, body: '' });
    expect([status, body, headers['content-type']]).toEqual([503, undefined, undefined]);
  });
});

describe('a body', () => {
  const padded = (bytes: number) => {
    const body = JSON.stringify(orderBody('R-1', { Notes: '' }));
    return body.replace('"Notes":""', `"Notes":"${'x'.repeat(bytes - body.length)}"`);
  };

  it('[A-37] is read up to 10 MiB, and refused above', async () => {
    const { emulator } = await openStock();
    const { access_token } = (
      await emulator.anonymous.post('/auth/login', {
        client_id: 'emu-acme',
        client_secret: 'emu-acme-secret',
      })
    ).body.data;
    const send = (bytes: number) =>
      emulator.call('POST', '/v1/outbound', { authorization: `Bearer ${access_token}` }, padded(bytes));
    const long = await send(10 * 1024 * 1024 + 1);
    expect([long.status, long.body]).toEqual([413, failure]);
    expect(long.headers['x-emulator-assumption']).toBe('A-37');
    expect((await send(10 * 1024 * 1024)).status).toBe(201);
  });
});

describe('the two ways of delivering', () => {
  it('[VER-LEGACY] coexist, with separate numbers', async () => {
    const { acme } = await openStock();
    const order = inboundBody('SAME-1', { deliveryType: 'truck', loadingType: 'palletised' });
    expect((await acme.post('/inbound-po', order)).status).toBe(201);
    expect((await acme.post('/inbound', inboundBody('SAME-1'))).status).toBe(201);
    expect((await acme.get('/inbound/SAME-1')).body.data.delivery_number).toBe('SAME-1');
  });
});
