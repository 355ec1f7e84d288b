import type { Page } from '../control-api.ts';
import { Button } from './button.tsx';

interface PagerProps {
  readonly of: string;
  readonly page: number;
  readonly hasMore: boolean;
  readonly onPage: (page: number) => void;
}

/** Paging controls for a list; renders nothing if the list fits on one page. */
export const Pager = ({ of, page, hasMore, onPage }: PagerProps) =>
  page === 1 && !hasMore ? null : (
    <nav class="pager" aria-label={`Pages of ${of}`}>
      {page > 1 && <Button onClick={() => onPage(page - 1)}>Previous</Button>}
      <span>Page {page}</span>
      {hasMore && <Button onClick={() => onPage(page + 1)}>Next</Button>}
    </nav>
  );

/** The number of entries, as far as the first page shows it: `3`, `20+`. */
export function countText<T>(list: Page<T> | undefined): string | undefined {
  if (list === undefined || list.pagination.current_page > 1) return undefined;
  return `${list.data.length}${list.pagination.has_more ? '+' : ''}`;
}
