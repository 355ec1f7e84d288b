import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

type Emulator = Awaited<ReturnType<typeof openSlots>>;

interface SlotModel {
  status: 'pending_ops' | 'pending_customer' | 'confirmed' | 'cancelled';
  /** Milliseconds since the epoch, like the next three. */
  requested: number;
  offer: number;
  confirmed: number | null;
  proposals: string[];
  usedBy: string | null;
}

interface OrderModel {
  status: 'OPEN' | 'PARTIAL' | 'DELIVERED';
  ordered: number;
  delivered: number;
  slot: string | null;
}

interface Model {
  slots: Map<string, SlotModel>;
  orders: Map<string, OrderModel>;
  tents: number;
  references: number;
}

type Command = fc.AsyncCommand<Model, Emulator>;

const command = (name: string, run: Command['run']): Command => ({
  check: () => true,
  run,
  toString: () => name,
});

const nth = <T>(entries: Map<string, T>, index: number): [string, T] | undefined =>
  [...entries][index % Math.max(1, entries.size)];

/** A step on an existing slot; without slots it does nothing. */
const onSlot = (
  name: string,
  index: number,
  run: (reference: string, slot: SlotModel, emulator: Emulator, model: Model) => Promise<void>,
): Command =>
  command(`${name}(${index})`, async (model, emulator) => {
    const entry = nth(model.slots, index);
    if (entry === undefined) return;
    const [reference, slot] = entry;
    await run(reference, slot, emulator, model);
    const shown = await emulator.read(reference);
    expect({
      status: shown.scheduleStatus,
      requested: Date.parse(shown.schedule.requestedTime),
      confirmed: shown.schedule.confirmedTime === null ? null : Date.parse(shown.schedule.confirmedTime),
      proposals: shown.schedule.proposals.map((proposal: { proposedBy: string }) => proposal.proposedBy),
      usedBy: shown.usedByPoReference,
    }).toEqual({
      status: slot.status,
      requested: slot.requested,
      confirmed: slot.confirmed,
      proposals: slot.proposals,
      usedBy: slot.usedBy,
    });
  });

const book = (window: 'morning' | 'afternoon') =>
  command(`book(${window})`, async (model, { book }) => {
    const reference = await book({ window });
    expect(model.slots.has(reference)).toBe(false);
    const requested = Date.parse(`2026-09-04T${window === 'morning' ? '08' : '12'}:00:00Z`);
    const slot = { requested, offer: Number.NaN, confirmed: null, proposals: [], usedBy: null };
    model.slots.set(reference, { status: 'pending_ops', ...slot });
  });

const confirm = (index: number, time?: string) =>
  onSlot(`confirm ${time ?? 'as asked'} `, index, async (reference, slot, { fc }) => {
    const { status } = await fc(reference, 'confirm', time === undefined ? {} : { time });
    expect(status).toBe(slot.status === 'pending_ops' ? 200 : 409);
    if (status !== 200) return;
    slot.status = 'confirmed';
    slot.confirmed = time === undefined ? slot.requested : Date.parse(time);
  });

const counter = (index: number, proposedTime: string) =>
  onSlot(`counter ${proposedTime} `, index, async (reference, slot, { fc }) => {
    const { status } = await fc(reference, 'counter', { proposedTime });
    expect(status).toBe(slot.status === 'pending_ops' ? 200 : 409);
    if (status !== 200) return;
    slot.status = 'pending_customer';
    slot.offer = Date.parse(proposedTime);
    slot.proposals.push('ops');
  });

const accept = (index: number) =>
  onSlot('accept', index, async (reference, slot, { respond }) => {
    const { status } = await respond(reference, { action: 'accept' });
    expect(status).toBe(slot.status === 'pending_customer' ? 200 : 409);
    if (status !== 200) return;
    slot.status = 'confirmed';
    slot.confirmed = slot.offer;
  });

const clientCounter = (index: number, proposedTime: string) =>
  onSlot(`client counter ${proposedTime} `, index, async (reference, slot, { respond }) => {
    const { status } = await respond(reference, { action: 'counter', proposedTime });
    expect(status).toBe(slot.status === 'pending_customer' ? 200 : 409);
    if (status !== 200) return;
    slot.status = 'pending_ops';
    slot.requested = Date.parse(proposedTime);
    slot.proposals.push('client');
  });

const cancel = (index: number) =>
  onSlot('cancel', index, async (reference, slot, { acme }) => {
    const { status } = await acme.delete(`/inbound-slot/${reference}`);
    expect(status).toBe(slot.usedBy === null ? 200 : 409);
    if (status === 200) slot.status = 'cancelled';
  });

const orderItems = (Quantity: number) => [{ SKU: 'AC-TENT-2', Quantity }];

const createOrder = (index: number, quantity: number) =>
  onSlot(`po for ${quantity} `, index, async (slotReference, slot, { order }, model) => {
    const PO_REFERENCE = `PO-${++model.references}`;
    const { status, body } = await order({ slotReference, PO_REFERENCE, items: orderItems(quantity) });
    const usable = slot.status === 'confirmed' && slot.usedBy === null;
    expect(status).toBe(usable ? 201 : 409);
    if (!usable) return;
    slot.usedBy = body.data.lw_po_number;
    const lines = { ordered: quantity, delivered: 0 };
    model.orders.set(body.data.lw_po_number, { status: 'OPEN', ...lines, slot: slotReference });
  });

const createBareOrder = (quantity: number) =>
  command(`po without slot for ${quantity}`, async (model, { order }) => {
    const PO_REFERENCE = `PO-${++model.references}`;
    const { body } = await order({ PO_REFERENCE, items: orderItems(quantity) });
    expect(model.orders.has(body.data.lw_po_number)).toBe(false);
    model.orders.set(body.data.lw_po_number, { status: 'OPEN', ordered: quantity, delivered: 0, slot: null });
  });

const receive = (index: number, delivered: number | undefined, complete: boolean) =>
  command(`receive(${index}, ${delivered}, ${complete})`, async (model, { receive, acme }) => {
    const entry = nth(model.orders, index);
    if (entry === undefined) return;
    const [number, order] = entry;
    const lines = delivered === undefined ? {} : { lines: [{ SKU: 'AC-TENT-2', delivered }] };
    const { status } = await receive(number, { complete, ...lines });
    expect(status).toBe(order.status === 'DELIVERED' ? 409 : 200);
    if (status === 200) {
      const arrived = delivered ?? (complete ? Math.max(0, order.ordered - order.delivered) : 0);
      order.delivered += arrived;
      order.status = complete ? 'DELIVERED' : 'PARTIAL';
      model.tents += arrived;
    }
    const { data } = (await acme.get(`/inbound-po/${number}`)).body;
    const difference = order.delivered - order.ordered;
    expect(data).toMatchObject({ status: order.status, slotReference: order.slot });
    expect(data.items).toMatchObject([{ ordered: order.ordered, delivered: order.delivered }]);
    const reported = data.inboundReport.discrepancies.map(
      (entry: { difference: number }) => entry.difference,
    );
    expect(reported).toEqual(order.status === 'DELIVERED' && difference !== 0 ? [difference] : []);
  });

const index = fc.nat(2);
const time = fc.constantFrom(
  '2026-09-08T13:00:00+01:00',
  '2026-09-09T08:00:00Z',
  '2026-10-27T09:00:00+00:00',
);
const quantity = fc.integer({ min: 1, max: 9 });

/** Answers are drawn more often than final states, so that negotiations have several rounds. */
const answers: fc.Arbitrary<Command>[] = [
  fc.tuple(index, time).map(([at, when]) => counter(at, when)),
  fc.tuple(index, time).map(([at, when]) => clientCounter(at, when)),
];

const anyCommand: fc.Arbitrary<Command>[] = [
  ...answers,
  ...answers,
  ...answers,
  fc.constantFrom<('morning' | 'afternoon')[]>('morning', 'afternoon').map(book),
  fc.tuple(index, fc.option(time, { nil: undefined })).map(([at, when]) => confirm(at, when)),
  index.map(accept),
  index.map(cancel),
  fc.tuple(index, quantity).map(([at, units]) => createOrder(at, units)),
  quantity.map(createBareOrder),
  fc
    .tuple(index, fc.option(fc.nat(12), { nil: undefined }), fc.boolean())
    .map(([at, units, complete]) => receive(at, units, complete)),
];

describe('slots and purchase orders as state machines', () => {
  it('[SLOT-STATES] agree with a model in any sequence of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(anyCommand, { maxCommands: 40, size: 'max' }), async (commands) => {
        const emulator = await openSlots();
        const model: Model = { slots: new Map(), orders: new Map(), tents: 40, references: 0 };
        await fc.asyncModelRun(() => ({ model, real: emulator }), commands);
        const { data } = (await emulator.acme.get('/inbound-slot?available=true')).body;
        const ready = [...model.slots].filter(
          ([, slot]) => slot.status === 'confirmed' && slot.usedBy === null,
        );
        expect(data.map((slot: { slotReference: string }) => slot.slotReference)).toEqual(
          ready.map(([reference]) => reference),
        );
        const inventory = (await emulator.acme.get('/inventory')).body.data;
        expect(inventory.total_inventory).toBe(model.tents + 5);
      }),
      { numRuns: 50 },
    );
  });
});
