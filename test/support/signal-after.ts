/** A signal that arrives while the ledger is read: not before it was asked for so many times. */
export function signalAfter(looks: number): AbortSignal {
  const { signal } = new AbortController();
  let asked = 0;
  Object.defineProperties(signal, {
    aborted: { get: () => ++asked > looks },
    reason: { value: 'SIGINT' },
  });
  return signal;
}
