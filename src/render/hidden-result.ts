import { redactData } from '../text/redact.ts';
import type { SafeLook } from './look.ts';
import type { AnyColumn, Block, Result } from './result.ts';

type Redact = SafeLook['redact'];

/** A value for people or csv without secrets. A number is not a text that may hold one. */
const hiddenValue = (value: unknown, redact: Redact): unknown =>
  typeof value === 'string' || (typeof value === 'object' && value !== null)
    ? redactData(value, redact)
    : value;

const hiddenColumns = (columns: readonly AnyColumn[], redact: Redact): readonly AnyColumn[] =>
  columns.map((column) => ({
    ...column,
    header: redact(column.header),
    value: (row) => hiddenValue(column.value(row), redact),
  }));

function hiddenBlock(block: Block, redact: Redact): Block {
  const title = block.kind === 'text' || block.title === undefined ? {} : { title: redact(block.title) };
  switch (block.kind) {
    case 'text':
      return { ...block, text: redact(block.text) };
    case 'fields':
      return {
        ...block,
        ...title,
        fields: block.fields.map(([name, value]) => [redact(name), hiddenValue(value, redact)]),
      };
    case 'table': {
      const { ifCut } = block;
      return {
        ...block,
        ...title,
        columns: hiddenColumns(block.columns, redact),
        ...(ifCut === undefined ? {} : { ifCut: { ...ifCut, line: (row) => redact(ifCut.line(row)) } }),
      };
    }
  }
}

/**
 * The result with its tables, texts and csv free of secrets, before anything is cut to fit. Its data for scripts stay as the
 * service sent them.
 */
export const hiddenResult = (result: Result, redact: Redact): Result => ({
  ...result,
  blocks: result.blocks.map((block) => hiddenBlock(block, redact)),
  ...(result.csv === undefined
    ? {}
    : { csv: { ...result.csv, columns: hiddenColumns(result.csv.columns, redact) } }),
});
