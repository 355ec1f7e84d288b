import { usageError } from '../../errors.ts';
import { cellReader } from '../fields/cells.ts';
import { cellAt } from './header.ts';
import { columnNamed, isBlankPair, type ListFile, lacksColumns } from './list-file.ts';
import { readBy, texts } from './shapes.ts';

/** Reads a table with these two columns, or a JSON object, as pairs of non-blank texts. Throws usage errors. */
export function readPairs(
  label: string,
  file: ListFile,
  names: readonly [key: string, value: string],
): ReadonlyMap<string, string> {
  const isJson = 'json' in file;
  const rows = isJson
    ? Object.entries(readBy(texts, file.json, label)).map((cells) => ({ place: label, cells }))
    : file.rows;
  const [fromAt = 0, toAt = 1] = isJson ? [] : names.map((name) => columnNamed(label, file.titles, name));
  if (fromAt === -1 || toAt === -1) throw lacksColumns(label, ...names);
  const pairs = new Map<string, string>();
  for (const { place, cells } of rows) {
    const [from, to] = [cellAt(cells, fromAt), cellAt(cells, toAt)];
    if (isBlankPair(place, names, from, to)) continue;
    const known = pairs.get(from);
    if (known !== undefined && known !== to)
      throw usageError(`${place}: ${from} appears twice, with ${known} and ${to}`);
    pairs.set(from, to);
  }
  return pairs;
}

/** Reads a price list, with the columns `SKU` and `PricePerUnit` or, always with points, as JSON. Throws usage errors. */
export function readPriceFile(
  label: string,
  file: ListFile,
  decimal: 'point' | 'comma',
): ReadonlyMap<string, number> {
  const read = cellReader('number', { decimal: 'json' in file ? 'point' : decimal });
  const prices = new Map<string, number>();
  for (const [sku, price] of readPairs(label, file, ['SKU', 'PricePerUnit'])) {
    const found = read(price);
    if (typeof found !== 'number')
      throw usageError(
        `${label}: the price of ${sku} is ${JSON.stringify(price)}`,
        typeof found === 'string' ? undefined : `it ${found.message}`,
      );
    prices.set(sku, found);
  }
  return prices;
}
