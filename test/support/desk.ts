import { type CliOptions, makeHome, type Outcome, runCli } from './cli.ts';
import { now, openSlots, slotSeed } from './slots.ts';

const address = {
  FullName: 'Ann Lee',
  Address1: '1 High St',
  Town: 'Leeds',
  PostCode: 'LS1 1AA',
  CountryCode: 'GB',
};

/** A stored order of the first client. */
const order = (reference: string, more: Record<string, unknown> = {}) => ({
  client: 'emu-acme',
  ReferenceNumber: reference,
  ReceivedDate: '2026-08-20T08:00:00Z',
  DispatchBy: '2026-09-02T16:00:00Z',
  Currency: 'GBP',
  PaymentStatus: 'PAID',
  ChannelBuyerName: 'Ann Lee',
  warehouse_name: 'Northgate FC',
  OrderItems: [
    { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
    { SKU: 'AC-STOVE', ItemTitle: 'Stove', Qty: 1, PricePerUnit: 35.5, OrderLineNumber: '2' },
  ],
  DeliveryAddress: address,
  BillingAddress: address,
  CreatedAt: '2026-08-20T08:00:00Z',
  ...more,
});

/** Stock at two locations, orders found by reference, channel reference and programme, and no slots yet. */
export const deskSeed = {
  ...slotSeed,
  orders: [
    order('R-1', { Channel_Ref: 'CH-7' }),
    order('R-2', {
      Channel_Ref: 'CH-7',
      Status: 'Shipped',
      ShippingVendor: 'DPD',
      TrackingNumber: '1550-42',
    }),
    order('M-1', { ShipFrom: 'MSF' }),
    order('M-2', { ShipFrom: 'MSF' }),
    order('M-3', { ShipFrom: 'MSF' }),
  ],
};

/**
 * A coordinator's desk: an emulator that lasts over several command lines, and the means to act for the warehouse
 * between them. Its clock stands still but for the waits of the commands.
 */
export async function openDesk({ varyAssumptions = 0 }: { varyAssumptions?: number } = {}) {
  const desk = await openSlots({ varyAssumptions, seed: deskSeed });
  const { emulator } = desk;
  const home = makeHome();
  const service = { ...emulator, clients: emulator.clients(), stateId: 'desk', close: () => {} };
  const cfi = (args: readonly string[], options: CliOptions = {}): Promise<Outcome> =>
    runCli(['--emulator', ...args], {
      home,
      now: Date.parse(now),
      ...options,
      deps: { openEmulator: async () => service, ...options.deps },
    });
  /** Runs a command with json output and gives its document. */
  const json = async (...args: string[]) => {
    const { stdout } = await cfi([...args, '--json']);
    return JSON.parse(stdout);
  };
  // The first command of all says that it signs in.
  await cfi(['inventory', '--page-size', '1']);
  return { ...desk, cfi, json, home };
}
