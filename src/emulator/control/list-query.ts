import { ServiceError } from '../engine/context.ts';
import { wholeNumber } from '../rules/paging.ts';
import type { ListQuery } from '../warehouse/lists.ts';

const sizes = { default: 50, max: 200 };

/** Reads a query parameter as a whole number from 1 to `max`. Throws a 400 that names the parameter otherwise. */
function countParameter(query: URLSearchParams, name: string, standard: number, max: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  const value = wholeNumber(text);
  if (value !== undefined && value >= 1 && value <= max) return value;
  throw new ServiceError(400, `${name} must be a whole number from 1 to ${max}`);
}

/**
 * The page and filters that a request asks for: `page`, `page_size`, `status` (repeatable), `client`, `warehouse`,
 * `search`.
 */
export function listQuery(query: URLSearchParams): ListQuery {
  const page = countParameter(query, 'page', 1, 1_000_000);
  const size = countParameter(query, 'page_size', sizes.default, sizes.max);
  return {
    ...{ page, size, statuses: query.getAll('status') },
    ...{ client: query.get('client'), warehouse: query.get('warehouse'), search: query.get('search') },
  };
}

/** A page with its pagination. `rows` holds one row more than the page when there is a next page. */
export function pageOf<T>({ page, size }: ListQuery, rows: readonly T[]) {
  const hasMore = rows.length > size;
  const next = hasMore ? { next_page: page + 1 } : {};
  return {
    data: rows.slice(0, size),
    pagination: { current_page: page, page_size: size, has_more: hasMore, ...next },
  };
}
