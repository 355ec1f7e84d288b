import * as z from 'zod/mini';
import { envelope } from './envelope.ts';

/** The service names what a record contains but not its fields, so nothing inside is required here. */
export const stockAgeResponse = envelope(z.looseObject({}));

/** Answer with the stock ages of all SKUs. */
export const stockAgeListResponse = z.looseObject({
  success: z.literal(true),
  data: z.optional(
    z.looseObject({ skus: z.optional(z.array(z.looseObject({ stock_age_available: z.boolean() }))) }),
  ),
  pagination: z.optional(z.looseObject({ total_pages: z.int() })),
});
