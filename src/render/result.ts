import type { CfiError } from '../errors.ts';

/** One column of a table: its heading, and its value in a row. */
export interface Column<Row = Record<string, unknown>> {
  /** Heading for people, and the column's name in csv. */
  readonly header: string;
  value(row: Row): unknown;
  readonly align?: 'left' | 'right';
  /** 1 is the most important. On a narrow terminal the highest numbers shrink first, and are then hidden. Default 5. */
  readonly priority?: number;
  /** The tone of the cell; `act` is for what waits for the reader. Words must say it too, because colour alone is not enough. */
  tone?(row: Row): 'act' | 'good' | 'bad' | 'warn' | 'dim' | undefined;
  /** Only in csv, never in the table. */
  readonly csvOnly?: boolean;
  /** Hidden rather than cut where it does not fit: a part of it would mislead. */
  readonly whole?: boolean;
  /** A time: people see it in warehouse time with its offset, files as the service sent it. */
  readonly time?: boolean;
}

/** A part of what people see. */
export type Block =
  | {
      readonly kind: 'table';
      readonly title?: string;
      readonly columns: readonly Column<never>[];
      readonly rows: readonly unknown[];
      /** Shown in place of a table without rows. */
      readonly empty?: string;
    }
  /** Names and values, one a line; those without a value are left out, `{time}` is shown in warehouse time. */
  | {
      readonly kind: 'fields';
      readonly title?: string;
      readonly fields: readonly (readonly [string, unknown])[];
    }
  | { readonly kind: 'text'; readonly text: string };

/** What names that completion knows from earlier results are names of. */
export type NamedThing = 'warehouse' | 'sku' | 'po';

/** Names that a result shows, by what they are names of. */
export type ShownNames = Readonly<Partial<Record<NamedThing, readonly string[]>>>;

/** What a command returns to be shown: data for scripts, blocks for people. */
export interface Result {
  /** The service's own `data`, unchanged. */
  readonly data: unknown;
  readonly pagination?: unknown;
  /** The page after the one that is shown, where there is one. */
  readonly nextPage?: number | undefined;
  /** One a line in ndjson; `data` itself (or its elements, when it is a list) when left out. */
  readonly items?: Iterable<unknown> | AsyncIterable<unknown>;
  /** For people. */
  readonly blocks: readonly Block[];
  /** For csv; the first table block when left out. */
  readonly csv?: { readonly columns: readonly Column<never>[]; readonly rows: Iterable<unknown> };
  /** What failed while the rest succeeded; each is shown on standard error as an error. */
  readonly errors?: readonly CfiError[];
  /** Shown on standard error unless `--quiet`. */
  readonly notices?: readonly string[];
  /** When it is not 0. */
  readonly exitCode?: number;
  /** Shown as it happens: a line an event in a table, an object in ndjson; json and csv wait for the end. */
  readonly live?: {
    readonly events: AsyncIterable<unknown>;
    line(event: unknown): string;
    /** The columns of an event, for `--fields`. */
    readonly columns?: readonly Column<never>[];
    /** After the last event: what json and csv show, the notices and the exit code. */
    end(): Result;
  };
  /** Names for completion to offer later; asked for once all has been written. */
  readonly names?: () => ShownNames;
  /** Called when all has been written, and somebody took it; not when it could not be shown. */
  readonly shown?: () => void;
  /** Called when all has been shown, or could not be: closes what `items` and `csv` read from. */
  readonly close?: () => void | Promise<void>;
  /** Printed as it is in every format: templates, completion scripts, raw answers. */
  readonly bare?: string;
}
