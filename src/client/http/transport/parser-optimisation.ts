/** The newest V8 that is known to have the flag below; another one might report an unknown flag. */
const newestV8 = 14;

/** The number of requests from which a faster parser saves more time than its optimisation takes. */
const worthwhileRequests = 10_000;

/** V8 optimises only the WebAssembly function with this number. -1, its own value, means every function. */
const flag = '--wasm-tier-up-filter';
const noFunction = 1_000_000;
const everyFunction = -1;

/** A delay of V8's optimisation. */
export interface OptimisationDelay {
  countRequest(): void;
  end(): void;
}

/** Starts a delay, which ends by itself when there are many requests. `setFlag` changes a flag of V8. */
export function startDelay(setFlag: (flag: string) => void): OptimisationDelay {
  const optimise = (which: number): void => setFlag(`${flag}=${which}`);
  let requests = 0;
  optimise(noFunction);
  return {
    countRequest() {
      requests += 1;
      if (requests === worthwhileRequests) optimise(everyFunction);
    },
    end: () => optimise(everyFunction),
  };
}

let delay: OptimisationDelay | undefined;

/**
 * Keeps V8 from optimising undici's parser before there are many requests. V8 would do so after some hundred, which takes
 * up to 0.15 s of processor time, and the process cannot end before that is done. To be called when everything is loaded:
 * with a changed flag, V8 refuses code that was compiled earlier. The flag is reset when the process ends, because the
 * code that is then kept for the next run would be refused as well.
 */
export async function delayParserOptimisation(): Promise<void> {
  if (delay !== undefined || Number.parseInt(process.versions.v8, 10) > newestV8) return;
  const { setFlagsFromString } = await import('node:v8');
  const started = startDelay(setFlagsFromString);
  delay = started;
  // Before the code is kept, which another listener does.
  process.prependOnceListener('exit', () => started.end());
}

/** Counts a request. */
export function countRequest(): void {
  delay?.countRequest();
}
