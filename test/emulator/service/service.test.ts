import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { line, orderBody, stockSeed } from '../../support/emulator/stock.ts';

const open = async (options: object = {}) => {
  const emulator = await openTestEmulator({ seed: stockSeed, ...options });
  return { emulator, acme: emulator.as('emu-acme') };
};

describe('paths and methods', () => {
  it.each(['/nope', '/order/R-1/ship', '/shipping-cost', '/order/', '/', '//inventory', '/inventory/'])(
    '[A-38] %s is 404',
    async (path) => {
      const { acme } = await open();
      expect(await acme.get(path)).toMatchObject({
        status: 404,
        body: { success: false, error: expect.any(String) },
      });
    },
  );

  it('[A-01] there is no endpoint for shipping costs', async () => {
    const { acme } = await open();
    expect((await acme.post('/shipping-cost', {})).status).toBe(404);
  });

  it.each([
    ['DELETE', '/inventory', 'GET, HEAD, OPTIONS'],
    ['PUT', '/inbound-slot', 'POST, GET, HEAD, OPTIONS'],
    ['PATCH', '/inbound-slot/SLOT-1', 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', '/auth/login', 'POST, OPTIONS'],
  ])('[A-38] %s %s is 405 with Allow: %s', async (method, path, allow) => {
    const { emulator } = await open();
    const answer = await emulator.call(method, `/v1${path}`);
    expect(answer).toMatchObject({ status: 405, headers: { allow }, body: { success: false } });
  });

  it('[A-38] alternatively another method is 404', async () => {
    const statuses = new Set<number>();
    for (let varyAssumptions = 1; varyAssumptions <= 12; varyAssumptions++) {
      const { emulator } = await open({ varyAssumptions });
      statuses.add((await emulator.call('DELETE', '/v1/inventory')).status);
    }
    expect(statuses).toEqual(new Set([404, 405]));
  });

  it('[VER-BASE] the version is part of the address', async () => {
    const { emulator } = await open();
    for (const path of ['/inventory', '/v2/inventory', '/'])
      expect((await emulator.call('GET', path)).status).toBe(404);
  });

  it('a path that is not UTF-8 is 400', async () => {
    const { acme } = await open();
    expect((await acme.get('/order/%ff')).status).toBe(400);
  });
});

describe('bodies', () => {
  it.each([
    ['no body', undefined, 'the body is required'],
    ['a list', [], 'the body must be an object'],
    ['null', null, 'the body must be an object'],
    ['text that is no JSON', '{"a":', 'The body is not valid JSON'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'The body is not UTF-8'],
  ])('[ERR-400] %s is 400', async (_, body, error) => {
    const { emulator } = await open();
    const login = await emulator.call('POST', '/v1/auth/login', {}, body);
    expect(login).toMatchObject({ status: 400, body: { success: false, error } });
  });

  it('a byte order mark is allowed', async () => {
    const { emulator } = await open();
    const body = '\uFEFF{"client_id":"emu-acme","client_secret":"emu-acme-secret"}';
    expect((await emulator.call('POST', '/v1/auth/login', {}, body)).status).toBe(200);
  });
});

describe('a refusal that the specification decides', () => {
  it.each([
    ['a price below the minimum', { OrderItems: [line({ PricePerUnit: 0 })] }],
    ['a quantity of 0', { OrderItems: [line({ Qty: 0 })] }],
    ['a date that does not exist', { DispatchBy: '2026-02-30T10:00:00Z' }],
    ['a missing field', { ChannelBuyerName: undefined }],
  ])('%s names no assumption', async (_, changes) => {
    const { acme } = await open();
    const { status, headers } = await acme.post('/outbound', orderBody('R-1', changes));
    expect([status, headers['x-emulator-assumption']]).toEqual([400, undefined]);
  });

  it.each([
    ['A-39', 'another type', { Currency: 'GBP', OrderItems: [line({ Qty: '2' })] }],
    ['A-21', 'a value outside the list', { Currency: 'JPY' }],
  ])('[%s] is named for %s', async (id, _, changes) => {
    const { acme } = await open();
    const { headers } = await acme.post('/outbound', orderBody('R-1', changes));
    expect(headers['x-emulator-assumption']).toBe(id);
  });
});

describe('every answer', () => {
  it('says that it comes from the emulator', async () => {
    const { emulator, acme } = await open({ version: '9.9.9' });
    const answers = [
      await acme.get('/inventory'),
      await acme.get('/nope'),
      await emulator.admin.get('/clock'),
    ];
    for (const { headers } of answers) expect(headers['x-emulator']).toBe('9.9.9');
  });

  it('names the assumptions it rests on, if any', async () => {
    const { acme } = await open();
    expect((await acme.get('/order/R-404')).headers['x-emulator-assumption']).toBe('A-35');
    expect((await acme.get('/inventory')).headers).not.toHaveProperty('x-emulator-assumption');
  });

  it('is delayed by the configured latency', async () => {
    const { acme } = await open({ latencyMs: 250 });
    expect((await acme.get('/inventory')).delayMs).toBe(250);
  });
});
