import { type CfiError, exitCodes } from '../errors.ts';
import { entryOf } from '../text/records.ts';
import { redactData } from '../text/redact.ts';
import { capital, listed } from '../text/words.ts';

/** How text looks on one stream: results on standard output or in a file, errors on standard error. */
export interface Look {
  readonly format: OutputFormat;
  readonly color: boolean;
  /** Width of the terminal; undefined when there is none, and then nothing is cut. */
  readonly width?: number;
  /** Whether the terminal shows only ASCII. */
  readonly plain?: boolean;
  /** Whether a screen reader reads it: rows as `label: value`, and nothing aligned, cut or drawn. */
  readonly accessible?: boolean;
  /** The service's time, ms: its year is not repeated. */
  readonly now?: number;
}

/** The look of what leaves the program. */
export interface SafeLook extends Look {
  /** Removes secrets, in whatever text they come. */
  redact(text: string): string;
}

/** Result formats, as named in `--output`, the default first. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv'] as const;

export type OutputFormat = (typeof outputFormats)[number];

interface FormatTraits {
  /** Whether a person reads it: then prompts and spinners are allowed on the terminal. */
  readonly forPeople: boolean;
  /** Whether an error is one JSON line with every problem of a file, rather than text. */
  readonly jsonErrors: boolean;
  /** What a live result shows as it happens: a line of text per event, a JSON object per event, or nothing until the end. */
  readonly live: 'text' | 'json' | 'end';
  /** What `--fields` and `--sort` act on: the table, the items, the rows of csv, or nothing. */
  readonly choice: 'table' | 'items' | 'rows' | 'nothing';
}

export const formats: Readonly<Record<OutputFormat, FormatTraits>> = {
  table: { forPeople: true, jsonErrors: false, live: 'text', choice: 'table' },
  json: { forPeople: false, jsonErrors: true, live: 'end', choice: 'nothing' },
  ndjson: { forPeople: false, jsonErrors: true, live: 'json', choice: 'items' },
  csv: { forPeople: false, jsonErrors: false, live: 'end', choice: 'rows' },
};

/** `table, json, ndjson or csv`. */
export const formatWords = listed(outputFormats, 'or');

/** One column of a table: its heading, and how to get its value from a row. */
export interface Column<Row = Record<string, unknown>> {
  /** The column's name in csv, and its heading for people unless it has another. */
  readonly header: string;
  readonly heading?: string;
  value(row: Row): unknown;
  readonly align?: 'left' | 'right';
  /** 1 is the most important. On a narrow terminal the highest numbers shrink first, and are then hidden. Default 5. */
  readonly priority?: number;
  /** The tone of the cell, `act` if the reader must act. The words must say it too: colour alone is not enough. */
  tone?(row: Row): 'act' | 'good' | 'bad' | 'warn' | 'dim' | undefined;
  readonly csvOnly?: boolean;
  /** Shown even if all its cells are empty, because somebody asked for it. */
  readonly always?: boolean;
  /** Hidden rather than cut when it does not fit, because part of it would mislead. */
  readonly whole?: boolean;
  /** Cut to this width rather than hidden when it does not fit. */
  readonly least?: number;
  /** A shorter value, where that lets more columns fit. */
  short?(row: Row): unknown;
  /** A time, or a list of two for a change: people see it in warehouse time; files keep it as the service sent it. */
  readonly time?: boolean;
}

/** A column of any table. Because `value` and `tone` are methods, a column for one kind of row can be used as one. */
export type AnyColumn = Column<unknown>;

/** What people call a field of the service that heads a column. */
const spoken: Readonly<Record<string, string>> = {
  ReferenceNumber: 'reference',
  PO_REFERENCE: 'reference',
  OrderNumber: 'order no.',
  slotReference: 'slot',
  lw_po_number: 'PO',
};

/** The heading of a column for people; of one that somebody asked for, its name in csv. */
export const headingOf = ({
  header,
  heading,
  always,
}: Pick<AnyColumn, 'header' | 'heading' | 'always'>): string =>
  always ? header : capital(heading ?? entryOf(spoken, header) ?? header);

export type Block =
  | {
      readonly kind: 'table';
      readonly title?: string;
      /** What a notice calls it, if not by the whole title. */
      readonly name?: string;
      readonly columns: readonly AnyColumn[];
      readonly rows: readonly unknown[];
      /** Shown instead of a table without rows. */
      readonly empty?: string;
      /** The line below the table for a row whose cells in the columns `cut` do not fit, and those in `short` are short; none if empty. */
      inFull?(row: unknown, cut: ReadonlySet<string>, short: ReadonlySet<string>): string;
      /** Names a row before its line; rows with the same line share it. */
      nameOf?(row: unknown): string;
    }
  /** Names and values, one per line; entries without a value are left out, `{time}` is shown in warehouse time. */
  | {
      readonly kind: 'fields';
      readonly title?: string;
      readonly fields: readonly (readonly [string, unknown])[];
    }
  /** An empty one is not shown. `isWhole`: no terminal breaks its lines, because they are copied. */
  | { readonly kind: 'text'; readonly text: string; readonly isWhole?: true };

export type TableBlock = Extract<Block, { kind: 'table' }>;

/** The exit code of a command with this result. */
export const exitCodeOf = ({ exitCode, errors }: Pick<Result, 'exitCode' | 'errors'>): number =>
  exitCode ?? errors?.at(-1)?.exitCode ?? exitCodes.ok;

/** The first table among blocks; undefined if there is none. */
export function firstTable(blocks: Iterable<Block>): TableBlock | undefined {
  for (const block of blocks) if (block.kind === 'table') return block;
  return undefined;
}

/** The kinds of names that completion learns from earlier results. */
export type NamedThing = 'warehouse' | 'sku' | 'po';

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
  /** Each reading may make them anew. */
  readonly blocks: Iterable<Block>;
  /** For csv; defaults to the first table block. */
  readonly csv?: { readonly columns: readonly AnyColumn[]; readonly rows: Iterable<unknown> };
  /** What failed while the rest succeeded; each is shown on standard error as an error. */
  readonly errors?: readonly CfiError[];
  /** Shown on standard error unless `--quiet`. */
  readonly notices?: readonly string[];
  /** Set only where it is not the one of the last error, or 0. */
  readonly exitCode?: number;
  /** Shown as it happens: one line per event in a table, one object in ndjson; json and csv wait for the end. */
  readonly live?: {
    readonly events: AsyncIterable<unknown>;
    line(event: unknown, now?: number): string;
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
  /** The command has written the file of `--out` itself, in a form of its own. */
  readonly wroteOut?: true;
  /** Printed unchanged in every format: templates, completion scripts, raw answers. */
  readonly bare?: string;
}

type Redact = SafeLook['redact'];

/** A value for people or csv without secrets. A number is not a text that may hold one. */
const hiddenValue = (value: unknown, redact: Redact): unknown =>
  typeof value === 'string' || (typeof value === 'object' && value !== null)
    ? redactData(value, redact)
    : value;

/** Columns without secrets in their headers and values, before anything is cut. */
export const hiddenColumns = (columns: readonly AnyColumn[], redact: Redact): readonly AnyColumn[] =>
  columns.map((column) => ({
    ...column,
    header: redact(column.header),
    value: (row) => hiddenValue(column.value(row), redact),
  }));

/** A block without secrets, before anything is cut. */
export function hiddenBlock(block: Block, redact: Redact): Block {
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
      const { inFull, nameOf } = block;
      return {
        ...block,
        ...title,
        columns: hiddenColumns(block.columns, redact),
        ...(inFull === undefined ? {} : { inFull: (...of) => redact(inFull(...of)) }),
        ...(nameOf === undefined ? {} : { nameOf: (row) => redact(nameOf(row)) }),
      };
    }
  }
}
