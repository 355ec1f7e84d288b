import { cut, wrapText } from '../../render/width.ts';
import { sanitizeLine } from '../../text/sanitize.ts';

/** The text on at most `most` lines of the screen, with an ellipsis where the rest is left out. */
export function wrapTo(text: string, columns: number, most: number): string[] {
  const lines = wrapText(sanitizeLine(text), columns);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]}…`, columns)];
}

/** A question on at most `most` lines. If it is too long, its beginning is shown: that says what is agreed to. */
export function wrapQuestion(text: string, columns: number, most: number): string[] {
  const lines = wrapText(sanitizeLine(`${text} y/n`), columns);
  return lines.length <= most ? lines : [...wrapTo(text, columns, Math.max(1, most - 1)), 'y/n'];
}
