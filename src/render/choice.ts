import { usageError } from '../errors.ts';
import { textOf } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import { fieldsOf } from '../text/records.ts';
import { parseInstant } from '../text/time/time.ts';
import { countedOrder } from '../text/words.ts';
import { eachOf, inSlices, sorted, turns } from '../timers.ts';
import { csvTable } from './render.ts';
import {
  type AnyColumn,
  type Block,
  firstTable,
  formats,
  type OutputFormat,
  type Result,
  type TableBlock,
} from './result.ts';
import { textForPeople } from './text.ts';

/** What `--fields` and `--sort` ask for, by csv column name. */
export interface Choice {
  readonly fields?: readonly string[] | undefined;
  readonly sort?: { readonly field: string; readonly descending: boolean } | undefined;
}

/** The names in a comma-separated list, without duplicates; a usage error names the option. */
export function fieldNames(option: string, text: string): readonly string[] {
  const names = text.split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) throw usageError(`${option} needs column names, separated by commas`);
  return [...new Set(names)];
}

/** A column and its direction, from `FIELD` or `FIELD:desc`; a usage error names the option. */
export function sortKey(option: string, text: string) {
  const [, name = text, direction = 'asc'] = /^(.*):(asc|desc)$/is.exec(text.trim()) ?? [];
  const field = name.trim();
  if (field === '') throw usageError(`${option} needs a column name, for example Status or Status:desc`);
  return { field, descending: direction.toLowerCase() === 'desc' };
}

/** The columns that a choice names. Throws a usage error that lists the available names. */
export const chosenColumns = ({ fields, sort }: Choice, columns: readonly AnyColumn[]) => ({
  fields: fields?.map((name) => columnNamed('--fields', name, columns)),
  sort: sort && columnNamed('--sort', sort.field, columns),
});

function columnNamed(option: string, name: string, columns: readonly AnyColumn[]): AnyColumn {
  const lower = name.toLowerCase();
  const found =
    columns.find(({ header }) => header === name) ??
    columns.find(({ header }) => header.toLowerCase() === lower);
  if (found !== undefined) return found;
  const names = columns.map(({ header }) => header);
  const guess = nearest(name, names) ?? names.find((each) => each.toLowerCase().includes(lower));
  throw usageError(
    `${option}: there is no column ${JSON.stringify(name)}; the columns are ${names.join(', ')}`,
    guess === undefined ? undefined : `did you mean ${guess}?`,
  );
}

type Rows = Iterable<unknown> | AsyncIterable<unknown>;

/** The result with the requested columns and row order; json is unchanged. Throws a usage error for an unknown column. */
export async function applyChoice(result: Result, choice: Choice, format: OutputFormat): Promise<Result> {
  const acts = formats[format].choice;
  if (acts === 'nothing' || result.bare !== undefined) return result;
  const table = csvTable(result);
  const { columns } = table;
  if (columns.length === 0) return result;
  const { fields: chosen, sort } = chosenColumns(choice, columns);
  const by = sort && orderBy(sort, choice.sort?.descending === true);
  switch (acts) {
    case 'rows':
      return { ...result, csv: { columns: chosen ?? columns, rows: await inOrder(table.rows, by) } };
    case 'items':
      if (chosen !== undefined) return { ...result, items: membersOf(await inOrder(table.rows, by), chosen) };
      return by === undefined ? result : { ...result, items: await sortedItems(result, table.rows, by) };
    case 'table':
      return { ...result, blocks: await blocksOf(result, chosen, by, columns) };
  }
}

type Live = NonNullable<Result['live']>;

/** Events with the requested columns. Throws a usage error for an unknown column, and for an order: events come as they happen. */
export function chosenEvents(live: Live, { fields, sort }: Choice): Live {
  if (sort !== undefined) throw usageError('--sort cannot be combined with live output', 'leave it out');
  if (fields === undefined || live.columns === undefined) return live;
  const chosen = chosenColumns({ fields }, live.columns).fields ?? [];
  return {
    ...live,
    events: membersOf(live.events, chosen),
    line: (event, now) =>
      chosen.map(({ header, time }) => textForPeople(fieldsOf(event)[header], time, now) || '-').join('  '),
  };
}

/** Sorts rows by a column, and keeps each row together with its output. */
type Order = <Item>(rows: readonly unknown[], items: readonly Item[]) => Promise<Item[]>;

/** Numbers sort as numbers, before text, and text as people count; empty values come last in either direction. Equal rows keep their order. */
function orderBy(column: AnyColumn, descending: boolean): Order {
  return async (rows, items) => {
    const keys = await inSlices(eachOf(rows, (row) => sortValue(column.value(row))));
    const places = sorted(keys.keys(), (left, right) => {
      const [a, b] = [keys[left], keys[right]];
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return descending ? compare(b, a) : compare(a, b);
    });
    return (await inSlices(places)).map((at) => items[at] as (typeof items)[number]);
  };
}

function sortValue(value: unknown): number | string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value);
  return countedOrder(textOf(value));
}

function compare(a: number | string, b: number | string): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

async function inOrder(rows: Rows, by: Order | undefined): Promise<Iterable<unknown>> {
  if (by === undefined) return rows as Iterable<unknown>;
  const all = await collected(rows);
  return by(all, all);
}

async function collected(rows: Rows): Promise<readonly unknown[]> {
  if (Array.isArray(rows)) return rows;
  const all: unknown[] = [];
  const turn = turns();
  for await (const row of rows) {
    all.push(row);
    await turn();
  }
  return all;
}

async function* membersOf(rows: Rows, columns: readonly AnyColumn[]): AsyncGenerator<unknown> {
  for await (const row of rows)
    yield Object.fromEntries(columns.map(({ header, value }) => [header, value(row) ?? null]));
}

/** Pairs items with table rows when there is one row for each; otherwise returns the items alone. */
async function sortedItems({ data, items }: Result, rows: Rows, by: Order): Promise<readonly unknown[]> {
  const all = await collected(items ?? (Array.isArray(data) ? data : [data]));
  const beside = await collected(rows);
  return by(beside.length === all.length ? beside : all, all);
}

async function blocksOf(
  result: Result,
  chosen: readonly AnyColumn[] | undefined,
  by: Order | undefined,
  columns: readonly AnyColumn[],
): Promise<Iterable<Block>> {
  const first = firstTable(result.blocks);
  const given = result.csv?.rows ?? first?.rows;
  if (chosen === undefined) {
    if (by === undefined || given === undefined) return result.blocks;
    // The table may show only some of the rows, or be split into parts.
    const whole = first !== undefined && first.columns === columns ? await inOrder(given, by) : undefined;
    const blocks: Block[] = [];
    let isFirst = true;
    for (const block of result.blocks) {
      if (block.kind !== 'table') blocks.push(block);
      else if (isFirst && whole !== undefined) blocks.push({ ...block, rows: [...whole] });
      else blocks.push({ ...block, rows: await by(block.rows, block.rows) });
      isFirst &&= block.kind !== 'table';
    }
    return blocks;
  }
  // A result without a table is a report, not a list, and may have a million rows.
  if (given === undefined || (first === undefined && !Array.isArray(given))) return result.blocks;
  const shown = first !== undefined && first.columns === columns && by === undefined;
  const rows = shown ? first.rows : await collected(await inOrder(given, by));
  return [await chosenTable(chosen, rows, first)];
}

/** The chosen columns, the first the most important; times are in warehouse time. */
async function chosenTable(
  chosen: readonly AnyColumn[],
  rows: readonly unknown[],
  first: TableBlock | undefined,
): Promise<TableBlock> {
  const columns: AnyColumn[] = [];
  for (const { heading: _, ...column } of chosen) {
    const all = await inSlices(eachOf(rows, (row) => column.value(row)));
    const values = all.filter((value) => value !== undefined && value !== null);
    const time = values.length > 0 && values.every(isInstant);
    const priority = columns.length + 1;
    columns.push({ ...column, csvOnly: false, always: true, priority, ...(time ? { time } : {}) });
  }
  return { kind: 'table', columns, rows, ...(first?.empty === undefined ? {} : { empty: first.empty }) };
}

const isInstant = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T.*(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(value) &&
  !Number.isNaN(parseInstant(value));
