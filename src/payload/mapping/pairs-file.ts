import { usageError } from '../../errors.ts';
import { cellReader } from '../fields/cells.ts';
import { columnNamed, isBlankPair, type ListFile, type ListTable, lacksColumns } from './list-file.ts';
import { readBy, texts } from './shapes.ts';

/** Reads a table with these two columns, or a JSON object, as pairs of non-blank texts. Throws usage errors. */
export function readPairs(
  label: string,
  file: ListFile,
  [key, value]: readonly [key: string, value: string],
): ReadonlyMap<string, string> {
  const found: Pair[] =
    'json' in file
      ? Object.entries(readBy(texts, file.json, label)).map((pair) => [label, ...pair])
      : columnPairs(label, file, key, value);
  const pairs = new Map<string, string>();
  for (const [place, own, other] of found) {
    const [from, to] = [own.trim(), other.trim()];
    if (isBlankPair(place, [key, value], from, to)) continue;
    const known = pairs.get(from);
    if (known !== undefined && known !== to)
      throw usageError(`${place}: ${from} appears twice, with ${known} and ${to}`);
    pairs.set(from, to);
  }
  return pairs;
}

type Pair = readonly [place: string, key: string, value: string];

function columnPairs(label: string, { titles, rows }: ListTable, key: string, value: string): Pair[] {
  const [from, to] = [columnNamed(label, titles, key), columnNamed(label, titles, value)];
  if (from === -1 || to === -1) throw lacksColumns(label, key, value);
  return rows.map(({ place, cells }) => [place, cells[from] ?? '', cells[to] ?? '']);
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
