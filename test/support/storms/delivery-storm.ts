import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome } from '../cli.ts';
import type { Spawned } from '../processes/process.ts';
import { seeded } from '../random.ts';
import { json, openService } from '../services/http-server.ts';
import { credentials } from '../sign-in.ts';
import { file, row } from '../upload/slot-file.ts';
import { type Aftermath, openClient } from './client.ts';

type Fields = Record<string, unknown>;
type Slot = Fields & { readonly slotReference: string };

/** Two rows are equal, so their slots cannot be told apart. */
const rows = [row('08'), row('09'), row('08'), row('10', 4)];

const justBooked = { scheduleStatus: 'pending_ops', schedule: { proposals: [] } };

/** What tells the slots of a row from others. */
const kindOf = ({ date, palletCount }: Fields): string => `${date} ${palletCount}`;

const wanted = new Map([
  ['2026-09-08 6', 2],
  ['2026-09-09 6', 1],
  ['2026-09-10 4', 1],
]);

/** So many slots are booked by somebody else. */
const mostForeign = 6;

/** Runs with faults; then the service is calm, and the command must end well. */
const stormyRuns = 4;

/** Whether somebody else books the same at the same time, and the service now and then refuses. */
type Strangers = 'alone' | 'with strangers';

/** A service whose answers get lost, whose lists come from replicas that lag, and that kills its client. */
async function openDeliveryService(random: () => number, slots: Slot[], strangers: Strangers) {
  const orders = new Map<string, Fields>();
  /** Slots that somebody else booked. */
  const foreign = new Set<string>();
  /** Kinds of slots of which an answer, or the client that got it, was lost: before that, none of a list is its own. */
  const lost = new Set<string>();
  /** Kinds of slots that the present client has asked for. */
  const asked = new Set<string>();
  /** Slots of somebody else that the client was shown before that. */
  const knownAsForeign = new Set<string>();
  /** Slots in answers that the present client has gone on after, or has not yet. */
  const shown = new Map<string, Slot>();
  let answered: readonly Slot[] = [];
  const world = { calm: false, client: undefined as Spawned | undefined, strangers: 0 };
  /** Slots that a client booked again although a list had shown them, and orders that were created again. */
  const again: string[] = [];
  const happens = (share: number): boolean => !world.calm && random() < share;
  const kill = (): void => {
    answered = [];
    for (const kind of asked) lost.add(kind);
    world.client?.child.kill('SIGKILL');
  };

  /** Does what a write asks for; the status and the record, or why not. */
  function take(url: string, content: Fields): readonly [status: number, record: Fields | string] {
    if (url === '/v1/inbound-slot') {
      const kind = kindOf(content);
      const known = [...shown.values()].filter(
        (slot) => kindOf(slot) === kind && !foreign.has(slot.slotReference),
      ).length;
      if (known >= (wanted.get(kind) ?? 0)) again.push(`${kind}, of which it had seen ${known}`);
      const slotReference = `S-${slots.length + 1}`;
      slots.push({ ...content, ...justBooked, slotReference });
      return [201, slots.at(-1) as Slot];
    }
    const slot = slots.find(({ slotReference }) => slotReference === content.slotReference);
    if (slot === undefined || slot.usedByPoReference !== null) return [409, 'the slot is used'];
    const number = `LW-${orders.size + 1}`;
    slot.usedByPoReference = number;
    if ([...orders.values()].some(({ PO_REFERENCE }) => PO_REFERENCE === content.PO_REFERENCE))
      again.push(`${content.PO_REFERENCE}`);
    orders.set(number, { ...content, lw_po_number: number });
    return [201, orders.get(number) as Fields];
  }

  /** Somebody else uses one of the slots for another purchase order. */
  function useForSomebodyElse(slot: Slot): void {
    world.strangers += 1;
    const number = `LW-${orders.size + 1}`;
    slot.usedByPoReference = number;
    orders.set(number, { PO_REFERENCE: 'P-other', lw_po_number: number });
  }

  /** Somebody else books the same as one of the slots. */
  function bookForSomebodyElse(content: Fields): void {
    if (foreign.size >= mostForeign) return;
    world.strangers += 1;
    const slotReference = `S-${slots.length + 1}`;
    foreign.add(slotReference);
    slots.push({ ...content, ...justBooked, slotReference });
  }

  const read = (url: string): Fields | undefined => {
    const [, kind, id = ''] = /^\/v1\/(inbound-slot|inbound-po)\/(.+)$/.exec(url) ?? [];
    return kind === 'inbound-po' ? orders.get(id) : slots.find(({ slotReference }) => slotReference === id);
  };

  const service = await openService(({ method, url, body }, response) => {
    const answer = (status: number, data: unknown): void =>
      json(response, status, status < 300 ? { success: true, data } : { success: false, error: data });
    for (const slot of answered) {
      shown.set(slot.slotReference, slot);
      if (foreign.has(slot.slotReference) && !lost.has(kindOf(slot))) knownAsForeign.add(slot.slotReference);
    }
    answered = [];
    const at = slots[Math.floor(random() * slots.length)];
    if (strangers === 'with strangers' && at !== undefined && happens(0.1)) {
      if (at.usedByPoReference === undefined) bookForSomebodyElse(at);
      else if (at.usedByPoReference === null) useForSomebodyElse(at);
    }
    if (url.startsWith('/v1/inventory'))
      return answer(200, { locations: [{ location_name: 'Northgate FC' }] });
    const content = (method === 'POST' ? JSON.parse(body) : {}) as Fields;
    if (url === '/v1/inbound-slot' && method === 'POST') asked.add(kindOf(content));
    if (happens(0.08)) return kill();
    if (method === 'GET' && url === '/v1/inbound-slot') {
      const lag = happens(0.6) ? Math.floor(random() * 4) : 0;
      answered = slots.slice(0, slots.length - lag);
      return answer(200, answered);
    }
    if (method === 'GET') {
      const found = happens(0.2) ? undefined : read(url);
      return found === undefined ? answer(404, 'not found') : answer(200, found);
    }
    if (strangers === 'with strangers' && happens(0.2)) {
      // Somebody else was quicker.
      const slot = slots.find(({ slotReference }) => slotReference === content.slotReference);
      if (slot === undefined) bookForSomebodyElse(content);
      else if (slot.usedByPoReference === null) useForSomebodyElse(slot);
      return answer(409, 'no longer free');
    }
    const lose = (): void => {
      lost.add(kindOf(content));
      response.destroy();
    };
    if (happens(0.1)) return lose();
    const [status, record] = take(url, content);
    if (happens(0.15)) return kill();
    if (happens(0.35)) return lose();
    if (url === '/v1/inbound-slot') answered = [record as Slot];
    return answer(status, record);
  });
  return { service, orders, again, world, knownAsForeign };
}

const pace = ['--lost-wait', '300ms', '--max-retries', '2', '--timeout', '5s', '--json'];

/** Runs a command on a file until it ends well in calm weather, and judges what the service has then. */
async function throughStorm(
  seed: number,
  slots: Slot[],
  { name, text, words }: { readonly name: string; readonly text: string; readonly words: readonly string[] },
  judge: (open: Awaited<ReturnType<typeof openDeliveryService>>, stdout: string) => readonly string[],
  strangers: Strangers,
): Promise<Aftermath> {
  const open = await openDeliveryService(seeded(seed), slots, strangers);
  const { service, world, again } = open;
  try {
    const home = makeHome();
    writeFileSync(join(home, name), text);
    let runs = 0;
    const client = openClient(home, credentials(service.baseUrl), {
      pace,
      mostTries: 10,
      onStart(spawned) {
        world.calm = ++runs > stormyRuns;
        world.client = spawned;
      },
    });
    const codes = strangers === 'alone' ? [0] : [0, 6, 9];
    const ended = await client.tries(
      [...words, name],
      ({ code }) => world.calm && codes.includes(code ?? -1),
    );
    const last = ended.at(-1);
    const reported = ended.map(({ code, stdout, stderr }) => `exit ${code}\n${stderr}\n${stdout}`);
    const wrong = [...again.map((each) => `again: ${each}`), ...judge(open, last?.stdout ?? '')];
    if (!codes.includes(last?.code ?? -1)) wrong.push(`exit ${last?.code} in calm weather`);
    const happened = strangers === 'alone' ? { runs } : { runs, strangers: world.strangers };
    return { wrong, happened, story: [...reported, JSON.stringify(slots)].join('\n') };
  } finally {
    await service.close();
  }
}

/** Books a file of slots: each row once, and none again of which a list has shown the slot. */
export function bookThroughStorm(seed: number, strangers: Strangers = 'alone'): Promise<Aftermath> {
  const slots: Slot[] = [];
  const command = { name: 'slots.csv', text: file(...rows), words: ['slot', 'book'] };
  return throughStorm(
    seed,
    slots,
    command,
    ({ knownAsForeign }, stdout) => {
      const booked = stdout === '' ? [] : (JSON.parse(stdout).data.slots as Slot[]);
      const references = booked.map(({ slotReference }) => slotReference);
      const own = slots.filter(({ slotReference }) => references.includes(slotReference));
      return [...wanted].flatMap(([kind, count]) => {
        const found = own.filter((slot) => kindOf(slot) === kind);
        const taken = found.filter(({ slotReference }) => knownAsForeign.has(slotReference));
        return [
          ...(found.length === count ? [] : [`${found.length} of ${count} slots: ${kind}`]),
          ...taken.map(({ slotReference }) => `${slotReference} is somebody else's`),
        ];
      });
    },
    strangers,
  );
}

/** Creates a file of purchase orders, one for each slot: each once, in its slot, and reported so. */
export function orderThroughStorm(seed: number, strangers: Strangers = 'alone'): Promise<Aftermath> {
  const slots = [1, 2, 3, 4].map(
    (number): Slot => ({
      ...{ slotReference: `S-${number}`, scheduleStatus: 'confirmed', usedByPoReference: null },
      ...{ warehouse: 'Northgate FC', loadingType: 'palletised', deliveryType: 'truck' },
    }),
  );
  const header = 'PO_REFERENCE,Warehouse_Name,loadingType,deliveryType,slotReference,SKU,Quantity';
  const text = slots
    .map(({ slotReference: slot }) => `P-${slot},Northgate FC,palletised,truck,${slot},AC-TENT-2,5`)
    .join('\n');
  const command = { name: 'orders.csv', text: `${header}\n${text}\n`, words: ['po', 'create'] };
  return throughStorm(
    seed,
    slots,
    command,
    ({ orders }, stdout) => {
      const { documents = [] } = stdout === '' ? {} : JSON.parse(stdout).data;
      return slots.flatMap(({ slotReference, usedByPoReference }) => {
        const held = orders.get(String(usedByPoReference))?.PO_REFERENCE;
        const reported = (documents as Fields[]).find(
          ({ PO_REFERENCE }) => PO_REFERENCE === `P-${slotReference}`,
        );
        const isTrue =
          held === 'P-other'
            ? reported?.outcome === 'conflict'
            : held === `P-${slotReference}` && reported?.lw_po_number === usedByPoReference;
        return isTrue
          ? []
          : [
              `${slotReference} has ${usedByPoReference} (${held}), reported ${reported?.outcome} ${reported?.lw_po_number}`,
            ];
      });
    },
    strangers,
  );
}
