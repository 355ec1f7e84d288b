import { expect, it } from 'vitest';
import { openTestbed } from '../../support/testbed.ts';

async function listed(columns: number, proposedTime = '2026-09-10T22:00:00+01:00', more: object = {}) {
  const testbed = await openTestbed();
  const reference = await testbed.book({ warehouse: 'Northgate FC', ...more });
  await testbed.fc(reference, 'counter', { proposedTime, comment: 'Full' });
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

it('shows the zone once at 80 columns, so that the warehouse fits, and the whole offer below the table', async () => {
  const { head, row, stdout } = await listed(80);
  expect(head).toContain('When (BST)');
  expect(row).toContain('Fri 4 Sep 09:00 → Thu 10 Sep 22:00  Northgate FC');
  expect(stdout.split('\n')[3]).toBe(
    '  SLOT-000001, Northgate FC: Fri 4 Sep 09:00 → Thu 10 Sep 22:00 BST, "Full"',
  );
});

it('keeps both times at 60 columns, and says below the whole offer', async () => {
  const { head, row, stdout, stderr } = await listed(60);
  expect(head).toContain('When (BST)');
  expect(row).toBe('SLOT-000001  your answer  Fri 4 Sep 09:00 → Thu 10 Sep 22:00');
  expect(stdout.split('\n').slice(3, 5)).toEqual([
    '  SLOT-000001, Northgate FC: Fri 4 Sep 09:00 →',
    '    Thu 10 Sep 22:00 BST, "Full"',
  ]);
  expect(stderr).toContain('hidden to fit: Warehouse, Comment, Vehicle;');
});

it.each<[string, string, object, string, string[]]>([
  [
    'the state',
    '2026-09-15T13:00:00+01:00',
    { date: '2026-09-10' },
    'hidden to fit: Status, Warehouse, Vehicle;',
    [
      'Slot         When (BST)                           Comment',
      'SLOT-000001  Thu 10 Sep 09:00 → Tue 15 Sep 13:00  Full',
      'SLOT-000002  Fri 4 Sep morning',
      '  SLOT-000001, Northgate FC: Thu 10 Sep 09:00 →',
      '    Tue 15 Sep 13:00 BST, "Full" (your answer)',
      '  SLOT-000002, Fri 4 Sep morning, Northgate FC, truck',
      '    (waiting for the warehouse)',
    ],
  ],
  [
    'the times as well',
    '2027-03-30T13:00:00+01:00',
    { date: '2027-03-24' },
    'hidden to fit: When;',
    [
      'Slot         Status       Warehouse     Comment  Vehicle',
      'SLOT-000001  your answer  Northgate FC  Full     truck',
      'SLOT-000002  warehouse    Northgate FC           truck',
      '  SLOT-000001, Northgate FC: Wed 24 Mar 2027 09:00 GMT →',
      '    Tue 30 Mar 2027 13:00 BST, "Full"',
      '  SLOT-000002, Fri 4 Sep morning, Northgate FC, truck',
    ],
  ],
])(
  'says below the table, of each slot, what is left of 60 columns by longer times: %s',
  async (_, time, more, hidden, lines) => {
    const { stdout, stderr } = await listed(60, time, more);
    expect(stdout.trimEnd().split('\n')).toEqual(lines);
    expect(stderr).toContain(hidden);
  },
);
