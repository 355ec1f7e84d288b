import { counted } from '../../text/words.ts';
import { type DocumentProblem, problemOfColumn } from '../document/reading.ts';
import type { Includable, Reason } from '../document/reasons.ts';
import type { Row } from '../document/row.ts';
import { accountedFor } from '../mapping/accounted-columns.ts';
import { cellAt, type Header } from '../mapping/header.ts';
import { isNoteName, meaningOf, nameHasStem } from '../words/states.ts';
import { notesThatStop, textsIn } from './notes.ts';
import { columnsOfPreset, type FileMapping } from './preset.ts';

const mostNamed = 5;

/** Why an order with this value in a column that nobody knows may not be to ship. */
function reasonIn(value: string, hasStem: boolean): Reason | undefined {
  const meaning = meaningOf(value);
  const isStop = meaning !== undefined && meaning !== 'ship' && meaning !== 'not-goods';
  return isStop ? meaning : hasStem ? 'on-hold' : undefined;
}

/** Finds values in columns that neither preset nor map reads. `remedy`: the command that proposes a map. */
export function besidePreset(
  { names }: Header,
  { preset, mapping }: Required<Pick<FileMapping, 'preset' | 'mapping'>>,
  include: readonly Includable[],
  remedy: string,
) {
  const { isKnown } = accountedFor(mapping, columnsOfPreset(preset));
  const columns = names.flatMap((name, index) =>
    name === '' || isKnown(name) || isNoteName(name) ? [] : [{ name, index, hasStem: nameHasStem(name) }],
  );
  const filled = new Set<string>();

  const problemOf = (column: string, found: string, line: number, reason: Reason): DocumentProblem => {
    const text = `${column} is ${found}, and neither the preset nor a map reads this column`;
    const remedies = [remedy, `--include ${reason} sends such orders anyway`];
    const short = { remedies, same: `${column} is ${found}` };
    return problemOfColumn({ line, column, found }, `a map that accounts for ${column}`, text, short);
  };

  return {
    /** Takes note of the columns that have a value in a row of the file. */
    look(cells: readonly string[]): void {
      for (const { name, index } of columns)
        if (!filled.has(name) && cellAt(cells, index) !== '') filled.add(name);
    },
    /** Which of them had a value, for people; undefined if none had. */
    notice(): string | undefined {
      if (filled.size === 0) return undefined;
      const shown = [...filled].slice(0, mostNamed).join(', ') + (filled.size > mostNamed ? ', …' : '');
      return ` has ${counted(filled.size, 'column')} that the preset does not read: ${shown}`;
    },
    /** What people may have written there that asks not to ship the order, where it is no error. */
    warnings(rows: readonly Row[]): DocumentProblem[] {
      const open = columns.filter(({ hasStem }) => !hasStem);
      return notesThatStop(textsIn(open, rows).filter(({ text }) => reasonIn(text, false) === undefined));
    },
    /** The errors of an order, of which its rows say in such columns that it may not be to ship. */
    problems(rows: readonly Row[]): DocumentProblem[] {
      return columns.flatMap(({ name, index, hasStem }) => {
        const reported = new Set<string>();
        return rows.flatMap(({ cells, line }) => {
          const found = cellAt(cells, index);
          const reason = found === '' || reported.has(found) ? undefined : reasonIn(found, hasStem);
          if (reason === undefined || include.includes(reason)) return [];
          reported.add(found);
          return [problemOf(name, found, line, reason)];
        });
      });
    },
  };
}
