import type { Deps } from '../deps.ts';
import { CfiError, usageError } from '../errors.ts';
import { meantHint } from '../text/nearest.ts';
import { present } from '../text/records.ts';
import { listed } from '../text/words.ts';
import { unlessInterrupted } from '../timers.ts';
import { listIn } from './reading-options.ts';
import type { CommandContext } from './settings.ts';

/**
 * The orders that a line names, each once: its words, or the lines of `--refs`. Undefined if it names none; empty if the
 * file has only a header. Throws a usage error if it names some in several ways.
 */
export async function namedReferences(
  { references = [], refs }: { references?: readonly string[] | undefined; refs?: string | undefined },
  deps: Pick<Deps, 'cwd' | 'stdin' | 'interrupted'>,
  /** The other ways of choosing orders, with what the line gives. */
  others: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[] | undefined> {
  const ways = Object.keys(present({ REF: references[0], '--refs': refs, ...others }));
  if (ways.length > 1) throw usageError(`${listed(ways)} cannot be combined`, 'use only one of them');
  if (refs !== undefined) {
    const { referencesIn } = await import('../payload/mapping/list-file.ts');
    const label = `--refs ${refs}`;
    const list = listIn(label, refs, deps);
    return unlessInterrupted(
      list.then((read) => referencesIn(label, read)),
      deps.interrupted,
    );
  }
  return references.length === 0 ? undefined : [...new Set(references)];
}

/**
 * Reads what a word names. If the service has nothing of that name, reads the one reference that the word may `mean`, and says
 * so. Throws the service's `not-found` with all references that it may mean.
 */
export async function readAsSaid<Answer>(
  { notice }: Pick<CommandContext, 'notice'>,
  word: string,
  read: (reference: string) => Promise<Answer>,
  mean: () => Promise<Iterable<string>>,
): Promise<Answer> {
  try {
    return await read(word);
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'not-found' || error.details.foreign) throw error;
    const meant = new Set(await mean());
    meant.delete(word);
    const [only] = meant;
    if (only === undefined) throw error;
    if (meant.size > 1) throw error.with({ hint: meantHint(meant) });
    notice(`${word} is ${only}`);
    return read(only);
  }
}
