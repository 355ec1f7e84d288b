import * as z from 'zod/mini';
import { parseDuration } from '../../text/duration.ts';

const count = z.int().check(z.minimum(0));
const pattern = z.string().check(z.minLength(1));

const duration = z
  .string()
  .check(z.refine((text) => parseDuration(text) !== undefined, { error: 'duration' }));

/** What a fault does instead of, or to, the answer: exactly one of these. */
const faultAction = z.union(
  [
    z.strictObject({
      status: z.int().check(z.minimum(200), z.maximum(599)),
      headers: z.optional(
        z.record(
          z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)),
          z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/)),
        ),
      ),
      body: z.optional(z.unknown()),
    }),
    z.strictObject({ latency: duration }),
    z.strictObject({ socket: z.enum(['reset', 'empty', 'truncate']) }),
    z.strictObject({ body: z.enum(['malformed', 'html']) }),
    z.strictObject({
      domain: z.enum(['slot-changed', 'po-fails-after-claim', 'snapshot-stale', 'revoke-tokens']),
    }),
  ],
  { error: 'fault-action' },
);

/** A rule that makes requests fail on purpose: which, when, at what point, and how. */
export const faultRule = z.strictObject({
  match: z.optional(
    z.strictObject({
      method: z.optional(z.string()),
      path: z.optional(pattern),
      client: z.optional(pattern),
      reference: z.optional(pattern),
    }),
  ),
  when: z.optional(
    z.strictObject({
      skip: z.optional(count),
      times: z.optional(count),
      probability: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    }),
  ),
  phase: z.optional(z.enum(['before', 'after-commit'])),
  do: faultAction,
});

export type FaultRule = z.infer<typeof faultRule>;
