import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { inboundBody, openStock, orderBody } from '../../support/emulator/stock.ts';

/** An emulator, and calls with any given token. */
async function open() {
  const stock = await openStock();
  const { emulator } = stock;
  const tokenOf = async (client_id: string): Promise<string> => {
    const credentials = { client_id, client_secret: `${client_id}-secret` };
    return (await emulator.anonymous.post('/auth/login', credentials)).body.data.access_token;
  };
  const get = (path: string, authorization: string) => emulator.call('GET', `/v1${path}`, { authorization });
  return { ...stock, tokenOf, get };
}

const unauthorized = { status: 401, body: { success: false, error: 'Unauthorized' } };
const refusal = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

const protectedOnes = Object.values(endpoints)
  .filter(({ auth }) => auth)
  .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'X-1')]);

describe('the token', () => {
  it.each(protectedOnes)('[AUTH-BEARER] is required for %s %s', async (method, path) => {
    const { emulator } = await open();
    expect(refusal(await emulator.call(String(method), `/v1${path}`))).toEqual(unauthorized);
  });

  it('[AUTH-REUSE] works for all requests of a day, even beside a newer one', async () => {
    const { get, tokenOf, advance } = await open();
    const bearer = `Bearer ${await tokenOf('emu-acme')}`;
    for (const path of ['/inventory', '/order?ship_from=MSF', '/inbound-slot', '/inventory/stock-age']) {
      await advance('3h');
      await tokenOf('emu-acme');
      expect((await get(path, bearer)).status).toBe(200);
    }
  });

  it('[AUTH-SCOPE] decides whose data is visible', async () => {
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
