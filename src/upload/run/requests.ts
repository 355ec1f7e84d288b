import { recordOf } from '../../client/api/records.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { defaultConcurrency, type Outside, type Pace } from '../terms/outside.ts';
import { afterLookUp, afterSearch, afterSend } from './decide.ts';
import { bodyOf, type Explain, explainer, type Kind, type MarketplaceList } from './kinds/kind.ts';
import { isCancelled } from './kinds/order-cancellations.ts';
import { createRateLimiter, healthOf, type RateLimiter } from './rate-limiter.ts';
import { type Requests, surroundingsOf } from './run.ts';
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
    const more = await explain(api, bodyOf(task));
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

/** How to ask about orders: `atOnce` at a time, at the pace of the limiter, and no more after `signal`. */
export interface Asking {
  readonly atOnce: number;
  readonly limiter: Pick<RateLimiter, 'enter' | 'leave'>;
  readonly signal: AbortSignal;
}

/** Asks with the limits that the user gave for the upload, until it is interrupted. */
export async function withAsking<T>(
  outside: Outside,
  api: Api,
  { concurrency = defaultConcurrency, rate: ratePerSecond }: Pace,
  ask: (asking: Asking) => Promise<T>,
): Promise<T> {
  const { policy, random, interrupted } = surroundingsOf(outside);
  const halt = new AbortController();
  const stop = (): void => halt.abort(interrupted.reason);
  if (interrupted.aborted) stop();
  // Removed at the end, because a hot folder uploads any number of files under one signal.
  interrupted.addEventListener('abort', stop, { once: true });
  try {
    const limits = { concurrency, ratePerSecond, policy, random, halt: halt.signal };
    const limiter = createRateLimiter(api.transport, limits);
    return await ask({ atOnce: concurrency, limiter, signal: interrupted });
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

/** The orders that the service has or may have: only "not found", or a record that says cancelled, proves otherwise. */
export async function notAbsent(
  api: Api,
  references: ReadonlySet<string>,
  { atOnce, limiter, signal }: Asking,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const left = references.values();
  /** False after an interruption. */
  const mayAsk = (): Promise<boolean> =>
    limiter.enter().then(
      () => true,
      () => false,
    );
  const work = async (): Promise<void> => {
    for (const reference of left) {
      if (!(await mayAsk())) found.add(reference);
      else {
        if (!(await isAbsent(api, reference, signal))) found.add(reference);
        limiter.leave('answered', 0);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, references.size) }, work));
  return found;
}

async function isAbsent(api: Api, reference: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    const { data } = await api.call('getOrder', { params: { referenceNumber: reference }, signal });
    const record = recordOf(data, 'order', reference);
    return record !== undefined && isCancelled(record);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return error.code === 'not-found';
  }
}
