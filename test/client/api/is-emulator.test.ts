import { expect, it } from 'vitest';
import { isEmulator } from '../../../src/client/api/lookups.ts';
import type { HttpRequest } from '../../../src/client/types.ts';
import { startServer } from '../../support/services/http-server.ts';
import { failureOf, get, open, timerByHand } from '../transport/opened-transport.ts';

const { signal } = new AbortController();

/** The answer for a service at that address, and the requests that it needed. */
async function asked(baseUrl: string, headers: Record<string, string>, timeoutMs = 60_000) {
  const sent: HttpRequest[] = [];
  const transport = {
    send: async (request: HttpRequest) => {
      sent.push(request);
      return { status: 404, headers, body: new Uint8Array() };
    },
  };
  return { is: await isEmulator({ baseUrl, transport } as never, { timeoutMs, signal }), sent };
}

it.each<[string, Record<string, string>, boolean, number]>([
  ['http://127.0.0.1:4650/v1', { 'x-emulator': '0.2.0' }, true, 1],
  ['http://localhost:4650/v1', { 'x-emulator': '' }, true, 1],
  ['http://127.0.0.1:4650/v1', {}, false, 1],
  ['https://h.example/v1', { 'x-emulator': '0.2.0' }, false, 0],
])('%s with %j is the emulator: %s', async (baseUrl, headers, is, count) => {
  const outcome = await asked(baseUrl, headers);
  expect([outcome.is, outcome.sent.length]).toEqual([is, count]);
});

it('the embedded emulator is one, without a request', async () => {
  const transport = { embedded: true, send: () => Promise.reject(new Error('sent')) };
  const api = { baseUrl: 'emulator:/state', transport } as never;
  expect(await isEmulator(api, { timeoutMs: 1000, signal })).toBe(true);
});

it.each([
  [60_000, 5000],
  [5001, 5000],
  [4999, 4999],
  [100, 100],
])(
  'with a time limit of %i ms, the question takes no longer than %i ms, and no token is sent',
  async (limit, ms) => {
    const { sent } = await asked('http://127.0.0.1:4650/v1', {}, limit);
    expect(sent).toEqual([{ method: 'GET', path: '/', headers: {}, timeoutMs: ms, signal }]);
  },
);

it('a service that does not answer is none', async () => {
  const gone = await startServer(() => {});
  await gone.close();
  const { baseUrl } = gone;
  expect(await isEmulator({ baseUrl, transport: await open(baseUrl, 1) }, { timeoutMs: 1000, signal })).toBe(
    false,
  );
});

it('an interruption ends the question', async () => {
  const { startTimer } = timerByHand();
  const controller = new AbortController();
  const server = await startServer(() => controller.abort());
  const transport = await open(server.baseUrl, 1, startTimer);
  const { signal } = controller;
  expect(await isEmulator({ baseUrl: server.baseUrl, transport }, { timeoutMs: 1000, signal })).toBe(false);
  expect(await failureOf(transport.send(get('/x', { signal })))).toMatchObject({ kind: 'aborted' });
});
