import type { Stated } from '../../errors.ts';
import { nearest } from '../../text/nearest.ts';

/** "; did you mean X?" if there is a similar known name. */
export function suggestion(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** What to say about an unknown name: the end of a sentence that names it, and what is expected instead. */
export function unknownName(
  name: string,
  known: Iterable<string>,
): { readonly ending: string; readonly expected: string; readonly held: readonly Stated[] } {
  const ending = suggestion(name, known);
  return { ending, expected: nearest(name, known) ?? 'a known name', held: ['found', 'expected'] };
}
