import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { openStock } from '../../support/emulator/stock.ts';

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
});
