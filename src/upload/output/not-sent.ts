import { CfiError, exitCodes } from '../../errors.ts';
import { fromShops } from '../../payload/document/layout.ts';
import type { Reason } from '../../payload/document/reasons.ts';
import type { ReadingSummary } from '../../payload/document/types.ts';
import type { Result } from '../../render/result.ts';
import { counted } from '../../text/words.ts';
import type { Unsent } from '../ledger/journal.ts';
import { invalidNotSent } from '../ledger/run-report.ts';
import type { Kind } from '../run/kinds/document-kinds.ts';
import { leftOutState, noCounts } from '../terms/outcomes.ts';
import type { Spool } from '../terms/spool.ts';
import { type Words, wordsOf } from '../terms/wording.ts';
import { entryColumns, members as entryMembers, type OutcomeRow } from './outcome-rows.ts';
import { nothingHeld, type StillHeld } from './still-held.ts';

/** The error that names invalid documents. `left`: the others were sent. */
export function invalidError(
  { total, invalid, problems, problemCount }: ReadingSummary,
  words: Words,
  left: boolean,
): CfiError {
  const shown =
    problemCount > problems.length ? `; the first ${problems.length} of ${problemCount} problems` : '';
  const which =
    total === 1
      ? `the ${words.one} is invalid`
      : `${invalid} of ${counted(total, words.one, words.many)} ${invalid === 1 ? 'is' : 'are'} invalid`;
  if (left) return new CfiError('partial', `${which} and left out${shown}`, { errors: problems });
  return new CfiError('invalid-input', `${which}; nothing was sent${shown}`, {
    errors: problems,
    ...(invalid < total ? { hint: 'correct the file, or send the valid documents with --skip-invalid' } : {}),
  });
}

/** How many invalid documents this run counts: not those of other shards, but also those that are not in the spool. */
export const ownInvalid = (spool: Spool, { ownElsewhere }: Pick<ReadingSummary, 'ownElsewhere'>): number =>
  spool.count('invalid') + ownElsewhere;

/** The summary with the counts of this run's own documents. */
export function ofOwnShard(spool: Spool, summary: ReadingSummary): ReadingSummary {
  const invalid = ownInvalid(spool, summary);
  return { ...summary, total: spool.count('sendable') + spool.count('short') + invalid, invalid };
}

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

interface NothingToSend {
  readonly kind: Kind['name'];
  readonly files: readonly string[];
  readonly spool: Spool;
  readonly summary: ReadingSummary;
  readonly held: StillHeld;
}

interface Said {
  readonly notices: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly errors: readonly CfiError[];
}

/** The result of an upload that has nothing to send and lists what it leaves out, or that must not send anything. */
export function nothingSent(
  { kind, files, spool, summary, held }: NothingToSend,
  { notices, members, errors }: Said,
): Result {
  const mayNot = errors.length > 0;
  const rows = (): Iterable<OutcomeRow> => (mayNot ? [] : leftOutRows(spool));
  const leftOut = fromShops[kind] ? leftOutMembers(spool, summary, held) : {};
  return {
    data: { run: null, total: 0, ...noCounts(), [wordsOf(kind).list]: [], ...leftOut, ...members },
    items: entryMembers(kind, rows()),
    blocks: mayNot ? [] : [{ kind: 'text', text: 'Nothing to do.' }],
    csv: { columns: mayNot ? [] : entryColumns(kind, files), rows: rows() },
    notices,
    errors,
    exitCode: errors.at(-1)?.exitCode ?? exitCodes.ok,
    close: () => spool.close(),
  };
}
