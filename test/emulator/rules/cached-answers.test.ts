import { describe, expect, it } from 'vitest';
import { openStock, thames } from '../../support/emulator/stock.ts';

/** Calls with tokens that are fetched once, so that no sign-in comes between two reads. */
async function open(options: Parameters<typeof openStock>[0] = {}) {
  const { emulator } = await openStock(options);
  const tokenOf = async (client_id: string): Promise<string> => {
    const credentials = { client_id, client_secret: `${client_id}-secret` };
    return (await emulator.anonymous.post('/auth/login', credentials)).body.data.access_token;
  };
  const tokens = { acme: await tokenOf('emu-acme'), bluebird: await tokenOf('emu-bluebird') };
  return async (client: keyof typeof tokens, path: string): Promise<unknown> => {
    const authorization = `Bearer ${tokens[client]}`;
    return (await emulator.call('GET', `/v1${path}`, { authorization })).body;
  };
}

describe('the answer to one of several requests at once', () => {
  it.each(['/inventory', '/inventory/stock-age'])(
    '[AUTH-SCOPE] GET %s belongs to the client, the page and the filters that were asked for',
    async (path) => {
      const asked = [
        ...(['acme', 'bluebird'] as const).map((client) => [client, path] as const),
        ...['page_size=1', 'page_size=1&page=2', 'page_size=2&page=2'].map(
          (query) => ['acme', `${path}?${query}`] as const,
        ),
        ...['in_stock_only=true', `locationId=${thames}`].map(
          (query) => ['acme', `${path}?${query}`] as const,
        ),
      ];
      const get = await open();
      const together = await Promise.all(asked.map(([client, target]) => get(client, target)));
      for (const [index, [client, target]] of asked.entries())
        expect(together[index]).toEqual(await (await open())(client, target));
    },
  );

  it('[AGE-SNAPSHOT] belongs to the snapshot that it was read from', async () => {
    let real = Date.parse('2026-09-02T01:59:59Z');
    const get = await open({ freeze: false, realNow: () => real, now: real });
    const days = async () => {
      const { data } = (await get('acme', '/inventory/stock-age')) as {
        data: { skus: { as_of_date: string; newest_age_days: number }[] };
      };
      return data.skus.slice(0, 1).map(({ as_of_date, newest_age_days }) => [as_of_date, newest_age_days]);
    };
    expect(await days()).toEqual([['2026-09-01', 488]]);
    real += 1000;
    expect(await days()).toEqual([['2026-09-02', 489]]);
  });
});
