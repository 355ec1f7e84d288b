import { describe, expect, it } from 'vitest';
import { runCli, scriptedPrompts } from '../../support/cli.ts';
import { json, startService } from '../../support/services/http-server.ts';
import { credentials } from '../../support/sign-in.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

/** A Tuesday; the testbed's clock shows Tuesday 1 September 2026, 09:00 BST. */
const offer = '2026-09-08T13:00:00+01:00';
const better = '2026-09-09T13:00:00+01:00';
const offered = 'Northgate FC: Fri 4 Sep 09:00 → Tue 8 Sep 13:00 BST';

const answersSent = async (): Promise<string[]> =>
  (await testbed.requests()).filter((request) => request.endsWith('/respond'));

describe('a slot that is not named, on a terminal', () => {
  const chosenAmong = async (answers: readonly (string | boolean)[], ...line: string[]) => {
    const shown: (readonly string[])[] = [];
    const scripted = scriptedPrompts(answers, []);
    const choose: typeof scripted.choose = (question) => {
      shown.push(question.choices.map(({ name = '' }) => name));
      return scripted.choose(question);
    };
    const outcome = await testbed.cfi(['slot', ...line], {
      tty: true,
      deps: { prompts: async () => ({ ...scripted, choose }) },
    });
    return { ...outcome, shown };
  };

  it.each(['respond', 'cancel', 'get'])(
    'cannot be chosen for %s where there is none at all',
    async (verb) => {
      const none = await chosenAmong([], verb);
      const text = ' there are no slots\nhint: book one: cfi slot book --emulator\n';
      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining(text)]);
    },
  );

  it('is chosen among those with an offer to answer', async () => {
    await testbed.book();
    const reference = await testbed.bookOffered(offer);
    const { code, shown } = await chosenAmong([reference, 'accept', true], 'respond');
    expect([code, shown[0]]).toEqual([0, [`${reference}, ${offered}`]]);
    expect((await testbed.read(reference)).scheduleStatus).toBe('confirmed');
    const none = await chosenAmong([], 'respond');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no slot needs your answer\n')]);
  });

  it('is typed if the answer is given, which must not go to an offer shown before', async () => {
    const reference = await testbed.bookOffered(offer);
    const { code, shown } = await chosenAmong([reference], 'respond', '--accept', '--yes');
    expect([code, shown]).toEqual([0, []]);
  });

  it('is chosen among those that can be cancelled, or among all', async () => {
    const gone = await testbed.book();
    await testbed.cfi(['slot', 'cancel', gone, '--yes']);
    const reference = await testbed.book();
    const cancelled = await chosenAmong([reference], 'cancel', '--yes');
    expect([cancelled.code, cancelled.shown[0]]).toEqual([0, [expect.stringContaining(reference)]]);
    const read = await chosenAmong([gone], 'get');
    expect([read.code, read.shown[0]?.length]).toEqual([0, 2]);
  });
});

describe('accepting on the command line', () => {
  it.each([offer, '2026-09-08T12:00:00Z', 'tue 8 sep 13:00', '8 sep 13:00', '13:00'])(
    'with --offer %s accepts that offer while it is open',
    async (time) => {
      const reference = await testbed.bookOffered(offer);
      const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--offer', time]);
      expect(code).toBe(0);
      expect(stderr).toContain('--offer: Tue 8 Sep 13:00 BST\n');
      expect((await testbed.read(reference)).schedule.confirmedTime).toBe(offer);
    },
  );

  it('with --offer sends nothing when the warehouse has changed its offer', async () => {
    const reference = await testbed.bookOffered(offer);
    await testbed.respond(reference, { action: 'counter', proposedTime: offer });
    await testbed.fc(reference, 'counter', { proposedTime: better });
    await testbed.requests();
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--offer', offer]);
    expect(code).toBe(6);
    expect(stderr).toContain(
      `the open offer for slot ${reference} is Wed 9 Sep 13:00 BST, not ${offer}; nothing was sent`,
    );
    expect(await answersSent()).toEqual([]);
  });

  it('with --offer sends nothing if the record shows no time for the offer', async () => {
    const reference = await testbed.bookOffered(offer);
    const slot = {
      slotReference: reference,
      scheduleStatus: 'pending_customer',
      schedule: { proposals: [{ proposedBy: 'ops' }] },
    };
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot/*' },
      do: { status: 200, body: { success: true, data: slot } },
    });
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--offer', offer]);
    expect(code).toBe(6);
    expect(stderr).toContain(
      `the open offer for slot ${reference} shows no time, not ${offer}; nothing was sent`,
    );
    expect(await answersSent()).toEqual([]);
  });

  it('fails if the service confirmed a different time from the one shown', async () => {
    const reference = await testbed.bookOffered(offer);
    const confirmed = {
      slotReference: reference,
      scheduleStatus: 'confirmed',
      schedule: { confirmedTime: better },
    };
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: { status: 200, body: { success: true, data: confirmed } },
    });
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
    expect(code).toBe(6);
    expect(stderr).toContain('is confirmed for Wed 9 Sep 13:00 BST, not for Tue 8 Sep 13:00 BST');
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['pending_ops', 'waiting for the warehouse'],
    ['pending_customer', 'your answer'],
  ])('fails if the slot is %s after it', async (status, said) => {
    const reference = await testbed.bookOffered(offer);
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: {
        status: 200,
        body: { success: true, data: { slotReference: reference, scheduleStatus: status } },
      },
    });
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
    expect([code, stdout]).toEqual([6, expect.stringContaining(`Status:  ${said}`)]);
    expect(stderr).toMatch(new RegExp(`but slot ${reference} changed at the same moment: `));
  });

  it.each([
    ['cancelled', 'cancelled', better, 6],
    ['still waiting for an answer to the same offer', 'pending_customer', offer, 6],
    ['waiting for an answer to another offer', 'pending_customer', better, 0],
  ])('--counter exits with %s afterwards', async (_, scheduleStatus, proposedTime, exitCode) => {
    const reference = await testbed.bookOffered(offer);
    const schedule = { proposals: [{ proposedBy: 'ops', proposedTime, comment: null }] };
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: {
        status: 200,
        body: { success: true, data: { slotReference: reference, scheduleStatus, schedule } },
      },
    });
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'respond', reference, '--counter', better]);
    const said = scheduleStatus === 'cancelled' ? 'cancelled' : 'your answer';
    expect([code, stdout]).toEqual([exitCode, expect.stringMatching(new RegExp(`Status: +${said}`))]);
    const reported = new RegExp(`took the counter-offer, but slot ${reference} changed at the same moment`);
    expect(reported.test(stderr)).toBe(exitCode !== 0);
  });

  it('--counter takes the same offer, made again, for an answer to it', async () => {
    const reference = await testbed.bookOffered(offer);
    const again = { proposedBy: 'ops', proposedTime: offer, comment: null };
    const proposals = [again, { proposedBy: 'client', proposedTime: better }, again];
    const data = { slotReference: reference, scheduleStatus: 'pending_customer', schedule: { proposals } };
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: { status: 200, body: { success: true, data } },
    });
    expect((await testbed.cfi(['slot', 'respond', reference, '--counter', better])).code).toBe(0);
  });

  /** The service answers only with its schedule, and from then on every look-up of a slot fails. */
  const failsAfterAnswer = async (status: number): Promise<void> => {
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: { status, body: { success: status < 300, data: { proposals: [] }, error: 'Schedule changed' } },
    });
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot/SLOT-*' },
      when: { skip: 1 },
      do: { status: 503 },
    });
  };

  it('says that the service took the answer if the slot cannot be read after it', async () => {
    const reference = await testbed.bookOffered(offer);
    await failsAfterAnswer(200);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes', '--json']);
    expect(code).toBe(10);
    expect(stderr).toContain(`the service took the answer, but slot ${reference} could not be read after it`);
    expect(stderr).toContain(`cfi slot get ${reference} --emulator`);
  });

  it('exits with 6 after a conflict even if the slot cannot be read after it', async () => {
    const reference = await testbed.bookOffered(offer);
    await failsAfterAnswer(409);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
    expect([code, stderr]).toEqual([6, expect.stringContaining('Schedule changed')]);
  });

  it('reads the slot again while a replica does not show the answer yet', async () => {
    const reference = await testbed.bookOffered(offer);
    const before = await testbed.read(reference);
    const at = (path: string, phase: string, body: unknown, times: number, skip = 0) =>
      testbed.admin.post('/faults', {
        ...{ match: { path }, when: { times, skip }, phase },
        do: { status: 200, body: { success: true, data: body } },
      });
    await at('/inbound-slot/*/respond', 'after-commit', { proposals: [] }, 1);
    await at(`/inbound-slot/${reference}`, 'before', before, 2, 1);
    const { code, stdout } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Status: +confirmed/)]);
  });

  it('does not take the reply about another slot for its own', async () => {
    const reference = await testbed.bookOffered(offer);
    const other = {
      slotReference: 'SLOT-OTHER',
      scheduleStatus: 'confirmed',
      schedule: { confirmedTime: offer },
    };
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: { status: 200, body: { success: true, data: other } },
    });
    const { code, stdout, stderr } = await testbed.cfi([
      'slot',
      'respond',
      reference,
      '--accept',
      '--yes',
      '--json',
    ]);
    expect(code).toBe(6);
    expect(JSON.parse(stdout).data).toMatchObject({ slotReference: reference });
    expect(stderr).toContain(`but slot ${reference} changed at the same moment`);
  });

  it('sends nothing based on an answer about another slot', async () => {
    const [reference, other] = [await testbed.bookOffered(offer), await testbed.bookOffered(better)];
    await testbed.admin.post('/faults', {
      match: { path: `/inbound-slot/${reference}` },
      do: { status: 200, body: { success: true, data: await testbed.read(other) } },
    });
    await testbed.requests();
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept', '--yes']);
    expect(code).toBe(10);
    expect(stderr).toContain(`did not answer with the record of slot ${reference}`);
    expect(await answersSent()).toEqual([]);
  });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])(
  'says that an answer may have taken effect if %s ends the command as it is sent',
  async (signal, exitCode) => {
    const interrupt = new AbortController();
    const slot = {
      slotReference: 'S-1',
      scheduleStatus: 'pending_customer',
      schedule: { proposals: [{ proposedBy: 'ops', proposedTime: offer }] },
    };
    const service = await startService(({ method }, response) => {
      if (method === 'GET') json(response, 200, { success: true, data: slot });
      else interrupt.abort(signal);
    });
    const { code, stderr } = await runCli(['slot', 'respond', 'S-1', '--accept', '--yes'], {
      env: credentials(service.baseUrl),
      signal: interrupt.signal,
    });
    expect([code, stderr]).toEqual([
      exitCode,
      expect.stringContaining('slot S-1 may or may not have your acceptance'),
    ]);
  },
);

describe('a counter-proposal', () => {
  it.each([
    ['wed 10:00', '2026-09-09T10:00:00+01:00'],
    ['10:00', '2026-09-08T10:00:00+01:00'],
    ['25/11 10:00', '2026-11-25T10:00:00+00:00'],
    ['2026-09-09T08:00:00Z', '2026-09-09T08:00:00Z'],
  ])('accepts %s as people type it, echoes it and sends %s', async (typed, sent) => {
    const reference = await testbed.bookOffered(offer);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--counter', typed]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^--counter: [A-Z][a-z]{2} \d+ [A-Z][a-z]{2} \d\d:00 (GMT|BST)$/m);
    const { proposedTime } = (await testbed.read(reference)).schedule.proposals.at(-1);
    expect(Date.parse(proposedTime)).toBe(Date.parse(sent));
  });

  it.each([
    ['2026-08-31 10:00', 'is past: Mon 31 Aug 10:00 BST'],
    ['2027-03-28 01:30', 'does not exist'],
    ['2026-10-25 01:30', 'occurs twice'],
    ['2026-02-30 10:00', 'is not a time'],
  ])('at %s is refused, and nothing is sent', async (typed, message) => {
    const reference = await testbed.bookOffered(offer);
    await testbed.requests();
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--counter', typed]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--counter "${typed}" ${message}`)]);
    expect(await answersSent()).toEqual([]);
  });

  it.each([
    ['2027-03-28 01:30', 2, 'does not exist'],
    ['2026-09-08 13:00', 6, 'has no open offer'],
  ])('at %s without an open offer ends with %i', async (typed, exitCode, message) => {
    const reference = await testbed.book();
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--counter', typed]);
    expect([code, stderr]).toEqual([exitCode, expect.stringContaining(message)]);
    expect(await answersSent()).toEqual([]);
  });
});

describe('an answer at a prompt', () => {
  it('goes only to the offer that was shown: after a change it asks again', async () => {
    const reference = await testbed.bookOffered(offer);
    const asked: string[] = [];
    const prompts = scriptedPrompts(['accept', true, 'accept', true], asked);
    const choose: typeof prompts.choose = async (question) => {
      // The warehouse changes its offer while the first question is open.
      if (asked.length === 0) {
        await testbed.respond(reference, { action: 'counter', proposedTime: offer });
        await testbed.fc(reference, 'counter', { proposedTime: better, comment: 'sorry' });
      }
      return prompts.choose(question);
    };
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference], {
      tty: true,
      deps: { prompts: async () => ({ ...prompts, choose }) },
    });
    expect(code).toBe(0);
    expect(asked).toEqual([
      expect.stringContaining(offered),
      expect.stringMatching(/^Accept /),
      expect.stringContaining('Tue 8 Sep 13:00 → Wed 9 Sep 13:00 BST, "sorry"'),
      expect.stringMatching(/^Accept .* for Wed 9 Sep 13:00 BST\?$/),
    ]);
    expect(stderr).toContain('the warehouse has changed its offer');
    expect((await testbed.read(reference)).schedule.confirmedTime).toBe(better);
  });

  it('may be a time in everyday form', async () => {
    const reference = await testbed.bookOffered(offer);
    const answers = ['counter', 'tomorrow 10:00', '', true];
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference], { tty: true, answers });
    expect(code).toBe(0);
    expect(stderr).toContain('your time: Wed 2 Sep 10:00 BST');
    const past = await testbed.bookOffered(offer);
    const refused = await testbed.cfi(['slot', 'respond', past], {
      tty: true,
      answers: ['counter', 'today 08:00'],
    });
    expect(refused.stderr).toContain('was not accepted: that is past');
  });
});
