/** What one line of the table compares, and the goal. */
export interface Comparison {
  readonly what: string;
  readonly yardstick: string;
  /** A figure as people read it, such as `12 ms`. */
  readonly unit: (figure: number) => string;
  /** Our figure by the yardstick's. */
  readonly ratio: readonly ['≤' | '≥', number];
  /** Our own figure must also be below this. */
  readonly below?: number;
}

export interface Figures {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** One line of the table. */
export interface Row {
  readonly cells: readonly string[];
  readonly reached: boolean;
}

export const headings = ['cfi', 'yardstick', 'ratio', 'goal', 'reached'];

/** The line of a comparison with its figures. */
export function rowOf(comparison: Comparison, { ours, theirs, ratio }: Figures): Row {
  const { what, yardstick, unit, below } = comparison;
  const [sign, wanted] = comparison.ratio;
  const isBelow = below === undefined || ours < below;
  const reached = isBelow && (sign === '≤' ? ratio <= wanted : ratio >= wanted);
  const goal = below === undefined ? `${sign} ${wanted}` : `${sign} ${wanted}, < ${unit(below)}`;
  const theirFigure = `${unit(theirs)} (${yardstick})`;
  return { cells: [what, unit(ours), theirFigure, ratio.toFixed(2), goal, reached ? 'yes' : 'no'], reached };
}

type Measure = () => Promise<number>;

/**
 * Measures both in turn, A B A B, after one run of each that does not count, so that a slow minute affects both. All
 * figures are medians; the ratio is that of the pairs.
 */
export async function inPairs(rounds: number, ours: Measure, theirs: Measure): Promise<Figures> {
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) pairs.push([await ours(), await theirs()]);
  const counted = pairs.slice(1);
  return {
    ours: median(counted.map(([a]) => a)),
    theirs: median(counted.map(([, b]) => b)),
    ratio: median(counted.map(([a, b]) => a / b)),
  };
}

/** The middle one of an odd number of values. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export const ms = (figure: number): string => `${figure.toFixed(0)} ms`;
export const seconds = (figure: number): string => `${(figure / 1000).toFixed(1)} s`;
export const perSecond = (figure: number): string => `${Math.round(figure).toLocaleString('en')}/s`;
export const megabytes = (figure: number): string => `${Math.round(figure)} MB`;

/** What a process may take at its peak, however long its input. The young generation of newer Nodes is larger. */
export const mostMegabytes = Number.parseInt(process.versions.node, 10) >= 26 ? 280 : 220;
