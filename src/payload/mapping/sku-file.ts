import { parse } from 'csv-parse/sync';
import { usageError } from '../../errors.ts';
import { readSkus } from './map-values.ts';

/**
 * Reads an SKU map, from the shop's SKU to the warehouse's: a JSON object, or CSV with the columns `from` and `to`.
 * Throws a usage error that names what is wrong, and the line.
 */
export function readSkuFile(name: string, text: string): Readonly<Record<string, string>> {
  if (/^\s*\{/.test(text)) return readSkus(name, parsedJson(name, text));
  const rows = parsedCsv(name, text);
  const [header = [], ...pairs] = rows;
  const titles = header.map((title) => title.trim().toLowerCase());
  const [from, to] = [titles.indexOf('from'), titles.indexOf('to')];
  if (from === -1 || to === -1)
    throw usageError(`${name} must be a CSV file with the columns from and to, or JSON`);
  const skus: Record<string, string> = {};
  for (const [index, cells] of pairs.entries()) {
    const [own, other] = [cells[from]?.trim() ?? '', cells[to]?.trim() ?? ''];
    if (own === '' && other === '') continue;
    if (own === '' || other === '') throw usageError(`${name}, row ${index + 2}: an SKU is blank`);
    if (Object.hasOwn(skus, own) && skus[own] !== other)
      throw usageError(`${name}, row ${index + 2}: ${own} appears twice, for ${skus[own]} and ${other}`);
    skus[own] = other;
  }
  return skus;
}

function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${name} is not JSON: ${(error as Error).message}`);
  }
}

function parsedCsv(name: string, text: string): string[][] {
  try {
    return parse(text, { delimiter: [',', ';', '\t'], relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    throw usageError(`${name} is not CSV: ${(error as Error).message}`);
  }
}
