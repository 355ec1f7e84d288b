import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { expect, it } from 'vitest';
import { serve } from '../../../src/emulator/server/serve.ts';
import { startTimer } from '../../../src/timers.ts';
import { closedAfterTest } from '../../support/closing.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { privateCertificate } from '../../support/services/secure-service.ts';

const cert = readFileSync(privateCertificate, 'utf8');
const key = readFileSync(privateCertificate.replace('certificate.pem', 'key.pem'), 'utf8');

it.each([
  ['plain HTTP, at once', {}, {}],
  ['plain HTTP, after a delay', {}, { latencyMs: 1 }],
  ['TLS, at once', { tls: { cert, key } }, {}],
  ['TLS, after a delay', { tls: { cert, key } }, { latencyMs: 1 }],
])('a fault resets the connection, and the emulator goes on: %s', async (_, tls, latency) => {
  const emulator = await openTestEmulator({ seed: 'empty', ...latency });
  const served = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer, ...tls });
  closedAfterTest({
    async close() {
      await served.close();
      emulator.close();
    },
  });
  const call = (method: string, path: string, body?: object) => {
    const headers = { 'x-emulator-admin': '1', connection: 'close' };
    const options = { method, headers, ca: cert };
    const asked = ('tls' in tls ? secure : plain)(`${served.origin}${path}`, options);
    asked.end(body && JSON.stringify(body));
    return once(asked, 'response').then(([response]) => {
      response.resume();
      return response.statusCode;
    });
  };
  await call('POST', '/_emulator/faults', { match: { path: '/auth/login' }, do: { socket: 'reset' } });
  await expect(call('POST', '/v1/auth/login', { client_id: 'a', client_secret: 'b' })).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  expect(await call('GET', '/_emulator/health')).toBe(200);
});
