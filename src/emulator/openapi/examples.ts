import { fieldsOf } from '../../text/records.ts';
import { dayMs, isoUtc, minuteMs } from '../../text/time/time.ts';
import { londonTime, londonWindow, ukDate } from '../../text/time/zone.ts';
import { acme } from '../seed/built-in.ts';
import { knownProducts } from '../seed/default.ts';
import type { HttpAnswer, HttpRequest } from '../service/http.ts';

interface Player {
  handle(http: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Opens an emulator in memory with that seed, at the time of the examples. */
export type Play = (seed: object) => Promise<Player>;

/** What a document is made of: the version and the time (ms) of its examples, and an emulator that answers them. */
export interface DocumentOptions {
  readonly version: string;
  readonly now: number;
  readonly play: Play;
}

/** Calls an emulator and returns the answer's body; signed in from the second call on. */
function callerOf(emulator: Player) {
  let token: string | undefined;
  return async (method: string, target: string, request?: unknown) => {
    const { status, body } = await emulator.handle({
      method,
      target,
      headers: { 'x-emulator-admin': '1', ...(token && { authorization: `Bearer ${token}` }) },
      ...(request === undefined ? {} : { body: Buffer.from(JSON.stringify(request)) }),
    });
    if (status >= 300) throw new Error(`${method} ${target} has no example: ${body}`);
    const answer: { readonly data: unknown } = JSON.parse(body);
    if (token === undefined) token = String(fieldsOf(answer.data).access_token);
    return answer;
  };
}

/** A call that a document shows; its path parameters, query and body. */
export interface ExampleCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly request?: unknown;
  /** A call that must come first, with its body. */
  readonly before?: readonly [target: string, request: object];
}

/** The names that an emulator gives to the slots and the purchase order of the examples. */
export const exampleNames = { slot: 'SLOT-000001', secondSlot: 'SLOT-000002', purchaseOrder: 'LW-000001' };

/** The calls of a document's examples, in sequence. The first call of all signs in. */
interface Script<Name extends string> {
  readonly seed: object;
  readonly first?: readonly (readonly [target: string, request: object])[];
  readonly calls: readonly { readonly name: Name; readonly method: string; readonly path: string }[];
  exampleOf(name: Name, played: Examples<Name>): ExampleCall;
}

type Examples<Name extends string> = Partial<Record<Name, Example>>;

/** Runs calls on a separate emulator, and returns what it answered. */
export async function playExamples<Name extends string>(play: Play, script: Script<Name>) {
  const emulator = await play(script.seed);
  try {
    const call = callerOf(emulator);
    for (const [target, request] of script.first ?? []) await call('POST', target, request);
    const examples: Examples<Name> = {};
    for (const { name, method, path } of script.calls) {
      const { before, params = {}, query = '', request } = script.exampleOf(name, examples);
      if (before !== undefined) await call('POST', ...before);
      const answer = await call(method, filled(path, params) + query, request);
      examples[name] = { params, request, answer };
    }
    return examples;
  } finally {
    emulator.close();
  }
}

/** A path with these values for its parameters. */
const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w{1,40})\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** What the document shows of an operation that an emulator has played. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly request?: unknown;
  /** Absent for an answer without a body. */
  readonly answer?: unknown;
}

/** A day soon after `now`, Tuesday to Friday, when every warehouse takes deliveries: `YYYY-MM-DD`. */
function deliveryDay(now: number): string {
  for (let ms = now + 3 * dayMs; ; ms += dayMs) {
    const date = ukDate(ms);
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
    if (weekday >= 2 && weekday <= 5) return date;
  }
}

const address = {
  FullName: 'Jo Field',
  Address1: '1 High Street',
  Town: 'York',
  PostCode: 'YO1 7HH',
  CountryCode: 'GB',
};

const delivery = {
  Warehouse_Name: 'Northgate FC',
  items: [{ barcode: '2000000001012', Quantity: 12, SKU: 'AC-TENT-2' }],
};

/** Request bodies that an emulator with `exampleSeed` accepts at a given time (ms). */
export const exampleRequests = (now: number) => ({
  login: { client_id: acme.client_id, client_secret: acme.client_secret },
  createOrder: {
    ReferenceNumber: 'WEB-1001',
    ReceivedDate: isoUtc(now - 30 * minuteMs),
    DispatchBy: isoUtc(now + dayMs),
    Currency: 'GBP',
    PaymentStatus: 'PAID',
    ChannelBuyerName: 'Jo Field',
    warehouse_name: 'Northgate FC',
    OrderItems: [
      { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
    ],
    DeliveryAddress: address,
    BillingAddress: address,
  },
  createInbound: { PO_REFERENCE: 'IN-1001', ...delivery },
  bookSlot: {
    date: deliveryDay(now),
    window: 'morning',
    warehouse: 'Northgate FC',
    loadingType: 'palletised',
    numberOfSkus: 'lt_10',
    deliveryType: 'truck',
    palletCount: 4,
  },
  respondToSlot: {
    action: 'counter',
    proposedTime: londonTime(londonWindow(deliveryDay(now), 13)),
    comment: 'Not before noon',
  },
  createPurchaseOrder: {
    PO_REFERENCE: 'PO-1001',
    ...delivery,
    deliveryType: 'truck',
    loadingType: 'palletised',
  },
});

/** The data that the example requests need, at a given time (ms). */
export const exampleSeed = (now: number) => ({
  version: 1,
  rngSeed: 42,
  now: isoUtc(now),
  warehouses: [{ name: 'Northgate FC' }],
  clients: [{ ...acme, warehouses: ['Northgate FC'] }],
  products: [{ ...knownProducts[0], stock: [{ warehouse: 'Northgate FC', qty: 40, receivedAt: '-P90D' }] }],
  orders: [
    {
      ...exampleRequests(now).createOrder,
      client: acme.client_id,
      ReferenceNumber: 'MSF-1001',
      ShipFrom: 'MSF',
    },
  ],
});
