import * as z from 'zod/mini';
import type { ResourceSchemas } from './endpoint-schemas.ts';
import { envelope } from './envelope.ts';

/** One SKU at one location; `Available` is `StockLevel` minus `InOrderBook`. */
const inventoryItem = z.looseObject({
  sku: z.string(),
  Height: z.number(),
  Width: z.number(),
  Depth: z.number(),
  Weight: z.number(),
  RetailPrice: z.nullable(z.number()),
  StockLevel: z.int(),
  InOrderBook: z.int(),
  Available: z.int(),
  LastUpdateDate: z.string(),
  LastUpdateOperation: z.string(),
});

const inventoryLocation = z.looseObject({
  location_name: z.string(),
  location_filter: z.string(),
  keyword: z.string(),
  /** For the whole location. */
  total_inventory: z.int(),
  /** For this page only, as the service defines it. */
  total_count_of_skus: z.int(),
  sku_count_in_page: z.int(),
  has_more: z.boolean(),
  sku: z.array(inventoryItem),
});

/** Answer with stock levels. */
const inventoryResponse = z.extend(
  envelope(
    z.looseObject({
      client_name: z.string(),
      total_inventory: z.int(),
      total_count_of_skus: z.int(),
      location_count: z.int(),
      locations: z.array(inventoryLocation),
    }),
  ),
  {
    pagination: z.looseObject({
      current_page: z.int(),
      page_size: z.int(),
      has_more: z.boolean(),
      /** Present only when there is a next page. */
      next_page: z.optional(z.int()),
    }),
  },
);

/** Requests and answers of the stock level endpoints. */
export const inventorySchemas = {
  inventory: { query: ['page', 'page_size'], response: inventoryResponse },
} satisfies ResourceSchemas;
