import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { makeHome, type Outcome, runCli } from '../cli.ts';
import { json } from '../services/http-server.ts';
import { startOrderService } from '../services/order-service.ts';
import { orderRow, ordersCsv } from './orders-csv.ts';

const start = Date.parse('2026-09-01T08:00:00Z');
const dayMs = 86_400_000;

/** What the service shows of an order that has shipped. */
export const shipped = {
  Status: 'Shipped',
  ShippingVendor: 'DPD',
  TrackingNumber: '1550-42',
  ProcessedOn: '2026-09-01T07:00:00Z',
};

export type TrackedOrders = Awaited<ReturnType<typeof trackedOrders>>;

/** A home, and a service whose orders change when the test says so, and which ends with the test. */
export async function trackedOrders() {
  /**
   * What the service shows of orders now, the status of its refusal, or a page that a proxy answers with status 404;
   * other orders are as uploaded.
   */
  const records = new Map<string, Record<string, unknown> | number | string>();
  /** The status with which the service refuses to create an order. */
  const refuses = new Map<string, number>();
  /** The references that were read one by one. */
  const reads: string[] = [];
  /** The references whose cancellation was requested. */
  const cancels: string[] = [];
  /** What happens while the next orders are read, one after the other. */
  const happenings: (() => Promise<unknown>)[] = [];
  const home = makeHome();
  let machineDays = 0;
  /** How many days after the upload the service's clock stands; undefined for that of the command. */
  const clock: { serviceDays: number | undefined } = { serviceDays: undefined };
  const service = await startOrderService((request, response) => {
    const days = clock.serviceDays ?? machineDays;
    response.setHeader('date', new Date(start + days * dayMs).toUTCString());
    if (request.url === '/v1/outbound') {
      const status = refuses.get((JSON.parse(request.body) as { ReferenceNumber: string }).ReferenceNumber);
      if (status !== undefined) json(response, status, { success: false, error: 'no' });
      return status !== undefined;
    }
    if (request.method === 'GET' && request.url === '/v1/inbound-slot') {
      json(response, 200, { success: true, data: [] });
      return true;
    }
    const [, cancelled] = /^\/v1\/order\/([^?/]+)\/cancel$/.exec(request.url) ?? [];
    if (cancelled !== undefined) {
      const reference = decodeURIComponent(cancelled);
      cancels.push(reference);
      const known = records.get(reference);
      const refusal = known === shipped ? 409 : known;
      if (typeof refusal === 'number') json(response, refusal, { success: false, error: 'no' });
      else {
        records.set(reference, { Status: 'Cancelled' });
        json(response, 200, { success: true, data: { ReferenceNumber: reference, Status: 'Cancelled' } });
      }
      return true;
    }
    const [, path = ''] = /^\/v1\/order\/([^?]+)$/.exec(request.url) ?? [];
    if (request.method !== 'GET' || path === '') return false;
    const reference = decodeURIComponent(path);
    reads.push(reference);
    const answer = (): void => {
      const known = records.get(reference);
      if (typeof known === 'number') json(response, known, { success: false, error: `status ${known}` });
      else if (typeof known === 'string') response.writeHead(404, { 'content-type': 'text/html' }).end(known);
      else
        json(response, 200, {
          success: true,
          data: { ReferenceNumber: reference, Status: 'Pending', ...known },
        });
    };
    const happening = happenings.shift();
    if (happening === undefined) answer();
    else void happening().then(answer);
    return true;
  });
  /** Runs a command that many days after the upload. */
  const later = (days: number, ...words: readonly string[]): Promise<Outcome> => {
    machineDays = days;
    return runCli(words, { home, env: service.env, now: start + days * dayMs });
  };
  const cfi = (...words: readonly string[]): Promise<Outcome> => later(0, ...words);
  const upload = async (...references: readonly string[]): Promise<void> => {
    writeFileSync(join(home, 'orders.csv'), ordersCsv(references.map((reference) => orderRow(reference))));
    const { code, stderr } = await cfi('order', 'create', 'orders.csv');
    expect(code, stderr).toBe(0);
  };
  return { home, service, records, refuses, reads, cancels, happenings, clock, cfi, later, upload };
}

/** New ones for each test, in the same variable. */
export function trackedOrdersForEach(): TrackedOrders {
  const orders = {};
  beforeEach(async () => void Object.assign(orders, await trackedOrders()));
  return orders as TrackedOrders;
}
