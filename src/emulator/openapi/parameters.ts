import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits, type PageSizeLimit } from '../../contract/limits.ts';
import { type QueryParameter, schemas } from '../../contract/schemas.ts';
import type { Json } from './json-schema.ts';

const size = (limit: PageSizeLimit, beyond: string): Json => ({
  description: `SKUs or orders on a page, up to ${limit.max}; ${beyond}`,
  schema: { type: 'integer', minimum: limit.min, default: limit.default },
});

const pageSizes: Partial<Record<EndpointName, Json>> = {
  inventory: size(limits.inventoryPageSize, 'more is refused'),
  stockAgeList: size(limits.stockAgePageSize, 'more counts as that'),
  listOrders: size(limits.msfPageSize, 'anything else counts as the default; only with ship_from'),
};

const inQuery: Readonly<Record<Exclude<QueryParameter, 'page_size'>, Json>> = {
  page: {
    description: 'Number of the page',
    schema: { type: 'integer', minimum: limits.firstPage, default: limits.firstPage },
  },
  as_of_date: {
    description: 'A past day whose snapshot is shown',
    schema: { type: 'string', format: 'date' },
  },
  locationId: { description: 'Scopes lots and quantities to one location', schema: { type: 'string' } },
  in_stock_only: {
    description: 'Leaves out SKUs without stock',
    schema: { type: 'boolean', default: false },
  },
  channel_ref: { description: 'The exact channel reference', schema: { type: 'string' } },
  ship_from: {
    description: 'All MSF orders; wins over channel_ref',
    schema: { type: 'string', enum: ['MSF'] },
  },
  available: { description: 'Only slots that are ready to use', schema: { type: 'boolean' } },
};

/** The parameters of an endpoint, those of its path first. */
export function parametersOf(name: EndpointName): Json[] {
  const path = [...endpoints[name].path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
  const query = (schemas[name].query ?? []).map((parameter) => ({
    name: parameter,
    in: 'query',
    required: false,
    ...(parameter === 'page_size' ? pageSizes[name] : inQuery[parameter]),
  }));
  return [...path, ...query];
}
