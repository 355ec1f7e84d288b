import type { AllProblems, FieldProblem } from '../../errors.ts';
import type { Includable, LeftOutLine, Reason } from './reasons.ts';
import type { Row } from './row.ts';
import type { Tally } from './tally.ts';

export type Format = 'csv' | 'json' | 'xlsx';

export type DocumentKind = 'order' | 'inbound' | 'purchase-order' | 'slot';

/** A file or `-`. It is opened again for each reading. */
export interface Source {
  /** As given on the command line; `-` is standard input. Empty for our own text. */
  readonly name: string;
  /** It is a copy of what can be read only once: standard input, a pipe or a device. */
  readonly isReadOnce?: boolean;
  open(): AsyncIterable<Uint8Array>;
  /** Opens it for random access; absent, or resolves to nothing, if it can only be read from beginning to end. */
  openFile?(): Promise<OpenedFile | undefined>;
  /** Gives up what is kept to open it again. */
  close?(): void;
}

/** A file that is open for random access; its user closes the descriptor. */
interface OpenedFile {
  readonly descriptor: number;
  /** Throws a `CfiError` if something was written to the file since it was opened. Needs the open descriptor. */
  checkUnchanged(): Promise<void>;
  /** Removes a temporary file that is no longer needed. */
  forget?(): void;
}

/** A part of a set: so many of it in one set, and what share of the set's price is for all of them. */
export interface SetPart {
  readonly SKU: string;
  readonly Qty: number;
  readonly share?: number;
}

/** For each SKU of a shop: the warehouse's own, or the parts of a set. */
export type SkuMap = ReadonlyMap<string, string | readonly SetPart[]>;

export interface ReadingOptions {
  /** A workbook is always recognised by its content. */
  readonly format?: Exclude<Format, 'xlsx'>;
  /** The sheet of a workbook: its name, or its number from 1. */
  readonly sheet?: string;
  readonly encoding?: string;
  readonly preset?: string;
  /** The preset is from the profile: beside a map, and in a proposal, it applies only to exports of its shop. */
  readonly presetIsSaved?: boolean;
  /** The values that are the profile's defaults, as shown to people, by the name of their option. */
  readonly fromProfile?: Readonly<Record<string, string>>;
  /** Called with the name of an option of `fromProfile` when it decides something. */
  decided?(option: string): void;
  /** The account's warehouses, as far as they are known without a request. */
  readonly knownWarehouses?: readonly string[];
  readonly mondayWarehouses?: readonly string[];
  readonly map?: unknown;
  /** The file of the map, as given on the command line. */
  readonly mapFile?: string;
  /** What becomes of an order with a note: it is sent, and the note shown, or it is left out. */
  readonly notes?: 'show' | 'hold';
  /** `--set FIELD=VALUE`, as name and value. */
  readonly set: readonly (readonly [field: string, value: string])[];
  /** IANA zone for times without a zone. */
  readonly timezone?: string;
  readonly decimal: 'point' | 'comma';
  /** Which comes first in dates as spreadsheets show them. */
  readonly dates?: 'dmy' | 'mdy';
  /** `warehouse_name` for orders without one. */
  readonly warehouse?: string;
  /** The warehouse that is meant by each name which is none. */
  readonly warehouses?: ReadonlyMap<string, string>;
  /** The slot of purchase orders, which none may contradict. */
  readonly slot?: string;
  /** Milliseconds from ReceivedDate to DispatchBy, for orders without a DispatchBy. */
  readonly dispatchWithin?: number;
  /** Reasons that do not leave anything out, and `free-lines`. */
  readonly include?: readonly Includable[];
  /** The warehouse's SKU for each of the shop's, in addition to the map's. */
  readonly skuMap?: SkuMap;
  /** Now; milliseconds since the epoch. */
  readonly now: number;
  readonly strict?: boolean;
  /** Whether the order was created earlier, so that warnings of it are of no use; asked only if there are some. */
  wasCreated?(reference: string): boolean;
  /** The price of a SKU without a price in the file. */
  prices?(sku: string): number | undefined;
}

/** A text for people about an order: who wrote it is the shop's business, and what it says is for a person to judge. */
export interface Note {
  readonly column: string;
  readonly text: string;
  readonly line: number;
}

export interface ReadDocument {
  readonly reference: string;
  /** The JSON text that would be sent, equal for equal content; empty if the document is invalid or left out. */
  readonly body: string;
  /** Index into the sources. */
  readonly file: number;
  /** Physical lines on which its rows begin; for JSON, document numbers. */
  readonly lines: readonly number[];
  readonly invalid: boolean;
  readonly leftOut?: Reason;
  readonly leftOutLines?: readonly LeftOutLine[];
  readonly notes?: readonly Note[];
}

export interface NewDocument extends Omit<ReadDocument, 'body'> {
  /** The text, or the value whose JSON is the text, with its members in order. */
  readonly body: string | Readonly<Record<string, unknown>>;
}

/** The destination of documents that have been read. It knows every reference, even of files larger than memory. */
export interface DocumentSink {
  /** Stores the document; false, and nothing is stored, if its reference is already there. */
  add(document: NewDocument): boolean;
  find(reference: string): ReadDocument | undefined;
  replace(document: NewDocument): void;
  /** Whether this run answers for the document with this reference, or, if it is empty, for those without one. */
  isOwn(reference: string): boolean;
  /** Whether an earlier reading of the same files found rows of this document in several places. */
  isScattered(reference: string): boolean;
  /** Keeps rows of such a document until all have been read; those of any other only make it known as one. */
  keepScattered(reference: string, rows: string): void;
  /** The scattered rows by reference, in file order within each reference. */
  scattered(): Iterable<{ readonly reference: string; readonly rows: string }>;
  /** Whether a document was found scattered that was not known as such: then the files must be read again. */
  willStartAgain(): boolean;
  /** The same; if so, forgets all documents. */
  startAgain(): boolean;
}

/** How to find the rows of a file with columns again. */
export interface CsvHeader {
  /** The physical line of the header, which may be below a title. */
  readonly line: number;
  /** Quotes are ordinary characters. */
  readonly literalQuotes: boolean;
  /** The column with the documents' references. */
  readonly keyColumn?: string | undefined;
  /** The preset that it was read with, alone or below a map. */
  readonly preset?: string | undefined;
  readonly sheet?: string | undefined;
  /** For a workbook: the cells of a row as they were read. */
  readonly conform?: ((row: Row) => Row) | undefined;
}

export interface ReadingSummary {
  /** The number of documents, including invalid ones but not those left out. */
  readonly total: number;
  /** Orders that are not to be sent, and lines of others, by reason, with the first orders affected. */
  readonly leftOut: ReturnType<Tally['leftOutCounts']>;
  readonly invalid: number;
  /** How many of the sink's own invalid documents it does not have: those without a reference, and those that came again. */
  readonly ownElsewhere: number;
  /** The problems in order, up to the caller's bound. */
  readonly problems: readonly FieldProblem[];
  readonly problemCount: number;
  /** All problems, if there are more than these and the caller keeps them. */
  readonly allProblems?: AllProblems | undefined;
  /** The warnings, up to the caller's bound. */
  readonly warnings: readonly FieldProblem[];
  readonly warningCount: number;
  readonly hasNotes: boolean;
  /** For people: what was copied, numbered or left out, each with a count. */
  readonly notices: readonly string[];
  readonly formats: readonly Format[];
  /** By index of the file; absent for JSON. */
  readonly headers: readonly (CsvHeader | undefined)[];
}
