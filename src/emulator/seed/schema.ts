import * as z from 'zod/mini';
import { outboundOrder } from '../../contract/order.ts';
import { text } from '../../contract/primitives.ts';
import { problemsOf } from '../../contract/problems.ts';
import { slotRequest, slotStates } from '../../contract/slot.ts';
import { CfiError } from '../../errors.ts';
import { parseDuration, parseInstant } from '../../text/time/time.ts';
import { ServiceError } from '../domain/context.ts';
import { faultRule } from '../domain/fault-rule.ts';
import { orderStatuses } from '../store/orders.ts';
import { fcPolicies } from '../store/warehouses.ts';

/** Parses an ISO 8601 time, or a duration from the seed's `now` such as `-P90D`, to ms; NaN if it is neither. */
export function seedInstant(text: string, now: number): number {
  const offset = parseDuration(text, { signed: true });
  return offset === undefined ? parseInstant(text) : now + offset;
}

const isSeedTime = (value: string): boolean => !Number.isNaN(seedInstant(value, 0));
const seedTime = z.string().check(z.refine(isSeedTime, { error: 'an ISO 8601 time' }));
const absoluteTime = z
  .string()
  .check(z.refine((value) => isSeedTime(value) && /^\d/.test(value), { error: 'an ISO 8601 time' }));
const size = z.number().check(z.minimum(0));

const warehouse = z.strictObject({
  name: text,
  location_id: z.optional(z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i))),
  acceptsMonday: z.optional(z.boolean()),
  fcPolicy: z.optional(z.enum(fcPolicies)),
});

const client = z.strictObject({
  client_name: text,
  client_id: text,
  client_secret: text,
  role: z.optional(z.enum(['full', 'read-only'])),
  warehouses: z.array(z.string()),
  skuPrefixes: z.optional(z.array(z.string())),
});

const product = z.strictObject({
  client: z.string(),
  sku: text,
  barcode: z.optional(z.string()),
  title: z.optional(z.string()),
  Height: z.optional(size),
  Width: z.optional(size),
  Depth: z.optional(size),
  Weight: z.optional(size),
  RetailPrice: z.optional(z.nullable(size)),
  stock: z.optional(
    z.array(
      z.strictObject({
        warehouse: z.string(),
        qty: z.int().check(z.minimum(0)),
        receivedAt: z.optional(seedTime),
      }),
    ),
  ),
});

const order = z.strictObject({
  ...outboundOrder.shape,
  client: z.string(),
  ReceivedDate: seedTime,
  DispatchBy: seedTime,
  Status: z.optional(z.enum(orderStatuses)),
  CreatedAt: z.optional(seedTime),
  ShipFrom: z.optional(z.literal('MSF')),
  ShippingVendor: z.optional(z.string()),
  TrackingNumber: z.optional(z.string()),
});

const proposal = z.strictObject({
  proposedBy: z.enum(['ops', 'client']),
  proposedTime: seedTime,
  comment: z.optional(z.nullable(z.string())),
  createdAt: z.optional(seedTime),
});

const slot = z.strictObject({
  ...slotRequest.shape,
  client: z.string(),
  date: seedTime,
  slotReference: z.optional(text),
  scheduleStatus: z.optional(z.enum([...slotStates, 'cancelled'])),
  confirmedTime: z.optional(seedTime),
  createdAt: z.optional(seedTime),
  proposals: z.optional(z.array(proposal)),
});

/** A seed file: all data of a service at its `now`. Unknown members are refused, to catch typos. */
export const seedSchema = z.strictObject({
  version: z.literal(1),
  rngSeed: z.optional(z.union([z.int(), z.string()], { error: 'a whole number or text' })),
  now: z.optional(absoluteTime),
  warehouses: z.array(warehouse),
  clients: z.array(client),
  products: z.optional(z.array(product)),
  orders: z.optional(z.array(order)),
  slots: z.optional(z.array(slot)),
  faults: z.optional(z.array(faultRule)),
});

/** A seed as a file contains it. */
export type Seed = z.infer<typeof seedSchema>;
/** An order in a seed. */
export type SeedOrder = z.infer<typeof order>;
/** A slot in a seed. */
export type SeedSlot = z.infer<typeof slot>;
/** A product in a seed. */
export type SeedProduct = z.infer<typeof product>;

/** An error in a seed, with the path of the invalid entry. */
export const seedError = (path: string, message: string): CfiError =>
  new CfiError('invalid-input', `seed: ${path === '' ? '' : `${path}: `}${message}`, {
    field: path,
    subject: 'seed',
  });

/** Runs `work` for an entry of a seed; what the service would refuse becomes an error in the seed. */
export function inSeed<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ServiceError ? seedError(path, error.message) : error;
  }
}

/** Validates the shape of a seed; references between its parts are checked on loading. */
export function parseSeed(value: unknown): Seed {
  const parsed = seedSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const problem = problemsOf(parsed.error, value)[0];
  if (issue?.code === 'unrecognized_keys')
    throw seedError(problem?.field ?? '', `unknown field ${issue.keys.join(', ')}`);
  const field = problem?.field ?? '';
  // The message already names the field, except for an error in the seed as a whole.
  const message = field === '' ? 'must be an object' : problem?.message;
  throw new CfiError('invalid-input', `seed: ${message}`, { field, subject: 'seed' });
}
