import { describe, expect, it } from 'vitest';
import { makeHome, type Outcome, runCli } from '../../support/cli.ts';
import { startSlotService } from '../../support/services/slot-service.ts';
import { file, row, withSlotFile } from '../../support/upload/slot-file.ts';

const typed = [
  ...['slot', 'book', '--date', '2026-09-08', '--window', 'morning', '--warehouse', 'Northgate FC'],
  ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10'],
];
const lags = (count: number) => Array<'lags'>(count).fill('lags');

describe('a booking whose answer was lost, where the list of slots comes from replicas', () => {
  it.each([
    ['before the rows are booked', ['good', ...lags(40)]],
    ['once while it is looked for', ['lags', 'good', ...lags(40)]],
  ] as const)('is not booked again if a list has shown its slot %s', async (_, lists) => {
    const interrupt = new AbortController();
    const service = await withSlotFile(file(row('08')), [
      async () => {
        interrupt.abort('SIGINT');
        return 'books-and-loses';
      },
    ]);
    const home = { home: service.home, env: service.env };
    expect((await runCli(['slot', 'book', 'slots.csv'], { ...home, signal: interrupt.signal })).code).toBe(
      130,
    );
    service.listing(...lists);
    expect(await service.outcomes()).toMatchObject({ code: 0, rows: [['created', 'S-1']] });
    expect(service.posts()).toBe(1);
  });

  it.each(['books-and-loses', 'books-unreadably'] as const)(
    'is not booked again while no list shows its slot yet, if the service %s',
    async (how) => {
      const service = await withSlotFile(file(row('08')), [how]);
      service.listing('good', 'lags', 'lags', 'lags');
      expect(await service.outcomes()).toMatchObject({ code: 0, rows: [['created', 'S-1']] });
      expect(service.posts()).toBe(1);
    },
  );

  it('is not booked again on the strength of a list that lacks a slot which an earlier one had', async () => {
    const service = await withSlotFile(file(row('08'), row('09')), ['books', 'loses']);
    // Before booking, and then without the slot of the first row.
    service.listing('good', ...lags(60));
    const first = await service.outcomes('--max-retries', '1');
    expect([first.code, first.rows]).toEqual([
      10,
      [
        ['created', 'S-1'],
        ['unknown', null],
      ],
    ]);
    service.listing();
    expect((await service.outcomes()).rows).toEqual([
      ['skipped', 'S-1'],
      ['created', 'S-2'],
    ]);
    expect(service.posts()).toBe(3);
  });

  it('is reported as booked twice where any list has shown both, also by the run after the one that repeated it', async () => {
    const interrupt = new AbortController();
    const service = await withSlotFile(file(row('08')), [
      'arrives-after-the-next',
      async () => {
        interrupt.abort('SIGINT');
        return 'books-and-loses';
      },
    ]);
    const home = { home: service.home, env: service.env };
    expect((await runCli(['slot', 'book', 'slots.csv'], { ...home, signal: interrupt.signal })).code).toBe(
      130,
    );
    expect(service.slots).toHaveLength(1);
    service.slots.push({ ...service.slots[0], slotReference: 'S-2' });
    const again = await service.book();
    expect([again.code, again.stderr]).toEqual([9, expect.stringContaining('was booked as well')]);
    expect(service.posts()).toBe(2);
  });

  it('is not said to be booked once by a list that lacks a slot which an answer has shown', async () => {
    const service = await withSlotFile(file(row('08'), row('09')), ['books', 'books-and-loses']);
    // Before booking, and then from a replica that has only the slot of the first row.
    service.listing('good', ...Array<1>(100).fill(1));
    const first = await service.book();
    expect(service.posts()).toBe(3);
    expect([first.code, first.stderr]).toEqual([
      9,
      expect.stringContaining('could not be checked whether a slot was booked twice'),
    ]);
    // Until a list can be believed, each run looks again.
    service.listing(...Array<1>(100).fill(1));
    expect((await service.book()).stderr).toContain('could not be checked');
    service.listing();
    expect((await service.book()).stderr).toContain('S-2 was booked as well');
    expect(await service.outcomes()).toMatchObject({ code: 0 });
  });

  it('is not taken for an earlier one for the same, whose slot a list lacked before', async () => {
    const service = await startSlotService(['books', 'loses']);
    service.slots.push({ slotReference: 'S-0' });
    const home = makeHome();
    const book = () => runCli([...typed, '--json'], { home, env: service.env });
    const slotOf = ({ stdout }: Outcome): string => JSON.parse(stdout).data.slotReference;
    expect(slotOf(await book())).toBe('S-2');
    service.listing('lags');
    expect(slotOf(await book())).toBe('S-3');
    expect(service.posts()).toBe(3);
  });
});
