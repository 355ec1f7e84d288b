/** The headers of an answer as they came, names and values in turn: undici gives bytes, Node gives text. */
export type HeaderList = readonly (Buffer | string)[];

const textOf = (each: Buffer | string | undefined): string =>
  typeof each === 'string' ? each : (each?.toString('latin1') ?? '');

/** The first value of a header, whose name is given in lower case; undefined if the answer does not have it. */
export function headerOf(list: HeaderList, name: string): string | undefined {
  for (let at = 0; at < list.length; at += 2)
    // Nearly all others have another length, and need not be decoded.
    if (list[at]?.length === name.length && textOf(list[at]).toLowerCase() === name)
      return textOf(list[at + 1]);
  return undefined;
}

/** All headers by name in lower case; the values of repeated ones are joined with a comma. */
export function headersByName(list: HeaderList): Record<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < list.length; at += 2) {
    const name = textOf(list[at]).toLowerCase();
    const value = textOf(list[at + 1]);
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(values);
}
