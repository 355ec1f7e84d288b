import { describe, expect, it } from 'vitest';
import { type Desk, deskOf, sectionNames } from '../../../src/commands/desk/desk.ts';
import { testNow } from '../../support/time.ts';

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

/** Every kind of delivery, agreed for each morning of a week. */
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
  return Array.from({ length: 7 }, (_, day) => testNow + day * dayMs).flatMap((agreed, day) => [
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
    return agreed - now <= days * dayMs ? ['arriving'] : [];
  }
  if (first.at < now - days * dayMs) return [];
  const all = parts.every(({ at }) => at <= now);
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  return all && units !== 10 ? ['arrived', 'short'] : ['arrived'];
}

const sectionsOf = (desk: Desk, reference: string): string[] =>
  sectionNames.filter((name) =>
    desk[name].some((record) => [record.slotReference, record.lw_po_number].includes(reference)),
  );

describe('the desk through a week of deliveries', () => {
  it('has each in its sections in every hour, whatever becomes of it', () => {
    const deliveries = week();
    for (let now = testNow - 3 * dayMs; now < testNow + 45 * dayMs; now += hourMs) {
      const orders = new Map(
        deliveries.filter(({ hasOrder }) => hasOrder).map((each) => [each.reference, orderOf(each, now)]),
      );
      const desk = deskOf(deliveries.map(slotOf), orders, now, days);
      for (const each of deliveries) {
        const found = [
          ...sectionsOf(desk, each.reference),
          ...(each.hasOrder ? sectionsOf(desk, `LW-${each.reference}`) : []),
        ];
        expect([each.reference, iso(now), found]).toEqual([each.reference, iso(now), expected(each, now)]);
      }
    }
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
