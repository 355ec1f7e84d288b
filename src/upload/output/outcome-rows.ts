import type { DocumentKind } from '../../payload/document/types.ts';
import type { Column } from '../../render/result.ts';
import { openOut } from '../../storage/output-file.ts';
import { csvRecord } from '../../text/csv.ts';
import type { Entry } from '../ledger/run-report.ts';
import type { leftOutState, Outcome } from '../terms/outcomes.ts';
import { wordsOf } from '../terms/wording.ts';

type Member = Readonly<Record<string, unknown>>;

/** One document of a run in json. */
function memberOf(kind: DocumentKind, entry: OutcomeRow): Member {
  const { reference, outcome, uuid, number, status, error, fields, lines } = entry;
  const differing = fields === null ? {} : { fields: fields.split(', ') };
  const rest = { status, error, lines, ...differing };
  const ids: Readonly<Record<DocumentKind, Member>> = {
    order: { OrderId: uuid === null && number === null ? null : { UUID: uuid, Number: number } },
    inbound: {},
    'purchase-order': { lw_po_number: number },
    slot: { slotReference: number },
  };
  return { [wordsOf(kind).reference]: reference, outcome, ...ids[kind], ...rest };
}

/** The outcomes of documents, for json. */
export function* members(kind: DocumentKind, entries: Iterable<OutcomeRow>): Generator<Member> {
  for (const entry of entries) yield memberOf(kind, entry);
}

const tones: Readonly<Record<OutcomeRow['outcome'], 'good' | 'dim' | 'bad'>> = {
  created: 'good',
  existing: 'good',
  skipped: 'dim',
  'left-out': 'dim',
  conflict: 'bad',
  rejected: 'bad',
  failed: 'bad',
  unknown: 'bad',
  invalid: 'bad',
};

/** The outcome of a document; an order may also be left out. */
export type OutcomeRow = Omit<Entry, 'outcome'> & { readonly outcome: Outcome | typeof leftOutState };

const number = (header: string): Column<OutcomeRow> => ({ header, value: (row) => row.number, priority: 3 });

const idColumns: Readonly<Record<DocumentKind, readonly Column<OutcomeRow>[]>> = {
  order: [{ header: 'OrderUUID', value: (row) => row.uuid, csvOnly: true }, number('OrderNumber')],
  inbound: [],
  'purchase-order': [number('lw_po_number')],
  slot: [number('slotReference')],
};

/** Columns of the outcomes, for people and csv; `sheets` are those of workbooks, by index of the file. */
export function entryColumns(
  kind: DocumentKind,
  files: readonly string[],
  sheets: readonly (string | undefined)[] = [],
): Column<OutcomeRow>[] {
  // A document from the command line has no file, so its line would say nothing.
  const line = ({ file, lines }: OutcomeRow) => (files[file] === undefined ? undefined : lines[0]);
  return [
    { header: wordsOf(kind).reference, value: (row) => row.reference, priority: 1 },
    { header: 'outcome', value: (row) => row.outcome, priority: 1, tone: ({ outcome }) => tones[outcome] },
    ...idColumns[kind],
    { header: 'status', value: (row) => row.status, priority: 4 },
    { header: 'error', value: (row) => row.error, priority: 2 },
    { header: 'file', value: (row) => files[row.file], priority: 5 },
    { header: 'line', value: line, align: 'right', priority: 3 },
    ...(sheets.some((sheet) => sheet !== undefined)
      ? [{ header: 'sheet', value: ({ file }: OutcomeRow) => sheets[file], priority: 6 }]
      : []),
  ];
}

const pieceSize = 64 * 1024;

/** Writes the outcome of every document as CSV, followed by the left-out orders; as a whole or not at all. */
export async function writeResults(
  name: string,
  entries: Iterable<OutcomeRow>,
  leftOut: Iterable<OutcomeRow>,
  columns: readonly Column<OutcomeRow>[],
  { cwd }: { readonly cwd: string },
): Promise<void> {
  const out = await openOut(name, cwd);
  let writing = Promise.resolve();
  try {
    let gathered = csvRecord(columns.map(({ header }) => header));
    for (const rows of [entries, leftOut]) {
      for (const row of rows) {
        gathered += csvRecord(columns.map(({ value }) => value(row)));
        if (gathered.length < pieceSize) continue;
        // The next piece is made while this one is written.
        await writing;
        writing = out.write(gathered);
        gathered = '';
      }
    }
    await writing;
    await out.write(gathered);
    await out.keep();
  } catch (error) {
    await writing.catch(() => {});
    await out.drop();
    throw error;
  }
}
