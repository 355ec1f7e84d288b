import type { PageSizeLimit } from '../contract/limits.ts';
import { usageError } from '../errors.ts';

export interface PageOptions {
  readonly page?: string;
  readonly pageSize?: string;
  readonly all?: boolean;
}

/** A whole number of at least `min`, from an option's text; a usage error names the option. */
export function wholeNumber(option: string, text: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
    throw usageError(`${option} ${JSON.stringify(text)} is not a whole number of ${range}`);
  }
  return value;
}

/** The query of a paged endpoint from `--page` and `--page-size`; neither goes with `--all`. */
export function pageQuery(
  options: PageOptions,
  size: PageSizeLimit,
): { page?: number; page_size?: number } {
  if (options.all && options.page !== undefined) {
    throw usageError('--page and --all do not go together', 'leave one of them out');
  }
  return {
    ...(options.page === undefined ? {} : { page: wholeNumber('--page', options.page, 1) }),
    ...(options.pageSize === undefined
      ? {}
      : { page_size: wholeNumber('--page-size', options.pageSize, size.min, size.max) }),
  };
}
