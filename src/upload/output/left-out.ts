import type { Reason } from '../../payload/reasons.ts';
import type { ReadingSummary } from '../../payload/types.ts';
import type { Spool } from '../spool/spool.ts';
import type { OutcomeRow } from './outcome-rows.ts';

/** An order that is not sent, as scripts see it. */
interface LeftOutOrder {
  readonly ReferenceNumber: string;
  readonly reason: Reason;
  /** Physical lines of its rows. */
  readonly lines: readonly number[];
}

/** A line that is not sent with its order, as scripts see it. */
interface LeftOutLine {
  readonly ReferenceNumber: string;
  readonly SKU: string;
  readonly reason: Reason;
  readonly line: number;
}

function* leftOutOrders(spool: Spool): Generator<LeftOutOrder> {
  if (spool.count('left-out') === 0) return;
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'left-out') continue;
    const { reference, leftOut, lines } = spool.at(document);
    if (leftOut !== undefined) yield { ReferenceNumber: reference, reason: leftOut, lines };
  }
}

function* leftOutLines(spool: Spool): Generator<LeftOutLine> {
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'sendable') continue;
    const found = spool.at(document);
    for (const { SKU, reason, line } of found.leftOutLines)
      yield { ReferenceNumber: found.reference, SKU, reason, line };
  }
}

/** Members of a result about what is left out of the files; none where nothing is. Both lists are read from disk. */
export function leftOutMembers(spool: Spool, { leftOut }: Pick<ReadingSummary, 'leftOut'>) {
  const orders = leftOut.some((count) => count.orders > 0);
  const lines = leftOut.some((count) => count.lines > 0);
  return {
    ...(orders || lines ? { leftOut: leftOutOrders(spool) } : {}),
    ...(orders || lines ? { leftOutLines: lines ? leftOutLines(spool) : [] } : {}),
  };
}

/** The orders that are not sent, as rows beside the outcomes of the others. */
export function* leftOutRows(spool: Spool): Generator<OutcomeRow> {
  if (spool.count('left-out') === 0) return;
  const nothing = { uuid: null, number: null, status: null, fields: null };
  for (let document = 0; document < spool.size; document++) {
    if (spool.status(document) !== 'left-out') continue;
    const { reference, leftOut, lines, file } = spool.at(document);
    yield { ...nothing, reference, outcome: 'left-out', error: leftOut ?? null, file, lines };
  }
}
