import { fromShops, type Layout } from '../document/layout.ts';
import type { DocumentProblem } from '../document/reading.ts';
import type { Row } from '../document/row.ts';
import type { Note, ReadingOptions } from '../document/types.ts';
import { accountedFor, holdToMap, isUsersOwn } from '../mapping/accounted-columns.ts';
import { bindConditions, type Clock } from '../mapping/conditions.ts';
import { findColumns, firstFilled, type Header } from '../mapping/header.ts';
import { besidePreset } from '../presets/beside-preset.ts';
import { noteReader, notesThatStop } from '../presets/notes.ts';
import { columnsOfPreset, type FileMapping, type Preset } from '../presets/preset.ts';

export interface CheckInput extends FileMapping {
  readonly layout: Layout;
  readonly options: ReadingOptions;
  /** The command that makes a map for what the map or preset does not account for. */
  readonly remedy: string;
}

export type NoteReader = ReturnType<typeof noteReader>;

/** Checks what the rows of an order say besides its fields, for its map, its preset and people. */
export function orderChecks(header: Header, input: CheckInput) {
  const { layout, mapping, preset, options, remedy } = input;
  const isComplete = mapping?.unused !== undefined;
  const isIgnored = fromShops[layout.kind] ? isUsersOwn : (name: string): boolean => name.startsWith('_');
  const known = mapping && accountedFor(mapping, preset && columnsOfPreset(preset), isIgnored);
  // A map that is not complete reads what it names; but what it says of a status, it says of each value.
  const held = known && holdToMap(header, isComplete ? known : { ...known, isKnown: () => true }, remedy);
  // A complete map accounts for every column.
  const beside =
    preset === undefined || mapping === undefined || isComplete
      ? undefined
      : besidePreset(header, { preset, mapping }, options.include ?? [], remedy);
  const cautions = findCautions(preset, header, options);
  return {
    isComplete,
    remedy,
    notes: noteReader(header, fromShops[layout.kind] ? mapping : undefined),
    /** Values that nobody has seen yet; the other arguments as for `holdToMap`. */
    problems: (rows: readonly Row[], isLeftOut: (row: Row) => boolean): DocumentProblem[] => [
      ...(isComplete ? (held?.(rows, isLeftOut) ?? []) : []),
      ...(beside?.problems(rows) ?? []),
    ],
    warnings: (
      rows: readonly Row[],
      notes: readonly Note[],
      isLeftOut: (row: Row) => boolean,
    ): DocumentProblem[] => [
      ...(isComplete ? [] : (held?.(rows, isLeftOut) ?? [])),
      ...cautions(rows),
      ...notesThatStop(notes),
      ...(beside?.warnings(rows) ?? []),
    ],
    /** Notes the columns that have a value in a row, although nothing reads them. */
    look: (cells: readonly string[]): void => beside?.look(cells),
    /** Names them; undefined if there are none. */
    unread: (): string | undefined => beside?.notice(),
  };
}

/** Binds the cautions of a preset whose columns are in the header: they give warnings about the rows of an order. */
function findCautions(preset: Preset | undefined, header: Header, clock: Clock) {
  const cautions = (preset?.cautions ?? []).flatMap((caution) =>
    bindConditions([caution], header, clock).map(({ holds }) => ({
      holds,
      warning: caution.warning,
      columns: findColumns(header, caution.column),
    })),
  );
  return (rows: readonly Row[]): DocumentProblem[] =>
    cautions.flatMap(({ holds, warning, columns }) => {
      const row = rows.find(({ cells }) => holds([cells]));
      if (row === undefined) return [];
      const column = header.names[columns[0] as number] as string;
      const found = firstFilled(row.cells, columns);
      return [{ line: row.line, column, found, expected: 'an order that is safe to ship', message: warning }];
    });
}
