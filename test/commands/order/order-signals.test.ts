import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

/** A signal that arrives while the ledger is read: not before it was asked for so many times. */
function signalAfter(looks: number): AbortSignal {
  const { signal } = new AbortController();
  let asked = 0;
  Object.defineProperties(signal, {
    aborted: { get: () => ++asked > looks },
    reason: { value: 'SIGINT' },
  });
  return signal;
}

describe('a signal is heard while the orders of the ledger are read', () => {
  it.each([
    ['find', ['find', 'zzz']],
    ['track', ['track']],
    ['track of one', ['track', '77']],
    ['cancel of words', ['cancel', '--dry-run', '77', '78']],
    ['cancel of an upload', ['cancel', '--run', '1', '--dry-run']],
  ])('by %s', async (_, words) => {
    await orders.upload(...Array.from({ length: 40 }, (_, at) => `R-${at}`));
    const { home, service } = orders;
    const { code, stderr } = await runCli(['order', ...words], {
      home,
      env: service.env,
      deps: { interrupted: signalAfter(20) },
    });
    expect([code, stderr]).toEqual([130, expect.stringContaining('stopped by Ctrl-C; nothing was sent')]);
  });
});
