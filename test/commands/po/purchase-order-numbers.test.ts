import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, type Outcome, runCli } from '../../support/cli.ts';

const csv = (reference: string): string =>
  `PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\n${reference},Northgate FC,AC-TENT-2,2000000001012,40\n`;

async function onConfirmedSlot(): Promise<(line: string) => Promise<Outcome>> {
  const home = makeHome();
  for (const reference of ['PO-1', 'PO-2']) writeFileSync(join(home, `${reference}.csv`), csv(reference));
  const cfi = (line: string): Promise<Outcome> =>
    runCli(line.split(' '), { home, env: { CFI_EMULATOR: '1' } });
  const booked =
    'slot book --date 2026-09-08 --window morning --loading-type palletised --number-of-skus lt_10 --delivery-type truck --warehouse';
  await runCli([...booked.split(' '), 'Northgate FC'], { home, env: { CFI_EMULATOR: '1' } });
  await cfi('emulator fc confirm SLOT-000001');
  return cfi;
}

it('shows the number of a new purchase order, which the next command needs', async () => {
  const cfi = await onConfirmedSlot();
  expect((await cfi('po create PO-1.csv --slot SLOT-000001')).stdout).toMatch(/PO-1 +created +LW-000001/);
});

it("says which purchase order has the slot, in the service's words and by its own reference", async () => {
  const cfi = await onConfirmedSlot();
  await cfi('po create PO-1.csv --slot SLOT-000001');
  const second = await cfi('po create PO-2.csv --slot SLOT-000001');
  expect(second.stderr).toContain('PO-2: Slot SLOT-000001 is already used by LW-000001; LW-000001 is PO-1\n');
  expect(second.code).toBe(6);
});

it('shows what the warehouse did in the same form as related commands', async () => {
  const cfi = await onConfirmedSlot();
  await cfi('po create PO-1.csv --slot SLOT-000001');
  const received = await cfi('emulator fc receive LW-000001 --short AC-TENT-2=1');
  expect(received.stdout).toBe((await cfi('po get LW-000001')).stdout);
  expect(received.stdout).toContain('1 short');
});

it('finds a purchase order of this machine by its own reference', async () => {
  const cfi = await onConfirmedSlot();
  await cfi('po create PO-1.csv --slot SLOT-000001');
  const { code, stdout } = await cfi('po get PO-1');
  expect([code, stdout]).toEqual([0, (await cfi('po get LW-000001')).stdout]);
  expect((await cfi('po get PO-9')).code).toBe(5);
});

it('shows in a dry run what each purchase order would hold', async () => {
  const cfi = await onConfirmedSlot();
  const { stdout } = await cfi('po create PO-1.csv --slot SLOT-000001 --dry-run');
  expect(stdout).toMatch(/^1 purchase order would be created; nothing was\.\n/);
  expect(stdout).toMatch(/PO-1 +2 +Northgate FC +SLOT-000001 +40 × AC-TENT-2 \(barcode 2000000001012\)\n/);
});
