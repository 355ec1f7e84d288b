/** The topic `many-machines`. */
export const manyMachines = `Many machines

  cfi order create big.csv --shard 2/4     the second of four parts, on the second of four machines
  cfi order create big.csv --shard auto/4  gets the part from the scheduler

  Schedulers  Kubernetes (JOB_COMPLETION_INDEX), SLURM (SLURM_ARRAY_TASK_ID), AWS Batch \
(AWS_BATCH_JOB_ARRAY_INDEX) and GNU parallel (PARALLEL_SEQ).
  Parts       The part depends only on the reference, so no two machines send the same order if N is the same.
  Killed      Start the task again. With its folder (CFI_HOME), it skips the orders that are done; without it, it \
asks the service, which rejects a reference that it already has.
  One folder  Only one upload per account can run in a CFI_HOME: a second exits 11, or waits with --wait 30m.
  Rate        The machines share the account's rate limit: give each its part with --rate.
`;
