import type { ServerResponse } from 'node:http';
import { credentials } from '../sign-in.ts';
import { json, startService } from './http-server.ts';

type Fields = Record<string, unknown>;

const offer = '2030-09-10T13:00:00+01:00';

/**
 * A service that keeps orders, deliveries, slots and purchase orders in memory, with the slot `S-1` that is confirmed, and
 * `S-2` whose warehouse offers another time. `hangNext` leaves the next write without an answer.
 */
export async function startWritingService() {
  const orders = new Map<string, Fields>();
  const deliveries = new Map<string, Fields>();
  const slots = new Map<string, Fields>();
  const pos = new Map<string, Fields>();
  /** The writes that took effect, and those that arrived. */
  const effects: string[] = [];
  const writes: string[] = [];
  let hang: { readonly path: string; readonly takesEffect: boolean; reached(): void } | undefined;
  const slot = (reference: string, more: Fields): void =>
    void slots.set(reference, { slotReference: reference, usedByPoReference: null, ...more });
  slot('S-1', {
    scheduleStatus: 'confirmed',
    warehouse: 'Northgate FC',
    deliveryType: 'truck',
    loadingType: 'loose',
    schedule: { confirmedTime: '2030-09-03T09:00:00+01:00' },
  });
  slot('S-2', {
    scheduleStatus: 'pending_customer',
    ...{ warehouse: 'Northgate FC', date: '2030-09-03', window: 'morning' },
    ...{ deliveryType: 'truck', loadingType: 'loose', numberOfSkus: 'lt_10' },
    schedule: { proposals: [{ proposedBy: 'ops', proposedTime: offer }] },
  });

  /** Does what a write asks for; returns the answer. */
  function take(method: string, path: string, body: Fields): readonly [status: number, data: unknown] {
    const done = (status: number, data: Fields): readonly [number, Fields] => {
      effects.push(`${method} ${path}`);
      return [status, data];
    };
    const [, kind = '', id = ''] = /^\/v1\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? [];
    if (kind === 'outbound') {
      const reference = String(body.ReferenceNumber);
      if (orders.has(reference)) return [409, 'exists'];
      orders.set(reference, { ...body, Status: 'Pending', OrderId: { UUID: `u-${reference}`, Number: 1 } });
      return done(201, orders.get(reference) as Fields);
    }
    if (kind === 'order') {
      const order = orders.get(id);
      if (order === undefined) return [404, 'not found'];
      if (order.Status === 'Cancelled') return [200, order];
      order.Status = 'Cancelled';
      return done(200, order);
    }
    if (kind === 'inbound') {
      const reference = String(body.PO_REFERENCE);
      if (deliveries.has(reference)) return [409, 'exists'];
      deliveries.set(reference, { ...body, delivery_number: reference });
      return done(201, deliveries.get(reference) as Fields);
    }
    if (kind === 'inbound-po') {
      const used = slots.get(String(body.slotReference));
      if (used?.usedByPoReference != null) return [409, 'the slot is used'];
      const number = `LW-${pos.size + 1}`;
      pos.set(number, { ...body, lw_po_number: number });
      if (used !== undefined) used.usedByPoReference = number;
      return done(201, pos.get(number) as Fields);
    }
    const found = slots.get(id);
    if (method === 'DELETE' && found !== undefined) {
      if (found.scheduleStatus === 'cancelled') return [200, found];
      found.scheduleStatus = 'cancelled';
      return done(200, found);
    }
    if (found !== undefined) {
      if (found.scheduleStatus !== 'pending_customer') return [409, 'not waiting for the client'];
      const { proposals } = found.schedule as { proposals: Fields[] };
      if (body.action === 'counter')
        proposals.push({ proposedBy: 'client', proposedTime: body.proposedTime });
      found.scheduleStatus = body.action === 'accept' ? 'confirmed' : 'pending_ops';
      if (body.action === 'accept') found.schedule = { proposals, confirmedTime: offer };
      return done(200, found);
    }
    const reference = `S-${slots.size + 1}`;
    slot(reference, { ...body, scheduleStatus: 'pending_ops', schedule: { proposals: [] } });
    return done(201, slots.get(reference) as Fields);
  }

  function read(path: string): unknown {
    if (path.startsWith('/v1/inventory?'))
      return { locations: [{ location_name: 'Northgate FC', sku: [{ sku: 'AC-TENT-2', Available: 3 }] }] };
    const [, kind = '', id] = /^\/v1\/([^/?]+)(?:\/([^/?]+))?/.exec(path) ?? [];
    const lists = { order: orders, inbound: deliveries, 'inbound-slot': slots, 'inbound-po': pos };
    const records = lists[kind as keyof typeof lists] ?? new Map();
    return id === undefined ? [...records.values()] : records.get(decodeURIComponent(id));
  }

  const answer = (response: ServerResponse, status: number, data: unknown): void =>
    json(response, status, status < 300 ? { success: true, data } : { success: false, error: data });

  const service = await startService(({ method = '', url, body }, response) => {
    if (method === 'GET') {
      const found = read(url);
      return found === undefined ? answer(response, 404, 'not found') : answer(response, 200, found);
    }
    const path = url.replace(/\/respond$/, '');
    writes.push(`${method} ${path}`);
    const hanging = hang !== undefined && path.startsWith(hang.path) ? hang : undefined;
    if (hanging !== undefined) hang = undefined;
    if (hanging?.takesEffect !== false) {
      const taken = take(method, path, body === '' ? {} : JSON.parse(body));
      if (hanging === undefined) return answer(response, ...taken);
    }
    hanging.reached();
  });
  return {
    ...{ env: credentials(service.baseUrl), orders, slots, effects, writes, offer },
    /** The next write, below a path, gets no answer; resolves when it has arrived, and taken effect or not. */
    hangNext: (takesEffect: boolean, path = '/'): Promise<void> =>
      new Promise((reached) => {
        hang = { path, takesEffect, reached };
      }),
  };
}
