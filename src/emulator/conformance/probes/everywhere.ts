import { fieldsOf, isFields, numberField } from '../../../text/records.ts';
import type { VariedAssumption } from '../variants.ts';
import { deliveryProbes } from './deliveries.ts';
import {
  byFeature,
  byStatus,
  type Conclusion,
  dataOf,
  described,
  type Observations,
  type Probe,
  recordsOf,
  shownNames,
  type Unasked,
} from './observations.ts';
import { orderProbes } from './orders.ts';

function stockAgeRecord({ answers: { stockAges } }: Observations): Conclusion | undefined {
  const [record] = recordsOf(stockAges, 'skus');
  if (record === undefined) return undefined;
  if (Array.isArray(record.ageRanges)) return { choice: 1, evidence: 'names in camel case' };
  if (Array.isArray(record.age_ranges)) return { choice: 0, evidence: 'age_ranges is a list' };
  if (isFields(record.age_ranges)) return { choice: 2, evidence: 'age_ranges is an object' };
  return { other: `a record has ${shownNames(Object.keys(record))}` };
}

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

function failureBodies({ answers: { rateLimited, unavailable } }: Observations): Conclusion | undefined {
  const after = rateLimited?.headers['retry-after']?.trim();
  if (unavailable !== undefined && unavailable.body === undefined)
    return { choice: 3, evidence: described(unavailable) };
  if (rateLimited === undefined) return undefined;
  if (after === undefined || after === '') return { choice: 2, evidence: 'a 429 had no Retry-After' };
  if (Number.isNaN(Number(after))) return { choice: 1, evidence: 'a 429 had a date in Retry-After' };
  return unavailable === undefined
    ? { unknown: 'Retry-After is in seconds; no 503 was seen' }
    : { choice: 0, evidence: 'Retry-After is in seconds, and a 503 is JSON' };
}

function signIn({
  answers: { signIn: right, incompleteSignIn: incomplete },
}: Observations): Conclusion | undefined {
  if (incomplete !== undefined && incomplete.status !== 400)
    return {
      other: `a missing field gives ${described(incomplete)}; success gives ${right?.status ?? 'not seen'}`,
    };
  return byStatus(right, { 200: 0, 201: 1 });
}

/** How to observe the decisions about all endpoints, sign-in and stock. */
const generalProbes = {
  'A-30': {
    needs: 'a record',
    asks: 'the fields of a stock-age entry',
    missing: 'the account has no SKU',
    conclude: stockAgeRecord,
  },
  'A-31': {
    needs: 'nothing',
    asks: 'GET /inventory/stock-age?page_size=1',
    missing: 'no answer',
    conclude: stockAgeList,
  },
  'A-33': {
    needs: 'nothing',
    asks: 'GET /inventory?page_size=201',
    missing: 'no answer',
    conclude: largePages,
  },
  'A-35': {
    needs: 'an answer',
    asks: 'a 429 or 503, if one occurs',
    missing: 'neither 429 nor 503 occurred',
    conclude: failureBodies,
  },
  'A-38': {
    needs: 'nothing',
    asks: 'GET /outbound, which supports only POST',
    missing: 'no answer',
    conclude: ({ answers }) => byStatus(answers.otherMethod, { 405: 0, 404: 1 }),
  },
  'A-39': {
    needs: 'a write',
    asks: 'creates the order with null for an optional field',
    missing: 'no order could be created',
    conclude: ({ features }) => byFeature(features.null, 'null for an optional field'),
  },
  'A-40': {
    needs: 'an answer',
    asks: 'the sign-in; with --write also one without a secret',
    missing: 'no sign-in was made',
    conclude: signIn,
  },
} as const satisfies Readonly<Record<`A-${number}`, Probe | Unasked>>;

/** For each assumption with alternatives: how to observe the service's choice, or why that is impossible. */
export const probes: Readonly<Record<VariedAssumption, Probe | Unasked>> = {
  ...orderProbes,
  ...deliveryProbes,
  ...generalProbes,
};
