import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/cli/settings.ts';
import type { Api } from '../../src/client/types.ts';
import { createOrderReader, type Desk, deskOf, deskSteps, sectionNames } from '../../src/desk/desk.ts';
import { serviceClock } from '../../src/desk/read.ts';
import { CfiError } from '../../src/errors.ts';
import { makeHome } from '../support/cli.ts';
import { testNow } from '../support/time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const iso = (ms: number): string => new Date(ms).toISOString();

/** A delivery of the simulated week: when it was agreed for, and what came of it. */
interface Delivery {
  readonly reference: string;
  readonly agreed: number;
  /** When its parts arrived, and how much of 10 units each brought; none for a lorry that never came. */
  readonly parts: readonly { readonly at: number; readonly units: number }[];
  readonly hasOrder: boolean;
}

const slotOf = ({ reference, agreed, hasOrder }: Delivery) => ({
  slotReference: reference,
  scheduleStatus: 'confirmed',
  warehouse: 'Northgate FC',
  schedule: { confirmedTime: iso(agreed), proposals: [] },
  ...(hasOrder ? { usedByPoReference: `LW-${reference}` } : {}),
});

/** The purchase order as the service shows it at `now`. */
function orderOf({ reference, parts }: Delivery, now: number) {
  const here = parts.filter(({ at }) => at <= now);
  const delivered = here.reduce((sum, { units }) => sum + units, 0);
  const isWhole = here.length === parts.length;
  const first = here[0];
  return {
    lw_po_number: `LW-${reference}`,
    status: first === undefined ? 'BOOKED_FOR_DELIVERY' : isWhole ? 'DELIVERED' : 'PARTIAL',
    items: [{ SKU: 'A-1', ordered: 10, delivered }],
    ...(first === undefined
      ? {}
      : {
          inboundReport: {
            arrivedAt: iso(first.at),
            partialDelivery: !isWhole,
            discrepancies:
              isWhole && delivered !== 10
                ? [{ SKU: 'A-1', expected: 10, received: delivered, difference: delivered - 10 }]
                : [],
          },
        }),
  };
}

/** Every kind of delivery, agreed for some mornings of a week. */
function week(): Delivery[] {
  const kinds: Record<string, (agreed: number) => Pick<Delivery, 'parts'>> = {
    early: (agreed) => ({ parts: [{ at: agreed - 26 * hourMs, units: 10 }] }),
    punctual: (agreed) => ({ parts: [{ at: agreed + hourMs / 2, units: 10 }] }),
    late: (agreed) => ({ parts: [{ at: agreed + 30 * hourMs, units: 10 }] }),
    short: (agreed) => ({ parts: [{ at: agreed, units: 7 }] }),
    long: (agreed) => ({ parts: [{ at: agreed - hourMs, units: 12 }] }),
    split: (agreed) => ({
      parts: [
        { at: agreed, units: 4 },
        { at: agreed + 50 * hourMs, units: 6 },
      ],
    }),
    missing: () => ({ parts: [] }),
  };
  return [0, 3, 6]
    .map((day) => [testNow + day * dayMs, day] as const)
    .flatMap(([agreed, day]) => [
      ...Object.entries(kinds).map(([kind, of]) => ({
        ...{ reference: `${kind}-${day}`, agreed, hasOrder: true },
        ...of(agreed),
      })),
      { reference: `unused-${day}`, agreed, hasOrder: false, parts: [] },
    ]);
}

const days = 7;

/** The sections that a delivery must be in at `now`, by the words of the interface. */
function expected({ agreed, parts }: Delivery, now: number): string[] {
  const first = parts.find(({ at }) => at <= now);
  if (first === undefined) {
    if (now - agreed > 2 * hourMs) return now - agreed <= 30 * dayMs ? ['overdue'] : [];
    return agreed - now <= days * dayMs ? ['arriving'] : ['later'];
  }
  if (first.at < now - days * dayMs) return [];
  const all = parts.every(({ at }) => at <= now);
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  return all && units !== 10 ? ['arrived', 'short'] : ['arrived'];
}

/** The sections in which each slot and purchase order is, by its reference. */
function sectionsOf(desk: Desk): ReadonlyMap<unknown, readonly string[]> {
  const sections = new Map<unknown, string[]>();
  for (const name of sectionNames)
    for (const { slotReference, lw_po_number } of desk[name])
      for (const reference of new Set([slotReference, lw_po_number]))
        sections.set(reference, [...(sections.get(reference) ?? []), name]);
  return sections;
}

describe('the desk through a week of deliveries', () => {
  it('has each in its sections in every hour, whatever becomes of it', () => {
    const deliveries = week();
    const wrong: unknown[] = [];
    for (let now = testNow - 3 * dayMs; now < testNow + 38 * dayMs; now += hourMs) {
      const orders = new Map(
        deliveries.filter(({ hasOrder }) => hasOrder).map((each) => [each.reference, orderOf(each, now)]),
      );
      const sections = sectionsOf(deskOf(deliveries.map(slotOf), orders, now, days));
      for (const each of deliveries) {
        const references = [each.reference, ...(each.hasOrder ? [`LW-${each.reference}`] : [])];
        const found = references.flatMap((reference) => sections.get(reference) ?? []);
        const right = expected(each, now);
        if (found.join() !== right.join()) wrong.push({ delivery: each, now: iso(now), found, right });
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('is made in steps, of which each is about few slots', () => {
    const slots = Array.from({ length: 1000 }, (_, at) => ({
      ...{ slotReference: `S-${at}`, scheduleStatus: 'confirmed' },
      schedule: { confirmedTime: iso(testNow + at * hourMs) },
    }));
    let count = 0;
    const steps = deskSteps(slots.toReversed(), new Map(), testNow, days);
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(2 * slots.length);
    expect([...step.value.arriving, ...step.value.later]).toEqual(slots);
  });

  it('puts what arrived last first, and every other slot where its status says', () => {
    const [early, , late] = week();
    if (early === undefined || late === undefined) throw new Error('there are deliveries');
    const now = testNow + 40 * hourMs;
    const orders = new Map([early, late].map((each) => [each.reference, orderOf(each, now)]));
    const others = ['pending_customer', 'pending_ops', 'cancelled'].map((scheduleStatus) => ({
      slotReference: scheduleStatus,
      scheduleStatus,
    }));
    const desk = deskOf([...others, slotOf(early), slotOf(late)], orders, now, days);
    expect(desk.arrived.map(({ lw_po_number }) => lw_po_number)).toEqual(['LW-late-0', 'LW-early-0']);
    expect([desk.needsAnswer, desk.waiting]).toEqual([[others[0]], [others[1]]]);
    expect([desk.arriving, desk.overdue, desk.short]).toEqual([[], [], []]);
  });
});

/** A reader of purchase orders that the service shows as they are at `clock.now`, and the numbers it has asked for. */
function readerOf(deliveries: readonly Delivery[], clock: { now: number; isDown?: boolean }) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const api = {
    async call(_: string, { params }: { params: { poReference: string } }) {
      if (clock.isDown) throw new CfiError('unavailable', 'down');
      asked.push(params.poReference);
      const delivery = deliveries.find(({ reference }) => `LW-${reference}` === params.poReference);
      return { data: delivery === undefined ? {} : orderOf(delivery, clock.now) };
    },
  } as unknown as Api;
  const deps = { env: { CFI_HOME: makeHome() }, platform: 'linux', cwd: '/', now: () => clock.now };
  const warn = (line: string): void => void warnings.push(line);
  const context = { deps, settings: { profile: 'default' }, warn } as unknown as CommandContext;
  return { read: createOrderReader(context, api, days), asked, warnings };
}

describe('the purchase orders that are read', () => {
  it('are enough for every section through a week of deliveries, and each is read no more once nothing can change it', async () => {
    const deliveries = week();
    const clock = { now: testNow - 3 * dayMs };
    const { read, asked, warnings } = readerOf(deliveries, clock);
    const slots = deliveries.map(slotOf);
    for (; clock.now < testNow + 45 * dayMs; clock.now += 4 * hourMs) {
      const all = new Map(
        deliveries
          .filter(({ hasOrder }) => hasOrder)
          .map((each) => [each.reference, orderOf(each, clock.now)]),
      );
      const found = await read(slots, clock.now);
      const isEnough = isDeepStrictEqual(
        deskOf(slots, found, clock.now, days),
        deskOf(slots, all, clock.now, days),
      );
      expect([iso(clock.now), isEnough]).toEqual([iso(clock.now), true]);
    }
    asked.length = 0;
    await read(slots, clock.now);
    expect(asked.every((number) => number.startsWith('LW-missing'))).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('stay as they were when they cannot be read: what has arrived is not missed', async () => {
    const delivery = { reference: 'A', agreed: testNow, hasOrder: true, parts: [{ at: testNow, units: 10 }] };
    const clock = { now: testNow + 3 * hourMs, isDown: false };
    const { read, warnings } = readerOf([delivery], clock);
    const before = deskOf([slotOf(delivery)], await read([slotOf(delivery)], clock.now), clock.now, days);
    expect(before.arrived).toHaveLength(1);
    clock.isDown = true;
    const after = await read([slotOf(delivery)], clock.now);
    expect(deskOf([slotOf(delivery)], after, clock.now, days)).toEqual(before);
    expect(warnings).toEqual(['purchase order LW-A of A could not be read: down']);
  });

  it.each([
    ['more than 60 days and the days shown ago', -67 * dayMs - 1, false],
    ['within them', -67 * dayMs, true],
    ['years from now, which may come early', 1000 * dayMs, true],
  ])('are not those of lorries that can be in no section: agreed for %s', async (_, away, isRead) => {
    const delivery = { reference: 'A', agreed: testNow + away, hasOrder: true, parts: [] };
    const { read, asked } = readerOf([delivery], { now: testNow });
    await read([slotOf(delivery)], testNow);
    expect(asked).toEqual(isRead ? ['LW-A'] : []);
  });
});

it('the time of the service is that of its answer until a second has passed, so that limits hold exactly', () => {
  let elapsed = 0;
  const api = { transport: { now: () => 0, monotonicNow: () => elapsed } } as Api;
  const now = serviceClock(api, { headers: { date: new Date(testNow).toUTCString() } } as never);
  const later = [0, 3, 999, 1000, 61_500].map((ms) => {
    elapsed = ms;
    return now() - testNow;
  });
  expect(later).toEqual([0, 0, 0, 1000, 61_000]);
});
