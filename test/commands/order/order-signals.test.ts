import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { signalAfter } from '../../support/signal-after.ts';
import { trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

describe('a signal is heard while the orders of the ledger are read', () => {
  it.each([
    ['find', 20, ['find', 'zzz']],
    ['find of what was found', 60, ['find', 'R-']],
    ['track', 20, ['track']],
    ['track of one', 20, ['track', '77']],
    ['cancel of words', 20, ['cancel', '--dry-run', '77', '78']],
    ['cancel of an upload', 20, ['cancel', '--run', '1', '--dry-run']],
    ['cancel of an upload that was read', 60, ['cancel', '--run', '1', '--yes']],
  ])('by %s', async (_, looks, words) => {
    await orders.upload(...Array.from({ length: 40 }, (_, at) => `R-${at}`));
    const { home, service } = orders;
    const { code, stderr } = await runCli(['order', ...words], {
      home,
      env: service.env,
      deps: { interrupted: signalAfter(looks) },
    });
    expect([code, stderr]).toEqual([130, expect.stringContaining('stopped by Ctrl-C; nothing was sent')]);
  });
});
