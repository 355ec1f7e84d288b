import type { FieldProblem } from '../errors.ts';
import type { Includable, LeftOutLine, Reason } from './reasons.ts';

/** What a payload file can hold. */
export type DocumentKind = 'order' | 'inbound' | 'purchase-order' | 'slot';

/** A place to read from: a file as the user named it, or `-`. Opened again for each reading where that is possible. */
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
  /** The preset is the profile's: beside a map, and for a proposal, it holds only for the files of its shop. */
  readonly presetIsSaved?: boolean;
  /** A parsed `--map` file. */
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
  /** Reasons for which nothing is left out, and `free-lines`. */
  readonly include?: readonly Includable[];
  /** The warehouse's SKU for the shop's, on top of what the map says. */
  readonly skuMap?: Readonly<Record<string, string>>;
  /** Now; milliseconds since the epoch. */
  readonly now: number;
  /** Takes what is suspicious for wrong. */
  readonly strict?: boolean;
  /** The price of an SKU where the file gives none. */
  prices?(sku: string): number | undefined;
}

/** One document, read and checked. */
export interface ReadDocument {
  readonly reference: string;
  /**
   * The exact JSON text that would be sent, the same for the same content whatever the order of its members; empty when
   * the document is invalid. Of an order that is left out, its rows.
   */
  readonly body: string;
  /** Index into the sources. */
  readonly file: number;
  /** Physical lines where its rows begin; for JSON, document numbers. */
  readonly lines: readonly number[];
  readonly invalid: boolean;
  /** Why the order is not to be sent. */
  readonly leftOut?: Reason;
  /** Lines of the file that are not sent with it. */
  readonly leftOutLines?: readonly LeftOutLine[];
}

/** Where read documents go; it knows every reference so far, also in files larger than memory. */
export interface DocumentSink {
  /** Keeps the document; false when its reference is already there, and then nothing is kept. */
  add(document: ReadDocument): boolean;
  find(reference: string): ReadDocument | undefined;
  replace(document: ReadDocument): void;
  /** Keeps rows that came after their order seemed complete, until the file has been read. */
  keepScattered(reference: string, rows: string): void;
  /** The scattered rows by reference, those of one reference in the order of the file. */
  scattered(): Iterable<{ readonly reference: string; readonly rows: string }>;
}

/** Orders or lines that are not sent for one reason. */
export interface LeftOutCount {
  readonly reason: Reason;
  readonly orders: number;
  /** Lines of orders that are sent without them. */
  readonly lines: number;
  /** The first orders that it concerns. */
  readonly references: readonly string[];
}

/** What reading found. */
export interface ReadingSummary {
  /** Documents found, invalid ones too, but not those that are left out. */
  readonly total: number;
  /** Orders that are not to be sent, by reason. */
  readonly leftOut: readonly LeftOutCount[];
  readonly invalid: number;
  /** Every problem in order, up to the bound the caller asked for. */
  readonly problems: readonly FieldProblem[];
  readonly problemCount: number;
  /** What is suspicious but not wrong, up to the bound the caller asked for. */
  readonly warnings: readonly FieldProblem[];
  readonly warningCount: number;
  /** For people: what was copied, numbered or left out, each with a count. */
  readonly notices: readonly string[];
}
