import { fieldsOf } from '../../text/records.ts';
import { dayMs, isoUtc, minuteMs, weekdayIndex } from '../../text/time/time.ts';
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

/** A call that a document shows. */
export interface ExampleCall {
  /** The value in its path, if it is another than in most examples. */
  readonly named?: string | undefined;
  readonly query?: string;
  readonly request?: unknown;
}

type Before = readonly [target: string, request: object];

/** A parameter in a path. */
export const inPath = /\{(\w{1,40})\}/g;

/** The parameters in paths, each with what it is and its value in most examples. */
export const pathParameters: Readonly<Record<string, readonly [description: string, example: string]>> = {
  sku: ['The SKU', 'AC-TENT-2'],
  referenceNumber: ["The order's reference", 'WEB-1001'],
  order_id: ["The order's reference", 'WEB-1001'],
  deliveryNumber: ["The delivery's PO_REFERENCE", 'IN-1001'],
  slotReference: ['The slotReference', 'SLOT-000001'],
  poReference: ['The lw_po_number', 'LW-000001'],
  ref: ['The slotReference, or the ReferenceNumber of an order', 'SLOT-000001'],
  lw_po_number: ['The lw_po_number', 'LW-000001'],
  delivery_number: ["The delivery's PO_REFERENCE", 'IN-1001'],
};

/** The calls of a document's examples, in sequence. The first call of all signs in. */
interface Script<Name extends string> {
  readonly seed: object;
  readonly first?: readonly Before[];
  /** The path that those of the calls are below. */
  readonly base: string;
  readonly calls: readonly { readonly name: Name; readonly method: string; readonly path: string }[];
  /** A request that must come before a call. */
  readonly before?: Readonly<Record<string, Before>>;
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
      const { named, query = '', request } = script.exampleOf(name, examples);
      const before = script.before?.[name];
      if (before !== undefined) await call('POST', ...before);
      const target = path.replace(inPath, (_, parameter) => named ?? pathParameters[parameter]?.[1] ?? '');
      examples[name] = { named, request, answer: await call(method, script.base + target + query, request) };
    }
    return examples;
  } finally {
    emulator.close();
  }
}

/** What the document shows of an operation that an emulator has played. */
export interface Example extends Pick<ExampleCall, 'named' | 'request'> {
  /** Absent for an answer without a body. */
  readonly answer?: unknown;
}

/** A day soon after `now`, Tuesday to Friday, when every warehouse takes deliveries: `YYYY-MM-DD`. */
function deliveryDay(now: number): string {
  for (let ms = now + 3 * dayMs; ; ms += dayMs) {
    const date = ukDate(ms);
    if (weekdayIndex(date) >= 2 && weekdayIndex(date) <= 5) return date;
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
export function exampleRequests(now: number) {
  const proposedTime = londonTime(londonWindow(deliveryDay(now), 13));
  return {
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
    /** The warehouse's offer. */
    counterSlot: { proposedTime, comment: 'The morning is full' },
    respondToSlot: { action: 'counter', proposedTime, comment: 'Not before noon' },
    createPurchaseOrder: {
      PO_REFERENCE: 'PO-1001',
      ...delivery,
      deliveryType: 'truck',
      loadingType: 'palletised',
    },
  };
}

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
