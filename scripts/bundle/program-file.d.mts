/** The texts of the program's modules in one piece, and the table to read it with. */
export function programFile(
  version: string,
  texts: Iterable<readonly [module: string, text: string]>,
): {
  readonly build: string;
  readonly table: object;
  readonly content: Buffer;
};

/** The modules of a built program: the name and the text of each. */
export function programTexts(folder: string): { readonly name: string; readonly text: string }[];
