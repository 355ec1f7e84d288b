import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestsPerSecond } from './load.ts';
import { inPairs, perSecond, type Row, rowOf } from './measure.ts';
import { orderBody } from './orders.ts';
import { startPrism } from './prism.ts';
import { bin, printed, startEmulator, withFolder } from './processes.ts';

/** The served emulator under load, compared with Prism's mock of the same document. */
export async function* emulatorRows(): AsyncGenerator<Row> {
  const posts = { what: 'POST /outbound', path: '/outbound', body: orderBody };
  const gets = {
    what: 'GET /inventory, 25 of 5,000 SKUs',
    path: '/inventory',
    args: ['--state', ':memory:', '--seed', 'large'],
  };
  for (const requests of [posts, gets]) yield await withFolder((home) => underLoad(home, requests));
}

interface Requests {
  readonly what: string;
  readonly path: string;
  /** The body for a reference, if these are POSTs. */
  readonly body?: (reference: string) => string;
  /** Options of the emulator, which otherwise keeps its state in a file. */
  readonly args?: readonly string[];
}

async function underLoad(home: string, { what, path, body, args }: Requests): Promise<Row> {
  const emulator = await startEmulator(home, args ?? ['--state', join(home, 'state')]);
  const { origin, token } = emulator;
  const document = join(home, 'openapi.json');
  writeFileSync(document, await printed([bin, 'emulator', 'openapi'], { CFI_HOME: home }));
  const prism = await startPrism(document);
  let sent = 0;
  const load = (server: string, to: string, requests: number) => () => {
    const first = sent;
    sent += requests;
    return requestsPerSecond({
      ...{ origin: server, path: to, token, connections: 16, requests },
      ...(body && { body: (n) => body(`BENCH-${first + n}`) }),
    });
  };
  const ours = load(origin, `/v1${path}`, 5000);
  const row = rowOf(
    { what: `emulator ${what}`, yardstick: 'Prism', unit: perSecond, ratio: ['≥', 2] },
    await inPairs(5, ours, load(prism.origin, path, 2000)),
  );
  for (const server of [emulator, prism]) await server.stop();
  return row;
}
