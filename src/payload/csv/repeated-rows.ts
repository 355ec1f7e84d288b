import { hash } from 'node:crypto';
import { compact, stated } from '../../errors.ts';
import type { DocumentProblem } from '../document/reading.ts';
import type { Row } from '../document/row.ts';
import { cellAt, firstFilled } from '../mapping/header.ts';
import type { RowFields } from './column-plan.ts';
import type { Findings } from './fields-of-rows.ts';
import type { Repeats } from './row-rules.ts';

/** What a row says; `content`: a digest, if the shop numbers its lines. */
interface Mark {
  readonly row: Row;
  readonly content: string;
  readonly isFirstRow: boolean;
}

type PresetRepeats = NonNullable<Repeats['preset']>;

/** The shop's identification of a line; blank if there is none, or a spreadsheet has rounded it. */
function idOf(cells: readonly string[], { lineId }: PresetRepeats): string {
  const parts = lineId.map((columns) => firstFilled(cells, columns));
  return parts.some((part) => part === '' || /E\+\d/i.test(part)) ? '' : parts.join(' ');
}

const digest = (content: unknown): string => hash('sha1', JSON.stringify(content), 'base64').slice(0, 16);

const remedyApart =
  'so the order seems to be in the file twice; remove one copy, or put its rows next to each other';

/**
 * Recognises rows of a shop's order that are in the file twice, as when exports of several days are put together: their
 * goods would be sent twice.
 */
export function repeatedRows({ lines, header }: RowFields, repeats: Repeats) {
  const seen = new Map<string, Mark>();

  const problemOf = (line: number, sku: string, expected: string, message: string): DocumentProblem => ({
    line,
    field: 'SKU',
    found: sku,
    expected,
    message,
    [stated]: ['found', 'expected'],
  });

  const valuesIn = ({ cells }: Row): unknown[] =>
    lines.flatMap(({ fields }) => fields.map(({ source }) => source?.text(cells)));

  /** Where nothing identifies a line: the same cells in the next row are a warning, and further down another export. */
  function checkCells(row: Row, sku: string, findings: Findings): void {
    const key = digest(valuesIn(row));
    const earlier = seen.get(key)?.row;
    if (earlier === undefined) seen.set(key, { row, content: '', isFirstRow: false });
    else if (!isNextTo(row, earlier)) {
      const message = `this line is the same as on line ${earlier.line}, ${remedyApart}`;
      findings.problems.push(problemOf(row.line, sku, 'each order once', message));
    } else if (isSame(row, earlier)) warnOfBoth(row, sku, earlier.line, findings);
  }

  /** Whether rows of an order are next to each other, or with only such rows between them. */
  const isNextTo = (row: Row, other: Row): boolean => other.part === row.part;

  const isSame = (row: Row, other: Row): boolean =>
    row.cells.every((cell, index) => cell === other.cells[index]);

  function warnOfBoth({ line }: Row, sku: string, earlier: number, { warnings }: Findings): void {
    warnings.push(
      problemOf(line, sku, 'another row', `this row is the same as line ${earlier}; both are sent`),
    );
  }

  /** Applies the map's rule to rows with the same cells in all columns that make a line. */
  function isSameLine(row: Row, sku: string, isLeftOut: boolean, { problems, warnings }: Findings): boolean {
    const { rule, number, lineColumns, remedy } = repeats;
    if (rule === 'lines' || isLeftOut) return false;
    const key = digest(lineColumns.map((index) => cellAt(row.cells, index)));
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, { row, content: '', isFirstRow: false });
      return false;
    }
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

  /** Whether the row repeats a line. `sku` as it would be sent; `outcome`: why the line is left out, if it is. */
  function isCounted(row: Row, sku: string, outcome: string | undefined, findings: Findings): boolean {
    const { preset, rule, number } = repeats;
    const id = preset && (idOf(row.cells, preset) || firstFilled(row.cells, preset.lineNumber));
    if (preset !== undefined && (rule === undefined || id !== ''))
      return isCountedByShop(row, sku, outcome, preset, findings);
    if (rule !== undefined || (number !== undefined && number.text(row.cells) !== ''))
      return isSameLine(row, sku, outcome !== undefined, findings);
    checkCells(row, sku, findings);
    return false;
  }

  /** The same for a row of a shop whose preset knows how lines are identified. */
  function isCountedByShop(
    row: Row,
    sku: string,
    outcome: string | undefined,
    preset: PresetRepeats,
    { problems, warnings, ...others }: Findings,
  ): boolean {
    const { lineId, lineNumber } = preset;
    const ownId = idOf(row.cells, preset);
    const number = firstFilled(row.cells, lineNumber);
    const id = ownId || number;
    const content = id === '' ? '' : digest([outcome, ...valuesIn(row)]);
    const isFirstRow = firstFilled(row.cells, preset.firstRowOnly) !== '';
    const key = JSON.stringify(ownId === '' && number !== '' ? [number] : [ownId, sku]);
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, { row, content, isFirstRow });
      return false;
    }
    const other = earlier.row;
    const columns = ownId === '' ? lineNumber : (lineId.at(-1) ?? []);
    const last = columns.find((at) => cellAt(row.cells, at) !== '');
    const name =
      id === '' || last === undefined ? `SKU ${sku}` : `${header.names[last]} ${cellAt(row.cells, last)}`;
    const there = `${name} of this order is on line ${other.line} already`;
    if (id !== '') {
      const isUnchanged = content === earlier.content;
      const end = isUnchanged
        ? '; this row is not counted again'
        : ', with different content; remove the outdated row';
      (isUnchanged ? warnings : problems).push(problemOf(row.line, sku, 'each row once', there + end));
      return true;
    }
    const isTwice = isFirstRow && earlier.isFirstRow;
    if (isTwice || !isNextTo(row, other)) {
      const remedy = isTwice ? 'so the order is in the file twice; remove one copy' : remedyApart;
      problems.push(problemOf(row.line, sku, 'each order once', `${there}, ${remedy}`));
      return true;
    }
    if (isSame(row, other) && preset.firstRowOnly.length === 0)
      warnOfBoth(row, sku, other.line, { problems, warnings, ...others });
    return false;
  }

  return isCounted;
}
