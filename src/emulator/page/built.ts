export interface PageFile {
  readonly type: string;
  readonly text: string;
}

/** The files of the page by name; the build (scripts/bundle/page.mjs) fills this in to ship them with the program. */
export const pageFiles: Readonly<Record<string, PageFile>> = {};
