import { expect, it } from 'vitest';
import { openTestbed } from '../../support/testbed.ts';

async function listed(columns: number) {
  const testbed = await openTestbed();
  const reference = await testbed.book({ warehouse: 'Northgate FC' });
  await testbed.fc(reference, 'counter', { proposedTime: '2026-09-10T22:00:00+01:00', comment: 'Full' });
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

it('shows the zone once at 80 columns, so that the warehouse fits, and the comment below the table', async () => {
  const { head, row, stdout } = await listed(80);
  expect(head).toContain('When (BST)');
  expect(row).toContain('Fri 4 Sep 09:00 → Thu 10 Sep 22:00  Northgate FC');
  expect(stdout.split('\n')[2]).toBe('  SLOT-000001: "Full"');
});

it('keeps both times at 60 columns, and says what it hides', async () => {
  const { head, row, stdout, stderr } = await listed(60);
  expect(head).toContain('When (BST)');
  expect(row).toContain('Fri 4 Sep 09:00 → Thu 10 Sep 22:00');
  expect(row).toMatch(/^SLOT-000001 {2}your ans/);
  expect(stdout.split('\n')[2]).toBe('  SLOT-000001: Northgate FC, "Full"');
  expect(stderr).toContain('hidden to fit: Vehicle;');
});
