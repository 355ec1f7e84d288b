import { usageError } from '../../errors.ts';
import type { Shard, ShardOption } from './values.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables in which schedulers give a task's number, and the first number. */
const schedulers: readonly { readonly variable: string; first(env: Environment): number }[] = [
  { variable: 'JOB_COMPLETION_INDEX', first: () => 0 },
  { variable: 'AWS_BATCH_JOB_ARRAY_INDEX', first: () => 0 },
  { variable: 'SLURM_ARRAY_TASK_ID', first: (env) => wholeNumber('SLURM_ARRAY_TASK_MIN', env) ?? 0 },
  { variable: 'PARALLEL_SEQ', first: () => 1 },
];

/**
 * The part for this process. For `auto/N`, it comes from the scheduler: Kubernetes, AWS Batch, SLURM or GNU parallel.
 * Throws a usage error if there is no scheduler, or its number is not from 1 to N.
 */
export function shardOf(option: ShardOption, env: Environment): Shard {
  const { index, count } = option;
  if (index !== 'auto') return { index, count };
  for (const { variable, first } of schedulers) {
    const number = wholeNumber(variable, env);
    if (number === undefined) continue;
    const part = number - first(env) + 1;
    if (part >= 1 && part <= count) return { index: part, count };
    throw usageError(
      `--shard auto/${count}: ${variable}=${number} is part ${part}, which is not one of ${count}`,
    );
  }
  throw usageError(
    `--shard auto/${count} needs the number of this task from a scheduler`,
    `none of ${schedulers.map(({ variable }) => variable).join(', ')} is set; without a scheduler, use 1/${count}`,
  );
}

function wholeNumber(variable: string, env: Environment): number | undefined {
  const text = env[variable]?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(`${variable} is ${JSON.stringify(text)}, which is not a whole number`);
}
