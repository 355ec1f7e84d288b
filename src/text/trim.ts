/**
 * Removes the characters of `unwanted` from the end of the text. An expression such as `/\n+$/` takes quadratic time on
 * text with many of them elsewhere.
 */
export function withoutTrailing(text: string, unwanted: string): string {
  let end = text.length;
  while (end > 0 && unwanted.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const halfAtEnd = /[\ud800-\udbff]$/;

/** The beginning of a text, at most that many UTF-16 units, without half of a character that takes two. */
export const beginning = (text: string, most: number): string => text.slice(0, most).replace(halfAtEnd, '');
