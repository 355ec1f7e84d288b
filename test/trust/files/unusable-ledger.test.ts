import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { type OrderService, startOrderService } from '../../support/services/order-service.ts';
import { dataOf, upload } from '../../support/upload/home-with.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';

const ledgerIn = (home: string): string => join(home, 'ledger.sqlite');

/** A command in a home, as a user bound by file modes. */
const cfi = (service: OrderService, home: string, line: string) =>
  spawnCli(line.split(' '), { home, env: service.env, unprivileged: true }).done;

/** A home in which an upload has ended, with one more order in the file. */
async function usedHome(service: OrderService): Promise<string> {
  const { home, code } = await upload(service, manyOrders(2));
  expect(code).toBe(0);
  writeFileSync(join(home, 'orders.csv'), manyOrders(3));
  return home;
}

const withMode = (path: string, mode: number): void => {
  const before = statSync(path).mode;
  chmodSync(path, mode);
  onTestFinished(() => chmodSync(path, before));
};

describe('a ledger that an ordinary user cannot use', () => {
  it.each<[string, (home: string) => void]>([
    ['that may only be read', (home) => withMode(ledgerIn(home), 0o400)],
    ['in a folder that may not be written', (home) => withMode(home, 0o500)],
  ])('%s is named with the reason and what to do, and nothing is sent', async (_, spoil) => {
    const service = await startOrderService();
    const home = await usedHome(service);
    const before = readFileSync(ledgerIn(home));
    spoil(home);
    const outcome = await cfi(service, home, 'order create orders.csv');
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(
      `${ledgerIn(home)} cannot be opened or written: permission denied\nhint: check`,
    );
    expect(outcome.stderr).toMatch(/\nhint: .*CFI_HOME\n$/);
    expect(service.posted()).toHaveLength(2);
    chmodSync(home, 0o700);
    chmodSync(ledgerIn(home), 0o600);
    expect(readFileSync(ledgerIn(home)).equals(before)).toBe(true);
    expect(dataOf(await upload(service, manyOrders(3), [], home))).toMatchObject({
      total: 3,
      skipped: 2,
      created: 1,
    });
  });

  it('is named by order runs', async () => {
    const service = await startOrderService();
    const home = await usedHome(service);
    withMode(ledgerIn(home), 0o000);
    const { code, stderr } = await cfi(service, home, 'order runs');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${ledgerIn(home)} cannot be opened`)]);
    expect(stderr).not.toMatch(/unexpected|ConnectionFailed/);
  });
});

describe('a state that an ordinary user cannot use', () => {
  let original = '';
  beforeAll(async () => {
    original = makeHome();
    const started = await runCli(['--emulator', 'inventory'], { home: original, now: Date.now() });
    expect(started).toMatchObject({ code: 0 });
  });

  it.each<[string, (state: string) => void]>([
    ['that nobody may read', (state) => withMode(join(state, 'state.sqlite'), 0o000)],
    [
      'in a folder that may only be read',
      (state) => {
        rmSync(join(state, 'state.sqlite-journal'), { force: true });
        withMode(state, 0o500);
      },
    ],
    ['in a folder that may not be entered', (state) => withMode(state, 0o400)],
  ])('%s is named with what to do', async (_, spoil) => {
    const state = join(original, 'emulator');
    spoil(state);
    const { code, stderr } = await spawnCli(['emulator', 'clock', 'advance', '1d'], {
      home: original,
      unprivileged: true,
    }).done;
    expect(code).toBe(2);
    expect(stderr).toContain(state);
    expect(stderr).toMatch(/^error: .*cannot be opened.*(\nhint:|;) .*--state.*\n$/i);
  });
});
