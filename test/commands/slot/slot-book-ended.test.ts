import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { startSlotService } from '../../support/services/slot-service.ts';
import { file, row, withSlotFile } from '../../support/upload/slot-file.ts';
import { slotToBook } from '../../support/upload/writes.ts';

const warning = (slots: string): string =>
  `can no longer be used, and is not booked again: ${slots}; to book a row again, send it alone with --fresh`;

describe('slot book FILE, when a slot that it booked has been cancelled', () => {
  it('warns of a row that an earlier run booked', async () => {
    const { book, outcomes, slots, posts } = await withSlotFile(file(row('08'), row('09')));
    const [first] = (await outcomes()).data.slots;
    expect((await book()).stderr).not.toContain('can no longer be used');
    for (const status of ['Cancelled', 'declined']) {
      Object.assign(slots[0] ?? {}, { scheduleStatus: status });
      const { code, stderr } = await book();
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(warning(`${first.reference} (S-1 is ${status})`)),
      ]);
    }
    expect(posts()).toBe(2);
  });

  it('warns of a row whose slot it finds after a lost answer, and that was cancelled until then', async () => {
    const service = await withSlotFile(file(row('08')), ['books-and-loses']);
    service.listing('good', 'no-list');
    await service.book('--max-retries', '0');
    Object.assign(service.slots[0] ?? {}, { scheduleStatus: 'cancelled' });
    service.listing();
    const { code, stdout, stderr } = await service.book();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/created: +1/)]);
    expect(stderr).toContain('S-1 is cancelled');
  });

  it('says nothing of a cancelled slot that no row of the file has', async () => {
    const { book, slots } = await withSlotFile(file(row('08')));
    slots.push({ date: '2026-09-09', slotReference: 'S-9', scheduleStatus: 'cancelled' });
    expect((await book()).stderr).not.toContain('can no longer be used');
  });
});

it('slot book says that the slot of a booking in doubt has been cancelled since, and the next one books another', async () => {
  const service = await startSlotService(['books-and-loses']);
  const home = makeHome();
  const words = ['slot', 'book', ...slotToBook, '--max-retries', '0', '--yes'];
  const book = () => runCli(words, { home, env: service.env });
  service.listing('good', 'no-list');
  expect((await book()).code).toBe(10);
  Object.assign(service.slots[0] ?? {}, { scheduleStatus: 'cancelled' });
  service.listing();
  const { code, stderr } = await book();
  expect([code, stderr]).toEqual([6, expect.stringContaining('S-1 was booked for this, but is cancelled')]);
  expect([(await book()).code, service.posts()]).toEqual([0, 2]);
});
