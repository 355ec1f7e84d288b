const notPlain = /[^\u0020-\u007e]/;

/**
 * A cell's text for comparisons: in lower case, without outer blanks. Accents that are characters of their own, and
 * no-break spaces, are as usual: programs write the same word in both ways.
 */
export function foldedText(cell: string): string {
  const text = cell.trim().toLowerCase();
  return notPlain.test(text) ? text.normalize('NFC').replaceAll(/[\u00a0\u202f]/g, ' ') : text;
}
