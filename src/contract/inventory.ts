import * as z from 'zod/mini';
import type { ResourceSchemas } from './endpoints.ts';
import { envelope } from './primitives.ts';

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
