import { CfiError } from '../../errors.ts';
import type { ReadingSummary } from '../../payload/document/types.ts';
import { counted } from '../../text/words.ts';
import type { Spool } from '../spool/spool.ts';
import type { Words } from '../terms/wording.ts';

/** The error that names invalid documents. `left`: the others were sent. */
export function invalidError(
  { total, invalid, problems, problemCount }: ReadingSummary,
  words: Words,
  left: boolean,
): CfiError {
  const shown =
    problemCount > problems.length ? `; the first ${problems.length} of ${problemCount} problems` : '';
  const which =
    total === 1
      ? `the ${words.one} is invalid`
      : `${invalid} of ${counted(total, words.one, words.many)} ${invalid === 1 ? 'is' : 'are'} invalid`;
  if (left) return new CfiError('partial', `${which} and left out${shown}`, { errors: problems });
  return new CfiError('invalid-input', `${which}; nothing was sent${shown}`, {
    errors: problems,
    ...(invalid < total ? { hint: 'correct the file, or send the valid documents with --skip-invalid' } : {}),
  });
}

/** How many invalid documents this run counts: not those of other shards, but also those that are not in the spool. */
export const ownInvalid = (spool: Spool, { ownElsewhere }: Pick<ReadingSummary, 'ownElsewhere'>): number =>
  spool.count('invalid') + ownElsewhere;

/** The summary with the counts of this run's own documents. */
export function ofOwnShard(spool: Spool, summary: ReadingSummary): ReadingSummary {
  const invalid = ownInvalid(spool, summary);
  return { ...summary, total: spool.count('sendable') + spool.count('short') + invalid, invalid };
}
