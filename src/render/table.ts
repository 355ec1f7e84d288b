import { Chalk, type ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import { cellForPeople, timeText } from './cell.ts';
import { cut, fitColumns, widthOf } from './fit.ts';
import type { Block, Column } from './result.ts';
import type { View } from './view.ts';

type TableBlock = Extract<Block, { kind: 'table' }>;
type AnyColumn = Column<unknown>;

const gap = 2;
const defaultPriority = 5;
const parts = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
];
const noLines = Object.fromEntries(
  [...parts, 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'].map((part) => [part, '']),
);

/** A table for people, and the headings of the columns that found no room. */
export function tableText(block: TableBlock, view: View): { text: string; dropped: readonly string[] } {
  const all = (block.columns as unknown as readonly AnyColumn[]).filter(({ csvOnly }) => csvOnly !== true);
  // A heading over nothing only takes room.
  const columns = all.filter((column) => block.rows.some((row) => cellOf(column, row) !== ''));
  const chalk = new Chalk({ level: view.color ? 1 : 0 });
  const cells = block.rows.map((row) => columns.map((column) => cellOf(column, row)));
  const headings = columns.map(({ header }) => cellForPeople(header));
  const wishes = columns.map((column, at) => {
    const widest = Math.max(...cells.map((row) => widthOf(row[at] ?? '')));
    return {
      width: Math.max(widthOf(headings[at] ?? ''), widest),
      priority: column.priority ?? defaultPriority,
      ...(column.time || isRight(column, block.rows) ? { least: widest } : {}),
    };
  });
  const widths =
    view.width === undefined ? wishes.map(({ width }) => width) : fitColumns(wishes, view.width, gap);
  const kept = columns.map((_, at) => at).filter((at) => widths[at] !== undefined);
  const numeric = kept.map((at) => isRight(columns[at], block.rows));
  const table = new Table({
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
    colAligns: numeric.map((right) => (right ? 'right' : 'left')),
    colWidths: kept.map((at) => (widths[at] ?? 0) + gap),
  });
  table.push(kept.map((at) => chalk.bold(cut(headings[at] ?? '', widths[at] ?? 0))));
  block.rows.forEach((row, index) => {
    table.push(
      kept.map((at) => {
        const text = cut(cells[index]?.[at] ?? '', widths[at] ?? 0);
        return toned(chalk, columns[at]?.tone?.(row), text);
      }),
    );
  });
  const lines = table.toString().split('\n');
  const dropped = headings.filter((_, at) => widths[at] === undefined);
  return { text: lines.map((line) => line.trimEnd()).join('\n'), dropped };
}

function cellOf(column: AnyColumn, row: unknown): string {
  const value = column.value(row);
  return column.time ? timeText(value) : cellForPeople(value);
}

/** Numbers stand at the right, so that their digits line up. */
function isRight(column: AnyColumn | undefined, rows: readonly unknown[]): boolean {
  if (column === undefined || column.align !== undefined) return column?.align === 'right';
  const values = rows
    .map((row) => column.value(row))
    .filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

function toned(chalk: ChalkInstance, tone: ReturnType<NonNullable<AnyColumn['tone']>>, text: string): string {
  if (tone === undefined || text === '') return text;
  return { good: chalk.green, bad: chalk.red, warn: chalk.yellow, dim: chalk.dim }[tone](text);
}
