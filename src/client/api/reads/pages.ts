import type { EndpointName } from '../../../contract/endpoints.ts';
import { CfiError } from '../../../errors.ts';
import { stringifyJson } from '../../../text/json.ts';
import { field, fieldsOf, numberField } from '../../../text/records.ts';
import type { Api, ApiResponse, CallInput } from '../../types.ts';

/** The pagination block, beside `data` or inside it; undefined if there is none. */
export function paginationOf(answer: ApiResponse): Record<string, unknown> | undefined {
  if (answer.pagination !== undefined) return answer.pagination;
  const inside = field(answer.data, 'pagination');
  return inside === undefined ? undefined : { ...fieldsOf(inside) };
}

/**
 * The number of the page after the requested `page`; undefined on the last. `total_pages` is enough, because it is the
 * only member published for every list.
 */
export function nextPage(answer: ApiResponse, page: number): number | undefined {
  const block = paginationOf(answer);
  const hasMore = field(block, 'has_more');
  if (hasMore === false) return undefined;
  const next = numberField(block, 'next_page');
  if (next !== undefined) return next > page ? next : undefined;
  const total = numberField(block, 'total_pages');
  if (total !== undefined) return page < total ? page + 1 : undefined;
  return hasMore === true ? page + 1 : undefined;
}

/** All pages of a list endpoint from the first on, one request at a time. */
export async function* pages(
  api: Api,
  endpoint: EndpointName,
  pageSize: number,
  input: CallInput = {},
): AsyncGenerator<ApiResponse> {
  let page: number | undefined = 1;
  let last: string | undefined;
  while (page !== undefined) {
    const answer: ApiResponse = await api.call(endpoint, {
      ...input,
      query: { ...input.query, page, page_size: pageSize },
    });
    const content = stringifyJson(answer.data);
    if (content === last) {
      throw new CfiError(
        'network',
        `page ${page} repeats the previous page: the service's pagination is wrong`,
      );
    }
    last = content;
    yield answer;
    page = nextPage(answer, page);
  }
}
