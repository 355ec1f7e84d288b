import { expect, it } from 'vitest';
import { serve } from '../../../src/emulator/server/serve.ts';
import type { HttpRequest } from '../../../src/emulator/service/http.ts';
import { startTimer } from '../../../src/timers.ts';
import { closedAfterTest } from '../../support/closing.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { ask } from '../../support/emulator/served-emulator.ts';

/** A served emulator that notes the requests that it received. */
async function open() {
  const emulator = await openTestEmulator({ seed: 'empty' });
  const received: HttpRequest[] = [];
  const handle: typeof emulator.handle = (http) => {
    received.push(http);
    return emulator.handle(http);
  };
  const served = await serve({ ...emulator, handle }, { host: '127.0.0.1', port: 0, startTimer });
  closedAfterTest({
    async close() {
      await served.close();
      emulator.close();
    },
  });
  return { served, received };
}

const admin = { 'x-emulator-admin': '1' };
const limit = 10 * 1024 * 1024;

it.each([
  ['POST /v1/outbound', {}, 100, 'kept', 401],
  ['POST /v1/outbound', {}, limit, 'kept', 401],
  ['POST /v1/outbound', {}, limit + 1, 'too large', 401],
  ['POST /v1/outbound', { host: 'evil.example' }, 100, 'too large', 403],
  ['POST /v1/outbound', { origin: 'https://evil.example' }, 100, 'too large', 403],
  ['PUT /v1/outbound', {}, 100, 'kept', 405],
  ['GET /v1/inventory', {}, 100, 'kept', 401],
  ['OPTIONS /v1/inventory', {}, 100, 'kept', 204],
  ['POST /_emulator/clock', admin, 100, 'kept', 400],
  ['POST /_emulator/clock', admin, limit + 1, 'too large', 413],
  ['PUT /_emulator/state', {}, limit + 1, 'too large', 403],
  ['PUT /_emulator/state', { ...admin, host: 'evil.example' }, limit + 1, 'too large', 403],
  ['PUT /_emulator/state', admin, limit + 1, 'kept', 400],
  ['GET /_emulator/state', admin, 100, 'kept', 200],
] as const)(
  'no more of a body is kept than an answer could need: %s with %j and %i bytes: %s, %i',
  async (line, headers, length, expected, status) => {
    const { served, received } = await open();
    const sent = { 'content-length': String(length), ...headers };
    const answer = await ask(served, line, sent, { body: ' '.repeat(length) });
    const [{ body, tooLarge } = {} as HttpRequest] = received;
    expect([tooLarge ? 'too large' : 'kept', body?.length, answer.status]).toEqual([
      expected,
      expected === 'too large' ? undefined : length,
      status,
    ]);
  },
);
