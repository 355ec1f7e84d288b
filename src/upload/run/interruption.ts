import type { Stop } from './progress.ts';
import type { RunOptions } from './run-options.ts';

/** How long a stopping run waits for requests in progress. */
const graceMs = 5_000;

/** What ends a run. */
interface Ending {
  /** Aborted when the run stops for any reason. */
  readonly halted: AbortSignal;
  /** Stops the run; requests in progress may finish. */
  stop(stop: Stop): void;
  /** Cancels the requests in progress. */
  abandon(): void;
}

/**
 * Stops the run when the user interrupts it. Requests in progress are cancelled if the user insists, and a few seconds
 * after the run was stopped for any reason. Returns a function that ends the watch.
 */
export function watchInterruption(
  {
    interrupted,
    onSecondInterrupt,
    startTimer,
    observer,
  }: Pick<RunOptions<never>, 'interrupted' | 'onSecondInterrupt' | 'startTimer'> & {
    readonly observer: Pick<RunOptions<never>['observer'], 'note'>;
  },
  { halted, stop, abandon }: Ending,
): () => void {
  const onInterrupt = (): void => {
    stop({ reason: 'interrupted', message: `ended by ${String(interrupted.reason)}` });
    observer.note('stopping: waiting for the requests in progress; press again to stop at once');
  };
  if (interrupted.aborted) onInterrupt();
  interrupted.addEventListener('abort', onInterrupt);
  onSecondInterrupt(abandon);
  let cancelGrace = (): void => {};
  halted.addEventListener('abort', () => {
    cancelGrace = startTimer(graceMs, abandon);
  });
  return () => {
    cancelGrace();
    interrupted.removeEventListener('abort', onInterrupt);
  };
}
