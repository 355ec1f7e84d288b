import { nearest } from '../../text/nearest.ts';

/** "; did you mean X?" when a known name is near. */
export function suggestion(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** The known name nearest to one that is unknown; where none is near, that one of them is expected. */
export const expectedName = (name: string, known: Iterable<string>): string =>
  nearest(name, known) ?? 'a known name';
