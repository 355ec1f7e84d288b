import type * as z from 'zod/mini';
import type { EndpointName, endpoints } from './endpoints.ts';
import type { schemas } from './schemas.ts';

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The names in an endpoint's path, for example `sku` in `/inventory/stock-age/{sku}`. */
export type PathParameter<Name extends EndpointName> = Placeholder<(typeof endpoints)[Name]['path']>;

/** The query parameters of an endpoint. */
export type QueryOf<Name extends EndpointName> = (typeof schemas)[Name] extends {
  readonly query: readonly (infer Parameter extends string)[];
}
  ? Parameter
  : never;

/** A valid body of an endpoint; undefined for an endpoint that takes none. */
export type BodyOf<Name extends EndpointName> = (typeof schemas)[Name] extends {
  readonly body: infer Body extends z.core.$ZodType;
}
  ? z.output<Body>
  : undefined;
