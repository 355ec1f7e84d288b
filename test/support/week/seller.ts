import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Spawned, spawnCli } from '../processes/process.ts';
import type { Client } from '../storms/client.ts';
import { orderRow, ordersCsv } from '../upload/orders-csv.ts';
import type { Body } from './service.ts';
import { openShop } from './shop.ts';

const shopOptions = ['--preset', 'shopify', '--warehouse', 'Northgate FC', '--dispatch-within', '36h'];

/** A seller: uploads the shop's export every night, cancels what the shop cancelled, and records tracking. */
export function openSeller(
  me: Client,
  place: { readonly home: string; readonly env: Record<string, string> },
  random: () => number,
) {
  const { home, env } = place;
  const shop = openShop(random);
  const folder = join(home, 'in');
  mkdirSync(folder, { recursive: true });
  /** What the seller believes, according to the program. */
  const reported = {
    created: new Set<string>(),
    cancelled: new Set<string>(),
    tooLate: new Set<string>(),
    status: new Map<string, string>(),
    /** The tracking numbers in the files for the shop, by order. */
    written: new Map<string, Set<string>>(),
    late: [] as string[],
  };
  /** Orders that were ready to send on some night; the service may hold no others. */
  const due = new Set<string>();
  const dropped: string[] = [];
  let follower: Spawned | undefined;
  let files = 0;

  const upload = async (): Promise<Body> => {
    const file = join(home, 'export.csv');
    writeFileSync(file, shop.exported());
    for (const { name, status } of shop.orders) if (status === 'paid') due.add(name);
    const args = ['order', 'create', file, ...shopOptions, '--wait', '60s', '--json'];
    const { stdout } = await me.until(args, ({ code, stdout: text }) => {
      if ((code !== 0 && code !== 9) || text === '') return false;
      const { failed = 0, unknown = 0 } = JSON.parse(text).data as Body;
      return failed + unknown === 0;
    });
    return JSON.parse(stdout).data;
  };

  return {
    shop,
    reported,
    due,
    folder,
    dropped,
    /** The nightly upload, and the cancellations that it suggests. */
    async night(orders: number): Promise<void> {
      shop.dawn(orders);
      const report = await upload();
      for (const { ReferenceNumber, outcome } of report.orders as Body[])
        if (['created', 'existing', 'skipped'].includes(outcome)) reported.created.add(ReferenceNumber);
      for (const { ReferenceNumber, created } of report.leftOut as Body[]) {
        if (created !== true || reported.tooLate.has(ReferenceNumber)) continue;
        const cancel = ['order', 'cancel', ReferenceNumber, '--yes', '--json'];
        const { code } = await me.until(cancel, (ended) => ended.code === 0 || ended.code === 6);
        (code === 0 ? reported.cancelled : reported.tooLate).add(ReferenceNumber);
      }
    },
    /** Reads the changes since the last check, and records dispatches in the shop. */
    async look(): Promise<void> {
      for (let tries = 0; tries < 40; tries++) {
        const { code, stdout } = await me.once(['order', 'track', '--changed', '-o', 'ndjson']);
        for (const line of stdout.split('\n').filter((text) => text.endsWith('}'))) {
          const { ReferenceNumber, Status } = JSON.parse(line) as Body;
          reported.status.set(ReferenceNumber, Status);
          if (Status === 'Shipped') shop.dispatched(ReferenceNumber);
        }
        if (code === 0) return;
      }
      throw new Error('order track never ended well');
    },
    /** Sells sets, of which the warehouse knows the parts; `mistaken` ones are undone at once. */
    async sellSets(day: number, mistaken: boolean): Promise<void> {
      const file = join(home, `${mistaken ? 'mistake' : 'sets'}-${day}.csv`);
      const skus = join(home, 'skus.csv');
      writeFileSync(skus, 'from,to,qty,share\nSET-1,AC-TENT-2,1,3\nSET-1,AC-STOVE-GAS,2,1\n');
      const names = [1, 2, 3].map((index) => `${mistaken ? 'MISTAKE' : 'SET'}-${day}-${index}`);
      const rows = names.map((name) => orderRow(name).replace('AC-TENT-2', 'SET-1'));
      writeFileSync(file, ordersCsv(rows));
      for (const name of names) due.add(name);
      const sent = (text: string): boolean =>
        text !== '' && JSON.parse(text).data.failed + JSON.parse(text).data.unknown === 0;
      const args = ['order', 'create', file, '--sku-map', skus, '--wait', '60s', '--json'];
      await me.until(args, ({ code, stdout }) => code === 0 && sent(stdout));
      if (!mistaken) return;
      // A killed upload has left some of them to another run.
      const { stdout } = await me.until(['order', 'runs', '--json'], ({ code }) => code === 0);
      for (const run of JSON.parse(stdout).data as Body[])
        if (run.files.includes(file))
          await me.until(['order', 'cancel', '--run', String(run.run), '--yes'], ({ code }) => code === 0);
      for (const name of names) reported.cancelled.add(name);
    },
    /** Writes the file that the shop takes, and remembers what it says. */
    async tellShop(): Promise<void> {
      const file = join(home, `shipped-${files++}.csv`);
      const args = ['order', 'track', '--for', 'shopify', '--out', file];
      const read = (): void => {
        if (!existsSync(file)) return;
        for (const row of readFileSync(file, 'utf8').split('\n').slice(1, -1)) {
          const [order = '', , , , , , number = ''] = row.split(',');
          reported.written.set(order, (reported.written.get(order) ?? new Set()).add(number));
        }
      };
      await me.until(args, ({ code }) => {
        read();
        return code === 0;
      });
    },
    /** Asks which orders are late. */
    async askForLate(): Promise<void> {
      const args = ['order', 'track', '--late', '-o', 'ndjson'];
      const { stdout } = await me.until(args, ({ code }) => code === 0);
      reported.late = stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).ReferenceNumber);
    },
    /** Starts a new process that follows the folder, after killing the previous one. */
    async follow(): Promise<void> {
      follower?.child.kill('SIGKILL');
      await follower?.done;
      const options = [
        '--follow',
        '--settle',
        '300ms',
        '--wait',
        '60s',
        '--max-retries',
        '6',
        '--timeout',
        '3s',
      ];
      follower = spawnCli(['order', 'drop', folder, ...options], { home, env });
    },
    /** Another program writes a file of orders into the folder, in two parts. */
    dropFile(orders: number): void {
      const name = `drop-${dropped.length}.csv`;
      const references = Array.from({ length: orders }, (_, index) => `${name}-${index}`);
      // Some are not late by the service's clock, although they may be by this machine's.
      const later = { DispatchBy: '2026-10-30T17:00:00Z' };
      const text = ordersCsv(
        references.map((reference, at) => orderRow(reference, at % 2 === 0 ? {} : later)),
      );
      const half = text.indexOf('\n', text.length / 2) + 1;
      writeFileSync(join(folder, name), text.slice(0, half));
      appendFileSync(join(folder, name), text.slice(half));
      dropped.push(name);
      for (const reference of references) due.add(reference);
    },
    /** Ends the follower, and processes what it left. */
    async takeTheRest(): Promise<void> {
      follower?.child.kill('SIGTERM');
      await follower?.done;
      const drop = ['order', 'drop', folder, '--settle', '300ms', '--wait', '60s'];
      await me.until(
        drop,
        ({ code }) => code === 0 && readdirSync(folder).every((name) => !name.endsWith('.csv')),
      );
    },
    /** Files that are not in `done`, or also somewhere else. */
    misplaced: (): string[] =>
      dropped.filter(
        (name) => !existsSync(join(folder, 'done', name)) || existsSync(join(folder, 'failed', name)),
      ),
  };
}

/** A seller at work. */
export type Seller = ReturnType<typeof openSeller>;
