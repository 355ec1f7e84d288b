/** The name of the module that holds the page's files. */
export const builtPage: RegExp;

/** Builds the page: returns the module that holds its files as text, and the inputs of its script. */
export function buildPage(): Promise<{ readonly contents: string; readonly metafile: object }>;
