import type { QueryParameter } from '../../contract/endpoint-schemas.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { schemasOf } from '../../contract/schemas.ts';
import type { Json } from './json-schema.ts';

/** How each endpoint treats a page size outside its limits: refuse it, cap it, or use the default. */
const pageSizes: Partial<Record<EndpointName, Json>> = {
  inventory: {
    description: 'SKUs per page',
    schema: {
      type: 'integer',
      minimum: limits.inventoryPageSize.min,
      maximum: limits.inventoryPageSize.max,
      default: limits.inventoryPageSize.default,
    },
  },
  stockAgeList: {
    description: `SKUs per page; a larger number counts as ${limits.stockAgePageSize.max}`,
    schema: {
      type: 'integer',
      minimum: limits.stockAgePageSize.min,
      default: limits.stockAgePageSize.default,
    },
  },
  listOrders: {
    description: `MSF orders per page, up to ${limits.msfPageSize.max}; anything else counts as the default`,
    schema: { type: 'integer', default: limits.msfPageSize.default },
  },
};

const anyPage: Json = {
  description: 'Page of MSF orders; anything below 1 counts as 1',
  schema: { type: 'integer', default: limits.firstPage },
};

const inQuery: Readonly<Record<Exclude<QueryParameter, 'page_size'>, Json>> = {
  page: {
    description: 'Page number',
    schema: { type: 'integer', minimum: limits.firstPage, default: limits.firstPage },
  },
  as_of_date: {
    description: 'Show the snapshot of this day',
    schema: { type: 'string', format: 'date' },
  },
  locationId: { description: 'Limit lots and quantities to one location', schema: { type: 'string' } },
  in_stock_only: {
    description: 'Leave out SKUs without stock',
    schema: { type: 'boolean', default: false },
  },
  channel_ref: { description: 'The exact channel reference', schema: { type: 'string' } },
  ship_from: {
    description: 'List all MSF orders; takes precedence over channel_ref',
    schema: { type: 'string', enum: ['MSF'] },
  },
  available: {
    description: 'Only slots that are ready to use',
    schema: { type: 'boolean', default: false },
  },
};

function described(name: EndpointName, parameter: QueryParameter): Json | undefined {
  if (parameter === 'page_size') return pageSizes[name];
  return name === 'listOrders' && parameter === 'page' ? anyPage : inQuery[parameter];
}

const inPath: Readonly<Record<string, string>> = {
  sku: 'The SKU',
  referenceNumber: "The order's reference",
  order_id: "The order's reference",
  deliveryNumber: "The delivery's PO_REFERENCE",
  slotReference: 'The slotReference',
  poReference: 'The lw_po_number',
};

/** The parameters of an endpoint, path parameters first; `examples` holds values for the path parameters. */
export function parametersOf(name: EndpointName, examples: Readonly<Record<string, string>> = {}): Json[] {
  const path = [...endpoints[name].path.matchAll(/\{(\w{1,40})\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: inPath[parameter],
    schema: { type: 'string', minLength: 1 },
    example: examples[parameter],
  }));
  const query = (schemasOf(name).query ?? []).map((parameter) => ({
    name: parameter,
    in: 'query',
    required: false,
    ...described(name, parameter),
  }));
  return [...path, ...query];
}
