import type { Client } from '../storms/client.ts';
import type { Body } from './service.ts';

const hour = (text: string): string => text.slice(0, 16);

/** A coordinator: books slots, answers the warehouse's offers after reading them, and creates purchase orders. */
export function openCoordinator(me: Client, random: () => number) {
  const reported = {
    /** The latest state of each slot. */
    status: new Map<string, string>(),
    /** The agreed time, to the minute. */
    agreed: new Map<string, string>(),
    /** Purchase orders by slot. */
    purchaseOrders: new Map<string, string>(),
  };
  let booked = 0;

  const listed = async (): Promise<Body[]> => me.data(['slot', 'list']);
  const keep = ({ slotReference, scheduleStatus, schedule }: Body): void => {
    reported.status.set(slotReference, scheduleStatus);
    if (scheduleStatus === 'confirmed') reported.agreed.set(slotReference, hour(schedule.confirmedTime));
  };

  return {
    reported,
    /** How many slots should have been booked. */
    booked: () => booked,
    /** Books a slot; if the outcome is unknown, checks before booking again. */
    async book(date: string, window: 'morning' | 'afternoon'): Promise<void> {
      booked += 1;
      const args = [
        ...['slot', 'book', '--date', date, '--window', window, '--warehouse', 'Northgate FC'],
        ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
        ...['--pallet-count', String(booked)],
      ];
      for (;;) {
        const { code, stdout } = await me.once([...args, '--json']);
        if (code === 0) return keep(JSON.parse(stdout).data);
        const found = (await listed()).find(({ palletCount }) => palletCount === booked);
        if (found !== undefined) return keep(found);
      }
    },
    /** Answers what needs an answer: accepts exactly the offer it has read, or asks for the afternoon. */
    async answer(): Promise<void> {
      for (let tries = 0; tries < 40; tries++) {
        const { needsAnswer } = await me.data(['today']);
        if (needsAnswer.length === 0) return;
        for (const { slotReference, schedule } of needsAnswer as Body[]) {
          const { proposedTime } = schedule.proposals.at(-1);
          const choice =
            random() < 0.7
              ? ['--accept', '--offer', proposedTime]
              : ['--counter', `${proposedTime.slice(0, 10)} 15:00`];
          await me.once(['slot', 'respond', slotReference, ...choice, '--json']);
        }
      }
      throw new Error('there was no end to the answers');
    },
    /** Finds out which slots are confirmed, and creates a purchase order for each. */
    async order(): Promise<void> {
      for (const slot of await listed()) {
        keep(slot);
        const { slotReference } = slot;
        if (slot.scheduleStatus !== 'confirmed' || reported.purchaseOrders.has(slotReference)) continue;
        const args = ['po', 'create', '--slot', slotReference, '--item', 'AC-TENT-2=5'];
        const { documents } = await me.data(args);
        reported.purchaseOrders.set(slotReference, documents[0].lw_po_number);
      }
    },
    /** The purchase orders that came short, according to the overview. */
    cameShort: async (): Promise<string[]> =>
      (await me.data(['today'])).short.map(({ lw_po_number }: Body) => lw_po_number),
  };
}

/** A coordinator at work. */
export type Coordinator = ReturnType<typeof openCoordinator>;
