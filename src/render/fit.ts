import stringWidth from 'string-width';

/** A column before it is known how wide it may be. */
export interface Wish {
  /** Widest cell, heading included. */
  readonly width: number;
  /** 1 is the most important. */
  readonly priority: number;
  /** Never made narrower than this: numbers and times mean nothing when they are cut, their heading does. */
  readonly least?: number;
}

/** A column is dropped rather than made narrower than this. */
const narrowest = 8;

const plain = /^[ -~]*$/;

/** Columns on the screen that the text takes. */
export const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

/**
 * The width of each column so that all of them and the gaps between fit. The least important gives way first: it is
 * cut, or goes where that is not enough. Undefined for a column that has to go; the most important one always stays.
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
  return `${kept.trimEnd()}…`;
}
