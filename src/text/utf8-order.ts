/**
 * Compares texts by their bytes in UTF-8, as SQLite does; negative if `a` comes first. `<` compares UTF-16 units, and so
 * puts an emoji before a fullwidth letter.
 */
export const compareUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
