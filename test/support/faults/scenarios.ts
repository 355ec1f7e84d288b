import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, isFields } from '../../../src/text/records.ts';
import type { Ended } from '../storms/client.ts';
import { manyOrders, orderRow, ordersCsv } from '../upload/orders-csv.ts';
import { file, row } from '../upload/slot-file.ts';
import type { World } from './world.ts';

/** What went wrong after a fault. */
export interface Violation {
  readonly kind: 'lost' | 'twice' | 'untrue' | 'code' | 'text' | 'left' | 'slow' | 'unsettled';
  readonly what: string;
}

/** Something that a user does, and how to tell whether it was done exactly once. */
export interface Scenario {
  /** Writes the files, and does what was done before. */
  prepare(world: World): Promise<void>;
  readonly command: readonly string[];
  /** Another command of the account, for what the command leaves to the next upload because it has nothing to send again. */
  readonly next?: readonly string[];
  /** Settings beside those of every run. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it talks to a service that is served. */
  readonly isServed: boolean;
  /** What the service and the files show once the command has succeeded; `runs` are all runs, the last one good. */
  check(world: World, runs: readonly Ended[]): Promise<Violation[]>;
}

const embedded = { CFI_EMULATOR: '1', CFI_EMULATOR_STATE: '' };

/** The document on standard output; empty if there is none. */
function dataOf({ stdout }: Ended) {
  try {
    return fieldsOf(fieldsOf(JSON.parse(stdout)).data);
  } catch {
    return {};
  }
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value.filter(isFields) as Record<string, unknown>[]) : [];

const violation = (kind: Violation['kind'], what: string): Violation => ({ kind, what });

/** Orders as the warehouse sees them: each of these once, and no other. */
async function checkOrders({ service }: World, references: readonly string[]): Promise<Violation[]> {
  const found = listOf((await service.admin.get('/fc/orders')).body.data).map((order) =>
    String(order.ReferenceNumber),
  );
  return [
    ...references
      .filter((reference) => !found.includes(reference))
      .map((reference) => violation('lost', `${reference} is not at the service`)),
    ...found
      .filter((reference, at) => found.indexOf(reference) !== at)
      .map((reference) => violation('twice', `${reference} is at the service twice`)),
  ];
}

const good = ['created', 'existing', 'skipped'];

/** Whether the last run reports each of these documents as done. */
function checkReported(runs: readonly Ended[], member: string, references: readonly string[]): Violation[] {
  const reported = listOf(dataOf(runs.at(-1) as Ended)[member]);
  const done = reported.filter(({ outcome }) => good.includes(String(outcome)));
  if (done.length !== references.length)
    return [violation('untrue', `${done.length} of ${references.length} are reported as done`)];
  const numbers = reported.map((one) => one.OrderId ?? one.slotReference).filter((id) => id !== null);
  if (new Set(numbers.map((id) => JSON.stringify(id))).size !== numbers.length)
    return [violation('untrue', 'two documents are reported under one number')];
  return [];
}

const named = (count: number, prefix = 'R-'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const ordersEach = 2;
const folderFiles = ['a', 'b', 'c'];
const ofFolder = folderFiles.flatMap((name) => named(ordersEach, `${name}-`));

const slotRows = ['02', '03', '03', '08'].map((day, at) => row(day, 4 + at));

async function checkSlots({ service }: World, runs: readonly Ended[]): Promise<Violation[]> {
  const found = listOf((await service.admin.get('/fc/slots')).body.data);
  const pallets = found.map((slot) => Number(slot.palletCount));
  return [
    ...slotRows.flatMap((_, at) => {
      const times = pallets.filter((count) => count === 4 + at).length;
      if (times === 1) return [];
      return [
        violation(times === 0 ? 'lost' : 'twice', `the slot of row ${at + 1} is booked ${times} times`),
      ];
    }),
    ...checkReported(runs, 'slots', slotRows),
  ];
}

async function checkSetting(world: World, name: string, value: string): Promise<Violation[]> {
  const { stdout, code } = await world.run(['config', 'get', name, '-o', 'csv']);
  return code === 0 && stdout.includes(value) ? [] : [violation('lost', `the setting is not ${value}`)];
}

const book = ['slot', 'book', 'slots.csv', '--json'];
const upload = ['order', 'create', 'orders.csv', '--json', '--results', 'results.csv'];

/** All that is tried, by name. */
export const scenarios = {
  upload: {
    prepare: async (world) => world.write('orders.csv', manyOrders(12)),
    command: upload,
    isServed: true,
    async check(world, runs) {
      const results = readFileSync(join(world.folder, 'in', 'results.csv'), 'utf8');
      const unreported = named(12).filter(
        (reference) => !new RegExp(`^${reference},(created|existing|skipped),`, 'm').test(results),
      );
      return [
        ...(await checkOrders(world, named(12))),
        ...checkReported(runs, 'orders', named(12)),
        ...unreported.map((reference) => violation('untrue', `${reference} is not in the results`)),
      ];
    },
  },
  again: {
    async prepare(world) {
      world.write('orders.csv', manyOrders(12));
      await world.run(upload);
      world.write('orders.csv', manyOrders(14));
    },
    command: upload,
    isServed: true,
    async check(world, runs) {
      const reported = listOf(dataOf(runs.at(-1) as Ended).orders);
      const skipped = reported.filter(({ outcome }) => outcome === 'skipped').length;
      return [
        ...(await checkOrders(world, named(14))),
        ...checkReported(runs, 'orders', named(14)),
        ...(skipped < 12 ? [violation('lost', `the ledger knows only ${skipped} of 12 orders`)] : []),
      ];
    },
  },
  booking: {
    prepare: async (world) => world.write('slots.csv', file(...slotRows)),
    command: book,
    isServed: true,
    check: checkSlots,
  },
  'booking-again': {
    async prepare(world) {
      world.write('slots.csv', file(...slotRows));
      await world.run(book);
    },
    command: book,
    isServed: true,
    check: checkSlots,
  },
  folder: {
    async prepare(world) {
      for (const name of folderFiles)
        world.write(`${name}.csv`, ordersCsv(named(ordersEach, `${name}-`).map((each) => orderRow(each))));
    },
    command: ['order', 'drop', '.', '--settle', '1ms', '-o', 'ndjson'],
    // The note that names an upload stays if it was killed after the last file had its place.
    next: ['order', 'create', 'done/a.csv', '--json'],
    isServed: true,
    async check(world) {
      const done = readdirSync(join(world.folder, 'in', 'done'));
      return [
        ...(await checkOrders(world, ofFolder)),
        ...folderFiles
          .filter((name) => !done.includes(`${name}.csv`))
          .map((name) => violation('lost', `${name}.csv is not in done`)),
      ];
    },
  },
  tracking: {
    async prepare(world) {
      world.write('orders.csv', manyOrders(4));
      await world.run(upload);
      await world.run(['order', 'track', '--json']);
      for (const reference of named(4))
        await world.service.admin.post(`/fc/orders/${reference}/dispatch`, {});
    },
    command: ['order', 'track', '--changed', '-o', 'ndjson'],
    isServed: true,
    async check(_, runs) {
      const all = runs.map(({ stdout }) => stdout).join('');
      return named(4)
        .filter((reference) => !all.includes(`"${reference}"`))
        .map((reference) => violation('lost', `the change of ${reference} was never reported`));
    },
  },
  'shop-file': {
    async prepare(world) {
      world.write('orders.csv', manyOrders(4));
      await world.run(upload);
      for (const reference of named(4))
        await world.service.admin.post(`/fc/orders/${reference}/dispatch`, {
          ShippingVendor: 'DPD',
          TrackingNumber: `T-${reference}`,
        });
    },
    command: ['order', 'track', '--for', 'woocommerce', '--out', 'shipped.csv', '-o', 'ndjson'],
    isServed: true,
    async check(world) {
      const file = readFileSync(join(world.folder, 'in', 'shipped.csv'), 'utf8');
      return named(4)
        .filter((reference) => !file.includes(`\n${reference},DPD,T-${reference},`))
        .map((reference) => violation('lost', `no file tells the shop of ${reference}`));
    },
  },
  login: {
    prepare: async () => {},
    command: ['login', '--json'],
    isServed: true,
    async check(world) {
      const { code, stderr } = await world.run(['whoami', '--json'], {
        CFI_CLIENT_SECRET: '',
        CFI_CLIENT_ID: '',
      });
      return code === 0 ? [] : [violation('lost', `not signed in afterwards: ${stderr}`)];
    },
  },
  settings: {
    prepare: async (world) => void (await world.run(['login', '--json'])),
    command: ['config', 'set', 'timeout', '7s', '-o', 'csv'],
    isServed: false,
    check: (world) => checkSetting(world, 'timeout', '7s'),
  },
  embedded: {
    async prepare(world) {
      world.write('orders.csv', manyOrders(4));
      await world.run(upload, embedded);
      world.write('orders.csv', manyOrders(6));
    },
    command: upload,
    env: embedded,
    isServed: false,
    async check(world, runs) {
      const { code } = await world.run(['order', 'get', ...named(6), '--json'], embedded);
      return [
        ...(code === 0 ? [] : [violation('lost', `reading the orders from the emulator ended with ${code}`)]),
        ...checkReported(runs, 'orders', named(6)),
      ];
    },
  },
} satisfies Readonly<Record<string, Scenario>>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof scenarios;
