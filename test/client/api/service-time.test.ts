import { expect, it } from 'vitest';
import { askTime } from '../../../src/client/api/lookups.ts';
import { type HttpRequest, TransportFailure } from '../../../src/client/types.ts';

const now = Date.parse('2026-09-01T08:00:00Z');
const { signal } = new AbortController();

/** The time of a service whose answer has these headers, or that does not answer, and what was sent. */
async function asked(
  headers: Record<string, string> | undefined,
  {
    skew,
    timeoutMs = 30_000,
    embedded = false,
  }: { skew?: number; timeoutMs?: number; embedded?: boolean } = {},
) {
  const sent: HttpRequest[] = [];
  const transport = {
    ...(embedded ? { embedded } : {}),
    now: () => now,
    send: async (request: HttpRequest) => {
      sent.push(request);
      if (headers === undefined) throw new TransportFailure('timeout', 'no answer', false);
      return { status: 401, headers, body: new Uint8Array() };
    },
  };
  const saved = skew === undefined ? undefined : { access_token: 't', expires_at: now, skew };
  const session = { transport, requestOptions: { timeoutMs, signal } } as never;
  return { time: (await askTime(session, saved)).now - now, sent };
}

const date = 'Tue, 01 Sep 2026 08:00:07 GMT';

it.each([
  ['its own, whatever the answer', { date }, 60_000, 7000],
  ['ours with the difference at sign-in, where the answer has no date', {}, 60_000, 60_000],
  ['ours with the difference at sign-in, where its date cannot be read', { date: 'soon' }, -60_000, -60_000],
  ['ours with the difference at sign-in, where it does not answer', undefined, -60_000, -60_000],
  ['ours where nothing is known', undefined, undefined, 0],
])('the time of the service is %s', async (_, headers, skew, time) => {
  expect((await asked(headers, skew === undefined ? {} : { skew })).time).toBe(time);
});

it('the time of the embedded emulator is that of its clock, without a request', async () => {
  expect(await asked({ date }, { embedded: true, skew: 5000 })).toEqual({ time: 0, sent: [] });
});

it.each([
  [30_000, 3000],
  [2999, 2999],
])('with a time limit of %i ms, the service gets %i ms, and no token', async (timeoutMs, ms) => {
  const { sent } = await asked({ date }, { timeoutMs });
  expect(sent).toEqual([{ method: 'GET', path: '/order', headers: {}, timeoutMs: ms, signal }]);
});
