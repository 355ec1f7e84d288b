/** The topic `many-machines`. */
export const manyMachines = `Many machines

  cfi order create big.csv --shard 2/4        the second quarter of the orders, on the second of four machines
  cfi order create big.csv --shard auto/4     the part comes from the scheduler

  Schedulers  Kubernetes (JOB_COMPLETION_INDEX), SLURM (SLURM_ARRAY_TASK_ID), AWS Batch
              (AWS_BATCH_JOB_ARRAY_INDEX) and GNU parallel (PARALLEL_SEQ).
  Parts       The reference alone decides, so no two machines send the same order as long as N is the same.
  Killed      Start the task again. With its folder (CFI_HOME) it skips what is done; without it, it asks the
              service, which refuses a reference that it has.
  One folder  Two uploads of one account in one CFI_HOME: the second ends with exit 11, or waits with --wait 30m.
  Rate        The account's limit is shared: give each machine its part with --rate.
`;
