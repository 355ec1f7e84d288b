import { signalExitCode } from './errors.ts';
import { monotonicNow } from './timers.ts';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const sameSignalMs = 100;

/** Calls back for signals of others: the library that writes the settings sends the first one to this process again. */
export function unlessSentAgain(
  callback: (signal: NodeJS.Signals) => void,
): (signal: NodeJS.Signals) => void {
  let isFirst = true;
  let sentAgain: NodeJS.Signals | undefined;
  const expectNone = (): void => {
    sentAgain = undefined;
  };
  return (signal) => {
    // Only one: another of the same name that arrives as quickly is somebody's.
    if (signal === sentAgain) return expectNone();
    if (isFirst) {
      sentAgain = signal;
      setImmediate(() => setImmediate(expectNone));
    }
    isFirst = false;
    callback(signal);
  };
}

/** From here on these signals do what they do by default. */
export function leaveSignals(): void {
  for (const signal of endingSignals) process.removeAllListeners(signal);
}

/** Takes over the signals that end a program: from here on they abort `interrupted`, and only insisting ends the process. */
export function takeSignals() {
  const interrupt = new AbortController();
  let again: (() => void) | undefined;
  let signals = 0;
  let lastSignal = Number.NEGATIVE_INFINITY;
  let handed = false;
  let paging = false;
  const onSignal = unlessSentAgain((signal) => {
    if (paging && signal === 'SIGINT') return;
    const at = monotonicNow();
    // One Ctrl-C may arrive more than once: from the terminal, and from a program like npm that passes it on.
    if (at - lastSignal < sameSignalMs) return;
    // The system and the shell each report a closed terminal; nobody insists that way.
    if (signal === 'SIGHUP' && signals > 0) return;
    lastSignal = at;
    signals += 1;
    if (signals === 1) interrupt.abort(signal);
    if (signals === 1 || handed) return;
    again?.();
    // A user who insists wants the program to end, cleanly or not.
    if (again === undefined || signals > 2) process.exit(signalExitCode(signal));
  });
  for (const signal of endingSignals) process.on(signal, onSignal);
  // A write beyond the file size limit fails, and is reported as such. Node ignores the signal that comes with it, but
  // packages that clean up on exit (signal-exit) treat it as the end unless there is another listener.
  process.on('SIGXFSZ', () => {});
  return {
    /** Aborted by the first signal, with its name as the reason. */
    interrupted: interrupt.signal,
    /** Calls back on each further signal but SIGHUP; the third ends the process. Replaces an earlier callback. */
    onSecondInterrupt(callback: () => void): void {
      again = callback;
    },
    /** Calls back when the process has been stopped and continued; returns a function that removes the callback. */
    onContinue(callback: () => void): () => void {
      process.on('SIGCONT', callback);
      return () => void process.off('SIGCONT', callback);
    },
    /** While `work` runs, which goes on for long at one go and leaves nothing to tidy, a signal ends the process at once. */
    async whileUnheard<T>(work: () => T | Promise<T>): Promise<T> {
      const heard = endingSignals.map((signal) => [signal, process.listeners(signal)] as const);
      leaveSignals();
      try {
        return await work();
      } finally {
        for (const [signal, listeners] of heard)
          for (const listener of listeners) process.on(signal, listener);
      }
    },
    /** While `work` runs, another program has our terminal and handles signals; the first still aborts `interrupted`. */
    async whileHanded<T>(work: () => Promise<T>): Promise<T> {
      handed = true;
      try {
        return await work();
      } finally {
        handed = false;
      }
    },
    /** While `work` runs, a pager has our terminal, where Ctrl-C only stops what the pager is doing. */
    async whilePaging<T>(work: () => Promise<T>): Promise<T> {
      paging = true;
      try {
        return await work();
      } finally {
        // A Ctrl-C from before the pager ended may reach us after it.
        for (let round = 0; round < 2; round++) await new Promise((done) => setImmediate(done));
        paging = false;
      }
    },
  };
}
