import type { CommandContext } from '../cli/settings.ts';
import { listOf } from '../client/api/lists.ts';
import { referenceOf } from '../client/api/records.ts';
import { openApi } from '../client/auth/session.ts';
import type { Api } from '../client/types.ts';
import { CfiError, exitCodes } from '../errors.ts';
import type { Result } from '../render/result.ts';
import type { Fields } from '../text/records.ts';
import { ledgerPlaceOf } from '../upload/ledger/ledger-file.ts';
import { withLedger } from '../upload/ledger/open-ledger.ts';
import { accountNumber } from '../upload/ledger/order-states.ts';
import { accountOf } from '../upload/terms/account.ts';
import { defaultConcurrency } from '../upload/terms/flags.ts';
import { lookAt, type OrderRow, rowOf } from './follow.ts';
import { referencesContaining, trackedOrders } from './last-shown.ts';
import { orderState } from './order-state.ts';
import { errorsOf, inOrder, partialError, trackColumns, trackTable } from './track-result.ts';

/**
 * Reads orders uploaded here whose reference contains the text, and orders with this channel reference. Throws a
 * `CfiError`, `not-found` when there are none.
 */
export async function find(context: CommandContext, text: string): Promise<Result> {
  const { deps } = context;
  const api = await openApi(context, { connections: defaultConcurrency, keepsData: true });
  try {
    const orders = await withLedger(ledgerPlaceOf(context), (db) => {
      const service = accountNumber(db, api.baseUrl, accountOf(api.clientId, deps.env.CFI_TOKEN));
      const references = [...referencesContaining(db, service, text)];
      const found = [...trackedOrders(db, service, { kind: 'references', references })];
      db.close();
      return found;
    });
    const listed = await withChannelReference(api, text);
    const known = new Set(orders.map(({ reference }) => reference));
    const byChannel = listed
      .map((record) => ({ record, reference: referenceOf(record, 'order') }))
      .filter(({ reference }) => reference !== undefined && !known.has(reference));
    if (orders.length + byChannel.length === 0)
      throw new CfiError('not-found', `no order uploaded here has ${JSON.stringify(text)} in its reference`, {
        hint: `no order has it as its channel reference either; ${api.commandFor('order', 'get', 'REF')} reads any order by its full reference`,
      });
    const { looks, end } = await lookAt(context, api, orders, orders.length, {
      concurrency: defaultConcurrency,
    });
    try {
      const rows: OrderRow[] = [...looks.among('all')].map(({ row }) => row);
      for (const { record, reference } of byChannel)
        rows.push(rowOf(reference ?? '', orderState(record), api.transport.now()));
      const partial = partialError(looks.counts.missing, looks.counts.unreadable, rows.length, looks);
      const errors = inOrder(partial, errorsOf(context, { end, looks, named: undefined }));
      return {
        data: { orders: rows },
        items: rows,
        blocks: [{ kind: 'table', columns: trackTable, rows }],
        csv: { columns: trackColumns, rows },
        errors,
        exitCode: errors.at(-1)?.exitCode ?? exitCodes.ok,
      };
    } finally {
      looks.close();
    }
  } finally {
    await api.close().catch(() => {});
  }
}

/** The orders with a channel reference; empty when the service says that there are none. */
async function withChannelReference(api: Api, text: string): Promise<readonly Fields[]> {
  try {
    const answer = await api.call('listOrders', { query: { channel_ref: text } });
    return listOf(answer, 'orders', 'orders', 'items');
  } catch (error) {
    if (error instanceof CfiError && error.code === 'not-found') return [];
    throw error;
  }
}
