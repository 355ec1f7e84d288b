import type { Deps } from '../deps.ts';
import { usageError } from '../errors.ts';
import { listed } from '../text/words.ts';
import { listIn } from './reading-options.ts';

/**
 * The orders that a line names, each once: its words, or the lines of `--refs`. Undefined if it names none; empty if the
 * file has only a header. Throws a usage error if it names some in several ways.
 */
export async function namedReferences(
  { references = [], refs }: { references?: readonly string[] | undefined; refs?: string | undefined },
  deps: Pick<Deps, 'cwd' | 'stdin' | 'interrupted'>,
  /** The other ways of choosing orders that the line uses. */
  others: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const ways = [
    ...(references.length > 0 ? ['REF'] : []),
    ...(refs === undefined ? [] : ['--refs']),
    ...others,
  ];
  if (ways.length > 1) throw usageError(`${listed(ways)} cannot be combined`, 'use only one of them');
  if (refs !== undefined) {
    const { referencesIn } = await import('../payload/mapping/references-file.ts');
    const label = `--refs ${refs}`;
    return [...new Set(referencesIn(label, await listIn(label, refs, deps)))];
  }
  return references.length === 0 ? undefined : [...new Set(references)];
}
