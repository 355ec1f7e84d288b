import { checkNamed } from '../../client/api/records.ts';
import type { Api, ApiResponse } from '../../client/types.ts';

/** Reads a purchase order by its number. Throws `unavailable` for the record of another one. */
export async function readPurchaseOrder(
  api: Api,
  poReference: string,
  warn: (line: string) => void,
): Promise<ApiResponse> {
  const answer = await api.call('getPurchaseOrder', { params: { poReference } });
  checkNamed(answer.data, 'purchaseOrderNumber', poReference, warn);
  return answer;
}
