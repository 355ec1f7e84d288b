import { expect, it } from 'vitest';
import { openTestbed } from '../../support/testbed.ts';

async function listed(columns: number) {
  const testbed = await openTestbed();
  const reference = await testbed.book({ warehouse: 'Northgate FC' });
  await testbed.fc(reference, 'counter', {
    proposedTime: '2026-09-10T22:00:00+01:00',
    comment: 'Full',
  });
  await testbed.book({ warehouse: 'Northgate FC' });
  const { stdout, stderr } = await testbed.cfi(['slot', 'list'], {
    tty: true,
    columns,
    env: { NO_COLOR: '1' },
  });
  const [head = '', row = ''] = stdout.split('\n');
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
  return { head, row, stdout, stderr };
}

it('shows both times, the warehouse and the full comment if there is room', async () => {
  const { head, row } = await listed(120);
  expect(head).toContain('When (BST)');
  expect(row).toContain('Fri 4 Sep 09:00 → Thu 10 Sep 22:00  Northgate FC  Full');
});

it('shortens the offer at 80 columns, so that the warehouse fits, and says below what is cut', async () => {
  const { head, row, stdout, stderr } = await listed(80);
  expect(head).toContain('When (BST)');
  expect(row).toBe('SLOT-000001  your answer                Thu 10 Sep 22:00   Northgate FC  Full');
  expect(stdout.split('\n')[3]).toBe('  SLOT-000001: was Fri 4 Sep 09:00 BST');
  expect(stderr).toContain('hidden columns: Vehicle; --out FILE writes all');
});

it('keeps the state and the time at 60 columns, and says nothing twice', async () => {
  const { stdout, stderr } = await listed(60);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'Slot         Status                     When (BST)',
    'SLOT-000001  your answer                Thu 10 Sep 22:00',
    'SLOT-000002  waiting for the warehouse  Fri 4 Sep morning',
    '  SLOT-000001: was Fri 4 Sep 09:00 BST, Northgate FC, "Full"',
  ]);
  expect(stderr).toContain('hidden columns: Warehouse, Vehicle; --out FILE writes all');
});

it('says below the table what even short times leave no room for', async () => {
  const { stdout, stderr } = await listed(40);
  expect(stdout).toMatch(/^Slot +Status\n/);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain('SLOT-000001: Fri 4 Sep 09:00 → Thu 10 Sep 22:00 BST, Northgate FC, "Full"');
  expect(text).toContain('SLOT-000002: Fri 4 Sep morning');
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'hidden columns: Warehouse, Vehicle; --out FILE writes all',
  );
});

it('shows a purchase order whole beside an offer with a comment, which goes below', async () => {
  const testbed = await openTestbed();
  const used = await testbed.bookConfirmed();
  await testbed.order({ slotReference: used });
  const offered = await testbed.book();
  await testbed.fc(offered, 'counter', { proposedTime: '2026-09-10T22:00:00+01:00', comment: 'Full' });
  const { stdout } = await testbed.cfi(['slot', 'list'], { tty: true, columns: 72, env: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/LW-\d{6}$/m);
  expect(stdout).toContain('"Full"');
});
