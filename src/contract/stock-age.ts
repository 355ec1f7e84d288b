import * as z from 'zod/mini';
import type { ResourceSchemas } from './endpoint-schemas.ts';
import { envelope } from './envelope.ts';

/** The service says what a record contains but does not name its fields, so none is required here. */
const stockAgeResponse = envelope(z.looseObject({}));

/** Answer with the stock ages of all SKUs. */
const stockAgeListResponse = z.looseObject({
  success: z.literal(true),
  data: z.optional(
    z.looseObject({ skus: z.optional(z.array(z.looseObject({ stock_age_available: z.boolean() }))) }),
  ),
  pagination: z.optional(z.looseObject({ total_pages: z.int() })),
});

/** Requests and answers of the stock-age endpoints. */
export const stockAgeSchemas = {
  stockAge: { query: ['as_of_date', 'locationId'], response: stockAgeResponse },
  stockAgeList: {
    query: ['page', 'page_size', 'in_stock_only', 'locationId'],
    response: stockAgeListResponse,
  },
} satisfies ResourceSchemas;
