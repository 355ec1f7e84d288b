import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { varyingTo } from '../../support/slots.ts';
import { inboundBody, openStock, orderBody } from '../../support/stock.ts';

const credentials = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };

/** An emulator, and calls with a token of one's own choosing. */
async function open(options: Parameters<typeof openStock>[0] = {}) {
  const stock = await openStock(options);
  const { emulator } = stock;
  const login = (body: unknown = credentials) => emulator.anonymous.post('/auth/login', body);
  const tokenOf = async (client: string): Promise<string> =>
    (await login({ client_id: client, client_secret: `${client}-secret` })).body.data.access_token;
  const get = (path: string, authorization?: string) =>
    emulator.call('GET', `/v1${path}`, authorization === undefined ? {} : { authorization });
  return { ...stock, login, tokenOf, get };
}

const unauthorized = { status: 401, body: { success: false, error: 'Unauthorized' } };
const refusal = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

const protectedOnes = Object.values(endpoints)
  .filter(({ auth }) => auth)
  .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'X-1')]);

describe('signing in', () => {
  it('[AUTH-LOGIN] [AUTH-LOGIN-SHAPE] gives a token, its life in seconds and the client', async () => {
    const { login } = await open();
    const { status, body } = await login();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: { access_token: expect.any(String), expires_in: 86_400, client_id: 'emu-acme' },
      },
    });
  });

  it('[AUTH-JWT] the token is a JWT of the client and its life', async () => {
    const { tokenOf } = await open();
    const parts = (await tokenOf('emu-acme')).split('.');
    const [header, claims] = parts
      .slice(0, 2)
      .map((part) => JSON.parse(String(Buffer.from(part, 'base64url'))));
    expect(parts).toHaveLength(3);
    expect(header).toMatchObject({ typ: 'JWT', alg: expect.any(String) });
    const iat = Date.parse('2026-09-01T08:00:00Z') / 1000;
    expect(claims).toMatchObject({ sub: 'emu-acme', iat, exp: iat + 86_400 });
  });

  it.each([
    ['a wrong secret', { ...credentials, client_secret: 'wrong' }],
    ['the secret of another', { ...credentials, client_secret: 'emu-bluebird-secret' }],
    ['an unknown client', { ...credentials, client_id: 'nobody' }],
  ])('[AUTH-WRONG] %s is refused in words', async (_, body) => {
    const { login } = await open();
    expect(refusal(await login(body))).toEqual({
      status: 401,
      body: { success: false, error: expect.stringMatching(/invalid credentials/i) },
    });
  });

  it.each(['client_id', 'client_secret'])('[A-40] %s is required', async (field) => {
    const { login } = await open();
    expect(refusal(await login({ ...credentials, [field]: undefined }))).toEqual({
      status: 400,
      body: { success: false, error: `${field} is required` },
    });
  });

  it('[A-40] or succeeds with 201', async () => {
    const { login } = await open({ varyAssumptions: varyingTo('A-40', 1) });
    const { status, body, headers } = await login();
    expect([status, body.success, headers['x-emulator-assumption']]).toEqual([201, true, 'A-40']);
  });
});

describe('the token', () => {
  it.each(protectedOnes)('[AUTH-BEARER] is needed for %s %s', async (method, path) => {
    const { emulator } = await open();
    expect(refusal(await emulator.call(String(method), `/v1${path}`))).toEqual(unauthorized);
  });

  it('[AUTH-UNAUTHORIZED] that is missing, invalid or of another scheme is refused', async () => {
    const { get, tokenOf } = await open();
    const token = await tokenOf('emu-acme');
    const [header, claims, signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: 'emu-acme', jti: '1', iat: 0, exp: 9e9 }));
    const wrong = [
      ...[undefined, '', 'Bearer', 'Bearer ', token, `Basic ${token}`, 'Bearer nonsense', 'Bearer a.b.c'],
      `Bearer ${header}.${claims}.`,
      `Bearer ${header}.${forged.toString('base64url')}.${signature}`,
    ];
    for (const authorization of wrong) {
      expect(refusal(await get('/inventory', authorization))).toEqual(unauthorized);
    }
    expect((await get('/inventory', `Bearer ${token}`)).status).toBe(200);
  });

  it('[AUTH-LIFETIME] [AUTH-UNAUTHORIZED] is good for a day and no second longer', async () => {
    const { get, tokenOf, advance } = await open();
    const bearer = `Bearer ${await tokenOf('emu-acme')}`;
    await advance('86399s');
    expect((await get('/inventory', bearer)).status).toBe(200);
    await advance('1s');
    expect(refusal(await get('/inventory', bearer))).toEqual(unauthorized);
  });

  it('[AUTH-REUSE] serves for all requests of a day, also beside a newer one', async () => {
    const { get, tokenOf, advance } = await open();
    const bearer = `Bearer ${await tokenOf('emu-acme')}`;
    for (const path of ['/inventory', '/order?ship_from=MSF', '/inbound-slot', '/inventory/stock-age']) {
      await advance('3h');
      await tokenOf('emu-acme');
      expect((await get(path, bearer)).status).toBe(200);
    }
  });

  it('[AUTH-SCOPE] decides whose things are seen', async () => {
    const { acme, bluebird, create } = await open();
    await create('R-1');
    await acme.post('/inbound', inboundBody('IN-1'));
    const slot = {
      date: '2026-09-04',
      window: 'morning',
      warehouse: 'Northgate FC',
      loadingType: 'palletised',
    };
    const { slotReference } = (await acme.post('/inbound-slot', { ...slot, numberOfSkus: 'lt_10' })).body
      .data;
    const own = ['/order/R-1', '/inbound/IN-1', `/inbound-slot/${slotReference}`];
    for (const path of own) {
      expect((await acme.get(path)).status).toBe(200);
      expect((await bluebird.get(path)).status).toBe(404);
    }
    expect((await acme.get('/inventory')).body.data.client_name).toBe('Acme Outdoor');
    expect((await bluebird.get('/inventory')).body.data.client_name).toBe('Bluebird Home');
    expect((await bluebird.get('/inbound-slot')).body.data).toEqual([]);
    expect((await bluebird.post('/outbound', orderBody('R-1'))).status).toBe(201);
    expect((await bluebird.get('/order/R-1')).body.data.Client).toBe('Bluebird Home');
  });
});
