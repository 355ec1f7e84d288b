/** With less room than this, a hanging indent is not worth it. */
const leastRoom = 24;

/**
 * Where a continuation line starts: under the second column (`  --flag VALUE  meaning`) if there is room, else at the
 * line's own indent.
 */
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

/**
 * Wraps text to `width` columns, only at spaces; a longer word stays whole. A line of two columns continues under its
 * second one.
 */
export const wrapLines = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
