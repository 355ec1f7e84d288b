import { compact, stated } from '../../errors.ts';
import type { DocumentProblem } from '../document/reading.ts';
import type { Row } from '../document/row.ts';
import { cellAt, firstFilled } from '../mapping/header.ts';
import type { RowFields } from './column-plan.ts';
import type { Findings } from './fields-of-rows.ts';
import type { Repeats } from './row-rules.ts';

/** A row that was seen before; `content`: what it says, if the shop numbers its lines. */
interface Mark {
  readonly row: Row;
  readonly content?: string;
  readonly isFirstRow?: boolean;
  readonly isLeftOut?: boolean;
}

const remedyApart =
  'so the order seems to be in the file twice; remove one copy, or put its rows next to each other';

/** A warning of a row that says the same as an earlier one in every cell, and is another line all the same. */
const sameRow = ({ line }: Row, earlier: number, found: string): DocumentProblem => ({
  ...{ line, field: 'SKU', found, expected: 'another row' },
  message: `this row is the same as line ${earlier}; both are sent`,
  [stated]: ['found', 'expected'],
});

/** Warns of rows of a user's own file that are the same in every cell; `skuOf` gives the SKU of a row. */
export function sameRows(rows: readonly Row[], skuOf: (row: Row) => string): DocumentProblem[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row) => {
    const key = row.cells.join('\0');
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row.line);
    return earlier === undefined ? [] : sameRow(row, earlier, skuOf(row));
  });
}

/** Recognises rows that a shop's file has twice, as when exports are put together: their goods would be sent twice. */
export function repeatedRows({ lines, header }: RowFields, repeats: Repeats) {
  const { preset, rule, number, lineColumns, remedy } = repeats;
  const seen = new Map<string, Mark>();

  /** What has this key already; if nothing has, the mark gets it. */
  function earlierWith(key: string, mark: Mark): Mark | undefined {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, mark);
    return earlier;
  }

  const valuesIn = (cells: readonly string[]): unknown[] =>
    lines.flatMap(({ fields }) => fields.map(({ source }) => source?.text(cells)));

  /** Whether the row repeats a line. `sku` as it would be sent; `outcome`: why the line is left out, if it is. */
  return function isCounted(
    row: Row,
    sku: string,
    outcome: string | undefined,
    { problems, warnings }: Findings,
  ): boolean {
    const { cells } = row;
    const isNumbered = number !== undefined && number.text(cells) !== '';

    const problemOf = (expected: string, message: string): DocumentProblem => ({
      ...{ line: row.line, field: 'SKU', found: sku, expected, message },
      [stated]: ['found', 'expected'],
    });

    /**
     * Where nothing identifies a line: the same goods in a row next to it, or with only rows of the order between them, are
     * counted, and further down are another export. `what` is the same as on another line.
     */
    function isCopy(key: string, what: string, end = ''): boolean {
      const { firstRowOnly = [] } = preset ?? {};
      const isFirstRow = firstFilled(cells, firstRowOnly) !== '';
      const earlier = earlierWith(key, { row, isFirstRow });
      if (earlier === undefined) return false;
      const { line, part, cells: others } = earlier.row;
      const isTwice = isFirstRow && earlier.isFirstRow === true;
      if (isTwice || part !== row.part) {
        const advice = isTwice ? 'so the order is in the file twice; remove one copy' : remedyApart;
        problems.push(problemOf('each order once', `${what} line ${line}${end}, ${advice}`));
        return true;
      }
      if (firstRowOnly.length === 0 && cells.every((cell, index) => cell === others[index]))
        warnings.push(sameRow(row, line, sku));
      return false;
    }

    /** Applies the map's rule to rows with the same cells in all columns that make a line; those left out come first. */
    function isSameLine(): boolean {
      const isOne = rule === 'same' || (rule !== 'lines' && isNumbered);
      if (!isOne && outcome !== undefined) return false;
      if (rule === 'lines') {
        // Each is a line; further down in the file it may be another export.
        const same = earlierWith(JSON.stringify(cells), { row });
        if (same !== undefined && same.row.part !== row.part) warnings.push(sameRow(row, same.row.line, sku));
        return false;
      }
      // In a list of its own, so that it is no key of another kind.
      const key = JSON.stringify([lineColumns.map((index) => cellAt(cells, index))]);
      const earlier = earlierWith(key, { row, isLeftOut: outcome !== undefined });
      if (earlier === undefined) return false;
      // Left out, it is reported as such.
      if (rule === 'same' || (isOne && earlier.isLeftOut)) return true;
      const there = `this row is the same line as on line ${earlier.row.line}`;
      if (isNumbered) {
        warnings.push(problemOf('each line once', `${there}, with the same number; it is sent once`));
        return true;
      }
      const text = 'rows of one order say the same in all that the map reads of a line';
      const problem = problemOf('each line once', `${there} in all that the map reads`);
      problems.push({ ...problem, [compact]: { text, remedies: [remedy], same: text } });
      return true;
    }

    /** Whether another row identifies the same line, as one of these columns of the shop names it. */
    function hasSameId(key: string, columns: readonly number[]): boolean {
      const content = JSON.stringify([outcome, ...valuesIn(cells)]);
      const earlier = earlierWith(key, { row, content });
      if (earlier === undefined) return false;
      const index = columns.find((at) => cellAt(cells, at) !== '') as number;
      const name = `${header.names[index]} ${cellAt(cells, index)}`;
      const isUnchanged = content === earlier.content;
      const end = isUnchanged
        ? '; this row is not counted again'
        : ', with different content; remove the outdated row';
      const message = `${name} of this order is on line ${earlier.row.line} already${end}`;
      (isUnchanged ? warnings : problems).push(problemOf('each row once', message));
      return true;
    }

    if (preset !== undefined) {
      const { lineId, lineNumber } = preset;
      const parts = lineId.map((columns) => firstFilled(cells, columns));
      // A spreadsheet may have rounded it.
      const hasId = parts.length > 0 && parts.every((part) => part !== '' && !/E\+\d/i.test(part));
      if (hasId) return hasSameId(JSON.stringify([parts.join(' '), sku]), lineId.at(-1) ?? []);
      const counted = firstFilled(cells, lineNumber);
      if (counted !== '') return hasSameId(JSON.stringify([counted]), lineNumber);
    }
    if (rule !== undefined || (preset === undefined && isNumbered)) return isSameLine();
    return preset === undefined
      ? isCopy(JSON.stringify(valuesIn(cells)), 'this line is the same as on')
      : isCopy(JSON.stringify(['', sku]), `SKU ${sku} of this order is on`, ' already');
  };
}
