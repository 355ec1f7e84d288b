import type { CfiError } from '../errors.ts';

/** One column of a table: its heading, and how to get its value from a row. */
export interface Column<Row = Record<string, unknown>> {
  /** Heading for people, and the column's name in csv. */
  readonly header: string;
  value(row: Row): unknown;
  readonly align?: 'left' | 'right';
  /** 1 is the most important. On a narrow terminal the highest numbers shrink first, and are then hidden. Default 5. */
  readonly priority?: number;
  /**
   * The tone of the cell; `act` marks what the reader must act on. The words must say it too, because colour alone is
   * not enough.
   */
  tone?(row: Row): 'act' | 'good' | 'bad' | 'warn' | 'dim' | undefined;
  /** Only in csv, never in the table. */
  readonly csvOnly?: boolean;
  /** Shown even if all its cells are empty, because somebody asked for it. */
  readonly always?: boolean;
  /** Hidden rather than cut when it does not fit, because part of it would mislead. */
  readonly whole?: boolean;
  /** A time: people see it in warehouse time with its offset; files keep it as the service sent it. */
  readonly time?: boolean;
}

/** A column of any table. Because `value` and `tone` are methods, a column for one kind of row can be used as one. */
export type AnyColumn = Column<unknown>;

/** How to say in full what a column may have no room for. */
export interface RowInFull {
  readonly header: string;
  line(row: unknown): string;
}

/** A part of what people see. */
export type Block =
  | {
      readonly kind: 'table';
      readonly title?: string;
      readonly columns: readonly AnyColumn[];
      readonly rows: readonly unknown[];
      /** Shown instead of a table without rows. */
      readonly empty?: string;
      /** A line below the table for each row whose cell under this heading is cut or hidden to fit; equal lines once. */
      readonly ifCut?: RowInFull;
      /** What names this one of several tables: a column when they are sorted as one list. */
      readonly named?: { readonly header: string; readonly value: unknown };
    }
  /** Names and values, one per line; entries without a value are left out, `{time}` is shown in warehouse time. */
  | {
      readonly kind: 'fields';
      readonly title?: string;
      readonly fields: readonly (readonly [string, unknown])[];
    }
  | { readonly kind: 'text'; readonly text: string };

/** A table, as a part of what people see. */
export type TableBlock = Extract<Block, { kind: 'table' }>;

/** The kinds of names that completion learns from earlier results. */
export type NamedThing = 'warehouse' | 'sku' | 'po';

/** Names that a result shows, by kind. */
export type ShownNames = Readonly<Partial<Record<NamedThing, readonly string[]>>>;

/** What a command returns to be shown: data for scripts, blocks for people. */
export interface Result {
  /** The service's own `data`, unchanged. */
  readonly data: unknown;
  readonly pagination?: unknown;
  /** The page after the one shown, if any. */
  readonly nextPage?: number | undefined;
  /** One per line in ndjson; defaults to `data`, or its elements when it is a list. */
  readonly items?: Iterable<unknown> | AsyncIterable<unknown>;
  /** For people. */
  readonly blocks: readonly Block[];
  /** For csv; defaults to the first table block. */
  readonly csv?: { readonly columns: readonly AnyColumn[]; readonly rows: Iterable<unknown> };
  /** What failed while the rest succeeded; each is shown on standard error as an error. */
  readonly errors?: readonly CfiError[];
  /** Shown on standard error unless `--quiet`. */
  readonly notices?: readonly string[];
  /** Set only when it is not 0. */
  readonly exitCode?: number;
  /** Shown as it happens: one line per event in a table, one object in ndjson; json and csv wait for the end. */
  readonly live?: {
    readonly events: AsyncIterable<unknown>;
    line(event: unknown): string;
    /** The columns of an event, for `--fields`. */
    readonly columns?: readonly AnyColumn[];
    /** Called after the last event: returns what json and csv show, the notices and the exit code. */
    end(): Result;
  };
  /** Names that completion can offer later; read after all output has been written. */
  readonly names?: () => ShownNames;
  /** Called when all output has been written and read; not when it could not be shown. */
  readonly shown?: () => void | Promise<void>;
  /** Called when output has finished or failed: closes what `items` and `csv` read from. */
  readonly close?: () => void | Promise<void>;
  /** Printed unchanged in every format: templates, completion scripts, raw answers. */
  readonly bare?: string;
}
