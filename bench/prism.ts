import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { start } from './processes.ts';

/** The newest version that also runs on Node 20. */
const version = '5.14.2';

/**
 * Prism's mock server of an OpenAPI document. Its 185 packages, 90 MB, are no dependency of the project: they are
 * installed into `tmp` when they are measured for the first time.
 */
export async function startPrism(document: string) {
  const folder = resolve('tmp', `prism-${version}`);
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  if (!existsSync(program)) {
    const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', [...install, `@stoplight/prism-cli@${version}`], { stdio: 'ignore' });
  }
  const port = await freePort();
  const { stop } = await start([program, 'mock', '--port', String(port), '--verboseLevel', 'warn', document]);
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isListening(origin))) await wait(100);
  return { origin, stop };
}

const isListening = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
