import type * as z from 'zod/mini';
import type { EndpointName } from './endpoints.ts';

/** Every query parameter of the service; a new one does not compile until the OpenAPI document describes it. */
export type QueryParameter =
  | 'page'
  | 'page_size'
  | 'as_of_date'
  | 'locationId'
  | 'in_stock_only'
  | 'channel_ref'
  | 'ship_from'
  | 'available';

/** The schemas of an endpoint. */
export interface EndpointSchemas {
  /** Query parameters, as text; each endpoint parses its numbers by its own rules. */
  readonly query?: readonly QueryParameter[];
  readonly body?: z.core.$ZodType;
  /** Body of a successful answer. */
  readonly response: z.core.$ZodType;
}

/** Requests and answers of one resource's endpoints. */
export type ResourceSchemas = Readonly<Partial<Record<EndpointName, EndpointSchemas>>>;
