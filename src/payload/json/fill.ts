import { limits } from '../../contract/limits.ts';
import type { Body } from '../document/check.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { isObject } from './known-members.ts';

/** The objects with a target's field, each with its path. */
export function* holders(
  body: Body,
  section: string,
  perLine: boolean,
): Generator<{ holder: Body; path: string }> {
  if (section === '') return yield { holder: body, path: '' };
  const value = body[section];
  if (!perLine && isObject(value)) yield { holder: value, path: `${section}.` };
  if (!perLine || !Array.isArray(value)) return;
  for (const [index, line] of value.entries()) {
    if (isObject(line)) yield { holder: line, path: `${section}[${index}].` };
  }
}

/** Fills documents from the options: constants, prices, those of free lines, and the warehouse's SKUs. */
export function filler({
  layout,
  options,
  settings,
}: Pick<ReadingContext, 'layout' | 'options' | 'settings'>) {
  const skus = new Map(Object.entries(options.skuMap ?? {}));
  const sendsFreeLines = options.include?.includes('free-lines') === true;

  function fill(body: Body): void {
    for (const { target, value } of settings.values()) {
      if (target.section !== '' && !target.perLine && body[target.section] === undefined)
        body[target.section] = {};
      for (const { holder } of holders(body, target.section, target.perLine)) holder[target.field] = value;
    }
  }

  /** Fills in missing prices from `--prices`. */
  function fillPrices(body: Body): void {
    if (options.prices === undefined) return;
    for (const { holder } of holders(body, layout.lines, true)) {
      if (holder.PricePerUnit !== undefined && holder.PricePerUnit !== null) continue;
      const price = options.prices(String(holder.SKU));
      if (price !== undefined) holder.PricePerUnit = price;
    }
  }

  /** Gives free lines the lowest price, if they are to be sent; says whether there are any. */
  function priceFreeLines(body: Body): boolean {
    if (!sendsFreeLines) return false;
    const free = [...holders(body, layout.lines, true)].filter(({ holder }) => holder.PricePerUnit === 0);
    for (const { holder } of free) holder.PricePerUnit = limits.minPricePerUnit;
    return free.length > 0;
  }

  /** Replaces the shop's SKUs with the warehouse's. */
  function translateSkus(body: Body): void {
    if (skus.size === 0) return;
    for (const { holder } of holders(body, layout.lines, true)) {
      const known = typeof holder.SKU === 'string' ? skus.get(holder.SKU.trim()) : undefined;
      if (known !== undefined) holder.SKU = known;
    }
  }

  return { fill, fillPrices, priceFreeLines, translateSkus };
}
