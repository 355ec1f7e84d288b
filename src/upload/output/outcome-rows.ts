import type { Column } from '../../render/result.ts';
import type { Entry } from '../ledger/run-report.ts';
import type { Outcome } from '../outcomes.ts';
import type { Kind } from '../run/document-kinds.ts';
import { wordsOf } from '../wording.ts';

type Member = Readonly<Record<string, unknown>>;

/** One document of a run as scripts see it. */
function memberOf(kind: Kind['name'], entry: Entry): Member {
  const { reference, outcome, uuid, number, status, error, fields, lines } = entry;
  const differing = fields === null ? {} : { fields: fields.split(', ') };
  const rest = { status, error, lines, ...differing };
  if (kind === 'order') {
    const id = uuid === null && number === null ? null : { UUID: uuid, Number: number };
    return { ReferenceNumber: reference, outcome, OrderId: id, ...rest };
  }
  const own = kind === 'purchase-order' ? { lw_po_number: number } : {};
  return { PO_REFERENCE: reference, outcome, ...own, ...rest };
}

/** What documents came to, as scripts are told. */
export function* members(kind: Kind['name'], entries: Iterable<Entry>): Generator<Member> {
  for (const entry of entries) yield memberOf(kind, entry);
}

const tone = ({ outcome }: OutcomeRow): 'good' | 'dim' | 'bad' => {
  if (outcome === 'created' || outcome === 'existing') return 'good';
  return outcome === 'skipped' || outcome === 'left-out' ? 'dim' : 'bad';
};

/** What a document came to; an order of an export may also be left out. */
export type OutcomeRow = Omit<Entry, 'outcome'> & { readonly outcome: Outcome | 'left-out' };

/** Columns of the outcomes, for people and csv. */
export function entryColumns(kind: Kind['name'], files: readonly string[]): Column<OutcomeRow>[] {
  const uuid: Column<OutcomeRow> = { header: 'OrderUUID', value: (row) => row.uuid, csvOnly: true };
  const number: Column<OutcomeRow> = {
    header: kind === 'order' ? 'OrderNumber' : 'lw_po_number',
    value: (row) => row.number,
    priority: 3,
  };
  const ids = kind === 'order' ? [uuid, number] : kind === 'inbound' ? [] : [number];
  return [
    { header: wordsOf(kind).reference, value: (row) => row.reference, priority: 1 },
    { header: 'outcome', value: (row) => row.outcome, priority: 1, tone },
    ...ids,
    { header: 'status', value: (row) => row.status, priority: 4 },
    { header: 'error', value: (row) => row.error, priority: 2 },
    { header: 'file', value: (row) => files[row.file], priority: 5 },
    { header: 'line', value: (row) => row.lines[0], align: 'right', priority: 3 },
  ];
}
