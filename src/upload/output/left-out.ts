import type { Reason } from '../../payload/document/reasons.ts';
import type { ReadingSummary } from '../../payload/document/types.ts';
import { invalidNotSent } from '../ledger/run-report.ts';
import type { Unsent } from '../ledger/unsent.ts';
import type { Spool } from '../spool/spool.ts';
import { leftOutState } from '../terms/outcomes.ts';
import type { OutcomeRow } from './outcome-rows.ts';
import { nothingHeld, type StillHeld } from './still-held.ts';

/** A left-out order in json. */
interface LeftOutOrder {
  readonly ReferenceNumber: string;
  readonly reason: Reason | 'short';
  /** Physical lines of its rows. */
  readonly lines: readonly number[];
  /** The order is already with the warehouse. */
  readonly created?: true;
}

/** A left-out line in json. */
interface LeftOutLine {
  readonly ReferenceNumber: string;
  readonly SKU: string;
  readonly reason: Reason;
  readonly line: number;
  /** The line is already with the warehouse. */
  readonly created?: true;
}

/** The left-out orders, in file order. */
function* leftOutDocuments(spool: Spool) {
  for (const { reference, status, leftOut, lines, file } of spool.documents('left-out', 'short')) {
    const reason = status === 'short' ? status : leftOut;
    if (reason !== undefined) yield { reference, reason, lines, file };
  }
}

function* leftOutOrders(spool: Spool, held: StillHeld): Generator<LeftOutOrder> {
  for (const { reference, reason, lines } of leftOutDocuments(spool)) {
    const created = held.orders.has(reference) ? ({ created: true } as const) : {};
    yield { ReferenceNumber: reference, reason, lines, ...created };
  }
}

/** The lines that are left out of orders that are not left out as a whole, even if these are invalid or short. */
function* leftOutLines(spool: Spool, held: StillHeld): Generator<LeftOutLine> {
  for (const { reference, leftOutLines: lines } of spool.documents('sendable', 'invalid', 'short')) {
    const atWarehouse = new Set(held.lines.get(reference)?.map(({ line }) => line));
    for (const { SKU, reason, line } of lines) {
      const created = atWarehouse.has(line) ? ({ created: true } as const) : {};
      yield { ReferenceNumber: reference, SKU, reason, line, ...created };
    }
  }
}

/** A list that is made again for each reading. */
const again = <T>(list: () => Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: list });

/** The members of a result for left-out orders and lines. Both lists are read from disk, each time they are needed. */
export function leftOutMembers(
  spool: Spool,
  { leftOut }: Pick<ReadingSummary, 'leftOut'>,
  held: StillHeld = nothingHeld,
) {
  const lines = leftOut.some((count) => count.lines > 0);
  return {
    leftOut: again(() => leftOutOrders(spool, held)),
    leftOutLines: lines ? again(() => leftOutLines(spool, held)) : [],
  };
}

/** The left-out orders as rows after the outcomes of the others. */
export function* leftOutRows(spool: Spool): Generator<OutcomeRow> {
  const nothing = { uuid: null, number: null, status: null, fields: null };
  for (const { reference, reason, lines, file } of leftOutDocuments(spool)) {
    yield { ...nothing, reference, outcome: leftOutState, error: reason, file, lines };
  }
}

/** All documents that are not sent, as the ledger records them. */
export function* unsentDocuments(spool: Spool): Generator<Unsent> {
  for (const { reference, reason } of leftOutDocuments(spool))
    yield { reference, state: leftOutState, error: reason };
  for (const { reference } of spool.documents('invalid'))
    yield { reference, state: 'invalid', error: invalidNotSent };
}
