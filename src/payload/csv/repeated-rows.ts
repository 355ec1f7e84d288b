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
}

type PresetRepeats = NonNullable<Repeats['preset']>;

/** The shop's identification of a line; blank if there is none, or a spreadsheet has rounded it. */
function idOf(cells: readonly string[], { lineId }: PresetRepeats): string {
  const parts = lineId.map((columns) => firstFilled(cells, columns));
  return parts.some((part) => part === '' || /E\+\d/i.test(part)) ? '' : parts.join(' ');
}

const remedyApart =
  'so the order seems to be in the file twice; remove one copy, or put its rows next to each other';

/**
 * Recognises rows of a shop's order that are in the file twice, as when exports of several days are put together: their
 * goods would be sent twice.
 */
export function repeatedRows({ lines, header }: RowFields, repeats: Repeats) {
  const { preset, rule, number, lineColumns, remedy } = repeats;
  const seen = new Map<string, Mark>();

  /** What has this key already; if nothing has, the mark gets it. */
  function earlierWith(key: string, mark: Mark): Mark | undefined {
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, mark);
    return earlier;
  }

  const problemOf = (line: number, sku: string, expected: string, message: string): DocumentProblem => ({
    ...{ line, field: 'SKU', found: sku, expected, message },
    [stated]: ['found', 'expected'],
  });

  const valuesIn = ({ cells }: Row): unknown[] =>
    lines.flatMap(({ fields }) => fields.map(({ source }) => source?.text(cells)));

  const isSame = (row: Row, other: Row): boolean =>
    row.cells.every((cell, index) => cell === other.cells[index]);

  /**
   * Where nothing identifies a line: the same goods in a row next to it, or with only rows of the order between them, are
   * counted, and further down are another export. `there` says what is the same as on a line.
   */
  function isCopy(
    row: Row,
    sku: string,
    key: string,
    there: (line: number) => string,
    { problems, warnings }: Findings,
  ): boolean {
    const { firstRowOnly = [] } = preset ?? {};
    const isFirstRow = firstFilled(row.cells, firstRowOnly) !== '';
    const earlier = earlierWith(key, { row, isFirstRow });
    if (earlier === undefined) return false;
    const { line, part } = earlier.row;
    const isTwice = isFirstRow && earlier.isFirstRow === true;
    if (isTwice || part !== row.part) {
      const advice = isTwice ? 'so the order is in the file twice; remove one copy' : remedyApart;
      problems.push(problemOf(row.line, sku, 'each order once', `${there(line)}, ${advice}`));
      return true;
    }
    if (isSame(row, earlier.row) && firstRowOnly.length === 0)
      warnings.push(
        problemOf(row.line, sku, 'another row', `this row is the same as line ${line}; both are sent`),
      );
    return false;
  }

  /** Applies the map's rule to rows with the same cells in all columns that make a line. */
  function isSameLine(row: Row, sku: string, isLeftOut: boolean, { problems, warnings }: Findings): boolean {
    if (rule === 'lines' || isLeftOut) return false;
    // In a list of its own, so that it is no key of another kind.
    const key = JSON.stringify([lineColumns.map((index) => cellAt(row.cells, index))]);
    const earlier = earlierWith(key, { row });
    if (earlier === undefined) return false;
    const there = `this row is the same line as on line ${earlier.row.line}`;
    if (rule === 'same') return true;
    if (number !== undefined && number.text(row.cells) !== '') {
      warnings.push(
        problemOf(row.line, sku, 'each line once', `${there}, with the same number; it is sent once`),
      );
      return true;
    }
    const text = 'rows of one order say the same in all that the map reads of a line';
    problems.push({
      ...problemOf(row.line, sku, 'each line once', `${there} in all that the map reads`),
      [compact]: { text, remedies: [remedy], same: text },
    });
    return true;
  }

  /** Whether another row identifies the same line, as a column of the shop names it; `outcome`: why it is left out. */
  function hasSameId(
    row: Row,
    sku: string,
    outcome: string | undefined,
    key: string,
    columns: readonly number[],
    { problems, warnings }: Findings,
  ): boolean {
    const content = JSON.stringify([outcome, ...valuesIn(row)]);
    const earlier = earlierWith(key, { row, content });
    if (earlier === undefined) return false;
    const index = columns.find((at) => cellAt(row.cells, at) !== '') as number;
    const name = `${header.names[index]} ${cellAt(row.cells, index)}`;
    const isUnchanged = content === earlier.content;
    const end = isUnchanged
      ? '; this row is not counted again'
      : ', with different content; remove the outdated row';
    const message = `${name} of this order is on line ${earlier.row.line} already${end}`;
    (isUnchanged ? warnings : problems).push(problemOf(row.line, sku, 'each row once', message));
    return true;
  }

  /** Whether the row repeats a line. `sku` as it would be sent; `outcome`: why the line is left out, if it is. */
  return function isCounted(row: Row, sku: string, outcome: string | undefined, findings: Findings): boolean {
    const isSameByMap = (): boolean => isSameLine(row, sku, outcome !== undefined, findings);
    if (preset !== undefined) {
      const { lineId, lineNumber } = preset;
      const id = idOf(row.cells, preset);
      if (id !== '')
        return hasSameId(row, sku, outcome, JSON.stringify([id, sku]), lineId.at(-1) ?? [], findings);
      const counted = firstFilled(row.cells, lineNumber);
      if (counted !== '')
        return hasSameId(row, sku, outcome, JSON.stringify([counted]), lineNumber, findings);
      if (rule !== undefined) return isSameByMap();
      const there = (line: number): string => `SKU ${sku} of this order is on line ${line} already`;
      return isCopy(row, sku, JSON.stringify(['', sku]), there, findings);
    }
    if (rule !== undefined || (number !== undefined && number.text(row.cells) !== '')) return isSameByMap();
    const key = JSON.stringify(valuesIn(row));
    return isCopy(row, sku, key, (line) => `this line is the same as on line ${line}`, findings);
  };
}
