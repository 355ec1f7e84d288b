import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeHome } from '../cli.ts';
import { seeded } from '../random.ts';
import { openOrderService } from '../services/order-service.ts';
import { faultsAtRandom } from '../services/random-faults.ts';
import { type Aftermath, atFirst, openClient } from './client.ts';
import { stormOrders } from './storm-orders.ts';

export interface Storm {
  readonly seed: number;
  /** Share of requests that fail. */
  readonly share: number;
  readonly orders: number;
  /** How often the client is killed before it may finish. */
  readonly kills: number;
  readonly concurrency: number;
  /** Share of the kills after which the ledger is damaged. */
  readonly damage: number;
  /** Whether the client's wall clock jumps. */
  readonly clockJumps: boolean;
  /** Share of the create requests that somebody else's order with the same reference comes before. */
  readonly strangers?: number;
}

/** What somebody else has sent with one of the references: the same order, or another one. */
type Foreign = 'same' | 'other';

interface Reported {
  readonly ReferenceNumber: string;
  readonly outcome: string;
  readonly OrderId: { readonly Number: number } | null;
  readonly lines: readonly number[];
}

/** A quantity that no line of the file has. */
const foreignQuantity = 1000;
const pageSize = 4096;
const jumpingClock = new URL('../processes/jumping-clock.mjs', import.meta.url).href;

/** Damages the ledger: bytes of a random page, its end, or all of it. False if there is no ledger yet. */
function damageLedger(home: string, random: () => number): boolean {
  const file = join(home, 'ledger.sqlite');
  if (!existsSync(file)) return false;
  const bytes = readFileSync(file);
  const how = random();
  if (how < 0.15) writeFileSync(file, '');
  else if (how < 0.4) truncateSync(file, Math.floor(random() * bytes.length));
  else {
    const page = Math.floor((random() * bytes.length) / pageSize);
    const length = Math.ceil(random() * pageSize);
    const from = page * pageSize + Math.floor(random() * (pageSize - length));
    for (let at = from; at < Math.min(from + length, bytes.length); at++)
      bytes[at] = Math.floor(random() * 256);
    writeFileSync(file, bytes);
  }
  return true;
}

/**
 * Uploads a file while everything can fail: the service, the connection, the wall clock and the disk. The client is
 * killed at random moments, and the same command is run until it succeeds.
 */
export async function uploadThroughStorm(storm: Storm): Promise<Aftermath> {
  const { seed, share, orders, kills, concurrency, strangers = 0 } = storm;
  const random = seeded(seed * 7919);
  const { hit, interfere } = faultsAtRandom({ seed, share, lateMs: 500 });
  const foreign = new Map<string, Foreign>();
  const service = await openOrderService((request, response, act) => {
    if (request.method === 'POST' && request.url === '/v1/outbound' && random() < strangers)
      orderForSomebodyElse(JSON.parse(request.body));
    return interfere(request, response, act);
  });
  /** Somebody else sends the same order, or another one with its reference, just before. */
  function orderForSomebodyElse(order: {
    readonly ReferenceNumber: string;
    readonly OrderItems: object[];
  }): void {
    const { ReferenceNumber: reference, OrderItems: items } = order;
    if (service.stored.has(reference)) return;
    const isOther = random() < 0.5;
    foreign.set(reference, isOther ? 'other' : 'same');
    const number = service.stored.size + 1;
    const ids = { Client: 'Acme', Status: 'Pending', OrderId: { UUID: `uuid-${number}`, Number: number } };
    const OrderItems = isOther ? items.map((item) => ({ ...item, Qty: foreignQuantity })) : items;
    service.stored.set(reference, { ...order, ...ids, OrderItems });
  }
  const home = makeHome();
  const file = join(home, 'orders.csv');
  const { references, csv, rowsOf, hasAllLines } = stormOrders(orders, random);
  writeFileSync(file, csv);
  const limits = ['--concurrency', String(concurrency), '--timeout', '250ms'];
  const clock = { NODE_OPTIONS: `--import ${jumpingClock}`, CLOCK_SEED: String(seed) };
  const env = {
    ...service.env,
    ...(storm.clockJumps ? clock : {}),
  };
  try {
    let damaged = 0;
    const killed = atFirst(kills, random);
    const client = openClient(home, env, { killAfterMs: killed.killAfterMs, pace: limits });
    const runs = await client.tries(['order', 'create', file, '--json'], ({ code, stdout }) => {
      if (code !== 0 && killed.left >= 0 && random() < storm.damage && damageLedger(home, random))
        damaged += 1;
      return strangers === 0 ? code === 0 : hasOnlyConflicts(code, stdout);
    });
    const ended = runs.at(-1);
    const reported = new Map(reportedBy(ended?.stdout ?? '').map((order) => [order.ReferenceNumber, order]));
    /** Whether outcome, number and lines are reported as they are, and the service has all lines. */
    const isTrue = (reference: string): boolean => {
      const order = reported.get(reference);
      const record = service.stored.get(reference);
      const held = record?.OrderId as { Number: number } | undefined;
      if (foreign.get(reference) === 'other') return order?.outcome === 'conflict';
      if (!isThere(order?.outcome)) return false;
      if (!isDeepStrictEqual(order?.lines, rowsOf(reference)) || !hasAllLines(reference, record))
        return false;
      // A number that was overwritten in the ledger cannot be told from a correct one.
      return damaged > 0 || order?.OrderId?.Number === held?.Number;
    };
    const each = (what: string, isWrong: (reference: string) => boolean): string[] =>
      references.filter(isWrong).map((reference) => `${reference} ${what}`);
    return {
      wrong: [
        ...each('was accepted twice', (reference) => (service.created.get(reference) ?? 0) > 1),
        ...each('is lost', (reference) => !service.stored.has(reference)),
        ...each('is reported wrongly', (reference) => !isTrue(reference)),
        ...(ended?.code === 0 || strangers > 0 ? [] : [`exit ${ended?.code} in the end`]),
      ],
      happened: {
        ...{ runs: runs.length, kindsOfFaults: hit.size, damaged },
        ...(strangers > 0 ? { strangers: foreign.size } : {}),
      },
      story: ended?.stderr ?? '',
    };
  } finally {
    await service.close();
  }
}

const isThere = (outcome: string | undefined): boolean =>
  ['created', 'existing', 'skipped'].includes(outcome ?? '');

/** Whether a run is over: what is not at the service is in conflict there, as every run after it will say. */
const hasOnlyConflicts = (code: number | null, stdout: string): boolean =>
  (code === 0 || code === 9) &&
  reportedBy(stdout).every(({ outcome }) => isThere(outcome) || outcome === 'conflict');

function reportedBy(stdout: string): readonly Reported[] {
  if (stdout === '') return [];
  return (JSON.parse(stdout) as { data: { orders: readonly Reported[] } }).data.orders;
}
