/**
 * Removes the characters of `unwanted` from the end of the text. An expression such as `/\n+$/` takes quadratic time on
 * text with many of them elsewhere.
 */
export function withoutTrailing(text: string, unwanted: string): string {
  let end = text.length;
  while (end > 0 && unwanted.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
