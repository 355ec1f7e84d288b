import { limits, type PageSizeLimit } from '../../contract/limits.ts';
import { type RuleContext, ServiceError } from '../domain/context.ts';
import type { Query } from './rule.ts';

/** Reads a flag, false when absent. Throws a 400 for other values, which with a `context` rests on A-39. */
export function readFlag<Name extends string>(
  query: Query<Name>,
  name: Name,
  context?: Pick<RuleContext, 'assume'>,
): boolean {
  const value = query.get(name);
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  context?.assume('A-39');
  throw new ServiceError(400, `${name} must be true or false`);
}

export type PagingQuery = Query<'page' | 'page_size'>;

type Assuming = Pick<RuleContext, 'decide'>;

const pageOf = (page: number, size: number) => ({
  page,
  size,
  // Capped beyond the end of any list, so that SQLite still reads it as an integer.
  offset: Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER),
});

/** Parses a whole number without sign or exponent; undefined otherwise. Caps what a number cannot hold exactly. */
export const wholeNumber = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined;

const anyNumber = Number.MAX_SAFE_INTEGER;

/** Reads a number from 1 to `max`. Throws a 400 otherwise; with the `context` of an endpoint, A-33 may cap it. */
export function readCount<Name extends string>(
  query: Query<Name>,
  name: Name,
  standard: number,
  max = anyNumber,
  context?: Assuming,
): number {
  const text = query.get(name);
  if (text === null) return standard;
  const value = wholeNumber(text);
  if (value !== undefined && value >= 1 && value <= max) return value;
  const clamps = context?.decide('A-33', [false, true]);
  if (clamps && value !== undefined && value > max) return max;
  const range = max === anyNumber ? 'of at least 1' : `from 1 to ${max}`;
  throw new ServiceError(400, `${name} must be a whole number ${range}`);
}

/** The page that is asked for. An endpoint clamps a page size above the maximum, or refuses it unless A-33 clamps it. */
export function pagingOf(
  context: Assuming,
  query: PagingQuery,
  { default: standard, max }: PageSizeLimit,
  above: 'clamped' | 'refused',
) {
  const page = readCount(query, 'page', limits.firstPage, anyNumber, context);
  const size = readCount(query, 'page_size', standard, above === 'clamped' ? anyNumber : max, context);
  return pageOf(page, Math.min(size, max));
}

function lenientNumber(text: string | null, { default: standard, min, max }: PageSizeLimit): number {
  const value = wholeNumber(text ?? '');
  return value !== undefined && value >= min && value <= max ? value : standard;
}

/** GET /order?ship_from=MSF: replaces a number out of range with its default. Undefined without paging parameters. */
export function msfPaging(query: PagingQuery) {
  const [page, size] = [query.get('page'), query.get('page_size')];
  if (page === null && size === null) return undefined;
  const pages = { default: limits.firstPage, min: limits.firstPage, max: anyNumber };
  return pageOf(lenientNumber(page, pages), lenientNumber(size, limits.msfPageSize));
}

/** The pagination block of a list of known length. */
export function pageBlock({ page, size }: ReturnType<typeof pageOf>, totalItems: number) {
  const totalPages = Math.ceil(totalItems / size);
  return {
    current_page: page,
    page_size: size,
    total_items: totalItems,
    total_pages: totalPages,
    has_more: page < totalPages,
  };
}

/** A member with the number of the next page; empty on the last page. */
export const nextPage = (page: number, hasMore: boolean) => (hasMore ? { next_page: page + 1 } : {});
