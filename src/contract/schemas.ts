import * as z from 'zod/mini';
import type { EndpointName, EndpointSchemas, endpoints, ResourceSchemas } from './endpoints.ts';
import { inventorySchemas, stockAgeSchemas } from './inventory.ts';
import { orderSchemas } from './order.ts';
import { envelope, text } from './primitives.ts';
import { inboundSchemas, purchaseOrderSchemas } from './purchase-order.ts';
import { slotSchemas } from './slot.ts';

/** Body of `POST /auth/login`. */
const loginRequest = z.object({ client_id: text, client_secret: text });

/** Answer to a sign-in. */
const loginResponse = envelope(
  z.looseObject({
    /** A JWT, valid for all requests until it expires. */
    access_token: z.string(),
    /** Seconds. */
    expires_in: z.int(),
    client_id: z.string(),
  }),
);

/** Requests and answers of the sign-in endpoint. */
const authSchemas = {
  login: { body: loginRequest, response: loginResponse },
} satisfies ResourceSchemas;

/** Requests and answers of each endpoint; `requests.ts` takes the types of requests from it. */
const schemas = {
  ...authSchemas,
  ...inventorySchemas,
  ...stockAgeSchemas,
  ...orderSchemas,
  ...inboundSchemas,
  ...slotSchemas,
  ...purchaseOrderSchemas,
} satisfies Record<EndpointName, EndpointSchemas>;

/** Requests and answers of one endpoint. */
export const schemasOf = (name: EndpointName): EndpointSchemas => schemas[name];

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
