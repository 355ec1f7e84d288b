import { usageError } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import { turns } from '../../timers.ts';
import { cellReader } from '../fields/cells.ts';
import { cellAt } from './header.ts';
import { columnNamed, isBlankPair, type ListFile, type ListTable, lacksColumns } from './list-file.ts';
import { mustBeTexts, readBy, textOr } from './shapes.ts';

const text = textOr('must be text');

function* rowsIn(label: string, json: unknown): Generator<ListTable['rows'][number]> {
  if (!isFields(json)) throw usageError(`${label} ${mustBeTexts}`);
  for (const [key, value] of Object.entries(json))
    yield { place: label, cells: [key, readBy(text, value, label, [key])] };
}

/** Reads a table with these two columns, or a JSON object, as pairs of non-blank texts. Throws usage errors. */
export async function readPairs(label: string, file: ListFile, names: readonly [key: string, value: string]) {
  const isJson = 'json' in file;
  const rows = isJson ? rowsIn(label, file.json) : file.rows;
  const [fromAt = 0, toAt = 1] = isJson ? [] : names.map((name) => columnNamed(label, file.titles, name));
  if (fromAt === -1 || toAt === -1) throw lacksColumns(label, ...names);
  const pairs = new Map<string, string>();
  const turn = turns(16);
  for (const { place, cells } of rows) {
    await turn();
    const [from, to] = [cellAt(cells, fromAt), cellAt(cells, toAt)];
    if (isBlankPair(place, { [names[0]]: from, [names[1]]: to })) continue;
    const known = pairs.get(from);
    if (known !== undefined && known !== to)
      throw usageError(`${place}: ${from} appears twice, with ${known} and ${to}`);
    pairs.set(from, to);
  }
  return pairs;
}

/** Reads a price list, with the columns `SKU` and `PricePerUnit` or, always with points, as JSON. Throws usage errors. */
export async function readPriceFile(label: string, file: ListFile, decimal: 'point' | 'comma') {
  const read = cellReader('number', { decimal: 'json' in file ? 'point' : decimal });
  const prices = new Map<string, number>();
  const turn = turns(16);
  for (const [sku, price] of await readPairs(label, file, ['SKU', 'PricePerUnit'])) {
    await turn();
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
