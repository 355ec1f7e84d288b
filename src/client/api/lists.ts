import type { EndpointName } from '../../contract/endpoints.ts';
import { CfiError, usageError } from '../../errors.ts';
import { jsonParts, mostValuesIn } from '../../text/json.ts';
import { type Fields, field, fieldsOf, isFields, listField, numberField } from '../../text/records.ts';
import { turns } from '../../timers.ts';
import type { Api, ApiResponse, CallInput } from '../types.ts';

/** The list in `data`: itself, or one of these members of it; undefined if there is none. */
export function rawList(data: unknown, ...names: readonly string[]): readonly unknown[] | undefined {
  const list = Array.isArray(data) ? data : field(data, ...names);
  return Array.isArray(list) ? list : undefined;
}

/** The records of a list of `what`. Throws `unavailable` without one: the answer does not show that there is nothing. */
export function listOf({ data }: Pick<ApiResponse, 'data'>, what: string, ...names: readonly string[]) {
  const list = rawList(data, ...names);
  if (list !== undefined && (list.length === 0 || list.some(isFields))) return list.filter(isFields);
  throw new CfiError('unavailable', `the service did not answer with a list of ${what}`, {
    hint: 'try again in a moment',
  });
}

/** The pagination block, beside `data` or inside it; undefined if there is none. */
export function paginationOf(answer: ApiResponse): Record<string, unknown> | undefined {
  if (answer.pagination !== undefined) return answer.pagination;
  const inside = field(answer.data, 'pagination');
  return inside === undefined ? undefined : { ...fieldsOf(inside) };
}

/** The page after this one; undefined on the last. `total_pages` is enough: only it is published for every list. */
export function nextPage(answer: ApiResponse, page: number): number | undefined {
  const block = paginationOf(answer);
  const hasMore = field(block, 'has_more');
  if (hasMore === false) return undefined;
  const named = numberField(block, 'next_page');
  // No service has a page 1.5 or 1e999.
  const next = Number.isSafeInteger(named) ? named : undefined;
  if (next !== undefined) return next > page ? next : undefined;
  const total = numberField(block, 'total_pages');
  if (total !== undefined) return page < total ? page + 1 : undefined;
  return hasMore === true ? page + 1 : undefined;
}

/** One page of a list endpoint. Throws a usage error for a page after the last one, and names the last. */
export async function onePage(
  api: Api,
  endpoint: EndpointName,
  query: CallInput['query'] & { readonly page?: number },
  rowsOf: (answer: ApiResponse) => readonly unknown[],
): Promise<ApiResponse> {
  const { page = 1 } = query;
  const read = (at: number) => api.call(endpoint, { query: { ...query, page: at } });
  const answer = await api.call(endpoint, { query });
  if (rowsOf(answer).length > 0 || page === 1 || nextPage(answer, page) !== undefined) return answer;
  const last = await lastPage(answer, page, async (at) => {
    const tried = await read(at);
    return { isEmpty: rowsOf(tried).length === 0, isLast: nextPage(tried, at) === undefined };
  });
  if (last === 0) return answer;
  throw usageError(`there is no page ${page}: the last page is ${last}`);
}

/** The last page with a record, before an empty one; 0 if there is none. Inventory has no `total_pages`, and is searched. */
async function lastPage(
  answer: ApiResponse,
  page: number,
  look: (page: number) => Promise<{ readonly isEmpty: boolean; readonly isLast: boolean }>,
): Promise<number> {
  const block = paginationOf(answer);
  const total = numberField(block, 'total_pages');
  if (total !== undefined) return Math.min(total, page - 1);
  // Right at once if one location has all SKUs.
  const skus = numberField(answer.data, 'total_count_of_skus') ?? 0;
  let at = Math.min(Math.ceil(skus / (numberField(block, 'page_size') ?? 1)) || page - 1, page - 1);
  let [filled, empty] = [0, page];
  while (empty - filled > 1) {
    const { isEmpty, isLast } = await look(at);
    if (isEmpty) empty = at;
    else if (isLast) return at;
    else filled = at;
    at = Math.floor((filled + empty) / 2);
  }
  return filled;
}

/** Tells a page from others by its lists and records: the pagination block, or a time beside it, may differ. */
function contentOf(data: unknown): unknown {
  const block = field(data, 'pagination');
  const content = Object.values(fieldsOf(data)).filter(
    (value) => value !== null && typeof value === 'object' && value !== block,
  );
  return content.length === 0 ? data : content;
}

const wrong = (what: string): CfiError =>
  new CfiError('network', `${what}: the service's pagination is wrong`, {
    hint: 'the list would not be complete; try again in a moment',
  });

/** No account has longer lists; a list that does not end would fill the memory. */
const most = { pages: 10_000, values: 10_000_000, characters: 250_000_000 };

const tooMuch = (what: string, counted: keyof typeof most, hint: string): CfiError =>
  new CfiError('network', `${what} more than ${most[counted].toLocaleString('en')} ${counted}`, { hint });

/**
 * Counts what a command keeps of several answers, whose parts `onPart` gets. Throws a `CfiError` where that is too much.
 * `length`: of the answer's text, if that is kept.
 */
export function keeping(what = 'the records have', hint = 'read fewer of them at a time') {
  let values = 0;
  let characters = 0;
  const turn = turns();
  return async (data: unknown, onPart?: (part: string) => void, length?: number): Promise<void> => {
    characters += length ?? 0;
    for (const part of jsonParts(data)) {
      onPart?.(part);
      // A comma or a bracket behind a part.
      values += mostValuesIn(part) - 1;
      if (length === undefined) characters += part.length;
      await turn();
    }
    if (values > most.values) throw tooMuch(what, 'values', hint);
    if (characters > most.characters) throw tooMuch(what, 'characters', hint);
  };
}

const hasMoreSkus = (location: Fields): boolean => field(location, 'has_more') === true;

/** Finds the page after each page of a whole list, which must end, and must not end early. */
export async function turnPages() {
  // Most commands read one page.
  const { createHash } = await import('node:crypto');
  const hint = 'read single pages with --page, or check that the base address is that of the service';
  const keep = keeping('the list has', hint);
  const seen = new Set<string>();
  let announced = 0;
  return {
    /** The next page, undefined on the last; throws a `CfiError` for a repeated page, a wrong end, and too long a list. */
    async after(answer: ApiResponse, page: number, length?: number): Promise<number | undefined> {
      const content = createHash('sha256');
      await keep(contentOf(answer.data), (part) => content.update(part), length);
      if (seen.size >= most.pages) throw tooMuch('the list has', 'pages', hint);
      const digest = content.digest('base64');
      if (seen.has(digest)) throw wrong(`page ${page} repeats an earlier page`);
      seen.add(digest);
      const block = paginationOf(answer);
      const total = numberField(block, 'total_pages');
      const hasMore = field(block, 'has_more');
      const next = nextPage(answer, page);
      // A warehouse that has more says so itself.
      const isPart = hasMore === true || listField(answer.data, 'locations').some(hasMoreSkus);
      const isSilent = block === undefined ? seen.size > 1 : total === undefined && announced > page;
      if (next === undefined && (isPart || (total ?? 0) > page || (isSilent && hasMore !== false)))
        throw wrong(`page ${page} does not show how to continue`);
      if (next !== undefined && next > page + 1) throw wrong(`page ${page} names page ${next} as the next`);
      announced = total ?? announced;
      return next;
    },
  };
}

/** All pages of a list endpoint from the first on, one request at a time. Throws a `CfiError` if they are not all. */
export async function* pages(api: Api, endpoint: EndpointName, pageSize: number, input: CallInput = {}) {
  const turner = await turnPages();
  let page: number | undefined = 1;
  while (page !== undefined) {
    const answer: ApiResponse = await api.call(endpoint, {
      ...input,
      query: { ...input.query, page, page_size: pageSize },
    });
    const next = await turner.after(answer, page);
    yield answer;
    page = next;
  }
}

/** The locations of a page of inventory. Throws `unavailable` for an answer without them: it does not show no stock. */
export const locationsIn = ({ data }: Pick<ApiResponse, 'data'>): readonly Fields[] =>
  // The member is published, so a bare list is something else.
  listOf({ data: fieldsOf(data) }, 'locations', 'locations');

/** The SKUs of a location. Throws `unavailable` for one without them. */
export const skusOf = (location: Fields): readonly Fields[] =>
  listOf({ data: location }, 'SKUs at a warehouse', 'sku', 'skus', 'items');
