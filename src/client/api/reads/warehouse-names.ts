import { CfiError } from '../../../errors.ts';
import { nearestNames } from '../../../text/nearest.ts';
import { listField, textField } from '../../../text/records.ts';
import type { Api } from '../../types.ts';

/** The names of the account's own locations; empty when they cannot be read. */
export async function warehouseNames(api: Api): Promise<string[]> {
  try {
    const { data } = await api.call('inventory', { query: { page: 1, page_size: 1 } });
    return listField(data, 'locations').flatMap((location) => textField(location, 'location_name') ?? []);
  } catch (error) {
    if (error instanceof CfiError && error.code !== 'unauthorized' && error.code !== 'cancelled') return [];
    throw error;
  }
}

/** The known name that differs only in case; undefined if there is none, or more than one. */
export function sameButCase(name: string, known: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  const same = known.filter((other) => other.toLowerCase() === wanted);
  return same.length === 1 && same[0] !== name ? same[0] : undefined;
}

/** A suggestion for an unknown warehouse name; undefined if there is none. */
export function likelyWarehouses(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || known.includes(name)) return undefined;
  const near = nearestNames(name, known);
  return near.length === 0 ? `your warehouses are ${known.join(', ')}` : `did you mean ${near.join(' or ')}?`;
}
