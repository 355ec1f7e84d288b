import { CfiError } from '../../errors.ts';
import type { Stop } from './progress.ts';

/** The end of a run through a failure that is neither the service's nor the network's, a full disk for example. */
export function unexpectedFailure(thrown: unknown): Stop {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const error =
    thrown instanceof CfiError
      ? thrown
      : new CfiError('internal', `unexpected failure: ${message}`, { cause: thrown });
  return { reason: 'unexpected', message, error };
}
