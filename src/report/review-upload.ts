import type { CommandContext } from '../cli/settings.ts';
import { fromShops } from '../payload/document/layout.ts';
import type { DocumentKind } from '../payload/document/types.ts';
import type { Block } from '../render/result.ts';
import { field, fieldsOf } from '../text/records.ts';
import { counted } from '../text/words.ts';
import { knownByLedger } from '../upload/known-orders.ts';
import type { LedgerAccount } from '../upload/ledger/order-states.ts';
import { heldByLedger } from '../upload/still-held.ts';
import { wordsOf } from '../upload/terms/outcomes.ts';
import type { Spool } from '../upload/terms/spool.ts';
import { firstRows, newSums, shown, summaryOf, summaryText } from './dry-run.ts';
import type { Reported } from './reported.ts';
import { invalidError, ofOwnShard } from './result.ts';
import type { Review } from './review.ts';
import { stillHeldError } from './upload-errors.ts';

/** What is done with each kind, and what stands before its warehouse. */
const deeds: Readonly<Record<DocumentKind, readonly [does: string, where: string]>> = {
  order: ['Send', 'to'],
  inbound: ['Send', 'to'],
  'purchase-order': ['Create', 'at'],
  slot: ['Book', 'at'],
};

const warehouseFields = ['warehouse_name', 'Warehouse_Name', 'warehouse'] as const;

/** `Northgate FC`, or how many warehouses there are; empty if the documents name none. */
function warehousesIn(spool: Spool): string {
  const names = new Set<string>();
  for (const { body } of spool.documents(['body'], 'sendable')) {
    const document = fieldsOf(JSON.parse(body));
    const name = warehouseFields
      .map((member) => field(document, member))
      .find((found) => found !== undefined);
    if (typeof name === 'string') names.add(name);
  }
  const [only] = names;
  return names.size > 1 ? counted(names.size, 'warehouse') : (only ?? '');
}

/** The review of what files hold; undefined if an earlier upload has sent all of it. */
export async function reviewOfUpload(
  context: CommandContext,
  { kind: { name: kind }, flags, spool, summary, notices, warnings }: Reported,
  account: LedgerAccount | undefined,
): Promise<Review | undefined> {
  const words = wordsOf(kind);
  const sums = newSums();
  const before =
    kind !== 'order' || flags.fresh
      ? undefined
      : await knownByLedger(context, account, spool, { first: shown, isNew: (body) => sums.add(body) });
  const all = spool.count('sendable');
  const known = before === undefined ? 0 : before.created + before.changed.length;
  if (all === known) return undefined;
  const totals = before === undefined ? (fromShops[kind] ? summaryOf(spool) : undefined) : sums.summary();
  const held = stillHeldError(await heldByLedger(context, account, spool, summary), context.settings);
  const own = ofOwnShard(spool, summary);
  const [does, where] = deeds[kind];
  const warehouse = warehousesIn(spool);
  const text = totals === undefined ? [] : [summaryText(totals, context.clock.now())];
  return {
    does: `${does} ${counted(all - known, words.one, words.many)}${warehouse === '' ? '' : ` ${where} ${warehouse}`}`,
    warnings: [...(held === undefined ? [] : [`${held.message} (${held.details.hint})`]), ...warnings],
    sent: [
      ...text.map((each): Block => ({ kind: 'text', text: each })),
      ...firstRows(kind, spool, before?.first),
    ],
    leftOut: [
      ...(known === 0 ? [] : [`${counted(known, 'was', 'were')} sent by earlier uploads`]),
      ...notices.slice(0, notices.length - warnings.length),
      ...(own.invalid > 0 ? [invalidError(own, words, true).message] : []),
    ],
  };
}
