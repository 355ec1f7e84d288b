import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach } from 'vitest';
import type { Choices } from '../../src/emulator/conformance/assumptions.ts';
import { type CliOptions, makeHome, type Outcome, runCli } from './cli.ts';
import { openSlots, slotSeed } from './emulator/slots.ts';
import { testNow } from './time.ts';

const address = {
  FullName: 'Ann Lee',
  Address1: '1 High St',
  Town: 'Leeds',
  PostCode: 'LS1 1AA',
  CountryCode: 'GB',
};

/** A stored order of the first client, as in a seed. */
export const seedOrder = (reference: string, more: Record<string, unknown> = {}) => ({
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

/** Stock at two locations; orders found by reference, channel reference and programme; no slots yet. */
const testbedSeed = {
  ...slotSeed,
  orders: [
    seedOrder('R-1', { Channel_Ref: 'CH-7' }),
    seedOrder('R-2', {
      Channel_Ref: 'CH-7',
      Status: 'Shipped',
      ShippingVendor: 'DPD',
      TrackingNumber: '1550-42',
    }),
    seedOrder('M-1', { ShipFrom: 'MSF' }),
    seedOrder('M-2', { ShipFrom: 'MSF' }),
    seedOrder('M-3', { ShipFrom: 'MSF' }),
  ],
};

/**
 * A testbed for command lines: an emulator that is shared by several of them, and calls that act for the warehouse
 * between them. Its clock moves only while a command waits.
 */
export async function openTestbed({
  varyAssumptions = 0,
  assume = {},
  orders = [],
}: {
  varyAssumptions?: number;
  assume?: Choices;
  /** Additional stored orders. */
  orders?: readonly object[];
} = {}) {
  const seed = { ...testbedSeed, orders: [...testbedSeed.orders, ...orders] };
  const testbed = await openSlots({ varyAssumptions, assume, seed });
  const { emulator } = testbed;
  const home = makeHome();
  const waits: number[] = [];
  const happenings: (() => Promise<unknown>)[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
    await emulator.advance(ms);
    await happenings.shift()?.();
  };
  const service = {
    ...emulator,
    stateId: () => 'testbed',
    advance: wait,
    close: () => {},
  };
  const cfi = (args: readonly string[], options: CliOptions = {}): Promise<Outcome> =>
    runCli(['--emulator', ...args], {
      home,
      now: testNow,
      ...options,
      deps: { openEmulator: async () => service, ...options.deps },
    });
  /** Runs a command with json output and returns its document. */
  const json = async (...args: string[]) => {
    const { stdout } = await cfi([...args, '--json']);
    return JSON.parse(stdout);
  };
  /** What happens while a command waits: one action at the end of each wait. */
  const during = (...actions: (() => Promise<unknown>)[]): void => {
    happenings.push(...actions);
  };
  /** The requests since the last call, for example `GET /inbound-slot`. */
  const requests = async (): Promise<string[]> => {
    const { body } = await testbed.admin.get('/requests');
    await testbed.admin.delete('/requests');
    return body.data.map(({ method, path }: Record<string, string>) => `${method} ${path}`);
  };
  // The first command reports that it signs in.
  await cfi(['whoami']);
  await requests();
  return { ...testbed, service, cfi, json, home, wait, waits, during, requests };
}

/** A testbed that is opened by this hook, always in the same variable. */
function openedBy(hook: (open: () => Promise<void>) => void): Awaited<ReturnType<typeof openTestbed>> {
  const testbed = {} as Awaited<ReturnType<typeof openTestbed>>;
  hook(async () => void Object.assign(testbed, await openTestbed()));
  return testbed;
}

/** A new testbed for each test of a file. */
export const testbedForEach = () => openedBy(beforeEach);

/** One testbed for all tests of a file. */
export const testbedForAll = () => openedBy(beforeAll);

/** The same service behind a socket, like a live one: nothing shows that it is an emulator. */
export async function serveLive(testbed: Awaited<ReturnType<typeof openTestbed>>) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { authorization = '', host = '' } = request.headers;
      const { status, headers, body } = await testbed.emulator.handle({
        method: request.method ?? '',
        target: request.url ?? '',
        headers: { authorization, host },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      const { 'x-emulator': _, ...plain } = headers;
      response.writeHead(status, plain).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const env = {
    CFI_BASE_URL: baseUrl,
    CFI_CLIENT_ID: 'emu-acme',
    CFI_CLIENT_SECRET: 'emu-acme-secret',
  };
  return {
    /** Waits also move the emulator's clock. */
    cfi: (args: readonly string[], options: CliOptions = {}): Promise<Outcome> =>
      runCli(args, {
        home: testbed.home,
        now: testNow,
        ...options,
        env,
        deps: {
          ...{ sleep: testbed.wait, now: testbed.emulator.now, monotonicNow: testbed.emulator.now },
          ...options.deps,
        },
      }),
    close: () => new Promise((done) => server.close(done)),
  };
}
