import { order } from '../../contract/answers.ts';
import { type Fields, fieldsOf, isFields, numberField } from '../../text/records.ts';
import type { VariedAssumption } from './assumptions.ts';
import { deliveryProbes } from './delivery-probes.ts';
import {
  acceptance,
  bySigns,
  byStatus,
  type Conclusion,
  dataOf,
  described,
  type Observations,
  type Probe,
  recordsOf,
  type SeenAnswer,
  shownNames,
  statusOf,
  type Unasked,
} from './observations.ts';

/** The fields of a stored order under any choice; any other field counts as additional. */
const knownFields = new Set([...Object.keys(order.shape), 'Notes', 'Items', 'Tracking']);

const cancelled = (answer: SeenAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300;

function marketplaceList({ answers: { marketplaceOrders: answer } }: Observations): Conclusion | undefined {
  if (answer === undefined) return undefined;
  const data = dataOf(answer);
  if (answer.status !== 200) return { other: described(answer) };
  if (Array.isArray(data)) return { choice: 0, evidence: 'a page has its orders as a list in data' };
  if (Array.isArray(fieldsOf(data).orders))
    return { choice: 1, evidence: 'a page has its orders under data.orders' };
  return { other: `a page has ${shownNames(Object.keys(fieldsOf(answer.body)))}` };
}

const finds = (records: readonly Fields[], reference: string | undefined): boolean =>
  records.some((record) => record.ReferenceNumber === reference);

/** How to observe the decisions about orders. */
export const orderProbes = {
  'A-03': {
    creates: 'order',
    asks: 'creates the order with a note "Channel_Ref: …" and reads it',
    conclude({ noteKept }) {
      if (noteKept === undefined) return undefined;
      const evidence = `the note ${noteKept ? 'gave' : 'did not give'} the channel reference`;
      return { choice: noteKept ? 1 : 0, evidence };
    },
  },
  'A-04': {
    asks: 'the states of marketplace orders',
    missing: 'no marketplace order has shipped',
    conclude({ orders }) {
      const states = new Set(orders.map((each) => statusOf(each)?.toLowerCase()));
      const shipped = states.has('shipped');
      if (!states.has('dispatched'))
        return shipped ? { choice: 0, evidence: 'an order is Shipped' } : undefined;
      if (shipped) return { other: 'orders are Shipped, others Dispatched' };
      return { choice: 1, evidence: 'an order is Dispatched' };
    },
  },
  'A-05': {
    asks: 'the fields of a marketplace order, or of the order created',
    missing: 'there is no marketplace order',
    conclude({ orders: [found] }) {
      if (found === undefined) return undefined;
      const more = Object.keys(found).filter((name) => !knownFields.has(name));
      const signs: [number, string][] = [];
      if (Array.isArray(found.Items)) signs.push([1, 'the record has Items instead of OrderItems']);
      else if (!Array.isArray(found.OrderItems))
        return { other: 'the record has neither OrderItems nor Items' };
      if (isFields(found.Tracking)) signs.push([2, 'the record has an object Tracking']);
      if (more.length > 0) signs.push([3, `additional fields: ${shownNames(more)}`]);
      return bySigns(signs, 'the fields that the emulator has');
    },
  },
  'A-06': {
    creates: 'order',
    asks: 'cancels the order twice; tries its UUID, then its number, if the reference gives 404',
    conclude({ answers }) {
      const { cancelOrder: first, cancelOrderAgain: again } = answers;
      if (first === undefined) return undefined;
      if (first.status === 404) {
        if (cancelled(answers.cancelOrderByUuid))
          return { choice: 3, evidence: '404 for the reference, accepted for the UUID' };
        if (cancelled(answers.cancelOrderByNumber))
          return { choice: 4, evidence: '404 for the reference and the UUID, accepted for the number' };
      }
      const evidence = described(first) + (again === undefined ? '' : `; repeated: ${described(again)}`);
      if (again === undefined) return cancelled(first) ? undefined : { other: evidence };
      if (first.status === 204 && again.status === 204) return { choice: 1, evidence };
      if (first.status === 200 && again.status === 409) return { choice: 2, evidence };
      return first.status === 200 && again.status === 200 ? { choice: 0, evidence } : { other: evidence };
    },
  },
  'A-07': { asks: 'GET /order?ship_from=MSF&page=1&page_size=50', conclude: marketplaceList },
  'A-10': {
    creates: 'order',
    asks: 'creates the order with a line for an unknown SKU, and with one for more than is in stock',
    conclude({ features }) {
      const [unknown, short] = [features['unknown SKU'], features['too little stock']];
      if (unknown === undefined || short === undefined) return undefined;
      const word = (accepted: boolean): string => (accepted ? 'accepted' : 'refused');
      const evidence = `an unknown SKU was ${word(unknown)}, more than is in stock was ${word(short)}`;
      if (!(unknown || short)) return { other: evidence };
      return { choice: unknown ? (short ? 0 : 2) : 1, evidence };
    },
  },
  'A-12': acceptance('order', 'no zone', 'with', 'a DispatchBy without a time zone'),
  'A-55': {
    asks: 'GET /order?channel_ref= with the channel reference of a marketplace order',
    missing: 'no marketplace order since the cut-off has a channel reference',
    conclude({ answers, channelOrder }) {
      const answer = answers.channelRef;
      if (answer === undefined || channelOrder === undefined) return undefined;
      if (answer.status !== 200) return { other: described(answer) };
      const found = finds(recordsOf(answer, 'orders'), channelOrder);
      const evidence = `a marketplace order is ${found ? '' : 'not '}found by its channel reference`;
      return { choice: found ? 0 : 1, evidence };
    },
  },
  'A-56': {
    why: 'it would create an order with the reference of a marketplace order, indistinguishable from a real one',
  },
  'A-58': {
    asks: 'GET /order?channel_ref= in another letter case, for a marketplace order or the order created',
    missing: 'no order is found by a channel reference with letters in it',
    conclude({ answers, channelOrder, ownOrder }) {
      const own = answers.ownChannelRefOtherCase !== undefined;
      const same = own ? answers.ownChannelRef : answers.channelRef;
      const other = own ? answers.ownChannelRefOtherCase : answers.channelRefOtherCase;
      const reference = own ? ownOrder : channelOrder;
      if (other === undefined || !finds(recordsOf(same, 'orders'), reference)) return undefined;
      if (other.status !== 200) return { other: described(other) };
      const found = finds(recordsOf(other, 'orders'), reference);
      return { choice: found ? 1 : 0, evidence: `in another letter case it is ${found ? '' : 'not '}found` };
    },
  },
  'A-59': acceptance('order', 'three decimals', 'with', 'a price with three decimal places'),
} as const satisfies Readonly<Record<`A-${number}`, Probe | Unasked>>;

function stockAgeList({ answers: { stockAges: answer } }: Observations): Conclusion | undefined {
  if (answer === undefined) return undefined;
  const body = fieldsOf(answer.body);
  const data = fieldsOf(dataOf(answer));
  if (Array.isArray(body.skus)) return { choice: 2, evidence: 'skus and pagination are at the top' };
  if (!Array.isArray(data.skus)) return { other: `${described(answer)}, ${shownNames(Object.keys(body))}` };
  if (isFields(body.pagination)) return { choice: 0, evidence: 'skus in data, pagination beside it' };
  if (isFields(data.pagination)) return { choice: 1, evidence: 'skus and pagination in data' };
  return { other: 'skus in data, without pagination' };
}

function largePages({ answers: { largePage: answer } }: Observations): Conclusion | undefined {
  if (answer?.status !== 200) return byStatus(answer, { 400: 0 });
  const size = numberField(fieldsOf(answer.body).pagination, 'page_size');
  return size === 200
    ? { choice: 1, evidence: 'a page_size of 201 is read as 200' }
    : { other: `a page_size of 201 is read as ${size ?? 'something that is not shown'}` };
}

/** How to observe the decisions about all endpoints, sign-in and stock. */
const generalProbes = {
  'A-30': {
    asks: 'the fields of a stock-age entry',
    missing: 'the account has no SKU',
    conclude({ answers: { stockAges } }) {
      const [record] = recordsOf(stockAges, 'skus');
      if (record === undefined) return undefined;
      if (Array.isArray(record.ageRanges)) return { choice: 1, evidence: 'names in camel case' };
      if (Array.isArray(record.age_ranges)) return { choice: 0, evidence: 'age_ranges is a list' };
      if (isFields(record.age_ranges)) return { choice: 2, evidence: 'age_ranges is an object' };
      return { other: `a record has ${shownNames(Object.keys(record))}` };
    },
  },
  'A-31': { asks: 'GET /inventory/stock-age?page_size=1', conclude: stockAgeList },
  'A-33': { asks: 'GET /inventory?page_size=201', conclude: largePages },
  'A-35': {
    asks: 'a 429 or 503, if one occurs',
    missing: 'neither 429 nor 503 occurred',
    conclude({ answers: { rateLimited, unavailable } }) {
      const after = rateLimited?.headers['retry-after']?.trim();
      if (unavailable !== undefined && unavailable.body === undefined)
        return { choice: 3, evidence: described(unavailable) };
      if (rateLimited === undefined) return undefined;
      if (after === undefined || after === '') return { choice: 2, evidence: 'a 429 had no Retry-After' };
      if (Number.isNaN(Number(after))) return { choice: 1, evidence: 'a 429 had a date in Retry-After' };
      return unavailable === undefined
        ? { unknown: 'Retry-After is in seconds; no 503 was seen' }
        : { choice: 0, evidence: 'Retry-After is in seconds, and a 503 is JSON' };
    },
  },
  'A-38': {
    asks: 'GET /outbound, which supports only POST',
    conclude: ({ answers }) => byStatus(answers.otherMethod, { 405: 0, 404: 1 }),
  },
  'A-39': acceptance('order', 'null', 'with', 'null for an optional field'),
  'A-40': {
    asks: 'the sign-in; with --write also one without a secret',
    missing: 'no sign-in was made',
    conclude({ answers }) {
      const { signIn: right, incompleteSignIn: incomplete } = answers;
      if (incomplete !== undefined && incomplete.status !== 400)
        return {
          other: `a missing field gives ${described(incomplete)}; success gives ${right?.status ?? 'not seen'}`,
        };
      return byStatus(right, { 200: 0, 201: 1 });
    },
  },
} as const satisfies Readonly<Record<`A-${number}`, Probe | Unasked>>;

/** For each assumption with alternatives: how to observe the service's choice, or why that is impossible. */
export const probes: Readonly<Record<VariedAssumption, Probe | Unasked>> = {
  ...orderProbes,
  ...deliveryProbes,
  ...generalProbes,
};
