import { type CfiError, exitCodes } from '../../errors.ts';
import { fromShops } from '../../payload/document/layout.ts';
import type { ReadingSummary } from '../../payload/document/types.ts';
import type { Result } from '../../render/result.ts';
import type { Kind } from '../run/kinds/document-kinds.ts';
import type { Spool } from '../spool/spool.ts';
import { noCounts } from '../terms/outcomes.ts';
import { wordsOf } from '../terms/wording.ts';
import { leftOutMembers, leftOutRows } from './left-out.ts';
import { entryColumns, members as entryMembers, type OutcomeRow } from './outcome-rows.ts';
import type { StillHeld } from './still-held.ts';

interface Unsent {
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
  { kind, files, spool, summary, held }: Unsent,
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
