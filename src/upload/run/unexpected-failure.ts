import { CfiError } from '../../errors.ts';
import { messageOf } from '../../text/thrown.ts';
import type { Stop } from './progress.ts';

/** The end of a run because of a failure other than the service or the network, such as a full disk. */
export function unexpectedFailure(thrown: unknown): Stop {
  const message = messageOf(thrown);
  const error =
    thrown instanceof CfiError
      ? thrown
      : new CfiError('internal', `unexpected failure: ${message}`, { cause: thrown });
  return { reason: 'unexpected', message, error };
}
