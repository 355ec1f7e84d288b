import { limits, type PageSizeLimit } from '../../contract/limits.ts';
import { type RuleContext, ServiceError } from '../engine/context.ts';

/** Which stretch of a list a request asks for. */
export interface Page {
  readonly page: number;
  readonly size: number;
  /** Items before the page; capped where no list reaches, so that it stays a whole number for the store. */
  readonly offset: number;
}

type Assuming = Pick<RuleContext, 'assume' | 'variants'>;

const pageOf = (page: number, size: number): Page => ({
  page,
  size,
  offset: Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER),
});

/** A whole number as text has it, or undefined: no sign, fraction or exponent. What no number holds exactly is capped. */
export const wholeNumber = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined;

/** A query parameter that must be a whole number from 1 to `max` when it is sent; above it, A-33 decides. */
function strictNumber(
  context: Assuming,
  query: URLSearchParams,
  name: string,
  standard: number,
  max: number,
) {
  const text = query.get(name);
  if (text === null) return standard;
  const value = wholeNumber(text);
  if (value !== undefined && value >= 1 && value <= max) return value;
  context.assume('A-33');
  if (value !== undefined && value > max && context.variants.pick('A-33', [false, true])) return max;
  const range = max === Number.MAX_SAFE_INTEGER ? 'of at least 1' : `from 1 to ${max}`;
  throw new ServiceError(400, `${name} must be a whole number ${range}`);
}

const anyNumber = Number.MAX_SAFE_INTEGER;

/** GET /inventory: a page size out of range is refused, or clamped where it is too large. */
export function inventoryPaging(context: Assuming, query: URLSearchParams): Page {
  const { default: standard, max } = limits.inventoryPageSize;
  const page = strictNumber(context, query, 'page', limits.firstPage, anyNumber);
  return pageOf(page, strictNumber(context, query, 'page_size', standard, max));
}

/** GET /inventory/stock-age: a page size above the maximum is clamped to it. */
export function stockAgePaging(context: Assuming, query: URLSearchParams): Page {
  const { default: standard, max } = limits.stockAgePageSize;
  const page = strictNumber(context, query, 'page', limits.firstPage, anyNumber);
  return pageOf(page, Math.min(strictNumber(context, query, 'page_size', standard, anyNumber), max));
}

function lenientNumber(
  query: URLSearchParams,
  name: string,
  standard: number,
  limit: Omit<PageSizeLimit, 'default'>,
) {
  const value = wholeNumber(query.get(name) ?? '');
  return value !== undefined && value >= limit.min && value <= limit.max ? value : standard;
}

/** GET /order?ship_from=MSF: a number out of range falls back to its default. Undefined when neither was sent. */
export function msfPaging(query: URLSearchParams): Page | undefined {
  if (!query.has('page') && !query.has('page_size')) return undefined;
  const page = lenientNumber(query, 'page', limits.firstPage, { min: 1, max: anyNumber });
  return pageOf(page, lenientNumber(query, 'page_size', limits.msfPageSize.default, limits.msfPageSize));
}

/** The pagination block of a list whose length is known. */
export function pageBlock({ page, size }: Page, totalItems: number) {
  const totalPages = Math.ceil(totalItems / size);
  return {
    current_page: page,
    page_size: size,
    total_items: totalItems,
    total_pages: totalPages,
    has_more: page < totalPages,
  };
}

/** The number of the page after this one, as a member of its own; nothing on the last page. */
export const nextPage = (page: number, hasMore: boolean) => (hasMore ? { next_page: page + 1 } : {});
