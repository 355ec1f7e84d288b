import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk } from '../support/fake-terminal.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;

beforeEach(async () => {
  desk = await openDesk();
});

const offer = '2026-09-08T13:00:00+01:00';

const listed = async (...more: string[]): Promise<string[]> =>
  (await desk.json('slot', 'list', ...more)).data.map((slot: Record<string, string>) => slot.slotReference);

/** One slot of each state, booked in an order that is not the order of the list. */
async function oneOfEach() {
  const cancelled = await desk.book();
  await desk.acme.delete(`/inbound-slot/${cancelled}`);
  const later = await desk.bookConfirmed({ date: '2026-09-10' });
  const sooner = await desk.bookConfirmed({ date: '2026-09-03' });
  const waiting = await desk.book();
  const offered = await desk.bookOffered(offer, { warehouse: 'Thames Reach FC' });
  return { cancelled, later, sooner, waiting, offered };
}

describe('cfi slot list', () => {
  it('sorts: your answer, waiting, confirmed by time, the rest; each record unchanged', async () => {
    const { cancelled, later, sooner, waiting, offered } = await oneOfEach();
    const { data } = await desk.json('slot', 'list');
    expect(data).toEqual(
      await Promise.all(
        [offered, waiting, sooner, later, cancelled].map((reference) => desk.read(reference)),
      ),
    );
  });

  it('shows who must act in words', async () => {
    await oneOfEach();
    const { stdout } = await desk.cfi(['slot', 'list']);
    const words = stdout
      .split('\n')
      .slice(1, 6)
      .map((line) => /^SLOT-\d+ {2}(\S+(?: \S+)*)/.exec(line)?.[1]);
    expect(words).toEqual(['your answer', 'warehouse', 'confirmed', 'confirmed', 'cancelled']);
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

  it('leaves out of --open what is used or past by the clock of the service', async () => {
    const used = await desk.bookConfirmed({ date: '2026-09-10' });
    await desk.order({ slotReference: used });
    const past = await desk.bookConfirmed({ date: '2026-09-02' });
    const open = await desk.bookConfirmed({ date: '2026-09-10' });
    await desk.advance('2d');
    expect(await listed('--open')).toEqual([open]);
    expect(await listed()).toEqual(expect.arrayContaining([used, past, open]));
  });

  it('names the nearest warehouse when none is called that', async () => {
    await desk.book();
    const { stdout, stderr } = await desk.cfi(['slot', 'list', '--warehouse', 'Northgat']);
    expect(stdout).toContain('no slot fits these filters');
    expect(stderr).toContain('no slot is at Northgat; did you mean Northgate FC?');
  });

  it.each([
    [['--from', '2026-02-30'], '--from "2026-02-30" is not a day'],
    [['--to', 'tomorrow'], '--to "tomorrow" is not a day'],
    [['--from', '2026-09-05', '--to', '2026-09-04'], '--from 2026-09-05 is after --to 2026-09-04'],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stderr } = await desk.cfi(['slot', 'list', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('colours strongest what needs your answer, and nothing that is settled', async () => {
    await oneOfEach();
    const { stdout } = await desk.cfi(['slot', 'list'], {
      tty: true,
      columns: 120,
      env: { FORCE_COLOR: '1' },
    });
    expect(stdout).toContain('\u001b[1m\u001b[7myour answer');
    expect(stdout).toMatch(/ {2}confirmed/);
  });
});
