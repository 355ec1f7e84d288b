import type { Api } from '../client/types.ts';
import { CfiError } from '../errors.ts';

/**
 * The orders that the service has or may have: only "not found" proves that it does not have one.
 * Reads them one after the other; there are few, because each comes from a run that lost its answer.
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
