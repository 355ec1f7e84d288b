import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import { textOf } from '../../text/json.ts';
import { atOnce } from '../../text/records.ts';
import type { Steps } from '../../timers.ts';
import { mostLines } from '../document/layout.ts';
import type { ReadingOptions, SetPart, SkuMap } from '../document/types.ts';
import { type CellError, cellError } from '../fields/cells.ts';

/** The parts of a set as an entry of the map; a single one, once, is only another name. */
export const asEntry = (parts: readonly SetPart[]): string | readonly SetPart[] => {
  const [only] = parts;
  return parts.length === 1 && only?.Qty === 1 ? only.SKU : parts;
};

/** An order line that may be of a set. */
export type Line = Readonly<Record<string, unknown>>;

/** The lines of the parts of a set, or why they cannot be made, and by which field; any other line as it is. */
type Parts = readonly Line[] | (CellError & { readonly field: 'SKU' | 'PricePerUnit' });

/** Makes lines of the parts of sets. Throws a usage error for SKUs that go in a circle, and for sets of too much. */
export function setExpander(
  skus: SkuMap,
  prices: ReadingOptions['prices'],
  { order, nameOf } = resolved(skus),
) {
  let hasSets = false;
  for (const to of skus.values()) hasSets ||= typeof to !== 'string';
  if (!hasSets) return undefined;

  // A part may have another name, as a line may.
  const named = (part: SetPart): SetPart => ({ ...part, SKU: nameOf(part.SKU) });
  const known = new Map<string, ReturnType<typeof made>>();
  /** A set, how many units of goods are in it, which decides what it must cost at least, and what it costs. */
  const setOf = (sku: string): ReturnType<typeof made> | undefined => {
    const to = skus.get(sku);
    const found = known.get(sku) ?? (typeof to === 'object' ? made(to.map(named)) : undefined);
    if (found !== undefined) known.set(sku, found);
    return found;
  };
  const unitsIn = (sku: string): number => setOf(sku)?.units ?? 1;
  const listed = (parts: readonly SetPart[]): number[] =>
    parts.map(({ SKU, Qty }) => (prices?.(SKU) ?? setOf(SKU)?.price ?? 0) * Qty);
  /** `price`: by the price list; 0 where one of the parts has no price. */
  function made(parts: readonly SetPart[]): {
    readonly parts: readonly SetPart[];
    readonly units: number;
    readonly price: number;
  } {
    const each = listed(parts);
    return {
      parts,
      units: sumOf(parts.map(({ SKU, Qty }) => Qty * unitsIn(SKU))),
      price: each.every((price) => price > 0) ? sumOf(each) : 0,
    };
  }
  // A set within a set before it, because they may go deeper than the stack; any other when a line needs it.
  for (const sku of order) setOf(sku);

  const weightsOf = (parts: readonly SetPart[]): number[] => {
    if (parts.some(({ share }) => share !== undefined)) return parts.map(({ share = 1 }) => share);
    const each = listed(parts);
    return each.every((price) => price > 0) ? each : parts.map(() => 1);
  };

  /** Splits the pennies of `quantity` sets among their parts. */
  function* split(
    line: Line,
    parts: readonly SetPart[],
    quantity: number,
    pennies: number,
    number: string,
  ): Generator<Line> {
    const units = parts.map(({ SKU, Qty }) => quantity * Qty * unitsIn(SKU));
    const amounts = apportion(pennies, weightsOf(parts), units);
    let position = 0;
    const next = (): string => `${number}.${++position}`;
    for (const [at, { SKU, Qty: each }] of parts.entries()) {
      const [amount, count] = [amounts[at] ?? 0, quantity * each];
      const inner = setOf(SKU)?.parts;
      if (inner !== undefined) {
        yield* split(line, inner, count, amount, next());
        continue;
      }
      // The units that take an odd penny are a line of their own.
      const odd = amount % count;
      const price = (amount - odd) / count;
      for (const [Qty, pence] of [[count - odd, price] as const, [odd, price + 1] as const]) {
        if (Qty === 0) continue;
        yield { ...line, SKU, Qty, PricePerUnit: pence / 100, OrderLineNumber: next() };
      }
    }
  }

  return (line: Line): Parts => {
    const { SKU, Qty, PricePerUnit, OrderLineNumber } = line;
    const parts = typeof SKU === 'string' ? setOf(SKU.trim())?.parts : undefined;
    if (parts === undefined || typeof Qty !== 'number' || typeof PricePerUnit !== 'number') return [line];
    // What is wrong with these is reported as for any line.
    if (!Number.isSafeInteger(Qty) || Qty < 1 || PricePerUnit <= 0 || !OrderLineNumber) return [line];
    const pennies = Math.round(PricePerUnit * Qty * 100);
    const units = Qty * unitsIn(SKU as string);
    const tooLow = `is too low for the ${units} units of the set ${SKU}: each must cost at least 0.01`;
    if (pennies < units)
      return { field: 'PricePerUnit', ...cellError('at least 0.01 for each unit', tooLow, 'expected') };
    return [...split(line, parts, Qty, pennies, String(OrderLineNumber))];
  };
}

/** The SKUs of a map behind what they become, and a SKU's name after every renaming. Throws as `partsFirst`. */
function resolved(skus: SkuMap) {
  const order = orders.get(skus) ?? atOnce(partsFirst(skus));
  const last = new Map<string, string>();
  for (const sku of order) {
    const to = skus.get(sku);
    if (typeof to === 'string') last.set(sku, last.get(to) ?? to);
  }
  const nameOf = (sku: string): string => {
    const to = skus.get(sku);
    return typeof to === 'string' ? (last.get(to) ?? to) : sku;
  };
  return { order, nameOf };
}

/** What the options and these SKUs make of an order's lines. Throws a usage error for SKUs that go in a circle. */
export function lineRules(skus: SkuMap, { prices, include, skuMap, decided }: ReadingOptions) {
  const names = resolved(skus);
  const expand = setExpander(skus, prices, names);
  const sendsFreeLines = include?.includes('free-lines') === true;
  const use = (sku: unknown): void => {
    if (skuMap?.has(String(sku))) decided?.('skuMap');
  };
  return {
    skuOf(sku: string): string {
      const own = sku.trim();
      if (typeof skus.get(own) !== 'string') return sku;
      use(own);
      return names.nameOf(own);
    },
    /** Whether the map names a SKU: as another, or as a set. */
    isNamed: (sku: string): boolean => skus.has(sku.trim()),
    /** The price of a line, from the price list if the file has none, and whether it is free and sent at the lowest. */
    priceOf<Price>(sku: unknown, own: Price) {
      const price = own ?? prices?.(textOf(sku));
      const isFree = sendsFreeLines && price === 0;
      return { price: isFree ? limits.minPricePerUnit : price, isFree };
    },
    /** Why a line without a price has none in the price list; undefined without a list. */
    unpriced: (sku: unknown): CellError | undefined =>
      prices === undefined || sku === undefined
        ? undefined
        : cellError(
            `a price for ${textOf(sku)}`,
            `is missing: --prices has no price for the SKU ${textOf(sku)}`,
            'expected',
          ),
    /** `before`: how many lines the document has without it. */
    partsOf(line: Line, before: number): Parts {
      const found = expand?.(line) ?? [line];
      if ('message' in found || found[0] === line) return found;
      use(line.SKU);
      if (before + found.length <= mostLines) return found;
      const most = `${mostLines.toLocaleString('en')} lines`;
      const message = `makes more than ${most} of the order, the most that are read`;
      return { field: 'SKU', ...cellError(`at most ${most}`, message, 'expected') };
    },
  };
}

/** The SKUs that one becomes; none if it stays as it is. */
function next(skus: SkuMap, sku: string): readonly string[] {
  const entry = skus.get(sku);
  const parts = typeof entry === 'object' ? entry : entry === undefined ? [] : [{ SKU: entry, Qty: 1 }];
  return asEntry(parts) === sku ? [] : parts.map((part) => part.SKU);
}

/** These SKUs and their parts, each behind what it becomes. Throws a usage error for SKUs that go in a circle. */
function* inOrder(skus: SkuMap): Steps<Set<string>> {
  const found = new Set<string>();
  for (const start of skus.keys()) {
    yield;
    /** The way to where we are, each with what is still to be looked at. A list, because a map may be deeper than the stack. */
    const way = new Map([[start, [...next(skus, start)]]]);
    const steps = found.has(start) ? [] : [start];
    for (let sku = steps.at(-1); sku !== undefined; sku = steps.at(-1)) {
      yield;
      const part = way.get(sku)?.pop();
      if (part === undefined) {
        found.add(sku);
        way.delete(sku);
        steps.pop();
      } else if (way.has(part)) {
        const circle = [...steps.slice(steps.indexOf(part)), part];
        const ends = circle.length <= 12 ? circle : [...circle.slice(0, 10), '…', ...circle.slice(-1)];
        throw usageError(`the SKU map goes in a circle: ${ends.join(' > ')}`);
      } else if (!found.has(part)) {
        way.set(part, [...next(skus, part)]);
        steps.push(part);
      }
    }
  }
  return found;
}

/** A few sets within sets could make any number of lines. */
const mostParts = 1000;

/** What is known of maps that were looked through: it takes seconds with a million SKUs. */
const orders = new WeakMap<SkuMap, ReadonlySet<string>>();

/**
 * The SKUs of the map that become others of it, and those, each behind what it becomes. Throws a usage error for sets that
 * contain themselves or too much, and for names that are each other's.
 */
export function* partsFirst(map: SkuMap): Steps<ReadonlySet<string>> {
  const refuseMany = (sku: string, count: number): void => {
    if (count <= mostParts) return;
    const most = `more than ${mostParts} parts of ${sku}, those of the sets in it counted`;
    throw usageError(`the SKU map makes ${most}`);
  };
  // A map may have hundreds of thousands of names and sets; nearly all lead nowhere else.
  const skus = new Map<string, string | readonly SetPart[]>();
  for (const [sku, to] of map) {
    yield;
    const leadsOn = typeof to === 'string' ? map.has(to) : to.some((part) => map.has(part.SKU));
    if (leadsOn) skus.set(sku, to);
    else if (typeof to === 'object') refuseMany(sku, to.length);
  }
  const order = yield* inOrder(skus);
  const counts = new Map<string, number>();
  for (const sku of order) {
    yield;
    const parts = next(map, sku);
    const count = parts.length === 0 ? 1 : sumOf(parts.map((part) => counts.get(part) ?? 1));
    refuseMany(sku, count);
    counts.set(sku, count);
  }
  orders.set(map, order);
  return order;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Divides a whole amount in proportion to the weights, each part at least its minimum; what is left over goes to the largest
 * remainders. The minimums together are at most the amount.
 */
function apportion(amount: number, weights: readonly number[], minimums: readonly number[]): number[] {
  const fixed = new Set<number>();
  for (;;) {
    const open = weights.map((weight, at) => ({ weight, at })).filter(({ at }) => !fixed.has(at));
    const rest = amount - sumOf([...fixed].map((at) => minimums[at] ?? 0));
    const total = sumOf(open.map(({ weight }) => weight));
    const parts = open.map(({ weight, at }) => {
      const quota = total === 0 ? rest / open.length : (rest * weight) / total;
      return { at, amount: Math.floor(quota), remainder: quota % 1 };
    });
    const left = rest - sumOf(parts.map((part) => part.amount));
    for (const part of parts.toSorted((a, b) => b.remainder - a.remainder).slice(0, left)) part.amount += 1;
    const low = parts.filter((part) => part.amount < (minimums[part.at] ?? 0));
    if (low.length === 0) {
      const amounts = new Map(parts.map((part) => [part.at, part.amount]));
      return weights.map((_, at) => amounts.get(at) ?? minimums[at] ?? 0);
    }
    for (const { at } of low) fixed.add(at);
  }
}
