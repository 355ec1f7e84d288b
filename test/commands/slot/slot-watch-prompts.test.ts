import { describe, expect, it } from 'vitest';
import { scriptedPrompts } from '../../support/cli.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

describe('cfi slot watch on a terminal', () => {
  const offer = '2026-09-08T13:00:00+01:00';
  const watch = (reference: string, answers: readonly (string | boolean)[]) =>
    testbed.cfi(['slot', 'watch', reference], { tty: true, answers, env: { NO_COLOR: '1' } });

  it('accepts an offer on the spot', async () => {
    const reference = await testbed.bookOffered(offer);
    const { code, stdout, askedFor } = await watch(reference, ['accept', true]);
    expect(code).toBe(0);
    expect(askedFor).toEqual([
      `${reference}, Northgate FC: Fri 4 Sep 09:00 → Tue 8 Sep 13:00 BST. Your answer?`,
      `Accept ${reference} for Tue 8 Sep 13:00 BST?`,
    ]);
    expect(stdout).toContain('your answer → confirmed (agreed for Tue 8 Sep 13:00 BST)\n');
  });

  it('proposes another time and continues to watch', async () => {
    const reference = await testbed.bookOffered(offer);
    testbed.during(() => testbed.fc(reference, 'confirm'));
    const answers = ['counter', '2026-09-09T09:00:00+01:00', 'not before', true];
    const { code, stdout, askedFor } = await watch(reference, answers);
    expect(code).toBe(0);
    expect(askedFor.at(-1)).toContain('Wed 9 Sep 09:00 BST');
    expect(stdout).toContain('your answer → waiting for the warehouse');
    expect(stdout).toContain('waiting for the warehouse → confirmed (agreed for\nWed 9 Sep 09:00 BST)\n');
    expect((await testbed.read(reference)).schedule.proposals.at(-1).comment).toBe('not before');
  });

  it('can leave the offer open', async () => {
    const reference = await testbed.bookOffered(offer);
    expect((await watch(reference, ['leave'])).code).toBe(12);
  });

  it('says so when the answer comes too late', async () => {
    const reference = await testbed.bookOffered(offer);
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      do: { status: 409, body: { success: false, error: 'Schedule changed' } },
    });
    const { code, stderr } = await watch(reference, ['accept', true]);
    expect(code).toBe(12);
    expect(stderr).toContain('the answer was not accepted: Schedule changed');
  });

  it.each<[string, (reference: string) => Promise<unknown>, number, string]>([
    [
      'accepted',
      (reference) => testbed.respond(reference, { action: 'accept' }),
      0,
      'your answer → confirmed',
    ],
    ['cancelled', (reference) => testbed.acme.delete(`/inbound-slot/${reference}`), 13, '→ cancelled'],
    [
      'countered',
      async (reference) => {
        await testbed.respond(reference, { action: 'counter', proposedTime: '2026-09-10T09:00:00+01:00' });
        testbed.during(() => testbed.fc(reference, 'confirm'));
      },
      0,
      'waiting for the warehouse → confirmed',
    ],
  ])('goes on from what a colleague has done while it asked: %s', async (_, act, exitCode, change) => {
    const reference = await testbed.bookOffered(offer);
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'watch', reference], {
      tty: true,
      env: { NO_COLOR: '1' },
      deps: {
        prompts: async () => ({
          ...scriptedPrompts([], []),
          async choose() {
            await act(reference);
            return 'accept';
          },
          confirm: async () => true,
        }),
      },
    });
    expect([code, stdout]).toEqual([exitCode, expect.stringContaining(change)]);
    expect(stderr.replaceAll('\n', ' ')).toContain('no open offer any more; nothing was sent');
    expect(stderr).not.toContain('the warehouse has changed its offer');
  });

  it('says that the service may have taken an answer to which it replied with an error', async () => {
    const reference = await testbed.bookOffered(offer);
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      phase: 'after-commit',
      do: { status: 503, body: { success: false, error: 'busy' } },
    });
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: `/inbound-slot/${reference}` },
      when: { skip: 3 },
      do: { status: 429, headers: { 'Retry-After': '3600' } },
    });
    const { code, stderr } = await watch(reference, ['accept', true]);
    expect([code, stderr.replaceAll('\n', ' ')]).toEqual([
      12,
      expect.stringContaining(`; slot ${reference} may or may not have your acceptance`),
    ]);
  });

  it('looks up in the slot what became of an acceptance whose answer was lost', async () => {
    const reference = await testbed.bookOffered(offer);
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*/respond' },
      phase: 'after-commit',
      do: { socket: 'reset' },
    });
    const { code, stdout, stderr } = await watch(reference, ['accept', true]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('your answer → confirmed')]);
    expect(stderr).not.toContain('acceptance');
  });

  it('asks nothing with --no-input or in another format', async () => {
    const reference = await testbed.bookOffered(offer);
    for (const more of [['--no-input'], ['-o', 'ndjson'], ['--once']]) {
      const { code, askedFor } = await testbed.cfi(['slot', 'watch', reference, ...more], { tty: true });
      expect([code, askedFor]).toEqual([12, []]);
    }
  });
});
