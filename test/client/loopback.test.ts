import { describe, expect, it } from 'vitest';
import { openNetwork, type Resolve } from '../../src/client/transport/network.ts';
import type { Transport } from '../../src/client/types.ts';
import { closedAfterTest } from '../support/closing.ts';
import { startService } from '../support/services/http-server.ts';
import { startProxy } from '../support/services/proxy.ts';

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const open = async (baseUrl: string, resolve: Resolve, env = {}): Promise<Transport> =>
  closedAfterTest(
    await openNetwork({
      baseUrl,
      env,
      connections: 1,
      now: Date.now,
      monotonicNow: () => performance.now(),
      sleep: async () => {},
      startTimer: () => () => {},
      resolve,
    }),
  );

const request = { method: 'GET', path: '/x', headers: { authorization: 'Bearer t' }, timeoutMs: 5000 };
const refused = expect.objectContaining({
  code: 'usage',
  exitCode: 2,
  message: expect.stringContaining('192.0.2.7'),
});

describe('plain http to a host name of this machine', () => {
  it.each(['shop.localhost', 'localhost'])('%s works if it resolves to this machine', async (name) => {
    const { port, received } = await startService();
    const transport = await open(`http://${name}:${port}/v1`, resolvesTo('127.0.0.1'));
    expect((await transport.send(request)).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it.each([[['192.0.2.7']], [['127.0.0.1', '192.0.2.7']]])('is refused if it resolves to %j', async (to) => {
    const transport = await open('http://shop.localhost:9/v1', resolvesTo(...to));
    await expect(transport.send(request)).rejects.toEqual(refused);
  });

  it('does not go through a proxy, which would resolve the name again', async () => {
    const proxy = await startProxy();
    const env = { HTTP_PROXY: proxy.url };
    await expect(open('http://shop.localhost:9/v1', resolvesTo('192.0.2.7'), env)).rejects.toEqual(refused);
    expect(proxy.asked).toEqual([]);
  });

  it('is not sent to a proxy whose own name leads elsewhere', async () => {
    const env = { HTTP_PROXY: 'http://proxy.localhost:9' };
    const resolve: Resolve = (name, options, done) =>
      resolvesTo(name === 'proxy.localhost' ? '192.0.2.7' : '127.0.0.1')(name, options, done);
    const transport = await open('http://127.0.0.1:9/v1', resolve, env);
    await expect(transport.send(request)).rejects.toEqual(refused);
  });
});
