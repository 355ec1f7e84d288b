import type { CfiError } from '../../src/errors.ts';
import type { DocumentKind, ReadingOptions, Source } from '../../src/payload/document/types.ts';
import { readDocuments } from '../../src/payload/read.ts';
import { memorySink } from '../support/upload/memory-sink.ts';

/** 2026-09-01T08:00:00Z */
export const now = Date.UTC(2026, 8, 1, 8);

/** A file in memory, delivered in pieces of `pieceSize` bytes. */
export function sourceOf(content: string | Uint8Array, name = 'orders.csv', pieceSize = 65_536): Source {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.slice(at, at + pieceSize);
    },
  };
}

export interface Reading {
  readonly kind?: DocumentKind;
  readonly name?: string;
  readonly pieceSize?: number;
  readonly options?: Partial<ReadingOptions>;
}

type Content = string | Uint8Array;

/** Reads files, and returns the summary with the bodies as they would be sent. */
export async function readAll(sources: readonly Source[], { kind = 'order', options = {} }: Reading = {}) {
  const sink = memorySink();
  const all: ReadingOptions = { set: [], decimal: 'point', now, ...options };
  const summary = await readDocuments(kind, sources, all, sink, {
    maxProblems: Number.POSITIVE_INFINITY,
    maxWarnings: 1000,
  });
  const documents = sink.documents();
  const bodies = documents
    .filter(({ invalid, leftOut }) => !invalid && leftOut === undefined)
    .map(({ body }) => JSON.parse(body));
  return { ...summary, documents, bodies };
}

/** As `readAll`, for one file. */
export const read = (content: Content, reading: Reading = {}) =>
  readAll([sourceOf(content, reading.name, reading.pieceSize)], reading);

/** What a file is refused with, as `2: message; hint`, or with how many problems it was read. */
export async function refusal(content: Content, reading: Reading = {}): Promise<string> {
  try {
    const { problems } = await read(content, reading);
    return `read with ${problems.length} problems`;
  } catch (error) {
    const { message, details, exitCode } = error as CfiError;
    return `${exitCode}: ${message}; ${details.hint ?? ''}`;
  }
}

const orderFields = {
  ReferenceNumber: 'R-1',
  ReceivedDate: '2026-09-01T07:30:00Z',
  DispatchBy: '2026-09-02T17:00:00+01:00',
  Currency: 'GBP',
  PaymentStatus: 'PAID',
  ChannelBuyerName: 'Ada Example',
  warehouse_name: 'Northgate FC',
};

/** A complete order of one line, as a CSV column is headed. */
export const cells: Readonly<Record<string, string>> = {
  ...orderFields,
  'DeliveryAddress.FullName': 'Ada Example',
  'DeliveryAddress.Address1': '1 Example Street',
  'DeliveryAddress.Town': 'Leeds',
  'DeliveryAddress.PostCode': 'LS1 4AB',
  'DeliveryAddress.Country': 'United Kingdom',
  SKU: 'AC-TENT-2',
  ItemTitle: 'Two-person tent',
  Qty: '2',
  PricePerUnit: '129.00',
};

/** Every required field but the reference, for files with a few columns of a shop's export. */
export const restGiven: readonly (readonly [string, string])[] = Object.entries(cells).filter(
  ([field]) => field !== 'ReferenceNumber',
);

const quoted = (cell: string, delimiter: string): string =>
  cell.includes('"') || cell.includes('\n') || cell.includes('\r') || cell.includes(delimiter)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

/** Rows as CSV; each is the complete order with these cells instead. A cell `undefined` drops the column. */
export function csv(rows: readonly Readonly<Record<string, string | undefined>>[], delimiter = ','): string {
  const columns: string[] = [];
  for (const name of [...Object.keys(cells), ...rows.flatMap(Object.keys)]) {
    if (!columns.includes(name) && !rows.some((row) => name in row && row[name] === undefined))
      columns.push(name);
  }
  const lines = rows.map((row) => columns.map((name) => quoted(row[name] ?? cells[name] ?? '', delimiter)));
  return [columns, ...lines].map((line) => `${line.join(delimiter)}\n`).join('');
}

/** The body built from `cells`. */
export const body = {
  ...orderFields,
  DeliveryAddress: {
    FullName: 'Ada Example',
    Address1: '1 Example Street',
    Town: 'Leeds',
    PostCode: 'LS1 4AB',
    Country: 'United Kingdom',
  },
  BillingAddress: {
    FullName: 'Ada Example',
    Address1: '1 Example Street',
    Town: 'Leeds',
    PostCode: 'LS1 4AB',
    Country: 'United Kingdom',
  },
  OrderItems: [
    { SKU: 'AC-TENT-2', ItemTitle: 'Two-person tent', Qty: 2, PricePerUnit: 129, OrderLineNumber: '1' },
  ],
};
