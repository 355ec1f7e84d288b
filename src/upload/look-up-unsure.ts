import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';

/**
 * Those of the orders that the service has, or about which it says nothing: only "not found" proves that it has none.
 * Reads them one after the other; they are few, as each is the rest of a run whose answers were lost.
 */
export async function notAbsent(api: Api, references: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const reference of references) if (!(await isAbsent(api, reference))) found.add(reference);
  return found;
}

async function isAbsent(api: Api, reference: string): Promise<boolean> {
  try {
    await api.call('getOrder', { params: { referenceNumber: reference } });
    return false;
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return error.code === 'not-found';
  }
}
