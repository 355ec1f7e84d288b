import { type EndpointName, endpoints, type PlainRead } from '../../contract/endpoints.ts';
import type { Emulator } from '../engine/emulator.ts';
import { exampleRequests, exampleSeed } from './example-requests.ts';

/** What the document shows of an endpoint: values for its path, a body that is accepted, and the answer's body. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly request?: object;
  /** Absent for an answer without a body. */
  readonly answer?: unknown;
}

/** An example of every endpoint. */
export type Examples = Readonly<Record<EndpointName, Example>>;

/** Shown in place of a token, which would be good until the next day. */
const shownToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlbXUtYWNtZSJ9.c2lnbmF0dXJl';

type Data = Record<string, unknown>;

/** Calls an emulator, signed in from the second call on; gives the answer's body. */
function callerOf(emulator: Emulator) {
  let token: string | undefined;
  return async (method: string, target: string, request?: object): Promise<{ data: Data }> => {
    const { status, body } = await emulator.handle({
      method,
      target,
      headers: {
        'x-emulator-admin': '1',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(request === undefined ? {} : { body: Buffer.from(JSON.stringify(request)) }),
    });
    if (status >= 300) throw new Error(`${method} ${target} has no example: ${body}`);
    const answer: { data: Data } = JSON.parse(body);
    if (token === undefined) token = String(answer.data.access_token);
    return answer;
  };
}

const isPlainRead = (name: string): name is PlainRead => {
  const { method, path } = endpoints[name as EndpointName];
  return method === 'GET' && !path.includes('{');
};

/** What a read must be asked, where it answers nothing without. */
const queries: Readonly<Partial<Record<PlainRead, string>>> = { listOrders: '?ship_from=MSF&page=1' };

/** Every read whose path has no parts to fill in. */
async function readsBy(call: ReturnType<typeof callerOf>): Promise<Readonly<Record<PlainRead, Example>>> {
  const examples: Partial<Record<PlainRead, Example>> = {};
  for (const name of Object.keys(endpoints).filter(isPlainRead))
    examples[name] = { answer: await call('GET', `/v1${endpoints[name].path}${queries[name] ?? ''}`) };
  return examples as Record<PlainRead, Example>;
}

/** Plays a day of the service on an emulator of its own, at that moment (ms), and keeps what went over the wire. */
export async function playExamples(now: number): Promise<Examples> {
  const { openEmulator } = await import('../engine/emulator.ts');
  const emulator = await openEmulator({
    state: ':memory:',
    seed: exampleSeed(now),
    freeze: true,
    realNow: () => now,
  });
  try {
    const call = callerOf(emulator);
    const requests = exampleRequests(now);
    const signedIn = await call('POST', '/v1/auth/login', requests.login);
    const made = await call('POST', '/v1/outbound', requests.createOrder);
    const announced = await call('POST', '/v1/inbound', requests.createInbound);
    const booked = await call('POST', '/v1/inbound-slot', requests.bookSlot);
    const slot = String(booked.data.slotReference);
    const { proposedTime } = requests.respondToSlot;
    await call('POST', `/_emulator/fc/slots/${slot}/counter`, {
      proposedTime,
      comment: 'The morning is full',
    });
    const read = await call('GET', `/v1/inbound-slot/${slot}`);
    const ordered = await call('POST', '/v1/inbound-po', requests.createPurchaseOrder);
    const number = String(ordered.data.lw_po_number);
    return {
      ...(await readsBy(call)),
      login: {
        request: requests.login,
        answer: { ...signedIn, data: { ...signedIn.data, access_token: shownToken } },
      },
      stockAge: {
        params: { sku: 'AC-TENT-2' },
        answer: await call('GET', '/v1/inventory/stock-age/AC-TENT-2'),
      },
      createOrder: { request: requests.createOrder, answer: made },
      getOrder: { params: { referenceNumber: 'WEB-1001' }, answer: await call('GET', '/v1/order/WEB-1001') },
      cancelOrder: {
        params: { order_id: 'WEB-1001' },
        request: requests.cancelOrder,
        answer: await call('POST', '/v1/order/WEB-1001/cancel', requests.cancelOrder),
      },
      createInbound: { request: requests.createInbound, answer: announced },
      getInbound: { params: { deliveryNumber: 'IN-1001' }, answer: await call('GET', '/v1/inbound/IN-1001') },
      bookSlot: { request: requests.bookSlot, answer: booked },
      getSlot: { params: { slotReference: slot }, answer: read },
      respondToSlot: {
        params: { slotReference: slot },
        request: requests.respondToSlot,
        answer: await call('POST', `/v1/inbound-slot/${slot}/respond`, requests.respondToSlot),
      },
      cancelSlot: {
        params: { slotReference: slot },
        answer: await call('DELETE', `/v1/inbound-slot/${slot}`),
      },
      createPurchaseOrder: { request: requests.createPurchaseOrder, answer: ordered },
      getPurchaseOrder: {
        params: { poReference: number },
        answer: await call('GET', `/v1/inbound-po/${number}`),
      },
    };
  } finally {
    emulator.close();
  }
}
