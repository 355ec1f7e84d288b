/** The newest V8 that is known to have the flag below; another one might report an unknown flag. */
const newestV8 = 14;

/** The number of requests from which a faster parser saves more time than its optimisation takes. */
const worthwhileRequests = 50_000;

/** V8 optimises only the WebAssembly function with this number. -1, its own value, means every function. */
const flag = '--wasm-tier-up-filter';
const noFunction = 1_000_000;
const everyFunction = -1;

let isSkipped = false;

/**
 * Keeps V8 from optimising undici's parser if only some thousand requests are expected. V8 would do so after some hundred,
 * which takes up to 0.15 s of processor time, and the process cannot end before that is done. The decision holds for the
 * process: V8 counts the calls of a function only if it was compiled without the flag. To be called when everything is
 * loaded: with a changed flag, V8 refuses code that was compiled earlier. The flag is reset when the process ends, because
 * the code that is then kept for the next run would be refused as well.
 */
export async function skipParserOptimisation(expectedRequests: number): Promise<void> {
  const isWorthwhile = expectedRequests >= worthwhileRequests;
  if (isWorthwhile || isSkipped || Number.parseInt(process.versions.v8, 10) > newestV8) return;
  isSkipped = true;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(`${flag}=${noFunction}`);
  // Before the code is kept, which another listener does.
  process.prependOnceListener('exit', () => setFlagsFromString(`${flag}=${everyFunction}`));
}
