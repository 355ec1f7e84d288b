/** One line of the table: what was measured, the yardstick, and the goal. */
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
  /** An additional limit on our own figure. */
  readonly most?: { readonly value: number; readonly limit: number; readonly unit: string };
}

export const atMost = (ratio: number): Goal => ({ kind: 'at-most', ratio });
export const atLeast = (ratio: number): Goal => ({ kind: 'at-least', ratio });

/** Whether a row reaches its goal. */
export function isReached({ ratio, goal: { kind, ratio: wanted, most } }: Row): boolean {
  if (most !== undefined && most.value > most.limit) return false;
  return kind === 'at-most' ? ratio <= wanted : ratio >= wanted;
}

/** The goal as shown to people. */
export function goalText({ kind, ratio, most }: Goal): string {
  const limit = most === undefined ? '' : `, ≤ ${most.limit} ${most.unit}`;
  return `${kind === 'at-most' ? '≤' : '≥'} ${ratio}${limit}`;
}

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

/** Measures both in turn, A B A B, so that drift affects both; the ratio is the median of the pairs. */
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
