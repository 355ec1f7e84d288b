import { describe, expect, it } from 'vitest';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const offer = '2026-09-08T13:00:00+01:00';

const listed = async (...more: string[]): Promise<string[]> =>
  (await testbed.json('slot', 'list', ...more)).data.map(
    (slot: Record<string, string>) => slot.slotReference,
  );

/** One slot in each state, booked in a different order from the list. */
async function oneOfEach() {
  const cancelled = await testbed.book();
  await testbed.acme.delete(`/inbound-slot/${cancelled}`);
  const later = await testbed.bookConfirmed({ date: '2026-09-10' });
  const sooner = await testbed.bookConfirmed({ date: '2026-09-03' });
  const waiting = await testbed.book();
  const offered = await testbed.bookOffered(offer, { warehouse: 'Thames Reach FC' });
  return { cancelled, later, sooner, waiting, offered };
}

describe('cfi slot list', () => {
  it('sorts: your answer, waiting, confirmed by time, the rest; with unchanged records', async () => {
    const { cancelled, later, sooner, waiting, offered } = await oneOfEach();
    const { data } = await testbed.json('slot', 'list');
    expect(data).toEqual(
      await Promise.all(
        [offered, waiting, sooner, later, cancelled].map((reference) => testbed.read(reference)),
      ),
    );
  });

  it.each([
    ['slot', 'list', '--needs-answer'],
    ['slot', 'watch', '--once'],
    ['today', '--exit-code'],
  ])('does not take a part of the slots for all of them, in %s %s %s', async (...words) => {
    const slot = await testbed.read(await testbed.bookConfirmed());
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot' },
      do: {
        status: 200,
        body: { success: true, data: [slot], pagination: { current_page: 1, total_pages: 2 } },
      },
    });
    const { code, stdout, stderr } = await testbed.cfi(words);
    expect([code, stdout]).toEqual([10, '']);
    expect(stderr).toContain('the service listed only a part of the slots');
  });

  it.each([
    [['--needs-answer'], ['offered']],
    [['--status', 'your-answer'], ['offered']],
    [['--status', 'pending_customer'], ['offered']],
    [
      ['--status', 'waiting', '--status', 'CONFIRMED'],
      ['waiting', 'sooner', 'later'],
    ],
    [['--status', 'cancelled'], ['cancelled']],
    [['--open'], ['offered', 'waiting', 'sooner', 'later']],
    [['--warehouse', 'thames reach fc'], ['offered']],
    [
      ['--from', '2026-09-04', '--to', '2026-09-08', '--open'],
      ['offered', 'waiting'],
    ],
    [
      ['--from', '2026-09-08'],
      ['offered', 'later'],
    ],
    [['--to', '2026-09-03'], ['sooner']],
  ])('%j', async (args, expected) => {
    const slots: Record<string, string> = await oneOfEach();
    expect(await listed(...args)).toEqual(expected.map((name) => slots[name]));
  });

  it('filters by the day in London, which begins in the evening before in UTC', async () => {
    const early = await testbed.bookOffered('2026-09-08T23:30:00Z');
    expect(await listed('--from', '2026-09-09', '--to', '2026-09-09')).toEqual([early]);
    expect(await listed('--to', '2026-09-08')).toEqual([]);
  });

  it("leaves used and past slots out of --open by the service's clock", async () => {
    const used = await testbed.bookConfirmed({ date: '2026-09-10' });
    await testbed.order({ slotReference: used });
    const past = await testbed.bookConfirmed({ date: '2026-09-02' });
    const open = await testbed.bookConfirmed({ date: '2026-09-10' });
    await testbed.advance('2d');
    expect(await listed('--open')).toEqual([open]);
    expect(await listed()).toEqual(expect.arrayContaining([used, past, open]));
  });

  it('suggests the nearest warehouse for an unknown name', async () => {
    await testbed.book();
    const { stdout, stderr } = await testbed.cfi(['slot', 'list', '--warehouse', 'Northgat']);
    expect(stdout).toContain('no slot matches these filters');
    expect(stderr).toContain('no slot is at Northgat; did you mean Northgate FC?');
  });

  it.each([
    ['confirmd', 'did you mean confirmed?'],
    ['confirmed,cancelled', 'give it once for each: --status confirmed --status cancelled'],
    ['foo', '--status must be one of your-answer, waiting, used, pending_ops,'],
  ])('refuses the status %s, which no slot can have', async (status, said) => {
    await testbed.book();
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'list', '--status', status]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)]);
  });

  it.each(['confirmed', 'consumed', 'used'])('takes the status %s, which no slot has now', async (status) => {
    await testbed.book();
    expect(await testbed.cfi(['slot', 'list', '--status', status])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [['--needs-answer'], 'no slot needs your answer\n'],
    [['--needs-answer', '--warehouse', 'Midlands FC'], 'no slot matches these filters\n'],
    [['--available', '--from', '2030-01-01'], 'no slot matches these filters\n'],
  ])('says of an empty list for %j only what is so', async (args, text) => {
    await testbed.bookConfirmed();
    expect((await testbed.cfi(['slot', 'list', ...args])).stdout).toBe(text);
  });

  it.each([
    [['--from', '2026-02-30'], '--from "2026-02-30" is not a day'],
    [['--to', 'soon'], '--to "soon" is not a day'],
    [['--from', '31 nov'], '--from "31 nov" is not a day'],
    [
      ['--from', '2026-09-05', '--to', '2026-09-04'],
      '--from Sat 5 Sep is after --to Fri 4 Sep\nhint: give the first day',
    ],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await testbed.cfi(['slot', 'list', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('reads a day as people write it, the nearest that fits, and says which it is', async () => {
    const { sooner } = await oneOfEach();
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'list', '--from', 'sun', '--to', 'thu']);
    expect([code, stderr]).toEqual([0, '--from: Sun 30 Aug\n--to: Thu 3 Sep\n']);
    expect(stdout.match(/SLOT-\d+/g)).toEqual([sooner]);
    expect(await listed('--to', 'tomorrow')).toEqual([]);
  });

  it.each([
    ['thu', 'sun', 'Thu 3 Sep', 'Sun 6 Sep'],
    ['2026-09-10', 'tue', undefined, 'Tue 15 Sep'],
    ['wed', 'wed', 'Wed 2 Sep', 'Wed 2 Sep'],
  ])(
    'takes --from %s --to %s for the first such day on or after the other',
    async (from, to, first, last) => {
      const { code, stderr } = await testbed.cfi(['slot', 'list', '--from', from, '--to', to]);
      const said = first === undefined ? '' : `--from: ${first}\n`;
      expect([code, stderr]).toEqual([0, `${said}--to: ${last}\n`]);
    },
  );

  it.each([
    ['03/09/2026', '--from: Thu 3 Sep\n'],
    ['3 sep 2026', '--from: Thu 3 Sep\n'],
    ['2026-09-03', ''],
  ])('says for %s which day it is, unless that is how it was typed', async (day, said) => {
    await testbed.book();
    expect(await testbed.cfi(['slot', 'list', '--from', day])).toMatchObject({ code: 0, stderr: said });
  });

  it('highlights what needs your answer, and nothing that was decided', async () => {
    await oneOfEach();
    const { stdout } = await testbed.cfi(['slot', 'list'], {
      tty: true,
      columns: 120,
      env: { FORCE_COLOR: '1' },
    });
    expect(stdout).toContain('\u001b[1m\u001b[7myour answer');
    expect(stdout).toMatch(/ {2}confirmed/);
  });
});
