import { sanitizeLine } from './sanitize.ts';

/**
 * A command line as its words, split at white space; single and double quotes hold words together and a backslash takes
 * the next character as it is; on Windows (`win32`), where it is part of paths, only a quote. Nothing else means
 * anything, because no shell will see it. Undefined when a quote is left open.
 */
export function splitWords(line: string, platform = 'linux'): string[] | undefined {
  const escapes = (next: string): boolean => platform !== 'win32' || /["']/.test(next);
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    const next = line[at + 1];
    if (quote !== "'" && char === '\\' && next !== undefined && escapes(next)) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

/** Whether text is one word of ASCII, as a token must be to travel in a header. */
export const isHeaderWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The word as a POSIX shell would have to be given it, quoted only where it must be. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * A service's or a file's text as a word of a command line that people are shown: it cannot act on the shell or hide.
 */
export const shownWord = (text: string): string => quoteWord(sanitizeLine(text));

/** A number of things: `1 order`, `2 orders`. `plural` where an s is not enough. */
export const counted = (count: number, one: string, plural = `${one}s`): string =>
  `${count} ${count === 1 ? one : plural}`;

/** The word with its first letter as a capital. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
