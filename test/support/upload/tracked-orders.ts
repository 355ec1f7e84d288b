import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
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

/** A home, and a service whose orders change when the test says so. */
export interface TrackedOrders {
  readonly home: string;
  readonly service: Awaited<ReturnType<typeof startOrderService>>;
  /**
   * What the service shows of orders now, the status of its refusal, or a page that a proxy answers with status 404;
   * other orders are as uploaded.
   */
  readonly records: Map<string, Record<string, unknown> | number | string>;
  /** The status with which the service refuses to create an order. */
  readonly refuses: Map<string, number>;
  /** The references that were read one by one. */
  readonly reads: string[];
  /** The references whose cancellation was requested. */
  readonly cancels: string[];
  cfi(...words: readonly string[]): Promise<Outcome>;
  /** How many days after the upload the service's clock stands; undefined for that of the command. */
  serviceDays: number | undefined;
  /** Runs a command that many days after the upload. */
  later(days: number, ...words: readonly string[]): Promise<Outcome>;
  upload(...references: readonly string[]): Promise<void>;
}

/** Starts the service, which ends with the test. */
export async function trackedOrders(): Promise<TrackedOrders> {
  const records: TrackedOrders['records'] = new Map();
  const refuses: TrackedOrders['refuses'] = new Map();
  const reads: string[] = [];
  const cancels: string[] = [];
  const home = makeHome();
  let machineDays = 0;
  const service = await startOrderService((request, response) => {
    const days = tracked.serviceDays ?? machineDays;
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
    const known = records.get(reference);
    if (typeof known === 'number') json(response, known, { success: false, error: `status ${known}` });
    else if (typeof known === 'string') response.writeHead(404, { 'content-type': 'text/html' }).end(known);
    else
      json(response, 200, {
        success: true,
        data: { ReferenceNumber: reference, Status: 'Pending', ...known },
      });
    return true;
  });
  const later = (days: number, ...words: readonly string[]): Promise<Outcome> => {
    machineDays = days;
    return runCli(words, { home, env: service.env, now: start + days * dayMs });
  };
  const cfi = (...words: readonly string[]): Promise<Outcome> => later(0, ...words);
  const tracked: TrackedOrders = {
    home,
    service,
    records,
    refuses,
    reads,
    cancels,
    cfi,
    serviceDays: undefined,
    later,
    async upload(...references) {
      writeFileSync(join(home, 'orders.csv'), ordersCsv(references.map((reference) => orderRow(reference))));
      const { code, stderr } = await cfi('order', 'create', 'orders.csv');
      expect([code, stderr]).toEqual([0, stderr]);
    },
  };
  return tracked;
}
