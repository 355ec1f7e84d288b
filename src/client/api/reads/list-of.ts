import { CfiError } from '../../../errors.ts';
import { type Fields, field, isFields } from '../../../text/records.ts';
import type { ApiResponse } from '../../types.ts';

/** The list in `data`: itself, or one of these members of it; undefined if there is none. */
export function rawList(data: unknown, ...names: readonly string[]): readonly unknown[] | undefined {
  const list = Array.isArray(data) ? data : field(data, ...names);
  return Array.isArray(list) ? list : undefined;
}

/**
 * The records of a list of `what`: `data` itself, or one of these members of it. Throws `unavailable` for an answer
 * without such a list: it shows nothing, not that there is nothing.
 */
export function listOf(
  { data }: Pick<ApiResponse, 'data'>,
  what: string,
  ...names: readonly string[]
): readonly Fields[] {
  const list = rawList(data, ...names);
  if (list !== undefined && (list.length === 0 || list.some(isFields))) return list.filter(isFields);
  throw new CfiError('unavailable', `the service did not answer with a list of ${what}`, {
    hint: 'try again in a moment',
  });
}
