import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { afterLookUp, afterSearch, afterSend } from './decide.ts';
import { bodyOf, type Explain, explainer, type Kind, type MarketplaceList } from './kinds/kind.ts';
import { healthOf } from './rate-limiter.ts';
import type { Requests } from './run.ts';
import {
  type Finding,
  type MarketplaceFinding,
  type Next,
  type Rules,
  type Sent,
  type Task,
  type Unanswered,
  whyNot,
} from './work.ts';

function unexplained(error: unknown): undefined {
  if (!(error instanceof CfiError)) throw error;
}

/** The requests of a run. `signal` cancels those in progress; `explain` says more about a refusal. Never throws. */
export function createRequests(
  api: Api,
  kind: Kind,
  { maxRetries, keepChanged }: Pick<Rules, 'maxRetries' | 'keepChanged'>,
  signal: AbortSignal,
  explain: Explain = explainer(),
): Requests<Task> {
  const hasMarketplace = kind.listMarketplace !== undefined;
  const rules: Rules = { isAct: false, ...kind.rules, maxRetries, hasMarketplace, keepChanged };
  /** The marketplace orders, read once for all: they affect the message, not the outcome. */
  let listing: Promise<MarketplaceList> | undefined;

  const search = async ({ reference }: Task): Promise<MarketplaceFinding> => {
    listing ??= kind.listMarketplace?.(api, signal);
    const list = await listing;
    if (list === undefined) return { kind: 'absent' };
    if (list.kind === 'list') return { kind: list.references.has(reference) ? 'listed' : 'absent' };
    listing = undefined;
    return list;
  };

  const explained = async <T extends Unanswered>(made: T, task: Task): Promise<T> => {
    if (made.kind !== 'refusal' || made.status !== 400) return made;
    // It is refused, whatever keeps us from saying more.
    const more = await explain(api, bodyOf(task)).catch(unexplained);
    return more === undefined ? made : { ...made, error: `${made.error}; ${more}` };
  };

  return {
    async make(action, task, progress) {
      let isBegun = false;
      const made = (answered: Sent | Finding | MarketplaceFinding, next: Next) => {
        const { seen } = next.progress;
        if (seen !== progress.seen) kind.saw?.(task.reference, seen);
        return { health: healthOf(answered), next, ...whyNot(answered) };
      };
      try {
        if (action === 'send') {
          const done = await kind.beforeSending?.(api, task, progress);
          if (done !== undefined) return made(done, afterLookUp(progress, done, rules));
          isBegun = true;
          const answered = kind.sent(await kind.send(api, task, signal), task);
          const said = answered.kind === 'done' ? answered : await explained(answered, task);
          return made(said, afterSend(progress, said, rules));
        }
        if (action === 'look-up') {
          const found = await kind.lookUp(api, task, signal, progress);
          return made(found, afterLookUp(progress, found, rules));
        }
        action satisfies 'search-marketplace';
        const found = await search(task);
        return made(found, afterSearch(progress, found, rules));
      } catch (broken) {
        // It may have been sent, so the next run looks it up.
        const unsent = !isBegun || (broken instanceof CfiError && broken.details.maybeSent === false);
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
