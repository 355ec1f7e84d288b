import { usageError } from '../errors.ts';

export interface PageOptions {
  readonly page?: number;
  readonly pageSize?: number;
  readonly all?: boolean;
}

/** The query of a paged endpoint from `--page` and `--page-size`; `--page` does not go with `--all`. */
export function pageQuery(options: PageOptions): { page?: number; page_size?: number } {
  if (options.all && options.page !== undefined) {
    throw usageError('--page and --all do not go together', 'leave one of them out');
  }
  return {
    ...(options.page === undefined ? {} : { page: options.page }),
    ...(options.pageSize === undefined ? {} : { page_size: options.pageSize }),
  };
}
