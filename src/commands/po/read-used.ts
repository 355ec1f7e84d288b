import type { CommandContext } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, fieldsOf } from '../../text/records.ts';
import { openHistory } from '../../upload/ledger/history.ts';
import { ledgerPlaceOf } from '../../upload/ledger/ledger-file.ts';
import { purchaseOrders } from '../../upload/run/kinds/purchase-orders.ts';
import { accountOf } from '../../upload/terms/account.ts';
import { readPurchaseOrder } from './read-order.ts';

/** A purchase order that this machine created or tried to create. */
export interface UploadedPo {
  readonly reference: string;
  /** The service's number; undefined if it was not created or its answer was lost. */
  readonly number: string | undefined;
}

/** The account's purchase orders in this machine's ledger, newest first. */
export async function uploadedPos(context: CommandContext, api: Api): Promise<UploadedPo[]> {
  const { deps } = context;
  const history = await openHistory(ledgerPlaceOf(context));
  if (history === undefined) return [];
  try {
    const client = accountOf(api.clientId, deps.env.CFI_TOKEN);
    const found = new Map<string, UploadedPo>();
    for (const run of history.runs(purchaseOrders.name)) {
      if (run.address !== api.baseUrl || run.client !== client) continue;
      for (const { reference, outcome, number } of history.documents(run)) {
        if (outcome !== 'created' && outcome !== 'existing') continue;
        if (!found.has(reference))
          found.set(reference, { reference, number: number === null ? undefined : String(number) });
      }
    }
    return [...found.values()];
  } finally {
    history.close();
  }
}

/**
 * Reads the purchase order of a slot. The slot may have the service's number, or the client's own reference; then the
 * number comes from the ledger. Undefined if there is none.
 */
export async function readUsedPo(
  context: CommandContext,
  api: Api,
  name: string,
  uploaded: readonly UploadedPo[],
): Promise<Fields | undefined> {
  const known = uploaded.find(({ reference, number }) => reference === name && number !== undefined);
  const numbers = [...new Set([known?.number ?? name, name])];
  for (const poReference of numbers) {
    try {
      const { data } = await readPurchaseOrder(api, poReference, context.warn);
      return fieldsOf(data);
    } catch (error) {
      if (!(error instanceof CfiError) || error.code !== 'not-found') throw error;
    }
  }
  return undefined;
}
