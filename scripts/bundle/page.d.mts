/** What the module of the page's files is called. */
export const builtPage: RegExp;

/** Builds the page: the module that holds its files as text, and what went into its script. */
export function buildPage(): Promise<{ readonly contents: string; readonly metafile: object }>;
