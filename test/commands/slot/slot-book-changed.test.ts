import { describe, expect, it } from 'vitest';
import { header, row, withSlotFile } from '../../support/upload/slot-file.ts';

type Service = Awaited<ReturnType<typeof withSlotFile>>;

/** A file with one named row, on a day of September 2026. */
const monday = (day: string): string => `${header},reference\n${row(day)},monday\n`;

/** The service books, its answer is lost, and so is that of the look-up. */
async function bookAndLose(service: Service, outcome = 'unknown'): Promise<void> {
  service.listing('good', 'fails');
  const { rows } = await service.outcomes('--max-retries', '0');
  expect(rows).toEqual([[outcome, null]]);
}

const different = 'the service has it with different content: date';

describe('a named row whose answer was lost and whose content has changed since', () => {
  it('is not booked again, however often it is tried', async () => {
    const service = await withSlotFile(monday('08'), ['books-and-loses']);
    await bookAndLose(service);
    service.rewrite(monday('09'));
    for (let time = 0; time < 3; time++) {
      const { code, data } = await service.outcomes();
      expect([code, data.slots]).toMatchObject([
        6,
        [{ outcome: 'conflict', slotReference: 'S-1', error: different }],
      ]);
    }
    service.rewrite(monday('08'));
    expect(await service.outcomes()).toMatchObject({ code: 0, rows: [['created', 'S-1']] });
    expect(service.posts()).toBe(1);
  });

  it('is booked if no slot is new', async () => {
    const service = await withSlotFile(monday('08'), ['loses', 'books']);
    await bookAndLose(service);
    service.rewrite(monday('09'));
    expect((await service.outcomes()).rows).toEqual([['created', 'S-1']]);
  });

  it('is looked for with every content that it may have been sent with', async () => {
    const service = await withSlotFile(monday('08'), ['loses', 'books-and-loses']);
    await bookAndLose(service);
    service.rewrite(monday('09'));
    // Before booking, five times until the lost request can no longer arrive, and after the next one.
    service.listing(...Array<'good'>(6).fill('good'), 'fails');
    const words = ['--max-retries', '0', '--timeout', '5s', '--lost-wait', '5s'];
    expect((await service.outcomes(...words)).rows).toEqual([['unknown', null]]);
    service.rewrite(monday('10'));
    expect((await service.outcomes()).rows).toEqual([['conflict', 'S-1']]);
    expect(service.posts()).toBe(2);
  });

  it('is not booked again when its slot is no longer shown, unless somebody says so', async () => {
    const service = await withSlotFile(monday('08'), ['books-and-loses', 'books']);
    await bookAndLose(service);
    service.rewrite(monday('09'));
    expect((await service.outcomes()).rows).toEqual([['conflict', 'S-1']]);
    const [booked] = service.slots.splice(0, 1);
    expect(booked?.slotReference).toBe('S-1');
    service.slots.push({ slotReference: 'S-0', date: '2026-09-01' });
    const again = await service.outcomes();
    expect(again.rows).toEqual([['unknown', null]]);
    expect(again.data.slots[0].error).toContain('S-1, which was found for it, is no longer there');
    expect(service.posts()).toBe(1);
    expect((await service.outcomes('--fresh')).rows).toEqual([['created', 'S-2']]);
  });
});
