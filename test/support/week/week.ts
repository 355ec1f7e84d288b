import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome } from '../cli.ts';
import { runPty } from '../processes/process.ts';
import { seeded } from '../random.ts';
import { type Aftermath, nowAndThen, openClient } from '../storms/client.ts';
import { type Coordinator, openCoordinator } from './coordinator.ts';
import { openSeller, type Seller } from './seller.ts';
import { accountAt, type Body, openService, type Service } from './service.ts';

export interface Week {
  readonly seed: number;
  readonly days: number;
  /** New orders per day. */
  readonly orders: number;
}

const monday = Date.UTC(2026, 8, 7, 5);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The warehouse at work, through the control API: dispatches orders, answers slots, receives what has arrived. */
function openWarehouse(service: Service, random: () => number) {
  const shipped = new Map<string, string>();
  const short = new Set<string>();
  const received = new Set<string>();
  return {
    shipped,
    short,
    async dispatchSome(references: Iterable<string>): Promise<void> {
      for (const reference of references) {
        if (shipped.has(reference) || random() < 0.6) continue;
        const tracking = `T-${shipped.size}`;
        const path = `/fc/orders/${encodeURIComponent(reference)}/dispatch`;
        const { status } = await service.admin('POST', path, {
          client: 'emu-acme',
          ShippingVendor: 'Royal Mail',
          TrackingNumber: tracking,
        });
        if (status === 200) shipped.set(reference, tracking);
      }
    },
    /** Offers no time that has passed; `now` in ms. */
    async answerSlots(slots: readonly Body[], now: number): Promise<void> {
      for (const { slotReference, scheduleStatus, date } of slots) {
        if (scheduleStatus !== 'pending_ops') continue;
        const path = `/fc/slots/${slotReference}`;
        if (random() < 0.5) await service.admin('POST', `${path}/confirm`, {});
        else
          await service.admin('POST', `${path}/counter`, {
            proposedTime: `${date > dateOf(now) ? date : dateOf(now + dayMs)}T1${Math.floor(random() * 5)}:00:00+01:00`,
            comment: 'Full then',
          });
      }
    },
    /** Receives what is due, every other delivery one unit short. */
    async receive(
      purchaseOrders: ReadonlyMap<string, string>,
      slots: readonly Body[],
      now: number,
    ): Promise<void> {
      for (const { slotReference, schedule } of slots) {
        const number = purchaseOrders.get(slotReference);
        if (number === undefined || received.has(number) || !(Date.parse(schedule.confirmedTime) <= now))
          continue;
        const isShort = received.size % 2 === 0;
        const lines = isShort ? { lines: [{ SKU: 'AC-TENT-2', delivered: 4 }] } : {};
        const { status } = await service.admin('POST', `/fc/pos/${number}/receive`, lines);
        if (status !== 200) continue;
        received.add(number);
        if (isShort) short.add(number);
      }
    },
  };
}

/**
 * Simulates a week of all users of one emulator: a seller's nightly uploads, a followed folder, tracking, a
 * coordinator's bookings and answers, an open board, and the warehouse. The service fails at random, and every process
 * may be killed, including the emulator. Finally, compares what the service holds with what each user has read.
 */
export async function playWeek({ seed, days, orders }: Week): Promise<Aftermath> {
  // One random stream each, so that events do not depend on who was killed when.
  const stream = (factor: number): (() => number) => seeded(seed * factor * 15_485_863);
  const kills = stream(5);
  const place = makeHome();
  const service = await openService(join(place, 'state'), new Date(monday).toISOString());
  const env = accountAt(service.origin);
  const homeOf = (who: string): string => {
    const home = join(place, who);
    mkdirSync(home);
    return home;
  };
  const habits = { killAfterMs: nowAndThen(kills), pace: ['--timeout', '3s', '--max-retries', '6'] };
  const home = homeOf('seller');
  const seller = openSeller(openClient(home, env, habits), { home, env }, stream(3));
  const coordinator = openCoordinator(openClient(homeOf('coordinator'), env, habits), stream(7));
  const warehouse = openWarehouse(service, stream(11));
  const board = runPty(['board', '--interval', '10s'], {
    home: homeOf('board'),
    env,
    columns: 120,
    cwd: place,
  });
  await board.until('Your answer');
  const slotsNow = async (): Promise<Body[]> => (await service.read('/inbound-slot')).data;
  const coordinate = async (day: number): Promise<void> => {
    await coordinator.book(dateOf(monday + (day + 1) * dayMs), day % 2 === 0 ? 'morning' : 'afternoon');
    await coordinator.answer();
    await coordinator.order();
  };
  try {
    for (let day = 0; day < days; day++) {
      await service.storm();
      await seller.follow();
      seller.dropFile(3);
      const crash = day % 3 === 1 ? service.crash() : Promise.resolve();
      const weekday = new Date(monday + (day + 1) * dayMs).getUTCDay();
      const isOpen = weekday >= 2 && weekday <= 5;
      await Promise.all([
        crash,
        seller
          .night(orders)
          .then(() => seller.sellSets(day, day % 2 === 0))
          .then(() => seller.look()),
        isOpen ? coordinate(day) : Promise.resolve(),
      ]);
      await service.calm();
      await service.advance('6h');
      await warehouse.dispatchSome(
        [...seller.reported.created].filter((name) => !seller.reported.cancelled.has(name)),
      );
      await warehouse.answerSlots(await slotsNow(), monday + day * dayMs + 6 * hourMs);
      await service.storm();
      await Promise.all([
        seller.look().then(() => seller.tellShop()),
        coordinator.answer().then(() => coordinator.order()),
      ]);
      await service.calm();
      await service.advance('18h');
      const now = monday + (day + 1) * dayMs;
      await warehouse.receive(coordinator.reported.purchaseOrders, await slotsNow(), now);
    }
    await seller.takeTheRest();
    await seller.look();
    await seller.tellShop();
    await seller.askForLate();
    await warehouse.answerSlots(await slotsNow(), monday + days * dayMs);
    await coordinator.answer();
    await coordinator.order();
    const wrong = [
      ...(await wrongOrders(service, seller, warehouse.shipped, monday + days * dayMs)),
      ...(await wrongDeliveries(await slotsNow(), coordinator, warehouse.short)),
      ...(await wrongBoard(service, board, coordinator)),
    ];
    const { reported } = seller;
    return {
      wrong,
      happened: {
        created: reported.created.size,
        cancelled: reported.cancelled.size,
        shipped: warehouse.shipped.size,
        slots: coordinator.booked(),
        purchaseOrders: coordinator.reported.purchaseOrders.size,
        files: seller.dropped.length,
      },
      story: '',
    };
  } finally {
    board.type('q');
    await service.close();
  }
}

/** Orders that were lost, sent without reason, or reported to the seller otherwise than the service holds them. */
async function wrongOrders(
  service: Service,
  seller: Seller,
  shipped: ReadonlyMap<string, string>,
  now: number,
): Promise<string[]> {
  const { due, reported, shop } = seller;
  const wrong: string[] = seller.misplaced().map((name) => `${name} is not in done, or not there alone`);
  const names = new Set([...due, ...shop.orders.map(({ name }) => name)]);
  for (const name of names) {
    const { status, data } = await service.read(`/order/${encodeURIComponent(name)}`);
    const isHeld = status === 200;
    if (isHeld !== due.has(name)) wrong.push(`${name} is ${isHeld ? 'there without reason' : 'lost'}`);
    if (!isHeld) continue;
    if (reported.cancelled.has(name) && data.Status !== 'Cancelled') wrong.push(`${name} was not cancelled`);
    if (reported.tooLate.has(name) && data.Status !== 'Shipped')
      wrong.push(`${name} could have been cancelled`);
    const isLate =
      data.Status !== 'Shipped' && data.Status !== 'Cancelled' && Date.parse(data.DispatchBy) < now;
    if (isLate !== reported.late.includes(name))
      wrong.push(`${name} is ${isLate ? '' : 'not '}late, and the report says otherwise`);
    const number = shipped.get(name);
    if (number !== undefined && reported.written.get(name)?.has(number) !== true)
      wrong.push(`${name} left with ${number}, but no file tells the shop`);
    if (/^(SET|MISTAKE)-/.test(name) && priceOf(data) !== 1250)
      wrong.push(`${name} costs ${priceOf(data)} pence, not 1250`);
    if (shipped.has(name) && reported.status.get(name) !== 'Shipped')
      wrong.push(`${name} left, but is reported as ${reported.status.get(name)}`);
  }
  for (const name of reported.created)
    if (!due.has(name)) wrong.push(`${name} is reported as created, but was never due`);
  return wrong;
}

/** What all lines of a set cost, in pence. */
const priceOf = ({ OrderItems }: Body): number =>
  (OrderItems as Body[]).reduce(
    (sum, { Qty, PricePerUnit }) => sum + Math.round(PricePerUnit * 100) * Qty,
    0,
  );

/** Slots booked twice or not at all, agreed for another time than reported, and wrong purchase orders. */
async function wrongDeliveries(
  slots: readonly Body[],
  coordinator: Coordinator,
  short: ReadonlySet<string>,
): Promise<string[]> {
  const { reported } = coordinator;
  const ours = slots.filter(({ palletCount }) => palletCount !== undefined && palletCount !== null);
  const wrong =
    ours.length === coordinator.booked() ? [] : [`${ours.length} slots for ${coordinator.booked()} bookings`];
  for (const { slotReference, scheduleStatus, schedule, usedByPoReference } of ours) {
    if (
      scheduleStatus === 'confirmed' &&
      reported.agreed.get(slotReference) !== schedule.confirmedTime.slice(0, 16)
    )
      wrong.push(
        `${slotReference} is agreed for ${schedule.confirmedTime}, reported ${reported.agreed.get(slotReference)}`,
      );
    if ((usedByPoReference ?? undefined) !== reported.purchaseOrders.get(slotReference))
      wrong.push(
        `${slotReference} has ${usedByPoReference}, reported ${reported.purchaseOrders.get(slotReference)}`,
      );
  }
  const shown = await coordinator.cameShort();
  for (const number of short)
    if (!shown.includes(number)) wrong.push(`${number} came short, and is not shown`);
  return wrong;
}

/** Whether the board's next refresh shows a slot that needs an answer now. */
async function wrongBoard(
  service: Service,
  board: ReturnType<typeof runPty>,
  coordinator: Coordinator,
): Promise<string[]> {
  await coordinator.book('2026-09-18', 'morning');
  const slots = (await service.read('/inbound-slot')).data as Body[];
  const pending = slots.find(
    ({ date, scheduleStatus }) => date === '2026-09-18' && scheduleStatus === 'pending_ops',
  );
  await service.admin('POST', `/fc/slots/${pending.slotReference}/counter`, {
    proposedTime: '2026-09-18T14:00:00+01:00',
  });
  await board.until('Fri 18 Sep 14:00');
  board.type('q');
  const { code } = await board.done;
  return code === 0 ? [] : [`the board ended with ${code}`];
}
