import { widthOf } from './fit.ts';

/** Not the spaces within `2026-09-04 09:00 +01:00`: half a time can be read as another one. */
const betweenWords = / (?!(?<=\d )[+-]?\d\d:\d\d)/;

/**
 * Breaks one-line text at spaces into lines of at most `width` columns; only a longer word is broken itself. A time stays
 * on one line if there is room.
 */
export function wrapText(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  const words = text
    .split(betweenWords)
    .flatMap((word) => (widthOf(word) <= width ? [word] : word.split(' ')));
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
