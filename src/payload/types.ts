import type { FieldProblem } from '../errors.ts';

/** What a payload file can hold. */
export type DocumentKind = 'order' | 'inbound' | 'purchase-order';

/** A place to read from: a file as the user named it, or `-`. Opened anew for each reading where it can be. */
export interface Source {
  /** As given on the command line; `-` is standard input. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** How to read a file; the same wherever one is read. */
export interface ReadingOptions {
  readonly format?: 'csv' | 'json';
  readonly encoding?: string;
  readonly preset?: string;
  /** A parsed `--map` file: target field to source column, constant or translated column. */
  readonly map?: unknown;
  /** `--set FIELD=VALUE`, as name and value. */
  readonly set: readonly (readonly [field: string, value: string])[];
  /** IANA zone for times that name none. */
  readonly timezone?: string;
  readonly decimal: 'point' | 'comma';
  /** Fills `warehouse_name` where the file leaves it out. */
  readonly warehouse?: string;
  /** Milliseconds from ReceivedDate to DispatchBy where the file leaves it out. */
  readonly dispatchWithin?: number;
  /** Now, for defaults that a preset needs; milliseconds. */
  readonly now: number;
}

/** One document, read and checked. */
export interface ReadDocument {
  readonly reference: string;
  /**
   * The exact JSON text that would be sent, the same for the same content whatever the order of its members; empty when
   * the document is invalid.
   */
  readonly body: string;
  /** Index into the sources. */
  readonly file: number;
  /** Physical lines where its rows begin; for JSON, document numbers. */
  readonly lines: readonly number[];
  readonly invalid: boolean;
}

/** Where read documents go; it knows every reference so far, also in files larger than memory. */
export interface DocumentSink {
  /** Keeps the document; false when its reference is already there, and then nothing is kept. */
  add(document: ReadDocument): boolean;
  find(reference: string): ReadDocument | undefined;
  replace(document: ReadDocument): void;
  /** Puts rows of an order that was already complete aside until the file has been read. */
  defer(reference: string, rows: string): void;
  /** The rows put aside, in order of reference, each with its reference. */
  deferred(): Iterable<{ readonly reference: string; readonly rows: string }>;
}

/** What reading came to. */
export interface ReadingSummary {
  /** Documents found, invalid ones too. */
  readonly total: number;
  readonly invalid: number;
  /** Every problem in order, up to the bound the caller asked for. */
  readonly problems: readonly FieldProblem[];
  readonly problemCount: number;
  /** For people: what was copied, numbered or left out, each with a count. */
  readonly notices: readonly string[];
}
