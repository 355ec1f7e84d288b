import { bindConditions } from '../../mapping/conditions.ts';
import { findColumns, firstFilled, type Header } from '../../mapping/header.ts';
import type { Preset } from '../../presets/preset.ts';
import type { DocumentProblem } from '../../reading/problems.ts';
import type { Row } from '../../source/csv-rows.ts';

/** Finds the warnings that a preset has for the rows of an order. */
export type FindCautions = (rows: readonly Row[]) => DocumentProblem[];

/** Binds the cautions of a preset whose columns are in the header. */
export function findCautions(preset: Preset | undefined, header: Header): FindCautions {
  const bound = (preset?.cautions ?? []).flatMap((caution) =>
    bindConditions([caution], header).map((holds) => ({
      holds,
      warning: caution.warning,
      columns: findColumns(header, caution.column),
    })),
  );
  return (rows) =>
    bound.flatMap(({ holds, warning, columns }) => {
      const row = rows.find(({ cells }) => holds([cells]));
      if (row === undefined) return [];
      const column = header.names[columns[0] as number] as string;
      const found = firstFilled(row.cells, columns);
      return [{ line: row.line, column, found, expected: 'an order that is safe to ship', message: warning }];
    });
}
