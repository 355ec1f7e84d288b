import stringWidth from 'string-width';
import { textOf } from '../text/json.ts';
import { atOnce } from '../text/records.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { spokenDay, spokenParts, spokenPattern, ukZone } from '../text/time/spoken.ts';
import { parseInstant } from '../text/time/time.ts';
import { beginning } from '../text/words.ts';
import { eachOf, type Steps } from '../timers.ts';
import type { AnyColumn } from './result.ts';

const zoned = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** One text of a time cell; of a moment, to the minute, and with its seconds and its zone. */
interface TimePart {
  readonly text: string;
  readonly seconds?: string;
  readonly zone?: string;
}

/** A cell of times, before it is known which zones are shown elsewhere: one, or several with arrows between them. */
export type TimeCell = readonly TimePart[];

/** A moment in UK time; other values as days. */
function timePart(value: unknown, now: number | undefined): TimePart {
  const ms = typeof value === 'string' && zoned.test(value) ? parseInstant(value) : Number.NaN;
  if (Number.isNaN(ms)) return { text: dayText(value, now) };
  const { day, clock, seconds, zone } = spokenParts(ms, now);
  return { text: `${day} ${clock}`, seconds, zone };
}

/** `2026-09-04` and `2026-09-04 morning` with the day as people read it; other values as `cellForPeople` shows them. */
function dayText(value: unknown, now: number | undefined): string {
  const text = cellForPeople(value);
  const [, day = '', rest = ''] = /^(\d{4}-\d{2}-\d{2})( \D*)?$/.exec(text) ?? [];
  return day === '' ? text : spokenDay(day, now) + rest;
}

/** Values as cells of times; with seconds when two of them would otherwise look the same. */
export function* timeCells(values: readonly unknown[], now: number | undefined): Steps<TimeCell[]> {
  const cells = yield* eachOf(values, (value) =>
    (Array.isArray(value) ? value : [value])
      .map((each) => timePart(each, now))
      .filter(({ text }) => text !== ''),
  );
  const seen = new Map<string, string>();
  let exact = false;
  for (const { text, seconds = '', zone } of cells.flat()) {
    const key = `${text} ${zone}`;
    exact ||= (seen.get(key) ?? seconds) !== seconds;
    seen.set(key, seconds);
  }
  if (!exact) return cells;
  return cells.map((cell) => cell.map((part) => ({ ...part, text: part.text + (part.seconds ?? '') })));
}

/** A cell as text, with the zones that `shows` says. */
const cellText = (cell: TimeCell, shows: (zone: string) => boolean): string =>
  cell.map(({ text, zone }) => (zone !== undefined && shows(zone) ? `${text} ${zone}` : text)).join(' → ');

/** The heading of a table's times, and each cell beside it, by the rule that a zone is not repeated. */
export function timeColumns(columns: readonly (readonly TimeCell[])[], now: number | undefined) {
  const zones = new Set(columns.flat(2).flatMap(({ zone }) => zone ?? []));
  const [only] = zones;
  const here = now === undefined ? undefined : ukZone(now);
  const shows = (zone: string): boolean => zones.size > 1 && zone !== here;
  return {
    zone: zones.size > 1 ? 'UK time' : only,
    texts: columns.map((cells) => cells.map((cell) => cellText(cell, shows))),
  };
}

/** Times for people, each on its own: its zone follows the last time, or each of them if they differ. */
export const timeTexts = (values: readonly unknown[], now: number | undefined): string[] =>
  atOnce(timeCells(values, now)).map((cell) => {
    const zones = new Set(cell.flatMap(({ zone }) => zone ?? []));
    const [only] = zones;
    if (zones.size > 1) return cellText(cell, () => true);
    const text = cellText(cell, () => false);
    return only === undefined ? text : `${text} ${only}`;
  });

/** One time, or a list for a change of it, in UK time to the minute: `Thu 26 Nov 13:00 GMT`; other values as cells. */
export const timeText = (value: unknown, now: number | undefined): string => timeTexts([value], now)[0] ?? '';

/** A value for people, on one line and without anything that could control a terminal. */
export function cellForPeople(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return sanitizeLine(value.join(', '));
  return sanitizeLine(textOf(value));
}

/** The values that are not empty, for people. */
export const wordsIn = (...values: readonly unknown[]): string[] =>
  values.map(cellForPeople).filter((word) => word !== '');

/** An amount of money as sent, never rounded, with at least two decimals: `129.00`, `10.105`. */
export function amountText(value: unknown): string {
  const text = cellForPeople(value);
  const [, whole, digits = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined ? text : `${whole}.${digits.padEnd(2, '0')}`;
}

/** Whether the value is an object `{time}`, which marks a time among fields. */
export const isTimeMark = (value: unknown): value is { readonly time: unknown } =>
  value !== null && typeof value === 'object' && 'time' in value && Object.keys(value).length === 1;

/** A value for people, on its own; with `isTime`, in UK time. */
export const textForPeople = (value: unknown, isTime?: boolean, now?: number): string =>
  isTime ? timeText(value, now) : cellForPeople(value);

/** An event as one line for people: its values in the order of the columns, without empty ones. */
export const eventLine = (columns: readonly AnyColumn[], event: unknown, now?: number): string =>
  columns
    .map(({ value, time }) => textForPeople(value(event), time, now))
    .filter((text) => text !== '')
    .join('  ');

const plain = /^[ -~]*$/;

/** More than any screen shows of a line; of a longer text, only so much is looked at. */
const longestMeasured = 20_000;

/** Width of the text on the screen; of a very long one, at least that of its beginning. */
export function widthOf(text: string): number {
  if (text.length > longestMeasured) return text.length + widthOf(beginning(text, longestMeasured));
  return plain.test(text) ? text.length : stringWidth(text);
}

/** What is laid out of a text; more of a very long one would take longer than anybody waits. */
export const laidOut = (text: string): string =>
  text.length > longestMeasured ? `${beginning(text, longestMeasured)}…` : text;

/** Makes what is said of a text in messages and questions: without secrets, and without the middle of a very long one. */
export const said =
  (redact: (text: string) => string) =>
  (text: string): string => {
    const whole = redact(text);
    if (whole.length <= longestMeasured) return whole;
    // What is wrong often stands behind the name of what it is wrong with.
    const end = whole.slice(-longestMeasured / 2).replace(/^[\udc00-\udfff]/, '');
    return `${beginning(whole, longestMeasured / 2)}…${end}`;
  };

/** Text with spaces behind it up to a width on the screen. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Text cut to a width on the screen, with an ellipsis where it was cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const [first = ''] = brokenWord(laidOut(text), width - 1);
  return `${widthOf(first) < width ? first.trimEnd() : ''}…`;
}

/** Half a time can be read as another one: `Thu 26 Nov 13:00 GMT` counts as one word. */
const inWords = (text: string): string[] =>
  text
    .replaceAll(spokenPattern, (time) => time.replaceAll(' ', '\u0000'))
    .split(' ')
    .map((word) => word.replaceAll('\u0000', ' '));

/** Breaks one-line text at spaces into lines of at most `width` columns; a time, or a longer word, only if it must. */
export function wrapText(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const words = inWords(laidOut(text)).flatMap((word) => (widthOf(word) <= width ? [word] : word.split(' ')));
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    for (const part of brokenWord(word, width)) lines.push(part);
    line = lines.pop() ?? '';
  }
  lines.push(line);
  return lines;
}

const endOfCommand = /[;,:)?]$/;

/** Whether a single quote is open after a word of a command line, if one was `open` before it. Double quotes hold no space. */
function isOpenQuote(word: string, open: boolean): boolean {
  let isOpen = open;
  for (let at = 0; at < word.length; at++) {
    if (word[at] === "'") isOpen = !isOpen;
    else if (word[at] === '"' && !isOpen) at = Math.max(at, word.indexOf('"', at + 1));
  }
  return isOpen;
}

/** The words of a message. A command line to copy, up to the punctuation behind it, counts as one. */
function inPhrases(text: string): string[] {
  const words = inWords(text);
  const phrases: string[] = [];
  for (let at = 0; at < words.length; at++) {
    let word = words[at] ?? '';
    const phrase = [word];
    if (/^\(?cfi$/.test(word) && /^[a-z]/.test(words[at + 1] ?? ''))
      for (let isOpen = false; at + 1 < words.length && (isOpen || !endOfCommand.test(word)); ) {
        word = words[++at] ?? '';
        isOpen = isOpenQuote(word, isOpen);
        phrase.push(word);
      }
    phrases.push(phrase.join(' '));
  }
  return phrases;
}

/**
 * Breaks the lines of a message at spaces to fit `width` columns; what follows a break is indented by `hang`. A word or
 * a suggested command, which somebody may copy, stays whole: if it fits no line, the terminal breaks it.
 */
export const wrapMessage = (message: string, width: number, hang = 0): string =>
  message
    .split('\n')
    .map(laidOut)
    .flatMap((text) => {
      if (widthOf(text) <= width) return [text];
      const indent = text.length - text.trimStart().length;
      const lead = ' '.repeat(indent);
      const next = ' '.repeat(indent + hang);
      const [first = '', ...phrases] = inPhrases(text.slice(indent));
      const lines: string[] = [];
      let line = lead + first;
      for (const phrase of phrases) {
        const longer = `${line} ${phrase}`;
        const onNext = next + phrase;
        if (widthOf(longer) <= width || (widthOf(onNext) > width && widthOf(line) < width)) line = longer;
        else {
          lines.push(line);
          line = onNext;
        }
      }
      return [...lines, line];
    })
    .join('\n');

/** The time that the segments of a text take grows by the square of its length. */
const segmentedAtOnce = 200;

/** A word in parts of at most `width` columns, each of one character at least. */
function* brokenWord(word: string, width: number): Generator<string> {
  const segmenter = new Intl.Segmenter();
  let part = '';
  let used = 0;
  for (let at = 0; at < word.length; ) {
    const segments = [...segmenter.segment(word.slice(at, at + segmentedAtOnce))];
    // The last may be half of a character.
    if (at + segmentedAtOnce < word.length && segments.length > 1) segments.pop();
    for (const { segment } of segments) {
      const more = widthOf(segment);
      if (used + more > width && part !== '') {
        yield part;
        part = '';
        used = 0;
      }
      part += segment;
      used += more;
      at += segment.length;
    }
  }
  yield part;
}
