import type { ServerResponse } from 'node:http';
import { credentials } from '../sign-in.ts';
import { json, startService } from './http-server.ts';

/** What happens to a booking: whether it takes effect, and the answer. */
export type BookingResponse =
  | 'books'
  | 'books-and-loses'
  | 'loses'
  | 'fails'
  | 'refuses'
  /** Somebody else has booked the same a moment before. */
  | 'is-too-late'
  | 'says-nothing'
  /** It takes effect, and the answer is no JSON. */
  | 'books-unreadably'
  | 'hangs'
  /** It takes effect after the list has been read a few more times; there is no answer, or one of a gateway. */
  | 'arrives-late'
  | 'arrives-late-behind-a-gateway'
  /** It takes effect when the next booking arrives. */
  | 'arrives-after-the-next';

/** Decides when the booking arrives, or later. */
type LaterResponse = () => Promise<BookingResponse>;

/** `lags`: from a replica that does not have the last slot yet; a number: from one that has only so many. */
type Listing = 'good' | 'no-list' | 'empty' | 'fails' | 'lags' | number;

interface StoredSlot extends Record<string, unknown> {
  readonly slotReference: string;
}

/** A service that stores slots, open until the test is over; `responses` decides each booking, later ones succeed. */
export async function startSlotService(responses: (BookingResponse | LaterResponse)[] = []) {
  const slots: StoredSlot[] = [];
  let lists: Listing[] = [];
  /** Bookings that take effect when the list has been read so many more times. */
  let late: { body: string; reads: number }[] = [];
  const arrive = (isNow: (reads: number) => boolean): void => {
    const arriving = late.filter(({ reads }) => isNow(reads));
    late = late.filter((each) => !arriving.includes(each));
    for (const { body } of arriving) book(body);
  };
  let listed = (): void => {};
  let hangs = (): void => {};
  const hanging = new Promise<void>((done) => {
    hangs = done;
  });
  const book = (body: string): StoredSlot => {
    const slotReference = `S-${slots.length + 1}`;
    slots.push({
      ...JSON.parse(body),
      slotReference,
      scheduleStatus: 'pending_ops',
      schedule: { proposals: [] },
    });
    return slots.at(-1) as StoredSlot;
  };
  const lose = (response: ServerResponse): void => void response.destroy();
  const respond = (how: BookingResponse, body: string, response: ServerResponse): void => {
    switch (how) {
      case 'books':
        json(response, 201, { success: true, data: book(body) });
        break;
      case 'books-and-loses':
        book(body);
        lose(response);
        break;
      case 'loses':
        lose(response);
        break;
      case 'fails':
        json(response, 503, { success: false, error: 'busy' });
        break;
      case 'refuses':
        json(response, 400, { success: false, error: 'warehouse is unknown' });
        break;
      case 'is-too-late':
        book(body);
        json(response, 409, { success: false, error: 'the window is full' });
        break;
      case 'says-nothing':
        json(response, 201, { success: true, data: {} });
        break;
      case 'books-unreadably':
        book(body);
        response.writeHead(201).end('created');
        break;
      case 'arrives-late':
        late.push({ body, reads: 4 });
        lose(response);
        break;
      case 'arrives-late-behind-a-gateway':
        late.push({ body, reads: 4 });
        json(response, 504, { message: 'Endpoint request timed out' });
        break;
      case 'arrives-after-the-next':
        late.push({ body, reads: Number.POSITIVE_INFINITY });
        lose(response);
        break;
      case 'hangs':
        book(body);
        hangs();
        break;
      default:
        how satisfies never;
    }
  };
  const service = await startService(({ method, url, body }, response) => {
    if (url === '/v1/inventory?page=1&page_size=1')
      return json(response, 200, {
        success: true,
        data: { locations: [{ location_name: 'Northgate FC' }] },
      });
    const one = /^\/v1\/inbound-slot\/(.+)$/.exec(url)?.[1];
    if (one !== undefined) {
      const data = slots.find(({ slotReference }) => slotReference === one);
      return data === undefined
        ? json(response, 404, { success: false, error: 'not found' })
        : json(response, 200, { success: true, data });
    }
    if (method === 'GET') {
      listed();
      for (const each of late) each.reads -= 1;
      arrive((reads) => reads === 0);
      const how = lists.shift() ?? 'good';
      if (how === 'fails') return json(response, 500, { success: false, error: 'down' });
      if (typeof how === 'number') return json(response, 200, { success: true, data: slots.slice(0, how) });
      const data = {
        good: slots,
        empty: [],
        lags: slots.slice(0, -1),
        'no-list': { message: 'try later' },
      }[how];
      return json(response, 200, { success: true, data });
    }
    const given = responses.shift() ?? 'books';
    if (typeof given === 'string') {
      respond(given, body, response);
      if (!given.startsWith('arrives')) arrive(() => true);
    } else void given().then((later) => respond(later, body, response));
  });
  const posts = (): number =>
    service.received.filter(({ method, url }) => method === 'POST' && url === '/v1/inbound-slot').length;
  return {
    env: credentials(service.baseUrl),
    slots,
    posts,
    /** Resolves when a booking hangs. */
    hanging,
    /** Calls back at each request for the list, before it is answered. */
    whenListed: (callback: () => void): void => {
      listed = callback;
    },
    /** The answers to the next requests for the list; later ones are correct. */
    listing: (...hows: Listing[]): void => {
      lists = hows;
    },
  };
}
