import {
  type Choices,
  type VariedAssumption,
  variedAssumptions,
} from '../../src/emulator/conformance/assumptions.ts';
import { probes } from '../../src/emulator/conformance/probes.ts';
import { openTestbed, seedOrder } from './testbed.ts';

/** An account with everything that reading can show: a used slot and marketplace orders, one of them shipped. */
export async function openVerifyTestbed(options: { varyAssumptions?: number; assume?: Choices } = {}) {
  const testbed = await openTestbed({
    ...options,
    orders: [
      seedOrder('M-4', { ShipFrom: 'MSF', Channel_Ref: 'Market-4' }),
      seedOrder('M-5', { ShipFrom: 'MSF', Status: 'Shipped' }),
    ],
  });
  const used = await testbed.bookConfirmed();
  await testbed.order({ slotReference: used });
  return testbed;
}

/** The decisions that `verify` can observe in that account if it may write. */
export const visible: readonly VariedAssumption[] = variedAssumptions.filter(
  (id) => !('why' in probes[id]) && id !== 'A-35',
);
