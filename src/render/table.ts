import type { ChalkInstance } from 'chalk';
import { cellForPeople, timeTexts } from './cell.ts';
import { cut, fitColumns, widthOf } from './fit.ts';
import type { Look } from './look.ts';
import type { Block, Column } from './result.ts';
import { drawRows } from './rows.ts';

type TableBlock = Extract<Block, { kind: 'table' }>;
type AnyColumn = Column<unknown>;

const gap = 2;
const defaultPriority = 5;

/** A table for people, and the headings of the columns that were hidden to fit. */
export async function tableText(
  block: TableBlock,
  look: Look,
): Promise<{ text: string; dropped: readonly string[] }> {
  const all = (block.columns as unknown as readonly AnyColumn[]).filter(({ csvOnly }) => csvOnly !== true);
  const chalk = look.color ? await colors() : undefined;
  const shown = all
    .map((column) => ({ column, cells: cellsOf(column, block.rows) }))
    // A heading over nothing only takes room.
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ column, cells }) => {
      const widest = cells.reduce((width, cell) => Math.max(width, widthOf(cell)), 0);
      return { column, cells, widest, right: isRight(column, block.rows) };
    });
  const wishes = shown.map(({ column, widest, right }) => ({
    width: Math.max(widthOf(column.header), widest),
    priority: column.priority ?? defaultPriority,
    ...(column.time || right ? { least: widest } : {}),
  }));
  const widths =
    look.width === undefined ? wishes.map(({ width }) => width) : fitColumns(wishes, look.width, gap);
  const kept = shown.flatMap((one, at) => {
    const width = widths[at];
    return width === undefined ? [] : [{ ...one, width, align: one.right ? 'right' : 'left' } as const];
  });
  const head = kept.map(({ column, width }) => {
    const text = cut(column.header, width);
    return chalk === undefined ? text : chalk.bold(text);
  });
  const rows = block.rows.map((row, index) =>
    kept.map(({ column, cells, width }) => {
      const text = cut(cells[index] ?? '', width);
      return chalk === undefined ? text : toned(chalk, column.tone?.(row), text);
    }),
  );
  return {
    text: (await drawRows(kept, gap, [head, ...rows])).join('\n'),
    dropped: shown.flatMap(({ column }, at) => (widths[at] === undefined ? [column.header] : [])),
  };
}

async function colors(): Promise<ChalkInstance> {
  const { Chalk } = await import('chalk');
  return new Chalk({ level: 1 });
}

function cellsOf(column: AnyColumn, rows: readonly unknown[]): string[] {
  const values = rows.map((row) => column.value(row));
  return column.time ? timeTexts(values) : values.map(cellForPeople);
}

/** Numbers are aligned right, so that their digits line up. */
function isRight(column: AnyColumn, rows: readonly unknown[]): boolean {
  if (column.align !== undefined) return column.align === 'right';
  const values = rows
    .map((row) => column.value(row))
    .filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === 'number');
}

function toned(chalk: ChalkInstance, tone: ReturnType<NonNullable<AnyColumn['tone']>>, text: string): string {
  if (tone === undefined || text === '') return text;
  const tones = {
    // Reversed, so that it is strong on light and dark screens alike.
    act: chalk.bold.inverse,
    good: chalk.green,
    bad: chalk.red,
    warn: chalk.yellow,
    dim: chalk.dim,
  };
  return tones[tone](text);
}
