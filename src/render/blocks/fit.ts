import stringWidth from 'string-width';

/** The width that a column needs. */
export interface Wish {
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
