import { hash } from 'node:crypto';
import { stated } from '../../errors.ts';
import type { DocumentProblem } from '../document/reading.ts';
import type { Row } from '../document/row.ts';
import type { RowMark } from '../document/types.ts';
import { cellAt, firstFilled } from '../mapping/header.ts';
import type { ColumnPlan, RepeatColumns, Repeats } from './column-plan.ts';

/** What is known of a row that seems to come a second time. */
export interface Repetition {
  readonly problem?: DocumentProblem;
  readonly warning?: DocumentProblem;
  /** The row is not another line. */
  readonly counted?: true;
}

/** The shop's identification of a line; blank if there is none, or a spreadsheet has rounded it. */
function idOf(cells: readonly string[], { lineId }: RepeatColumns): string {
  const parts = lineId.map((columns) => firstFilled(cells, columns));
  return parts.some((part) => part === '' || /E\+\d/i.test(part)) ? '' : parts.join(' ');
}

const digest = (content: unknown): string => hash('sha1', JSON.stringify(content), 'base64').slice(0, 16);

/**
 * Recognises rows of a shop's order that are in the file twice, as when exports of several days are put together: their
 * goods would be sent twice. `before`: the rows of the order that are not next to these ones.
 */
export function repeatedRows({ lines, header }: ColumnPlan, repeats: Repeats, before: readonly RowMark[]) {
  const seen = new Map<string, RowMark>(before.map((mark) => [mark[0], mark]));
  const rowOf = new Map<RowMark, Row>();

  const told = (line: number, sku: string, expected: string, message: string): DocumentProblem => ({
    line,
    field: 'SKU',
    found: sku,
    expected,
    message,
    [stated]: ['found', 'expected'],
  });

  const bothSent = ({ line }: Row, sku: string, earlier: number): Repetition => ({
    warning: told(line, sku, 'another row', `this row is the same as line ${earlier}; both are sent`),
  });

  /** If nothing identifies a line, only a row with the same cells gets a warning. */
  function checkCells(row: Row, sku: string): Repetition | undefined {
    const mark: RowMark = [digest(row.cells), '', row.line, false];
    const earlier = seen.get(mark[0]);
    if (earlier !== undefined) return bothSent(row, sku, earlier[2]);
    seen.set(mark[0], mark);
    return undefined;
  }

  /** `sku` as it would be sent; `outcome`: why the line is left out, if it is. */
  function check(row: Row, sku: string, outcome: string | undefined): Repetition | undefined {
    if (repeats === 'same-cells') return checkCells(row, sku);
    const { lineId, lineNumber } = repeats;
    const ownId = idOf(row.cells, repeats);
    const number = firstFilled(row.cells, lineNumber);
    const id = ownId || number;
    const values = (): unknown[] =>
      lines.flatMap(({ fields }) => fields.map(({ source }) => source?.text(row.cells)));
    const content = id === '' ? '' : digest([outcome, ...values()]);
    const isFirstRow = firstFilled(row.cells, repeats.firstRowOnly) !== '';
    const mark: RowMark = [
      JSON.stringify(ownId === '' && number !== '' ? [number] : [ownId, sku]),
      content,
      row.line,
      isFirstRow,
    ];
    const earlier = seen.get(mark[0]);
    if (earlier === undefined) {
      seen.set(mark[0], mark);
      rowOf.set(mark, row);
      return undefined;
    }
    const columns = ownId === '' ? lineNumber : (lineId.at(-1) ?? []);
    const last = columns.find((at) => cellAt(row.cells, at) !== '');
    const name =
      id === '' || last === undefined ? `SKU ${sku}` : `${header.names[last]} ${cellAt(row.cells, last)}`;
    const there = `${name} of this order is on line ${earlier[2]} already`;
    if (id !== '') {
      if (content === earlier[1])
        return {
          counted: true,
          warning: told(row.line, sku, 'each row once', `${there}; this row is not counted again`),
        };
      const message = `${there}, with different content; remove the outdated row`;
      return { counted: true, problem: told(row.line, sku, 'each row once', message) };
    }
    const isTwice = isFirstRow && earlier[3];
    const other = rowOf.get(earlier);
    if (isTwice || other === undefined || other.part !== row.part) {
      const remedy = isTwice
        ? 'so the order is in the file twice; remove one copy'
        : 'so the order seems to be in the file twice; remove one copy, or put its rows next to each other';
      return { counted: true, problem: told(row.line, sku, 'each order once', `${there}, ${remedy}`) };
    }
    const isSame = row.cells.every((cell, index) => cell === other.cells[index]);
    if (!isSame || repeats.firstRowOnly.length > 0) return undefined;
    return bothSent(row, sku, earlier[2]);
  }

  return { check, marks: (): RowMark[] => [...seen.values()] };
}
