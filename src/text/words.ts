import type { Env } from './records.ts';
import { sanitizeLine } from './sanitize.ts';

/**
 * Splits a command line into words at white space. Single and double quotes keep words together, and a backslash
 * escapes the next character; on Windows (`win32`), where paths contain backslashes, only a quote. Nothing else is
 * special, because no shell sees it. Undefined when a quote is left open.
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

/** Whether text is one ASCII word, as a token in a header must be. */
export const isHeaderWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/**
 * The word as typed in a POSIX shell, quoted only when necessary. In PowerShell it is nothing but text as well: there, each of
 * these quotes ends a word in single quotes.
 */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll(/['\u2018-\u201b]+/g, `'"$&"'`)}'`;

/** Text from a service or a file as one word of a displayed command line: it cannot affect the shell or hide. */
export const shownWord = (text: string): string => quoteWord(sanitizeLine(text));

/** What somebody forgot who typed `--date 18 dec`. */
export const quoteSpaces = 'put a value with spaces in quotes';

/** A file as one word of a command line; `./` keeps its name from being read as an option, or as standard input. */
export const fileWord = (name: string): string => shownWord(name.startsWith('-') ? `./${name}` : name);

/** The last words of a command line, none of which is read as an option. */
export const operands = (words: readonly string[]): readonly string[] =>
  words.some((word) => word.startsWith('-')) ? ['--', ...words] : words;

/** A count with its noun: `1 order`, `2 orders`. Pass `plural` when adding an s is not enough. */
export const counted = (count: number, one: string, plural = `${one}s`): string =>
  `${count} ${count === 1 ? one : plural}`;

/** Words as a list in a sentence: `a`, `a and b`, `a, b and c`; or with `or`. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The first of `all` names in a sentence, at most so many: `a, b, c and 9 more`. */
export const firstFew = (names: readonly string[], most = 5, all = names.length): string =>
  all <= most ? listed(names) : listed([...names.slice(0, most - 1), `${all - most + 1} more`]);

/** A list that is written as one text, of one line or several: its entries have ` | ` between them. */
export const listOf = (text: string): readonly string[] => text.split(/\s\|\s/).map((entry) => entry.trim());

/** The word with its first letter capitalised. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A file of a command line as messages name it. */
export const shownFile = (name: string): string => (name === '-' ? 'standard input' : name);

/** Removes these characters from the end, in linear time, which an expression like `/\n+$/` does not take. */
export function withoutTrailing(text: string, unwanted: string): string {
  let end = text.length;
  while (end > 0 && unwanted.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The beginning of a text, at most that many UTF-16 units, without half of a character that takes two. */
export const beginning = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** The text in a form of Unicode; with more accents on a letter than any writing has, it stays: sorting is slow. */
export const normalized = (text: string, form: 'NFC' | 'NFKD'): string =>
  text.length >= 50 && /[\p{M}\uff9e\uff9f]{50}/u.test(text) ? text : text.normalize(form);

/** Our symbols that a terminal without Unicode cannot show, each with an ASCII replacement of the same width. */
const plainSigns: readonly (readonly [sign: string, plain: string])[] = [
  ['→', '>'],
  ['…', '~'],
  ['×', 'x'],
  ['█', '#'],
  ['░', '.'],
];

/** The text with our symbols replaced by ASCII. */
export const withPlainSigns = (text: string): string =>
  plainSigns.reduce((line, [sign, plain]) => line.replaceAll(sign, plain), text);

/** The text with the symbols that its reader has: words for a screen reader, ASCII for a plain terminal. */
export const withSigns = (
  text: string,
  { accessible = false, plain = false }: { readonly accessible?: boolean; readonly plain?: boolean },
): string => {
  if (accessible) return withSpokenSigns(text);
  return plain ? withPlainSigns(text) : text;
};

/** The text with our symbols as a screen reader should say them, and without the spaces that align it. */
export const withSpokenSigns = (text: string): string =>
  text
    .replaceAll('→', 'changed to')
    .replaceAll('…', '...')
    .replaceAll(/(?<=\S) {2,}/g, ' ');

/** Whether a terminal shows only ASCII: a dumb one, or one whose locale says so. */
export function isPlainTerminal(env: Env, platform: string) {
  if (env.TERM === 'dumb') return true;
  const language = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return platform !== 'win32' && language !== '' && !/utf-?8/i.test(language);
}

/** Text whose order is that in which people count, without regard to case: `B-2` before `B-10`. Each number follows its length. */
export const countedOrder = (text: string): string =>
  text.toLowerCase().replaceAll(/\d+/g, (all) => {
    const digits = all.replace(/^0+(?=\d)/, '');
    return `${String(digits.length).padStart(3, '0')}${digits}`;
  });

/** With less room than this, a hanging indent is not worth it. */
const leastRoom = 24;

/** Where a continuation starts: under the second column (`  --flag VALUE  meaning`), or without room, at the indent. */
function hangingIndent(line: string, width: number): number {
  const lead = line.length - line.trimStart().length;
  const gap = /\S {2,}(?=\S)/.exec(line);
  if (gap === null) return Math.min(lead, width >> 1);
  const column = gap.index + gap[0].length;
  return width - column < leastRoom ? Math.min(lead + 2, width >> 1) : column;
}

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = ' '.repeat(hangingIndent(line, width));
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const at = rest.lastIndexOf(' ', width);
    const breakAt = at <= indent.length ? rest.indexOf(' ', Math.max(width, indent.length + 1)) : at;
    if (breakAt < 0) break;
    lines.push(rest.slice(0, breakAt).trimEnd());
    rest = indent + rest.slice(breakAt).trimStart();
  }
  return [...lines, rest];
}

/** Wraps text at spaces; a longer word stays whole, and a line of two columns continues under its second one. */
export const wrapLines = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');

/** A number in plain digits, without an exponent. */
export function plainDigits(value: number): string {
  const text = String(value);
  const [, minus = '', whole = '', decimals = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const shift = Number(exponent);
  const digits = whole + decimals;
  return shift < 0 ? `${minus}0.${'0'.repeat(-shift - 1)}${digits}` : minus + digits.padEnd(shift + 1, '0');
}
