import { beforeEach, describe, expect, it } from 'vitest';
import { scriptedPrompts } from '../../support/cli.ts';
import { openTestbed, serveLive, testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();
let reference: string;

const offer = '2026-09-01T13:00:00+01:00';

beforeEach(async () => {
  reference = await testbed.bookOffered(offer);
  await testbed.advance('6h');
});

const past = "warning: the offered time is past: by the service's clock it is Tue 1 Sep 15:00 BST\n";
const line = 'Northgate FC: Fri 4 Sep 09:00 → Tue 1 Sep 13:00 BST (past)';

const statusNow = async (): Promise<string> => (await testbed.read(reference)).scheduleStatus;

describe('an offer of a time that is past', () => {
  const respond = (answers?: readonly boolean[]) =>
    testbed.cfi(
      ['slot', 'respond', reference, '--accept', ...(answers === undefined ? ['--yes'] : [])],
      answers === undefined ? {} : { tty: true, answers },
    );

  it('is accepted by a script, with a warning', async () => {
    const { code, stderr } = await respond();
    expect([code, await statusNow()]).toEqual([0, 'confirmed']);
    expect(stderr).toContain(`${past}accepting: ${reference}, ${line}\n`);
  });

  it('is accepted on a terminal only after a question', async () => {
    const refused = await respond([false]);
    expect([refused.code, refused.askedFor, await statusNow()]).toEqual([
      3,
      [`Accept ${reference} for Tue 1 Sep 13:00 BST?`],
      'pending_customer',
    ]);
    expect(refused.stderr).toContain('\nthe offered time is past\n');
    expect((await respond([true])).code).toBe(0);
    expect(await statusNow()).toBe('confirmed');
  });

  it('is not accepted if another one has taken its place while the question was open', async () => {
    const prompts = scriptedPrompts([true], []);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, '--accept'], {
      tty: true,
      deps: {
        prompts: async () => ({
          ...prompts,
          async confirm(question) {
            await testbed.respond(reference, {
              action: 'counter',
              proposedTime: '2026-09-10T09:00:00+01:00',
            });
            await testbed.fc(reference, 'counter', { proposedTime: '2026-09-11T09:00:00+01:00' });
            return prompts.confirm(question);
          },
        }),
      },
    });
    expect([code, await statusNow()]).toEqual([6, 'pending_customer']);
    expect(stderr).toContain('the warehouse has changed its offer');
  });

  it('is marked at the prompt, in the list and among those to choose from', async () => {
    const asked = await testbed.cfi(['slot', 'respond', reference], { tty: true, answers: ['leave'] });
    expect(asked.askedFor).toEqual([`${reference}, ${line}. Your answer?`]);
    for (const list of [['slot', 'list'], ['today']])
      expect((await testbed.cfi(list)).stderr).toContain(`the offered time is past: ${reference}\n`);
    expect((await testbed.cfi(['slot', 'list', '--week', '1 sep'])).stdout).toContain(line);
  });

  it.each(['get', 'watch'])('is not suggested for acceptance by slot %s', async (verb) => {
    const { stderr } = await testbed.cfi(['slot', verb, reference]);
    expect(stderr).toContain(
      `the offered time is past; next: cfi slot respond ${reference} --counter TIME --emulator\n`,
    );
    expect(stderr).not.toContain('--accept');
  });
});

describe('a time that passes while the question is open', () => {
  /** Prompts that take six hours to answer the first confirmation. */
  const slow = (answers: readonly (string | boolean)[]) => {
    const askedFor: string[] = [];
    const prompts = scriptedPrompts(answers, askedFor);
    let isLate = false;
    const late = async (): Promise<void> => {
      if (!isLate) await testbed.advance('6h');
      isLate = true;
    };
    return {
      askedFor,
      deps: {
        prompts: async () => ({
          ...prompts,
          async confirm(question: Parameters<typeof prompts.confirm>[0]) {
            await late();
            return prompts.confirm(question);
          },
          async choose(question: Parameters<typeof prompts.choose>[0]) {
            const chosen = await prompts.choose(question);
            if (chosen === 'accept') await late();
            return chosen;
          },
        }),
      },
    };
  };

  beforeEach(async () => {
    Object.assign(testbed, await openTestbed());
    reference = await testbed.bookOffered(offer);
  });

  it.each([
    [['--accept'], 6, 'Tue 1 Sep 13:00 BST'],
    [['--counter', '1 sep 14:00'], 2, 'Tue 1 Sep 14:00 BST'],
  ])('is not sent by %j', async (args, exitCode, time) => {
    const { deps } = slow([true]);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference, ...args], { tty: true, deps });
    expect([code, stderr.replaceAll('\n  ', ' ')]).toEqual([
      exitCode,
      expect.stringContaining(`${time} has passed while the question was open; nothing was sent`),
    ]);
    expect(await statusNow()).toBe('pending_customer');
  });

  it('is asked about again at the prompt, marked as past', async () => {
    const { deps, askedFor } = slow(['accept', true, 'leave']);
    const { code, stderr } = await testbed.cfi(['slot', 'respond', reference], { tty: true, deps });
    expect([code, await statusNow()]).toEqual([3, 'pending_customer']);
    expect(stderr.replaceAll('\n', ' ')).toContain(
      'has passed while the question was open; nothing was sent',
    );
    expect(askedFor).toEqual([
      expect.not.stringContaining('(past)'),
      expect.not.stringContaining('(past)'),
      expect.stringContaining('(past). Your answer?'),
    ]);
  });
});

it.each(['get', 'watch'])(
  "by this machine's clock alone is suggested for acceptance by slot %s",
  async (verb) => {
    const open = await testbed.bookOffered('2026-09-08T13:00:00+01:00');
    const live = await serveLive(testbed);
    const now = (): number => testbed.emulator.now() + 40 * 24 * 3_600_000;
    const { stderr } = await live.cfi(['slot', verb, open], { deps: { now } });
    await live.close();
    expect(stderr).toContain(`next: cfi slot respond ${open} --accept --offer 2026-09-08T13:00:00+01:00`);
  },
);
