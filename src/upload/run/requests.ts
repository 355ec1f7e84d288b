import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { afterLookUp, afterSearch, afterSend } from './decide.ts';
import { bodyOf, type Kind, type MarketplaceList } from './kinds/document-kinds.ts';
import type { Action, MarketplaceFinding, Next, Progress, Rules, Unanswered } from './progress.ts';
import { type Health, healthOf } from './rate-limiter.ts';
import type { Task } from './work.ts';

/** The result of one request. */
interface Made {
  readonly health: Health;
  readonly next: Next;
  /** The internal error, if a request failed for a reason other than the service or the network. */
  readonly broken?: unknown;
}

/** Makes the requests of a run, one at a time per document. */
export interface Requests<Item> {
  make(action: Action, task: Item, progress: Progress): Promise<Made>;
}

/** The requests of a run. `signal` cancels those in progress. Never throws. */
export function createRequests(
  api: Api,
  kind: Kind,
  { maxRetries, keepChanged }: Pick<Rules, 'maxRetries' | 'keepChanged'>,
  signal: AbortSignal,
): Requests<Task> {
  const hasMarketplace = kind.listMarketplace !== undefined;
  const rules: Rules = { ...kind.rules, maxRetries, hasMarketplace, keepChanged };
  /** The marketplace orders, read for all when first needed: they affect the message, not the outcome. */
  let listing: Promise<MarketplaceList> | undefined;

  const search = async ({ reference }: Task): Promise<MarketplaceFinding> => {
    listing ??= kind.listMarketplace?.(api, signal);
    const list = await listing;
    if (list === undefined) return { kind: 'absent' };
    if (list.kind === 'list') return { kind: list.references.has(reference) ? 'listed' : 'absent' };
    listing = undefined;
    return list;
  };

  const explain = kind.explainer?.();

  const explained = async (made: Unanswered, task: Task): Promise<Unanswered> => {
    if (made.kind !== 'refusal' || made.status !== 400) return made;
    const more = await explain?.(api, bodyOf(task));
    return more === undefined ? made : { ...made, error: `${made.error}; ${more}` };
  };

  return {
    async make(action, task, progress) {
      try {
        switch (action) {
          case 'send': {
            const answered = kind.sent(
              await api.attempt(kind.create, { body: task.document.body, signal }),
              task,
            );
            const made = answered.kind === 'done' ? answered : await explained(answered, task);
            return { health: healthOf(made), next: afterSend(progress, made, rules) };
          }
          case 'look-up': {
            const found = await kind.lookUp(api, task, signal);
            return { health: healthOf(found), next: afterLookUp(progress, found, rules) };
          }
          case 'search-marketplace': {
            const found = await search(task);
            return { health: healthOf(found), next: afterSearch(progress, found, rules) };
          }
        }
      } catch (broken) {
        // It may have been sent, so the next run looks it up.
        const unsent = broken instanceof CfiError && broken.details.maybeSent === false;
        const maybeSent = progress.maybeSent || (action === 'send' && !unsent);
        return {
          health: 'failed',
          next: { progress: { ...progress, maybeSent }, step: { do: 'leave' } },
          broken,
        };
      }
    },
  };
}
