import { describe, expect, it } from 'vitest';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

/** A Tuesday; the testbed's clock shows Tuesday 1 September 2026, 09:00 BST. */
const offer = '2026-09-08T13:00:00+01:00';

const answersSent = async (): Promise<string[]> =>
  (await testbed.requests()).filter((request) => request.endsWith('/respond'));

describe('what is asked before an answer is sent', () => {
  const far = 'Propose Wed 1 Sep 2027 08:00 BST for SLOT-000001?';
  const near = 'Propose Wed 9 Sep 10:00 BST for SLOT-000001?';
  const acceptance = 'Accept SLOT-000001 for Tue 8 Sep 13:00 BST?';
  const change = 'Warehouse: Northgate FC Was → offered: Fri 4 Sep 09:00 → Tue 8 Sep 13:00 BST';

  it.each([
    ['--accept', [], acceptance, `${change} Comment: sorry `],
    ['--counter', ['1 sep 08:00'], far, 'your time is 358 days after the offer '],
    ['--counter', ['wed 10:00'], near, ' Your time: Wed 9 Sep 10:00 BST '],
    ['--counter', ['wed 10:00', '--comment', 'lorry is late'], near, ' Your comment: lorry is late '],
  ])('%s %j', async (action, more, question, shown) => {
    const reference = await testbed.book();
    await testbed.fc(reference, 'counter', { proposedTime: offer, comment: 'sorry' });
    const line = ['slot', 'respond', reference, action, ...more];
    const no = await testbed.cfi(line, { tty: true, answers: [false] });
    expect([no.code, no.askedFor]).toEqual([3, [question]]);
    const review = no.stderr.replaceAll(/\s+/g, ' ');
    expect(review).toContain(change);
    expect(review).toContain(shown);
    expect(review.includes('after the offer')).toBe(question === far);
    expect(no.stderr).toMatch(/^nothing was sent$/m);
    expect(await answersSent()).toEqual([]);
    const yes = await testbed.cfi(line, { tty: true, answers: [true] });
    expect([yes.code, (await answersSent()).length]).toEqual([0, 1]);
  });

  it.each([
    ['slot', 'respond'],
    ['slot', 'respond', '--accept'],
    ['slot', 'cancel'],
  ])('names the account once, before the slot is asked for: %s %s', async (...line) => {
    const reference = await testbed.bookOffered(offer);
    const accounts = ({ stderr }: { stderr: string }) => stderr.match(/^account: emu-acme /gm);
    const unanswered = await testbed.cfi(line, { tty: true, answers: [] });
    expect(unanswered.askedFor).toEqual(['Which slot?']);
    expect(accounts(unanswered)).toHaveLength(1);
    const no = await testbed.cfi(line, { tty: true, answers: [reference, 'leave'] });
    expect([no.code, accounts(no)]).toEqual([3, expect.toSatisfy((found) => found.length === 1)]);
  });

  it('says that a Monday is proposed to a warehouse that is not known to open then', async () => {
    const reference = await testbed.bookOffered(offer);
    const remark = 'that is a Monday, on which Northgate FC is not known to take deliveries';
    const counter = ['slot', 'respond', reference, '--counter', 'mon 10:00'];
    const review = async () => (await testbed.cfi(counter, { tty: true, answers: [false] })).stderr;
    expect(await review()).toContain(remark);
    const typed = await testbed.cfi(['slot', 'respond', reference], {
      tty: true,
      answers: ['counter', 'mon 10:00'],
    });
    expect(typed.stderr.replaceAll(/\s+/g, ' ')).toContain(
      "was not accepted: that is a Monday, and Northgate FC is not known to open then; if it does, save it: cfi config set monday_warehouses 'Northgate FC'",
    );
    await testbed.cfi(['config', 'set', 'monday_warehouses', 'northgate fc']);
    expect(await review()).not.toContain(remark);
    expect(await answersSent()).toEqual([]);
  });

  it('says nothing of a Monday if the warehouse itself offers one', async () => {
    const reference = await testbed.bookOffered('2026-09-07T13:00:00+01:00');
    const counter = ['slot', 'respond', reference, '--counter', 'mon 10:00'];
    const { stderr } = await testbed.cfi(counter, { tty: true, answers: [false] });
    expect(stderr).not.toContain('a Monday');
  });

  it.each([
    [['--accept', '--yes'], true],
    [['--accept', '--offer', 'tue 13:00'], true],
    [['--accept', '--offer', 'Tue 8 Sep 13:00 BST'], true],
    [['--counter', 'wed 10:00'], false],
    [['--counter', 'wed 10:00', '--yes'], true],
  ])('is nothing for %j, on a terminal: %s', async (words, tty) => {
    const reference = await testbed.bookOffered(offer);
    const { code, askedFor } = await testbed.cfi(['slot', 'respond', reference, ...words], {
      tty,
      answers: [],
    });
    expect([code, askedFor, (await answersSent()).length]).toEqual([0, [], 1]);
  });

  it.each([
    [['--yes'], true],
    [['--offer', '13:00'], true],
    [['--yes'], false],
  ])('and what is accepted unasked is named, for %j on a terminal: %s', async (more, tty) => {
    const reference = await testbed.bookOffered(offer);
    const { stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', ...more], { tty });
    expect(stderr.replaceAll(/\n */g, ' ')).toContain(
      'accepting: SLOT-000001, Northgate FC: Fri 4 Sep 09:00 → Tue 8 Sep 13:00 BST ',
    );
  });

  it('has been read, or the line says so: without a terminal --accept alone sends nothing', async () => {
    const reference = await testbed.bookOffered(offer);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept']);
    expect([code, stderr.replaceAll(/\n */g, ' ')]).toEqual([
      3,
      expect.stringMatching(
        /^error: nothing was sent: ".*\?" needs your answer hint: .*add --offer TIME or --yes/,
      ),
    ]);
    expect(await answersSent()).toEqual([]);
  });

  it('is the whole counter-proposal that was put together at prompts', async () => {
    const reference = await testbed.bookOffered(offer);
    const answers = ['counter', '1 sep 08:00', '', false];
    const { code, askedFor } = await testbed.cfi(['slot', 'respond', reference], { tty: true, answers });
    expect([code, askedFor.at(-1)]).toEqual([3, far]);
    expect(await answersSent()).toEqual([]);
  });
});

it('speaks in prompts, notices and hints the words of the tables, not those of the service', async () => {
  const offered = await testbed.bookOffered(offer);
  const waiting = await testbed.book();
  const lines: [string[], (string | boolean)[]][] = [
    [
      ['slot', 'respond'],
      [offered, 'leave'],
    ],
    [['slot', 'respond', offered, '--accept'], [false]],
    [['slot', 'respond', waiting, '--accept'], []],
    [['slot', 'cancel', waiting], [false]],
    [
      ['slot', 'cancel'],
      [offered, false],
    ],
    [['po', 'create', '--slot', waiting], []],
    [['slot', 'watch', waiting, '--max-wait', '1h'], []],
    [['slot', 'watch', offered, '--until', 'confirmed', '--max-wait', '1h'], ['leave']],
    [['slot', 'list'], []],
    [['today'], []],
  ];
  const said: string[] = [];
  for (const [line, answers] of lines) {
    const { askedFor, stderr } = await testbed.cfi(line, { tty: true, answers });
    said.push(...askedFor, stderr);
  }
  expect(said.join('\n')).not.toMatch(/pending_|consumed|scheduleStatus/);
  expect(said).toContain(`Cancel slot ${waiting}?`);
  expect(said.join('\n')).toMatch(
    /Status: +waiting for the warehouse\nWarehouse: +Northgate FC\nBooked: +Fri 4 Sep morning\n/,
  );
});
