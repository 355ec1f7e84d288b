import { usageError } from '../../errors.ts';
import { messageOf } from '../../text/records.ts';
import { cellReference, type Table } from '../document/row.ts';
import type { SetPart, SkuMap } from '../document/types.ts';
import { cellReader } from '../fields/cells.ts';
import { conformed, type Role } from '../fields/sheet-cell.ts';
import { csvTable } from '../source/csv-table.ts';
import { suggestion } from './header.ts';
import { readTextObject } from './map-file.ts';
import { asEntry, partOf, readSkus, refuseCircles } from './sets.ts';

type Cells = readonly (readonly string[])[];
/** The text of a CSV or JSON file, or the cells of a workbook. */
export type PairsText = string | Cells;

/**
 * The cells of a workbook with a list, each as the text that is read. Throws a usage error for a cell that cannot be
 * read. `name` is the option with its file; `numbers` names the column whose cells are numbers.
 */
export async function readPairsSheet(
  name: string,
  { rows, sheet }: Table,
  numbers?: { readonly column: string; readonly decimal: 'point' | 'comma' },
): Promise<Cells> {
  const read: string[][] = [];
  let number = -1;
  for await (const block of rows()) {
    for (const { cells, typed = [], line } of block.rows) {
      if (read.length === 0)
        number = cells.findIndex((cell) => cell.trim().toLowerCase() === numbers?.column.toLowerCase());
      const own = cells.map((text, index) => {
        const cell = typed[index];
        if (cell === undefined) return text;
        const role: Role =
          index === number
            ? { kind: 'number', decimal: numbers?.decimal ?? 'point', inPercent: false, isPrice: true }
            : { kind: 'text', isBarcode: false };
        const { text: own, remark } = conformed(text, cell, role);
        if (remark?.isError === true)
          throw usageError(
            `${name}, ${cellReference(sheet?.name ?? '', line, index)}: the cell ${remark.message}`,
            `expected ${remark.expected}`,
          );
        return own;
      });
      read.push(own);
    }
  }
  return read;
}

const isJson = (text: string): boolean => /^\s*\{/.test(text);

/**
 * Reads a CSV file with these two columns, or a JSON object, as pairs of non-blank texts. Throws a usage error that names
 * the problem and the row. `name` is the option with its file.
 */
export function readPairs(
  name: string,
  text: PairsText,
  [key, value]: readonly [key: string, value: string],
): ReadonlyMap<string, string> {
  const json = typeof text === 'string' && isJson(text);
  const rows = json
    ? Object.entries(readTextObject(name, parsedJson(name, text)))
    : typeof text === 'string'
      ? columnPairs(name, csvTable(name, text), [key, value], 'a CSV file')
      : columnPairs(name, text, [key, value], 'a workbook');
  const pairs = new Map<string, string>();
  for (const [index, [own, other]] of rows.entries()) {
    const place = json ? name : `${name}, row ${index + 2}`;
    const [from, to] = [own.trim(), other.trim()];
    if (isBlankPair(place, [key, value], from, to)) continue;
    const known = pairs.get(from);
    if (known !== undefined && known !== to)
      throw usageError(`${place}: ${from} appears twice, with ${known} and ${to}`);
    pairs.set(from, to);
  }
  return pairs;
}

/** Whether both texts of a pair are blank. Throws a usage error if only one is. */
function isBlankPair(
  place: string,
  [key, value]: readonly [string, string],
  from: string,
  to: string,
): boolean {
  if ((from === '') !== (to === ''))
    throw usageError(`${place}: ${from === '' ? key : value} is blank beside ${from || to}`);
  return from === '';
}

const titlesIn = (header: readonly string[]): string[] => header.map((title) => title.trim().toLowerCase());

function columnPairs(
  name: string,
  [header = [], ...rows]: Cells,
  [key, value]: readonly [key: string, value: string],
  kind: string,
): readonly (readonly [string, string])[] {
  const titles = titlesIn(header);
  const [from, to] = [titles.indexOf(key.toLowerCase()), titles.indexOf(value.toLowerCase())];
  if (from === -1 || to === -1)
    throw usageError(`${name} must be ${kind} with the columns ${key} and ${value}, or a JSON object`);
  return rows.map((cells) => [cells[from] ?? '', cells[to] ?? ''] as const);
}

function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${name} is not JSON: ${messageOf(error)}`);
  }
}

const skuColumns = ['from', 'to', 'qty', 'share'];

/** The entries of a SKU map in rows: the rows of one SKU are its parts. */
function readSkuRows(name: string, [header = [], ...rows]: Cells, decimal: 'point' | 'comma'): SkuMap {
  const titles = titlesIn(header);
  const unknown = titles.find(
    (title) => title !== '' && !title.startsWith('_') && !skuColumns.includes(title),
  );
  if (!titles.includes('from') || !titles.includes('to'))
    throw usageError(`${name} must be a CSV file with the columns from and to, or a JSON object`);
  if (unknown !== undefined)
    throw usageError(
      `${name}: unknown column ${unknown}${suggestion(unknown, skuColumns)}`,
      `columns: ${skuColumns.join(', ')}`,
    );
  const hasSets = titles.includes('qty') || titles.includes('share');
  const sets = new Map<string, SetPart[]>();
  for (const [index, cells] of rows.entries()) {
    const place = `${name}, row ${index + 2}`;
    const [from = '', to = '', qty, share] = skuColumns.map((column) =>
      (cells[titles.indexOf(column)] ?? '').trim(),
    );
    if (isBlankPair(place, ['from', 'to'], from, to)) continue;
    const parts = sets.get(from) ?? [];
    const [known] = parts;
    const pointed = decimal === 'comma' ? share?.replace(',', '.') : share;
    if (hasSets || known === undefined) sets.set(from, [...parts, partOf(place, to, qty, pointed)]);
    else if (known.SKU !== to)
      throw usageError(`${place}: ${from} appears twice, with ${known.SKU} and ${to}`);
  }
  if (hasSets) refuseCircles(sets);
  return Object.fromEntries([...sets].map(([from, parts]) => [from, asEntry(parts)]));
}

/** Reads a SKU map: the columns `from`, `to`, and for sets `qty` and `share`, or a JSON object. Throws usage errors. */
export const readSkuFile = (name: string, text: PairsText, decimal: 'point' | 'comma' = 'point'): SkuMap => {
  if (typeof text !== 'string') return readSkuRows(name, text, decimal);
  return isJson(text)
    ? readSkus(name, parsedJson(name, text))
    : readSkuRows(name, csvTable(name, text), decimal);
};

/**
 * Reads a price list from the columns `SKU` and `PricePerUnit`. JSON has a decimal point, regardless of `decimal`. Throws
 * usage errors.
 */
export function readPriceFile(
  name: string,
  text: PairsText,
  decimal: 'point' | 'comma',
): ReadonlyMap<string, number> {
  const read = cellReader('number', {
    decimal: typeof text === 'string' && isJson(text) ? 'point' : decimal,
  });
  const prices = new Map<string, number>();
  for (const [sku, price] of readPairs(name, text, ['SKU', 'PricePerUnit'])) {
    const found = read(price);
    if (typeof found !== 'number')
      throw usageError(
        `${name}: the price of ${sku} is ${JSON.stringify(price)}`,
        typeof found === 'string' ? undefined : `it ${found.message}`,
      );
    prices.set(sku, found);
  }
  return prices;
}
