import type { Told } from '../../errors.ts';
import { nearest } from '../../text/nearest.ts';

/** "; did you mean X?" when a known name is near. */
export function suggestion(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/**
 * What is said of an unknown name: the end of a sentence that names it, what is expected in its place, and what that
 * sentence holds of a problem.
 */
export function unknownName(
  name: string,
  known: Iterable<string>,
): { readonly ending: string; readonly expected: string; readonly held: readonly Told[] } {
  const near = nearest(name, known);
  return near === undefined
    ? { ending: '', expected: 'a known name', held: ['found'] }
    : { ending: `; did you mean ${near}?`, expected: near, held: ['found', 'expected'] };
}
