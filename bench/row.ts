/** One line of the table: what was measured, against what, and what it should reach. */
export interface Row {
  readonly name: string;
  /** Our figure and the yardstick's, with their unit. */
  readonly ours: string;
  readonly yardstick: string;
  readonly ratio: number;
  readonly goal: Goal;
}

export interface Goal {
  readonly kind: 'at-most' | 'at-least';
  readonly ratio: number;
}

export const atMost = (ratio: number): Goal => ({ kind: 'at-most', ratio });
export const atLeast = (ratio: number): Goal => ({ kind: 'at-least', ratio });

export const isReached = ({ ratio, goal }: Row): boolean =>
  goal.kind === 'at-most' ? ratio <= goal.ratio : ratio >= goal.ratio;

export interface BenchOptions {
  /** Full size: a million orders, a hundred thousand SKUs. */
  readonly full: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** Measures both in turn, A B A B, so that a drift of the machine meets both; the ratio is the median of the pairs. */
export async function inPairs(
  rounds: number,
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<{ ours: number; yardstick: number; ratio: number }> {
  const pairs: [number, number][] = [];
  await ours();
  await yardstick();
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await yardstick()]);
  return {
    ours: median(pairs.map(([a]) => a)),
    yardstick: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}
