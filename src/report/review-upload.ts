import type { CommandContext } from '../cli/settings.ts';
import { fromShops } from '../payload/document/layout.ts';
import type { DocumentKind } from '../payload/document/types.ts';
import { counted } from '../text/words.ts';
import { knownByLedger } from '../upload/known-orders.ts';
import type { LedgerAccount } from '../upload/ledger/order-states.ts';
import { wordsOf } from '../upload/terms/outcomes.ts';
import { firstRows, newSums, summaryOf, summaryText } from './dry-run.ts';
import type { FilesReview, Reported } from './reported.ts';
import { invalidError, ofOwnShard } from './result.ts';
import { mostRows } from './review.ts';
import { warehousesIn } from './warehouses.ts';

/** What is done with each kind, and what stands before its warehouse. */
const deeds: Readonly<Record<DocumentKind, readonly [does: string, where: string]>> = {
  order: ['Send', 'to'],
  inbound: ['Send', 'to'],
  'purchase-order': ['Create', 'at'],
  slot: ['Book', 'at'],
};

/** The review of what files hold. */
export async function reviewOfUpload(
  context: CommandContext,
  { kind: { name: kind, rules }, flags, spool, summary, warnings }: Reported,
  account: LedgerAccount | undefined,
): Promise<FilesReview> {
  const words = wordsOf(kind);
  const sums = newSums();
  // Other documents are few, so the review shows everything about them.
  const first = fromShops[kind] ? mostRows : Number.POSITIVE_INFINITY;
  const isNew = (body: string): void => void (fromShops[kind] && sums.add(body));
  const known = flags.fresh
    ? undefined
    : await knownByLedger(context, account, kind, spool, { first, isNew });
  const again = rules.conflictIsDuplicate ? (known?.again ?? 0) : 0;
  const before = known === undefined ? 0 : known.created + known.changed.length - again;
  const count = spool.count('sendable') - before;
  const totals = known === undefined && fromShops[kind] ? summaryOf(spool) : sums.summary();
  const own = ofOwnShard(spool, summary);
  const [does, where] = deeds[kind];
  const names = warehousesIn(kind, spool);
  names.delete('');
  const [only = ''] = names;
  const warehouse = names.size > 1 ? counted(names.size, 'warehouse') : only;
  return {
    known,
    isNew: count,
    review: {
      does: `${does} ${counted(count, words.one, words.many)}${warehouse === '' ? '' : ` ${where} ${warehouse}`}`,
      warnings,
      sent: [
        { kind: 'text', text: totals.orders === 0 ? '' : summaryText(totals, context.clock.now()) },
        ...firstRows(kind, spool, known?.first),
      ],
      leftOut: [
        ...(before === 0 ? [] : [`${counted(before, 'was', 'were')} sent by earlier uploads`]),
        ...summary.notices,
        ...(own.invalid > 0 ? [invalidError(own, words, true).message] : []),
      ],
    },
  };
}
