import stringWidth from 'string-width';
import { spokenPattern } from '../text/time/spoken.ts';

/** The width that a column needs. */
interface Wish {
  /** Widest cell, heading included. */
  readonly width: number;
  /** 1 is the most important. */
  readonly priority: number;
  /** Never made narrower than this: a number or a time means nothing once cut. */
  readonly least?: number;
}

/** A column that would be narrower than this is hidden instead. */
const narrowest = 8;

const plain = /^[ -~]*$/;

/** Width of the text on the screen. */
export const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

/**
 * Column widths that fit together with the gaps between them. The least important column shrinks first, and is hidden
 * when cutting it is not enough. Undefined for a hidden column; the most important one always stays.
 */
export function fitColumns(wishes: readonly Wish[], available: number, gap: number): (number | undefined)[] {
  const widths: (number | undefined)[] = wishes.map(({ width }) => width);
  const excess = (): number => {
    const kept = widths.filter((width) => width !== undefined);
    return kept.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, kept.length - 1) - available;
  };
  const leastFirst = wishes.map((_, index) => index).sort((a, b) => rank(wishes, b) - rank(wishes, a));
  for (const index of leastFirst) {
    const over = excess();
    if (over <= 0) break;
    const { width = 0, least = 0 } = wishes[index] ?? {};
    const left = width - over;
    if (index === leastFirst.at(-1)) widths[index] = Math.max(1, left);
    else widths[index] = left >= Math.max(least, narrowest) ? left : undefined;
  }
  return widths;
}

const rank = (wishes: readonly Wish[], index: number): number =>
  (wishes[index]?.priority ?? 0) * 1000 + index;

/** Text cut to a width on the screen, with an ellipsis where it was cut. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const more = widthOf(segment);
    if (used + more > width - 1) break;
    kept += segment;
    used += more;
  }
  return `${kept.trimEnd()}…`;
}

/** Half a time can be read as another one: `Thu 26 Nov 13:00 GMT` counts as one word. */
const inWords = (text: string): string[] =>
  text
    .replaceAll(spokenPattern, (time) => time.replaceAll(' ', '\u0000'))
    .split(' ')
    .map((word) => word.replaceAll('\u0000', ' '));

/**
 * Breaks one-line text at spaces into lines of at most `width` columns; only a longer word is broken itself. A time stays
 * on one line if there is room.
 */
export function wrapText(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const words = inWords(text).flatMap((word) => (widthOf(word) <= width ? [word] : word.split(' ')));
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = brokenWord(word, width);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  lines.push(line);
  return lines;
}

function brokenWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const more = widthOf(segment);
    if (used + more > width && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += more;
  }
  return [...parts, part];
}
