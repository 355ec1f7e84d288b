import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContext } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { closedAfterTest } from '../closing.ts';
import { collecting, json, type Received } from './http-server.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../fixtures/tls/${path}`, import.meta.url));

/** The certificate of `startSecureService`; no authority that machines know has signed it. */
export const privateCertificate = at('certificate.pem');

/** Its key. */
const privateKey = at('key.pem');

const tls = () => ({ cert: readFileSync(privateCertificate), key: readFileSync(privateKey) });

/** A service over https that records the host names by which clients ask for it, open until the test is over. */
export async function startNamedService() {
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: null, context?: SecureContext) => void): void => {
    names.push(name);
    done(null);
  };
  const server = createServer({ ...tls(), SNICallback });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return closedAfterTest({
    names,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** A service over https with a certificate from a private authority, open until the test is over. */
export async function startSecureService() {
  const received: Received[] = [];
  const server = createServer(
    tls(),
    collecting(received, (_, response) => json(response, 200, { success: true, data: { fine: true } })),
  );
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return closedAfterTest({
    received,
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
