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
  return { head, row, stderr };
}

it('shows both times, the warehouse and the full comment if there is room', async () => {
  const { head, row } = await listed(120);
  expect(head).toContain('When');
  expect(row).toContain('2026-09-04 09:00 → 2026-09-10 22:00 +01:00  Northgate FC  Full');
});

it('shows offset and year once at 80 columns, so that the warehouse and comment fit', async () => {
  const { head, row } = await listed(80);
  expect(head).toContain('When (2026, +01:00)');
  expect(row).toContain('09-04 09:00 → 09-10 22:00  Northgate FC  Full');
});

it('keeps both times at 60 columns, and says what it hides', async () => {
  const { head, row, stderr } = await listed(60);
  expect(head).toContain('When (2026, +01:00)');
  expect(row).toContain('09-04 09:00 → 09-10 22:00');
  expect(row).not.toContain('…');
  expect(stderr).toContain('hidden to fit:');
});
