import * as z from 'zod/mini';
import { problem } from './uploads.ts';

/** One line on standard error. */
export const errorLine = z.strictObject({
  error: z.strictObject({
    code: z.enum([
      'usage',
      'invalid-input',
      'unauthorized',
      'forbidden',
      'not-found',
      'conflict',
      'rate-limited',
      'unavailable',
      'network',
      'timeout',
      'partial',
      'cancelled',
      'locked',
      'internal',
    ]),
    message: z.string(),
    hint: z.optional(z.string()),
    status: z.optional(z.int()),
    field: z.optional(z.string()),
    retryable: z.optional(z.boolean()),
    retryAfterSeconds: z.optional(z.number()),
    exitCode: z.int(),
    errors: z.optional(z.array(problem)),
  }),
});
