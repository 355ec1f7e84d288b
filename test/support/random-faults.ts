import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome } from './cli.ts';
import { manyOrders } from './orders-csv.ts';
import { spawnCli } from './process.ts';
import { seeded, startStorm } from './storm-server.ts';

export interface Weather {
  readonly seed: number;
  readonly share: number;
  readonly orders: number;
  /** How often the client is killed before it is left alone. */
  readonly kills: number;
  readonly concurrency: number;
}

export interface Aftermath {
  readonly runs: number;
  readonly lastCode: number | null;
  /** References taken in more than once. */
  readonly duplicates: readonly string[];
  readonly missing: readonly string[];
  /** References whose reported outcome or number is not what the service holds. */
  readonly untrue: readonly string[];
  readonly kindsHit: number;
  readonly stderr: string;
}

interface Reported {
  readonly ReferenceNumber: string;
  readonly outcome: string;
  readonly OrderId: { readonly Number: number } | null;
}

/** Uploads a file through a storm, killing the client at random moments, and runs the same command until it is done. */
export async function weather({ seed, share, orders, kills, concurrency }: Weather): Promise<Aftermath> {
  const random = seeded(seed * 7919);
  const server = await startStorm({ seed, share, lateMs: 500 });
  const home = makeHome();
  const file = join(home, 'orders.csv');
  writeFileSync(file, manyOrders(orders));
  const args = [
    'order',
    'create',
    file,
    '--json',
    '--concurrency',
    String(concurrency),
    '--timeout',
    '250ms',
  ];
  const env = { CFI_BASE_URL: server.baseUrl, CFI_CLIENT_ID: 'storm', CFI_CLIENT_SECRET: 'storm' };
  try {
    let runs = 0;
    let ended: Awaited<ReturnType<typeof spawnCli>['done']> | undefined;
    while (runs < 40) {
      const { child, done } = spawnCli(args, { home, env });
      const timer = runs < kills ? setTimeout(() => child.kill('SIGKILL'), 300 + random() * 1200) : undefined;
      ended = await done;
      clearTimeout(timer);
      runs += 1;
      if (ended.code === 0) break;
    }
    const references = Array.from({ length: orders }, (_, index) => `R-${index}`);
    const reported = new Map(reportedBy(ended?.stdout ?? '').map((order) => [order.ReferenceNumber, order]));
    return {
      runs,
      lastCode: ended?.code ?? null,
      duplicates: references.filter((reference) => (server.created.get(reference) ?? 0) > 1),
      missing: references.filter((reference) => !server.stored.has(reference)),
      untrue: references.filter((reference) => {
        const order = reported.get(reference);
        const held = server.stored.get(reference)?.OrderId as { Number: number } | undefined;
        const success = ['created', 'existing', 'skipped'].includes(order?.outcome ?? '');
        return !success || order?.OrderId?.Number !== held?.Number;
      }),
      kindsHit: server.hit.size,
      stderr: ended?.stderr ?? '',
    };
  } finally {
    await server.close();
  }
}

function reportedBy(stdout: string): readonly Reported[] {
  if (stdout === '') return [];
  return (JSON.parse(stdout) as { data: { orders: readonly Reported[] } }).data.orders;
}
