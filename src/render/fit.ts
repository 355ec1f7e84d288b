import stringWidth from 'string-width';

/** A column before it is known how wide it may be. */
export interface Wish {
  /** Widest cell, heading included. */
  readonly width: number;
  /** 1 is the most important. */
  readonly priority: number;
}

/** A column is dropped rather than made narrower than this. */
const narrowest = 8;

/** Columns on the screen that the text takes. */
export const widthOf = (text: string): number => stringWidth(text);

/**
 * The width of each column so that all of them and the gaps between fit: the least important shrink first, then go.
 * Undefined for a column that has to go; the most important one always stays.
 */
export function fitColumns(wishes: readonly Wish[], available: number, gap: number): (number | undefined)[] {
  const widths: (number | undefined)[] = wishes.map(({ width }) => width);
  const excess = (): number => {
    const kept = widths.filter((width) => width !== undefined);
    return kept.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, kept.length - 1) - available;
  };
  const byImportance = wishes.map((_, index) => index).sort((a, b) => rank(wishes, b) - rank(wishes, a));
  for (const index of byImportance) {
    const width = widths[index] ?? 0;
    const over = excess();
    if (over <= 0) return widths;
    if (width > narrowest) widths[index] = Math.max(narrowest, width - over);
  }
  for (const index of byImportance.slice(0, -1)) {
    if (excess() <= 0) break;
    widths[index] = undefined;
  }
  return regrow(wishes, widths, -excess());
}

/** Gives the room that a dropped column left back to those that shrank, the most important first. */
function regrow(
  wishes: readonly Wish[],
  widths: (number | undefined)[],
  room: number,
): (number | undefined)[] {
  let left = room;
  const order = wishes.map((_, index) => index).sort((a, b) => rank(wishes, a) - rank(wishes, b));
  for (const index of order) {
    const width = widths[index];
    if (width === undefined) continue;
    const more = Math.min((wishes[index]?.width ?? width) - width, left);
    if (left < 0) widths[index] = Math.max(1, width + left);
    else widths[index] = width + more;
    left -= more;
    if (left <= 0) break;
  }
  return widths;
}

const rank = (wishes: readonly Wish[], index: number): number =>
  (wishes[index]?.priority ?? 0) * 1000 + index;

/** Text cut to a width on the screen, with an ellipsis where something went. */
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
  return `${kept}…`;
}
