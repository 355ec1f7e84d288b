import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestsPerSecond } from './load.ts';
import { orderBody } from './order-body.ts';
import { startBareServer, startEmulator, withHome } from './processes.ts';
import { atLeast, inPairs, type Row } from './row.ts';

const rounds = 5;
const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;

/** The served emulator under load, compared with a bare server in the same run. */
export async function* emulatorRows(): AsyncGenerator<Row> {
  yield await withHome(async (home) => {
    const emulator = await startEmulator(['--state', join(home, 'state')], { CFI_HOME: home });
    const bare = await startBareServer();
    let posted = 0;
    const post = (origin: string, path: string) => {
      const first = posted;
      posted += 5000;
      return requestsPerSecond({
        origin,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${emulator.token}` },
        body: (n) => orderBody(`BENCH-${first + n}`),
        connections: 16,
        requests: 5000,
        status: 201,
      });
    };
    const { origin } = new URL(emulator.baseUrl);
    const measured = await inPairs(
      rounds,
      () => post(origin, '/v1/outbound'),
      () => post(bare.line, '/'),
    );
    await Promise.all([emulator.stop(), bare.stop()]);
    return {
      name: 'emulator POST /outbound, 16 connections',
      ours: perSecond(measured.ours),
      yardstick: `${perSecond(measured.yardstick)} (node:http, parse and 201)`,
      ratio: measured.ratio,
      goal: atLeast(0.45),
    };
  });
  yield await withHome(async (home) => {
    const emulator = await startEmulator(['--state', ':memory:', '--seed', 'large'], { CFI_HOME: home });
    const headers = { authorization: `Bearer ${emulator.token}` };
    const page = Buffer.from(await (await fetch(`${emulator.baseUrl}/inventory`, { headers })).arrayBuffer());
    const file = join(home, 'page.json');
    writeFileSync(file, page);
    const bare = await startBareServer(file);
    const get = (origin: string, path: string) =>
      requestsPerSecond({
        origin,
        method: 'GET',
        path,
        headers,
        connections: 16,
        requests: 6000,
        status: 200,
      });
    const { origin } = new URL(emulator.baseUrl);
    const measured = await inPairs(
      rounds,
      () => get(origin, '/v1/inventory'),
      () => get(bare.line, '/'),
    );
    await Promise.all([emulator.stop(), bare.stop()]);
    return {
      name: 'emulator GET /inventory, 25 of 5,000 SKUs',
      ours: perSecond(measured.ours),
      yardstick: `${perSecond(measured.yardstick)} (node:http, same bytes)`,
      ratio: measured.ratio,
      goal: atLeast(0.75),
    };
  });
}
