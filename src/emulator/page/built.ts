/** A file of the page as it is sent. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

/** The files of the page by name; the build puts them here (scripts/bundle/page.mjs), so they travel with the program. */
export const pageFiles: Readonly<Record<string, PageFile>> = {};
