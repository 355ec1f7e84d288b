import { expect, it } from 'vitest';
import { csvRows } from '../../support/output.ts';
import { openTestbed } from '../../support/testbed.ts';

const template = ['slot', 'template'];

it.each(['csv', 'json'])('cfi slot template prints %s that slot book takes', async (format) => {
  const testbed = await openTestbed();
  const { code, stdout: stdin } = await testbed.cfi([...template, '--format', format]);
  expect(code).toBe(0);
  const booked = await testbed.cfi(['slot', 'book', '-', '--json'], { stdin });
  expect(booked.code).toBe(0);
  const slots = (await testbed.acme.get('/inbound-slot')).body.data;
  const given = format === 'json' ? JSON.parse(stdin) : csvRows(stdin.replaceAll('\n', '\r\n'));
  expect(slots.map(({ date, window }: Record<string, string>) => [date, window])).toEqual(
    given.map(({ date, window }: Record<string, string>) => [date, window]),
  );
});

it('cfi slot template is csv of days next week, in every output format', async () => {
  const testbed = await openTestbed();
  const { stdout } = await testbed.cfi(template);
  expect(csvRows(stdout.replaceAll('\n', '\r\n')).map(({ date }) => date)).toEqual([
    '2026-09-08',
    '2026-09-09',
  ]);
  for (const output of ['json', 'ndjson', 'csv'])
    expect((await testbed.cfi([...template, '-o', output])).stdout).toBe(stdout);
});

it('a dry run shows what each row would book', async () => {
  const testbed = await openTestbed();
  const { stdout: stdin } = await testbed.cfi(template);
  const { code, stdout } = await testbed.cfi(['slot', 'book', '-', '--dry-run'], { stdin });
  expect([code, (await testbed.acme.get('/inbound-slot')).body.data]).toEqual([0, []]);
  expect(stdout).toContain('2 slots would be booked; nothing was.\n');
  expect(stdout).toMatch(
    /^tents +2 +Northgate FC +Tue 8 Sep +morning +truck +palletised +fewer than 10 +6 +AB12 CDE$/m,
  );
  expect(stdout).toMatch(
    /^stoves +3 +Northgate FC +Wed 9 Sep +afternoon +container +40ft +loose +10 to 20$/m,
  );
  const unnamed = { stdin: stdin.replaceAll(/^(?:reference|tents|stoves),/gm, '') };
  const dry = await testbed.cfi(['slot', 'book', '-', '--dry-run'], unnamed);
  expect(dry.stdout).toMatch(/^Row +Warehouse .*\n +2 +Northgate FC +Tue 8 Sep /m);
  const csv = await testbed.cfi(['slot', 'book', '-', '--dry-run', '-o', 'csv'], { stdin });
  expect(csvRows(csv.stdout).map((row) => row.numberOfSkus)).toEqual(['lt_10', '10_to_20']);
});
