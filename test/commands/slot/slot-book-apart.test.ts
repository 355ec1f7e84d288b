import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { file, header, row, withSlotFile } from '../../support/upload/slot-file.ts';

describe('rows of a file and slots that are booked on their own', () => {
  it.each([
    ['a refused booking of the same request', 'Northgate FC 2026-09-08 morning', ['books', 'refuses']],
    ['a slot that was booked on its own', 'S-2', ['books', 'books']],
  ] as const)('keeps its rows apart from %s', async (_, name, responses) => {
    const content = `${header},reference\n${row('08')},${name}\n`;
    const service = await withSlotFile(content, [...responses]);
    const single = ['--date', '2026-09-08', '--window', 'morning', '--warehouse', 'Northgate FC'];
    const rest = ['--loading-type', 'palletised', '--number-of-skus', 'lt_10'];
    expect((await service.outcomes()).rows).toEqual([['created', 'S-1']]);
    await runCli(['slot', 'book', ...single, ...rest], { home: service.home, env: service.env });
    expect((await service.outcomes()).rows).toEqual([['skipped', 'S-1']]);
    expect(service.posts()).toBe(2);
  });

  it('books one slot for each where both are in doubt and the list shows one, whichever goes on first', async () => {
    const service = await withSlotFile(file(row('08')), ['loses', 'books-and-loses']);
    service.listing('good', 'no-list', 'good', 'no-list');
    expect((await service.book('--max-retries', '0')).code).toBe(10);
    const single = ['--date', '2026-09-08', '--window', 'morning', '--warehouse', 'Northgate FC'];
    const rest = ['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--pallet-count', '6'];
    const bookSingle = (...more: string[]) =>
      runCli(['slot', 'book', ...single, ...rest, ...more], { home: service.home, env: service.env });
    const uncertain = await bookSingle('--max-retries', '0');
    expect([uncertain.code, uncertain.stderr]).toEqual([10, expect.stringContaining('may or may not')]);
    expect((await service.outcomes()).rows).toEqual([['created', 'S-1']]);
    expect((await bookSingle()).code).toBe(0);
    expect([service.posts(), service.slots.length]).toEqual([3, 2]);
  });

  it('books one on its own again with --fresh, once an accepted booking shows no slot', async () => {
    const service = await withSlotFile(file(row('08')), ['says-nothing']);
    const options = ['--date=2026-09-08', '--window=morning', '--warehouse=Northgate FC', '--max-retries=1'];
    const line = ['slot', 'book', ...options, '--loading-type=palletised', '--number-of-skus=lt_10'];
    const book = (...more: string[]) => runCli([...line, ...more], { home: service.home, env: service.env });
    for (const _ of ['first', 'again']) {
      const { code, stderr } = await book();
      expect([code, stderr]).toEqual([10, expect.stringMatching(/\nhint: .*book it alone with --fresh\n$/)]);
    }
    expect([(await book('--fresh')).code, service.posts(), service.slots.length]).toEqual([0, 2, 1]);
  });
});
