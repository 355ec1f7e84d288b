import { authSchemas } from './auth.ts';
import type { EndpointSchemas } from './endpoint-schemas.ts';
import type { EndpointName } from './endpoints.ts';
import { inboundSchemas } from './inbound.ts';
import { inventorySchemas } from './inventory.ts';
import { orderSchemas } from './order.ts';
import { purchaseOrderSchemas } from './purchase-order.ts';
import { slotSchemas } from './slot.ts';
import { stockAgeSchemas } from './stock-age.ts';

/** Requests and answers of each endpoint; `requests.ts` takes the types of requests from it. */
export const schemas = {
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
