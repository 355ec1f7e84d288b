import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { signalAfter } from '../../support/signal-after.ts';

it('hears a signal while the purchase orders of the ledger are read', async () => {
  const home = makeHome();
  const env = { CFI_EMULATOR: '1' };
  const rows = Array.from({ length: 30 }, (_, at) => `PO-${at},Northgate FC,AC-TENT-2,2000000001012,4\n`);
  const header = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\n';
  writeFileSync(join(home, 'pos.csv'), header + rows.join(''));
  const set = ['--set', 'deliveryType=truck', '--set', 'loadingType=palletised'];
  expect((await runCli(['po', 'create', 'pos.csv', ...set], { home, env })).code).toBe(0);
  const deps = { interrupted: signalAfter(20) };
  const { code, stderr } = await runCli(['po', 'list'], { home, env, deps });
  expect([code, stderr]).toEqual([130, expect.stringContaining('stopped by Ctrl-C; nothing was sent')]);
});
