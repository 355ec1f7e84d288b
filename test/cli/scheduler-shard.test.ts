import { describe, expect, it } from 'vitest';
import { shardOf } from '../../src/cli/reading-options.ts';
import { shard } from '../../src/cli/values.ts';

const auto = shard('--shard', 'auto/4');

describe('--shard auto/N', () => {
  it.each([
    [{ JOB_COMPLETION_INDEX: '0' }, 1],
    [{ JOB_COMPLETION_INDEX: '3' }, 4],
    [{ AWS_BATCH_JOB_ARRAY_INDEX: '2' }, 3],
    [{ SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_MIN: '5' }, 3],
    [{ SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_TASK_MIN: '1' }, 1],
    [{ SLURM_ARRAY_TASK_ID: '0', SLURM_ARRAY_TASK_MIN: '0' }, 1],
    [{ PARALLEL_SEQ: '1' }, 1],
    [{ PARALLEL_SEQ: '4', JOB_COMPLETION_INDEX: '' }, 4],
  ])('takes the part that the scheduler assigned: %j', (env: Record<string, string>, index) => {
    expect(shardOf(auto, env)).toEqual({ index, count: 4 });
  });

  it('names the variables when there is no scheduler', () => {
    expect(() => shardOf(auto, {})).toThrow(
      expect.objectContaining({
        exitCode: 2,
        details: expect.objectContaining({
          hint: expect.stringMatching(
            /JOB_COMPLETION_INDEX.*AWS_BATCH_JOB_ARRAY_INDEX.*SLURM_ARRAY_TASK_ID.*PARALLEL_SEQ/,
          ),
        }),
      }),
    );
  });

  it.each([[{ JOB_COMPLETION_INDEX: '4' }], [{ PARALLEL_SEQ: '0' }], [{ PARALLEL_SEQ: 'one' }]])(
    'refuses a part that does not exist: %j',
    (env: Record<string, string>) => {
      expect(() => shardOf(auto, env)).toThrow(expect.objectContaining({ exitCode: 2 }));
    },
  );

  it('leaves an explicit part unchanged', () => {
    expect(shardOf(shard('--shard', '2/4'), { PARALLEL_SEQ: '3' })).toEqual({ index: 2, count: 4 });
    expect(() => shard('--shard', 'auto/0')).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
