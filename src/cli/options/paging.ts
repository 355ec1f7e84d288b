import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import { defineOptions, type OptionsOf } from '../command.ts';
import { wholeNumber } from './values.ts';

/** The options of a paged list; `sizes` describes the page size in help. */
export const pagingOptions = (sizes: string, { min, max }: { readonly min: number; readonly max?: number }) =>
  defineOptions([
    { flags: '--page <N>', help: 'which page, from 1', parse: wholeNumber(limits.firstPage) },
    { flags: '--page-size <N>', help: sizes, parse: wholeNumber(min, max) },
    { flags: '--all', help: 'all pages as one' },
  ]);

/** `--page`, `--page-size` and `--all`. */
export type PageOptions = OptionsOf<{ readonly options: ReturnType<typeof pagingOptions> }>;

/** The query of a paged endpoint. Throws a usage error for `--page` with `--all`. */
export function pageQuery(options: PageOptions): { page?: number; page_size?: number } {
  if (options.all && options.page !== undefined) {
    throw usageError('--page and --all cannot be combined', 'leave one of them out');
  }
  return {
    ...(options.page === undefined ? {} : { page: options.page }),
    ...(options.pageSize === undefined ? {} : { page_size: options.pageSize }),
  };
}
